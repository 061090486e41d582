"""The syntax tree of a file of Java or C++, by the file's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harness.language.parsing.cpp import SUFFIXES as CPP_SUFFIXES
from harness.language.parsing.outline import decode
from harness.language.parsing.syntax_trees import parser, walk


def language_of(path: str) -> str:
    """The language of a file that ``parser`` reads, ``java`` or ``cpp``; empty for any other."""
    return "java" if path.endswith(".java") else "cpp" if path.lower().endswith(CPP_SUFFIXES) else ""


def nodes_of(path: str, source: bytes) -> Iterator[Any]:
    """The nodes of a file of Java or C++, from its root on in the order of the source; none of any other file."""
    language = language_of(path)
    if language:
        yield from walk(parser(language).parse(decode(source).encode()).root_node)
