from __future__ import annotations

import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.any_of import AnyOf

NOTHING = Context()


def test_any_of_the_texts_and_the_golden_are_right() -> None:
    checker = AnyOf(texts=("1 solutions\n", "1 solution\n"), golden=True)
    for right in (b"1 solutions\n", b"1 solution\n", b"one\n"):
        assert checker.compare(right, b"one\n", NOTHING) == ()
    assert len(checker.compare(b"two\n", b"one\n", NOTHING)) == 1


def test_loosening_holds_for_all() -> None:
    checker = AnyOf(texts=("ab", "cd"), ignore=("case", "final-newline"), normalise="strip")
    context = Context(functions={"strip": bytes.strip})
    assert checker.function_names() == ("strip",)
    assert checker.compare(b" CD \n", None, context) == ()
    assert len(checker.compare(b"c d", None, context)) == 1


def test_the_nearest_text_is_what_the_finding_speaks_of() -> None:
    checker = AnyOf(texts=("8-Queens has\n", "4-Queens.py has\n"))
    (finding,) = checker.compare(b"4-Queens.py had\n", None, NOTHING)
    assert finding.expected == b"4-Queens.py has\n"


def test_a_text_with_a_near_miss_is_nearer_than_one_without() -> None:
    checker = AnyOf(texts=("abcdef\nx\n", "ABCDEG\ny\n"))
    (finding,) = checker.compare(b"abcdeg\ny\n", None, NOTHING)
    assert finding.near_misses == ("letter-case",)
    assert finding.expected == b"ABCDEG\ny\n"


def test_an_empty_text_can_be_accepted() -> None:
    checker = AnyOf(texts=("",), golden=True)
    assert checker.compare(b"", b"x", NOTHING) == ()
    assert len(checker.compare(b"y", b"x", NOTHING)) == 1


def test_something_must_be_accepted() -> None:
    assert len(AnyOf().problems()) == 1
    assert AnyOf(texts=("a",)).problems() == ()
    assert AnyOf(golden=True).problems() == ()
    assert AnyOf(golden=True).needs_golden()
    with pytest.raises(ValueError, match="without a text"):
        AnyOf(golden=True).compare(b"a", None, NOTHING)
