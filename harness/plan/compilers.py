"""Compilers whose result follows from the files alone, and the words by which they are known to run nothing else."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from harness.isolation.executables import locate

_PART = r"(?!\.\.?(?:/|$))[\w.$ ()+,=~-]+"
_PATH = re.compile(rf"(?:\./)?(?!-){_PART}(?:/{_PART})*", re.ASCII)
"""No leading ``@`` or ``-``: a file of that name would be read as options."""
_ALONE = {
    "java": re.compile(r"-proc:none|-nowarn|-g(?::none)?|-Xlint(?::[\w,-]+)?|-parameters|-deprecation"),
    "c": re.compile(r"-O[0-3sg]?|-std=[\w+]+|-W[\w=-]*|-w|-g\d?|-c|-pthread|-pedantic|-ansi|-I\.?|-l\w+"),
}
_WITH_VALUE = {"java": {"-d", "-encoding", "--release", "-source", "-target"}, "c": {"-o"}}
_FAMILY = {"javac": "java", "gcc": "c", "g++": "c", "cc": "c", "c++": "c"}
_TIME = re.compile(rb"__(?:DATE|TIME|TIMESTAMP)__")
_INSTALLED = (
    "/var/lib/dpkg/status", "/var/lib/rpm", "/usr/include", "/usr/local/include", "/usr/lib", "/usr/local/lib",
)  # fmt: skip
"""What an update changes of what a compiler reads beside its sources: headers, libraries."""


def is_compiler(command: tuple[str, ...]) -> bool:
    """Whether a command does nothing but compile files of its folder, whoever wrote it: no option runs anything."""
    family = _FAMILY.get(command[0])
    words = iter(command[1:])
    for word in words:
        if family is None:
            return False
        if word in _WITH_VALUE[family]:
            word = next(words, "")  # noqa: PLW2901 - the option's value is looked at in its place
            if word != "." and not _PATH.fullmatch(word):
                return False
        elif not _ALONE[family].fullmatch(word) and not _PATH.fullmatch(word):
            return False
    return family is not None


def follows_from(files: dict[str, bytes]) -> bool:
    """Whether what is compiled of these files is the same at any time, and none of them is run while it is compiled.

    javac would load plug-ins and annotation processors that are named below ``META-INF/services``.
    """
    if any(path.startswith("META-INF/") or "/META-INF/" in path for path in files):
        return False
    return not any(_TIME.search(content) for content in files.values())


@cache
def identity(tool: str) -> str:
    """All that tells one installation of a tool from another; empty when the tool is not there."""
    found = locate(tool)
    if found is None:
        return ""
    real = os.path.realpath(found)
    home = Path(real).parent.parent
    told = (real, home / "release", home / "lib" / "modules", *_INSTALLED)
    return " ".join(f"{path}:{_facts(path)}" for path in told)


def _facts(path: str | Path) -> str:
    try:
        seen = Path(path).stat()
    except OSError:
        return "-"
    return f"{seen.st_size}:{seen.st_mtime_ns}"
