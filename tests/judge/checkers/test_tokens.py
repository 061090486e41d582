from __future__ import annotations

import math

import msgspec
import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.base import number
from harness.judge.checkers.tokens import Tokens
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding


def judged(
    actual: bytes, expected: bytes, *, tolerance: float | None = None, ignore_case: bool = False
) -> tuple[Finding, ...]:
    checker = Tokens(golden=True, tolerance=tolerance, ignore=("case",) if ignore_case else ())
    return checker.compare(actual, expected, Context())


def test_white_space_does_not_count() -> None:
    assert judged(b"\t1\r\n\n2   3", b"1 2 3\n") == ()
    assert judged(b"", b" \n") == ()


@pytest.mark.parametrize("wrong", [b"12 3", b"1 2", b"1 2 3 4", b"1 3 2", b"1 2 3.0", b""])
def test_words_do(wrong: bytes) -> None:
    assert len(judged(wrong, b"1 2 3\n")) == 1


def test_case_can_be_ignored() -> None:
    assert len(judged(b"Yes", b"yes")) == 1
    assert judged(b"Yes", b"yes", ignore_case=True) == ()
    assert judged("\u00c4".encode(), "\u00e4".encode(), ignore_case=True) == ()


@pytest.mark.parametrize(
    ("came", "right"),
    [
        (b"1.05", b"1"),
        (b"109", b"100"),
        (b"-109", b"-100"),
        (b"1e2", b"100.0"),
        (b"nan", b"NaN"),
        (b"-nan", b"nan"),
        (b"Infinity", b"inf"),
        (b"-inf", b"-inf"),
        (b"x", b"x"),
        (b"0.1", b"0"),
    ],
)
def test_numbers_within_the_tolerance_are_right(came: bytes, right: bytes) -> None:
    assert judged(came, right, tolerance=0.1) == ()


@pytest.mark.parametrize(
    ("came", "right"),
    [
        (b"1.2", b"1"),
        (b"111", b"100"),
        (b"100", b"-100"),
        (b"nan", b"1"),
        (b"1", b"nan"),
        (b"inf", b"1"),
        (b"1e308", b"inf"),
        (b"-inf", b"inf"),
        (b"1e999", b"inf"),
        (b"1_0", b"10"),
        (b"x", b"1"),
        (b"1", b"x"),
        (b"0x10", b"16"),
        ("\u0661".encode(), b"1"),
    ],
)
def test_other_numbers_are_not(came: bytes, right: bytes) -> None:
    assert len(judged(came, right, tolerance=0.1)) == 1


def test_without_a_tolerance_numbers_are_words() -> None:
    assert len(judged(b"1.0", b"1")) == 1
    assert judged(b"1.0", b"1", tolerance=0) == ()


def test_a_number_is_what_a_program_prints_as_one() -> None:
    assert number(b"-1.5e3") == -1500
    assert number(b"1e999") is None
    assert math.isinf(number(b"-Infinity") or 0)
    assert number(b"one") is None


def test_the_place_is_reported_in_the_output_as_it_came() -> None:
    (finding,) = judged(b"a b\n  c x e\n", b"a b c d e")
    assert (sentence(finding), str(finding.where)) == ("word 4 differs", "line 2, column 5")
    assert finding.actual == b"a b\n  c x e\n"


@pytest.mark.parametrize(
    ("came", "message"),
    [
        (b"\n", "nothing was printed"),
        (b"a b", "the output ends after 2 words; 1 word more was expected"),
        (b"a", "the output ends after 1 word; 2 words more were expected"),
        (b"a b c d", "1 word too many after word 3"),
        (b"a b d", "word 3 differs"),
    ],
)
def test_messages(came: bytes, message: str) -> None:
    (finding,) = judged(came, b"a b c\n")
    assert sentence(finding) == message


def test_nothing_expected() -> None:
    (finding,) = judged(b"a", b"\n")
    assert sentence(finding) == "nothing should be printed here"


def test_near_misses_leave_out_what_does_not_count() -> None:
    assert judged(b"B \n\n a", b"a\nb")[0].near_misses == ("letter-case", "line-order")
    assert judged(b"B \n\n a", b"a\nb", ignore_case=True)[0].near_misses == ("line-order",)
    assert judged(b"2", b"1", tolerance=0.5)[0].near_misses == ()


def test_a_tolerance_is_a_positive_finite_number() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"check": "tokens", "golden": True, "tolerance": -1}, Tokens)
    assert len(Tokens(golden=True, tolerance=math.inf).problems()) == 1
    assert len(Tokens(tolerance=math.nan).problems()) == 2
    assert Tokens(golden=True, tolerance=1e-6).problems() == ()


def test_a_number_that_is_too_far_off_is_reported_with_the_tolerance() -> None:
    (too_far,) = judged(b"1 3.1416", b"1 3.14159265", tolerance=1e-6)
    assert sentence(too_far) == "word 2: the number is off by more than 1e-06, or that part of it"
    assert [sentence(finding) for finding in judged(b"1 pi", b"1 3.14159265", tolerance=1e-6)] == ["word 2 differs"]
    assert [sentence(finding) for finding in judged(b"1 3.1416", b"1 3.14159265")] == ["word 2 differs"]
