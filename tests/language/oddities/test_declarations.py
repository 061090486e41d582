"""A parameter that is a copy in the definition of a function is one in its declaration as well."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

DEFINITION = "void place(Rows rows, int at)\n{\n    rows[at] = at;\n}\n"


@pytest.mark.parametrize(
    ("header", "also"),
    [
        ("\nvoid place(Rows rows, int at);\n", "board.h, line 2"),
        ("void place(Rows, int);\n", "board.h, line 1"),
        ("void place(\n    Rows b,\n    int at);\n", "board.h, line 2"),
        ("void place(Rows &rows, int at);\n", ""),
        ("void place(Rows rows);\n", ""),  # another function of this name
        ("void other(Rows rows, int at);\n", ""),
        ("int place;\n", ""),
    ],
)
def test_the_declaration_that_has_to_be_changed_too_is_named(header: str, also: str) -> None:
    sources = {"board.cpp": DEFINITION.encode(), "board.h": header.encode()}
    found = [odd for odd in odd_code(sources, ["place"]) if odd.what == "copy"]
    assert [(odd.line, odd.also) for odd in found] == [(1, also)]
