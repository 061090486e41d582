"""Which compiler commands depend on their source files alone, so that their results can be cached."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from harness.model.patterns import lazy_regex
from harness.sandbox.process_setup.executables import locate

_PART = r"(?!\.\.?(?:/|$))[\w.$ ()+,=~-]+"
_PATH = lazy_regex(rf"(?:\./)?(?!-){_PART}(?:/{_PART})*", re.ASCII)
"""Paths below the folder; no leading ``@`` or ``-``, as a file of that name would be read as options."""
_HARMLESS_OPTIONS = {
    "java": lazy_regex(r"-proc:none|-nowarn|-g(?::none)?|-Xlint(?::[\w,-]+)?|-parameters|-deprecation"),
    "c": lazy_regex(r"-O[0-3sg]?|-std=[\w+]+|-W[\w=-]*|-w|-g\d?|-c|-pthread|-pedantic|-ansi|-I\.?|-l\w+"),
}
_OPTIONS_WITH_VALUE = {"java": {"-d", "-encoding", "--release", "-source", "-target"}, "c": {"-o"}}
_FAMILY = {"javac": "java", "gcc": "c", "g++": "c", "cc": "c", "c++": "c"}
_TIME_MACRO = lazy_regex(rb"__(?:DATE|TIME|TIMESTAMP)__")
_INSTALLED = (
    "/var/lib/dpkg/status", "/var/lib/rpm", "/usr/include", "/usr/local/include", "/usr/lib", "/usr/local/lib",
)  # fmt: skip
"""Paths that a system update changes: headers and libraries, which a compiler reads beside its sources."""


def only_compiles(command: tuple[str, ...]) -> bool:
    """Whether a command only compiles files of its folder: no option of it runs a program or reads elsewhere."""
    family = _FAMILY.get(command[0])
    words = iter(command[1:])
    for word in words:
        if family is None:
            return False
        if word in _OPTIONS_WITH_VALUE[family]:
            word = next(words, "")  # noqa: PLW2901 - the option's value is checked in its place
            if word != "." and not _PATH.fullmatch(word):
                return False
        elif not _HARMLESS_OPTIONS[family].fullmatch(word) and not _PATH.fullmatch(word):
            return False
    return family is not None


def is_reproducible(files: dict[str, bytes]) -> bool:
    """Whether compiling these files gives the same result at any time, and runs none of them.

    javac would run plug-ins and annotation processors that are named below ``META-INF/services``.
    """
    if any(path.startswith("META-INF/") or "/META-INF/" in path for path in files):
        return False
    return not any(_TIME_MACRO.search(content) for content in files.values())


@cache
def installation_id(tool: str) -> str:
    """Text that changes when another version of a tool is installed; empty when the tool is missing."""
    location = locate(tool)
    if location is None:
        return ""
    real = os.path.realpath(location)
    home = Path(real).parent.parent
    paths = (real, home / "release", home / "lib" / "modules", *_INSTALLED)
    return " ".join(f"{path}:{_size_and_time(path)}" for path in paths)


def _size_and_time(path: str | Path) -> str:
    try:
        status = Path(path).stat()
    except OSError:
        return "-"
    return f"{status.st_size}:{status.st_mtime_ns}"
