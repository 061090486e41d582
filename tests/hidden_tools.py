"""Hide tools of this machine: a search path of links to all the others, for the harness and for what it starts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.language.tools.toolchain import initial_tools
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate

_CACHED = (initial_tools, locate)


@contextlib.contextmanager
def hidden_tools(folder: Path, *names: str) -> Iterator[None]:
    """Let no program find these tools; ``folder``: where the links are put. Only without isolation, which shows it."""
    folder.mkdir(parents=True)
    for place in ENVIRONMENT["PATH"].split(":"):
        for path in Path(place).iterdir():
            link = folder / path.name
            if path.name not in names and not link.is_symlink():
                link.symlink_to(path)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setitem(ENVIRONMENT, "PATH", str(folder))
        monkeypatch.setattr(locate.__wrapped__, "__defaults__", (str(folder),))
        for cached in _CACHED:
            cached.cache_clear()
        try:
            yield
        finally:
            for cached in _CACHED:
                cached.cache_clear()
