"""An autograder and conformance test harness: a contract in YAML meets a submission, and every clause is judged."""

import importlib
import os
import sys
from functools import partial
from types import ModuleType, SimpleNamespace

from harness import bytecode

bytecode.use(sys.argv[0] if sys.argv else "")

from typing import Any  # noqa: E402 - by the file, as what follows

__version__ = "0.2.0"


def _later(name: str, *functions: str) -> ModuleType:
    """What stands for a module that is loaded when something of it is asked for, or one of its functions called."""

    def load(attribute: str) -> Any:
        if attribute.startswith("__"):  # it is about to be imported
            raise AttributeError(attribute)
        return getattr(importlib.import_module(name), attribute)

    def call(function: str, *arguments: Any, **options: Any) -> Any:
        return load(function)(*arguments, **options)

    module = ModuleType(name)
    vars(module).update({"__getattr__": load, **{function: partial(call, function) for function in functions}})
    return module


class _Names:
    """What tempfile makes names with, by the system's own random numbers."""

    def choices(self, characters: str, *, k: int) -> list[str]:
        return [characters[byte % len(characters)] for byte in os.urandom(k)]


def _load_lightly() -> None:
    """Import some modules without those that they ask for and hardly use: these take longer."""
    unused: dict[str, Any] = {
        "typing_extensions": None,  # msgspec takes typing's own
        "msgspec.inspect": _later("msgspec.inspect"),
        "msgspec._json_schema": _later("msgspec._json_schema", "schema", "schema_components"),
        "platform": SimpleNamespace(system=lambda: os.uname().sysname),  # uuid asks it for this alone
        "urllib.parse": _later("urllib.parse", "quote_from_bytes"),  # pathlib takes it to write URIs
        "ntpath": _later("ntpath"),  # pathlib's for Windows
        "bz2": None,  # shutil can pack archives, which nobody asks it for
        "lzma": None,
        "random": SimpleNamespace(Random=_Names),  # tempfile takes it for names
        "gettext": SimpleNamespace(gettext=str, ngettext=lambda one, many, n: one if n == 1 else many),  # as argparse's
    }
    unused = {name: module for name, module in unused.items() if name not in sys.modules and os.name == "posix"}
    sys.modules.update(unused)
    import argparse  # noqa: F401, PLC0415
    import pathlib  # noqa: F401, PLC0415
    import shutil  # noqa: F401, PLC0415
    import tempfile  # noqa: F401, PLC0415

    import msgspec  # noqa: F401, PLC0415

    for name in unused:
        del sys.modules[name]


_load_lightly()
