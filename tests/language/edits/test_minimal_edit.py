"""Of an expression in which one word changes, that word alone is shown."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.source_text import Edit, minimal_edit


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("safe(row, board, 1)", "safe(col, board, 1)", ("row", "col")),
        ("f(a,  1)", "f(a,  2)", ("1", "2")),
        ("a < b", "a < c", ("b", "c")),
        ("a < b", "a <= b", ("a < b", "a <= b")),  # a sign has a form of its own
        ("f(a, b)", "f(b, a)", ("f(a, b)", "f(b, a)")),
        ("f(a)", "f(a, b)", ("f(a)", "f(a, b)")),
        ("return false;", "return true;", ("return false;", "return true;")),  # the returned value is named
        ("row", "col", ("row", "col")),
        ("f(a)", "f(1)", ("a", "1")),
    ],
)
def test_an_edit_is_cut_to_the_word_that_changes(old: str, new: str, changed: tuple[str, str]) -> None:
    content = f"x = {old}  # {old}\n".encode()
    edit = minimal_edit(content, Edit(4, 4 + len(old), new))
    assert (content[edit.start : edit.end].decode(), edit.new) == changed


def test_an_edit_of_several_places_stays_whole() -> None:
    edit = Edit(0, 4, "f(b)", also=(5,))
    assert minimal_edit(b"f(a) f(a)", edit) is edit
