from __future__ import annotations

from harness.judge.checkers import Context
from harness.judge.checkers.regex import Regex
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding


def judged(pattern: str, actual: bytes) -> tuple[Finding, ...]:
    return Regex(pattern=pattern).compare(actual, None, Context())


def test_the_whole_output_must_match() -> None:
    assert judged(r"\d+ solutions?\n", b"12 solutions\n") == ()
    for wrong in (b"x12 solutions\n", b"12 solutions\n\n", b"12 solutions", b"12 solutions\nx"):
        (finding,) = judged(r"\d+ solutions?\n", wrong)
        assert sentence(finding) == "the output does not match the pattern"
        assert finding.expected == rb"\d+ solutions?\n"


def test_options_stand_in_the_pattern() -> None:
    assert judged("(?is).*NO.*", b"a\nno\nb\n") == ()


def test_characters_are_those_of_utf_8() -> None:
    assert judged("\u2013.", "\u2013\u00e4".encode()) == ()
    assert judged("a.b", b"a\xffb") == ()


def test_a_character_beyond_utf_8_in_the_pattern_does_no_harm() -> None:
    assert len(judged("\udcff\ud800", b"a")) == 1


def test_nothing_printed() -> None:
    assert sentence(judged("x", b"")[0]) == "nothing was printed"


def test_a_long_output_is_cut() -> None:
    (finding,) = judged("x", b"a" * 1_000_000)
    assert finding.actual is not None
    assert len(finding.actual) < 1000


def test_a_bad_pattern_is_reported_when_the_spec_is_read() -> None:
    assert Regex(pattern="a*").problems() == ()
    (problem,) = Regex(pattern="(a").problems()
    assert problem.startswith("not a regular expression: ")
