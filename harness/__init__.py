"""An autograder and conformance test harness: a contract in YAML meets a submission, and every clause is judged."""

import os
import sys
from types import SimpleNamespace

from harness import bytecode

bytecode.use(sys.argv[0] if sys.argv else "")

from typing import Any  # noqa: E402 - by the file, as what follows

__version__ = "0.2.0"


def _quote_from_bytes(path: bytes) -> str:
    from urllib.parse import quote_from_bytes  # noqa: PLC0415 - as below

    return quote_from_bytes(path)


def _load_lightly() -> None:
    """Import msgspec, pathlib and argparse without modules that they ask for and hardly use: those take longer."""
    unused: dict[str, Any] = {
        "typing_extensions": None,  # msgspec takes typing's own
        "platform": SimpleNamespace(system=lambda: os.uname().sysname),  # uuid asks it for this alone
        "urllib.parse": SimpleNamespace(quote_from_bytes=_quote_from_bytes),  # pathlib takes it to write URIs
        "gettext": SimpleNamespace(gettext=str, ngettext=lambda one, many, n: one if n == 1 else many),  # as argparse's
    }
    unused = {name: module for name, module in unused.items() if name not in sys.modules and os.name == "posix"}
    sys.modules.update(unused)
    import argparse  # noqa: F401, PLC0415
    import pathlib  # noqa: F401, PLC0415

    import msgspec  # noqa: F401, PLC0415

    for name in unused:
        del sys.modules[name]


_load_lightly()
