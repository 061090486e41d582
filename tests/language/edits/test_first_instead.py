"""The first element of a list, where its least or largest one was taken."""

from __future__ import annotations

from harness.language.edits.ordered_repairs import repairs


def test_the_first_element_may_be_meant_instead_of_the_least() -> None:
    source = b"def next_state(state):\n    return moved(state, min(choices(state)), min(choice), max(1, 2))\n"
    changes = [change for change in repairs({"a.py": source}, (), ()) if change.edit.new.endswith("[0]")]
    assert [(change.edit.new, change.form.does, change.form.part) for change in changes] == [
        ("choice[0]", "other-value", "min(choice)")
    ]
