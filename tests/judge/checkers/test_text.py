from __future__ import annotations

import msgspec
import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.text import Text

NOTHING = Context()


def test_exact_by_default() -> None:
    checker = Text(text="1 a\n")
    assert checker.compare(b"1 a\n", b"1 a\n", NOTHING) == ()
    for wrong in (b"1 a", b"1 A\n", b"1 a \n", b"1  a\n", b"1 a\r\n", b"\n1 a\n", b"1 a\n\n", b""):
        assert len(checker.compare(wrong, b"1 a\n", NOTHING)) == 1


@pytest.mark.parametrize(
    ("ignored", "loose"),
    [
        ("line-ends", b"a b\r\nc\r\n"),
        ("line-ends", b"a b\rc\r"),
        ("final-newline", b"a b\nc"),
        ("final-newline", b"a b\nc\n\n\n"),
        ("trailing-blanks", b"a b \nc\t\n"),
        ("blank-lines", b"\na b\n\n \nc\n"),
        ("blanks", b"  a   b\n\tc\n"),
        ("case", b"A b\nC\n"),
    ],
)
def test_each_kind_of_difference_can_be_ignored_alone(ignored: str, loose: bytes) -> None:
    checker = msgspec.convert({"check": "text", "golden": True, "ignore": [ignored]}, Text)
    assert checker.compare(loose, b"a b\nc\n", NOTHING) == ()
    assert len(Text(golden=True).compare(loose, b"a b\nc\n", NOTHING)) == 1
    assert len(checker.compare(loose + b"x", b"a b\nc\n", NOTHING)) == 1


def test_what_is_ignored_is_no_near_miss() -> None:
    (finding,) = Text(golden=True, ignore=("case",)).compare(b"AB \nc\n", b"ab\nc\n", NOTHING)
    assert finding.near_misses == ("trailing-blanks",)


def test_near_misses_are_named() -> None:
    (finding,) = Text(golden=True).compare(b"a\nB ", b"a\nb\n", NOTHING)
    assert finding.near_misses == ("final-newline", "trailing-blanks", "letter-case")


def test_both_sides_are_normalised_first() -> None:
    checker = Text(golden=True, normalise="without_x", ignore=("case",))
    context = Context(functions={"without_x": lambda output: output.replace(b"x", b"")})
    assert checker.function_names() == ("without_x",)
    assert checker.compare(b"axb", b"Abxx", context) == ()
    (finding,) = checker.compare(b"axb ", b"ab", context)
    assert finding.near_misses == ("trailing-blanks",)


def test_a_finding_shows_the_output_as_it_came() -> None:
    (finding,) = Text(golden=True, ignore=("case",)).compare(b"One\nTwo\n", b"ONE\nTHREE\n", NOTHING)
    assert (str(finding.where), finding.expected, finding.actual) == ("line 2", b"ONE\nTHREE\n", b"One\nTwo\n")


def test_a_finding_shows_what_was_compared_where_lines_do_not_correspond() -> None:
    (finding,) = Text(golden=True, ignore=("blank-lines",)).compare(b"\n\na\nb\n", b"a\nc\n", NOTHING)
    assert (str(finding.where), finding.actual) == ("line 2, column 1", b"a\nb\n")


def test_the_expected_text_comes_from_one_place() -> None:
    assert Text(text="").problems() == ()
    assert Text(golden=True).problems() == ()
    assert len(Text().problems()) == 1
    assert len(Text(text="a", golden=True).problems()) == 1


def test_tells_where_the_expected_text_is() -> None:
    assert (Text(text="a").expected_text(), Text(text="a").needs_golden()) == ("a", False)
    assert (Text(golden=True).expected_text(), Text(golden=True).needs_golden()) == (None, True)


def test_without_an_expected_text_it_is_the_harness_that_failed() -> None:
    with pytest.raises(ValueError, match="expected text"):
        Text(golden=True).compare(b"", None, NOTHING)


def test_only_known_kinds_can_be_ignored() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"check": "text", "text": "a", "ignore": ["everything"]}, Text)
