from __future__ import annotations

from harness.judge.checkers import Context
from harness.judge.checkers.lines import Lines
from harness.judge.comparing.formatting import Ignorable
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding

RIGHT = b"b 2\na 1\nc 3\n"


def judged(actual: bytes, expected: bytes = RIGHT, ignore: tuple[Ignorable, ...] = ()) -> tuple[Finding, ...]:
    return Lines(golden=True, ignore=ignore).compare(actual, expected, Context())


def test_any_order_is_right() -> None:
    assert judged(RIGHT) == ()
    assert judged(b"a 1\nb 2\nc 3\n") == ()
    assert judged(b"c 3\nb 2\na 1\n") == ()


def test_each_line_counts_as_often_as_it_comes() -> None:
    assert judged(b"a\nb\na\n", b"a\na\nb\n") == ()
    (finding,) = judged(b"a\nb\nb\n", b"a\na\nb\n")
    assert sentence(finding) == "1 line is missing and 1 line is too many"
    assert (finding.expected, finding.actual) == (b"a", b"b")


def test_missing_and_additional_lines_are_shown() -> None:
    (finding,) = judged(b"a 1\nx\nb 2\ny\n")
    assert sentence(finding) == "1 line is missing and 2 lines are too many"
    assert (finding.expected, finding.actual, str(finding.where)) == (b"c 3", b"x\ny", "line 2")


def test_only_a_few_lines_are_shown() -> None:
    (finding,) = judged(b"".join(b"%d\n" % index for index in range(1000)))
    assert finding.actual is not None
    assert finding.actual.count(b"\n") < 10


def test_differences_can_be_ignored() -> None:
    assert len(judged(b"A 1\nb 2 \nc 3")) == 1
    assert judged(b"A 1\nb 2 \nc 3", ignore=("case", "trailing-blanks", "final-newline")) == ()


def test_a_missing_newline_at_the_end() -> None:
    (finding,) = judged(b"c 3\na 1\nb 2")
    assert sentence(finding) == "the newline at the end of the last line is missing"
    assert finding.near_misses == ("final-newline",)


def test_nothing_printed() -> None:
    (finding,) = judged(b"")
    assert (sentence(finding), finding.near_misses) == ("nothing was printed", ())


def test_near_misses_in_any_order() -> None:
    assert judged(b"a 1 \nb 2 \nc 3 \n")[0].near_misses == ("trailing-blanks",)
    assert judged(b"a 1\nb 2\nc 3\nc 3\n")[0].near_misses == ("repeated-line",)
    assert judged(b"b 2\na 1\n")[0].near_misses == ("prefix",)


def test_no_line_is_the_last_when_the_order_is_free() -> None:
    assert judged(b"a 1\nb 2\nc 4\n")[0].near_misses == ()
    assert judged(b"a 1\nb 2\n")[0].near_misses == ()


def test_the_expected_text_comes_from_one_place() -> None:
    assert len(Lines().problems()) == 1
    assert Lines(text="a").problems() == ()


def test_a_part_of_the_points_for_a_part_of_the_lines() -> None:
    def kept(actual: bytes, expected: bytes = RIGHT) -> float:
        (finding,) = Lines(golden=True, partial=True).compare(actual, expected, Context())
        return finding.kept

    assert kept(b"a 1\nc 3\n") == 2 / 3
    assert kept(b"a 1\nb 2\nc 3\nd 4\n") == 3 / 4
    assert kept(b"") == 0
    assert kept(b"a\n" * 10**6, b"a\n") < 1e-5
    assert judged(b"a 1\n")[0].kept == 0
