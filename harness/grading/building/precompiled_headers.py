"""Compile the standard headers of a C++ program once, for many compilations of it: they take most of the time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.workspace.workspace import Workspace
from harness.language.parsing import cpp
from harness.language.tools.toolchain import only_compiles
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded

_COMPILERS = ("g++", "c++")
_NAME = "precompiled-headers.h"
_OUTPUT = f"{_NAME}.gch"
_INCLUDE = lazy_regex(rb"(?m)^[ \t]*#[ \t]*include[ \t]*<([a-z_]+|bits/stdc\+\+\.h)>")
_LARGEST = 256 * 1024**2
"""Bytes of what is compiled of them."""


class PrecompiledHeaders(Struct, frozen=True):
    """Headers that were compiled, with the options of one command."""

    folder: Path

    def build(self, command: Sequence[str], folder: Path, results: Sequence[str], workspace: Workspace) -> bool:
        """Run a command that compiles, without optimization, in a folder; return whether that works.

        The headers are beside the sources only meanwhile, as each run copies its folder.
        """
        names = (_NAME, _OUTPUT)
        try:
            is_linked = all(_links(self.folder / name, folder / name) for name in names)
            included = ("-include", _NAME) if is_linked else ()
            return _runs((*command, "-O0", *included), folder, results, workspace)
        finally:
            for name in names:
                (folder / name).unlink(missing_ok=True)


def precompile(built: Built, workspace: Workspace) -> PrecompiledHeaders | None:
    """Compile the headers of a program that one command builds; None if none can be, or nothing would be gained.

    The program as it was handed in has to compile with them: a file may have names of its own for what is in a header
    of another file.
    """
    command = built.commands[0] if len(built.commands) == 1 else ()
    if "".join(command[:1]) not in _COMPILERS or not only_compiles(command) or "-I" in command:
        return None
    staged = built.staged or Path()
    includes = _includes(staged, built.kept_files)
    if not includes or any(os.path.lexists(staged / name) for name in (_NAME, _OUTPUT)):
        return None
    folder = workspace.new("headers")
    prepare_new_file(folder, _NAME).write_bytes(includes)
    options = (word for word in command[1:] if word.startswith("-") and word[:2] not in ("-o", "-c", "-l"))
    words = (command[0], *options, "-O0", "-x", "c++-header", _NAME, "-o", _OUTPUT)
    with suppress(OSError):
        if _runs(words, folder, (_OUTPUT,), workspace) and (folder / _OUTPUT).is_file():
            headers, tried = PrecompiledHeaders(folder), workspace.new("with-headers")
            copy_tree(staged, tried)
            return headers if headers.build(command, tried, built.added_files, workspace) else None
    return None


def _links(source: Path, target: Path) -> bool:
    """Whether a second name of a file could be given: not every file system has such."""
    with suppress(OSError):
        os.link(source, target)
        return True
    return False


def _includes(folder: Path, files: Sequence[str]) -> bytes:
    """The lines that include standard headers, each once."""
    names = dict[bytes, None]()
    for name in files:
        if name.lower().endswith(cpp.SUFFIXES):
            content = read_bounded(folder, name, LARGEST_SOURCE) or b""
            names |= dict.fromkeys(_INCLUDE.findall(content))
    return b"".join(b"#include <%s>\n" % name for name in names)


def _runs(words: tuple[str, ...], folder: Path, results: Sequence[str], workspace: Workspace) -> bool:
    """Whether a command works; only its results are copied back."""
    limits = replace(ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), output=_LARGEST, disk=_LARGEST)
    return workspace.observe(Invocation(words, folder, workspace.new("home"), limits, collect=tuple(results))).exit == 0
