"""C++ sources of ours that hold a student's own, so that static functions too can be named behind them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from msgspec import Struct

from harness.drivers.program import FOLDER
from harness.drivers.symbols import Symbol
from harness.files.scratch import read_bounded, regular_files
from harness.languages.cpp import Cpp

_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_NAMESPACE = re.compile(r"\bnamespace\s+([\w:]+)")
_LARGEST = 16 * 1024**2


class Object(Struct, frozen=True):
    """One of the student's sources, compiled."""

    number: int
    source: str
    standard: str
    defined: tuple[Symbol, ...]

    @property
    def path(self) -> str:
        """The object file, relative to the box."""
        return f"{FOLDER}/{self.number}.o"


def write_glue(workdir: Path, one: Object, here: list[Symbol]) -> str:
    """The path of the glue for a source, written."""
    path = f"{FOLDER}/glue{one.number}.cc"
    (workdir / path).write_text(_glue(one, here, workdir), encoding="utf-8", errors="surrogateescape")
    return path


def _glue(one: Object, here: list[Symbol], workdir: Path) -> str:
    """A source that holds the student's own, and behind it says which functions there are.

    Its macros are gone by then; the program that comes behind is ours.
    """
    texts = [_text(workdir / path) for path in regular_files(workdir) if not path.startswith(FOLDER)]
    macros = sorted({name for text in texts for name in _DEFINED.findall(text)})
    spaces = {part for text in texts for found in _NAMESPACE.findall(text) for part in found.split("::")}
    often = Counter((symbol.scope, symbol.name) for symbol in here)
    lines = [
        f"#define main grade_main_{one.number}",
        f'#include "../{one.source}"',
        *(f"#undef {name}" for name in ("main", *macros)),
        '#include "values.h"',
        "namespace {",
    ]
    for number, symbol in enumerate(here):
        word = f"const bool grade_{number} = grade_driver::"
        full = f"&::{symbol.scope}::{symbol.name}" if symbol.scope else f"&::{symbol.name}"
        if symbol.scope and not set(symbol.scope.split("::")) <= spaces:
            why = f"it is a member of {symbol.scope}, where it must stand by itself"
            lines.append(f'{word}unusable("{symbol.name}", "{why}");')
        elif symbol.template:
            lines.append(f'{word}unusable("{symbol.name}", "it is a template");')
        elif often[symbol.scope, symbol.name] > 1 and symbol.parameters is not None:
            lines.append(f'{word}add("{symbol.name}", grade_driver::Pick<{symbol.parameters}>::of({full}));')
        else:
            lines.append(f'{word}add("{symbol.name}", {full});')
    return "\n".join([*lines, "}  // namespace", ""])


def _text(path: Path) -> str:
    if path.suffix not in (*Cpp.suffixes, ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp"):
        return ""
    return read_whole(path).decode(errors="replace")


def read_whole(path: Path) -> bytes:
    """A source file of the student's; nothing when it is no plain file."""
    return read_bounded(path.parent, path.name, _LARGEST) or b""
