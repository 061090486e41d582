"""Signs stand below what differs, and below nothing that is the same in both lines."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
from harness.reports.text.difference import difference
from harness.reports.text.lines import plain


@pytest.mark.parametrize(
    ("expected", "actual", "signs"),
    [
        ("5-Queens has 10 solutions", "5-Queens has 12 solutions", "              ^"),
        ("4 2 6 4 7 3 3 6", "4 2 7 4 8 3 3 6", "    ^   ^"),
        ("[0, 1, 3, 2]", "[0, 1, 2, 3]", "       ^  ^"),
        ("a 10 c 20 e f g", "a 1 c 2 e f g", "  ^   ^"),
        ("(2, 4, 1, 3)", "(2,4,1,3)", None),  # what is missing stands nowhere
        ("(2, 4, 1, 3)", "(2,4, 1, 3)", "   ^"),
        ("0.3", "0.30000000000000004", "   ^^^^^^^^^^^^^^^^"),
        ("1-Queens has 1 solutions", "Option: print all solutions", None),  # another line altogether
    ],
)
def test_signs_stand_below_what_differs(expected: str, actual: str, signs: str | None) -> None:
    rows = list(plain(difference(expected.encode(), actual.encode(), "", translator()), 200))
    assert rows[2:] == ([] if signs is None else [" " * 11 + signs])
