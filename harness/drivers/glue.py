"""Glue files: C++ sources that include a student's source, so that its static functions can be called too."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from msgspec import Struct

from harness.drivers.program import FOLDER
from harness.drivers.symbols import Symbol
from harness.files.scratch import read_bounded, regular_files
from harness.languages.cpp import Cpp

_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_NAMESPACE = re.compile(r"\bnamespace\s+([\w:]+)")
_MAX_BYTES = 16 * 1024**2


class CompiledSource(Struct, frozen=True):
    """One of the student's sources, compiled."""

    number: int
    source: str
    standard: str
    defined: tuple[Symbol, ...]

    @property
    def path(self) -> str:
        """The object file, relative to the working folder."""
        return f"{FOLDER}/{self.number}.o"


def write_glue(workdir: Path, compiled: CompiledSource, functions: list[Symbol]) -> str:
    """Write the glue file of a source; return its path."""
    path = f"{FOLDER}/glue{compiled.number}.cc"
    (workdir / path).write_text(_glue(compiled, functions, workdir), encoding="utf-8", errors="surrogateescape")
    return path


def _glue(compiled: CompiledSource, functions: list[Symbol], workdir: Path) -> str:
    """A source that includes the student's source and then registers its functions with the driver.

    The student's macros are undefined before the driver's part begins.
    """
    texts = [_source_text(workdir / path) for path in regular_files(workdir) if not path.startswith(FOLDER)]
    macros = sorted({name for text in texts for name in _MACRO.findall(text)})
    namespaces = {part for text in texts for name in _NAMESPACE.findall(text) for part in name.split("::")}
    occurrences = Counter((symbol.scope, symbol.name) for symbol in functions)
    lines = [
        f"#define main grade_main_{compiled.number}",
        f'#include "../{compiled.source}"',
        *(f"#undef {name}" for name in ("main", *macros)),
        '#include "values.h"',
        "namespace {",
    ]
    for number, symbol in enumerate(functions):
        word = f"const bool grade_{number} = grade_driver::"
        full = f"&::{symbol.scope}::{symbol.name}" if symbol.scope else f"&::{symbol.name}"
        if symbol.scope and not set(symbol.scope.split("::")) <= namespaces:
            why = f"it is a member of {symbol.scope}, where it must stand by itself"
            lines.append(f'{word}unusable("{symbol.name}", "{why}");')
        elif symbol.template:
            lines.append(f'{word}unusable("{symbol.name}", "it is a template");')
        elif occurrences[symbol.scope, symbol.name] > 1 and symbol.parameters is not None:
            lines.append(f'{word}add("{symbol.name}", grade_driver::Pick<{symbol.parameters}>::of({full}));')
        else:
            lines.append(f'{word}add("{symbol.name}", {full});')
    return "\n".join([*lines, "}  // namespace", ""])


def _source_text(path: Path) -> str:
    if path.suffix not in (*Cpp.suffixes, ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp"):
        return ""
    return read_source(path).decode(errors="replace")


def read_source(path: Path) -> bytes:
    """Read a source file of the student's; empty when it is no regular file."""
    return read_bounded(path.parent, path.name, _MAX_BYTES) or b""
