from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.judge.comparing.comparison import compare_texts
from harness.judge.differences.difference import (
    cut,
    describe,
    first_difference,
    line_and_column,
    line_count,
    line_start,
    window,
)
from harness.judge.messages.translator import sentence

SMALL = st.text("ab\n\u00e9", max_size=12).map(str.encode)


@given(SMALL, SMALL)
def test_the_first_difference_is_the_common_start(entry: bytes, other: bytes) -> None:
    same = first_difference(entry, other)
    assert entry[:same] == other[:same]
    assert entry[same : same + 1] != other[same : same + 1] or entry == other


@pytest.mark.parametrize("size", [65535, 65536, 65537, 131072, 3_200_000])
def test_the_first_difference_across_blocks(size: int) -> None:
    same = b"ab\n" * (size // 3 + 1)
    for offset in (0, 1, size // 2, size - 1):
        assert first_difference(same[:offset] + b"x" + same[offset + 1 :], same) == offset
    assert first_difference(same[:size], same) == size
    assert first_difference(same, same) == len(same)


def test_line_and_column_are_counted_from_one() -> None:
    output = "ab\n\u00e9\u00e9x\n".encode()
    assert line_and_column(output, 0) == (1, 1)
    assert line_and_column(output, 2) == (1, 3)
    assert line_and_column(output, 3) == (2, 1)
    assert line_and_column(output, 7) == (2, 3)
    assert line_and_column(output, len(output)) == (3, 1)


def test_the_column_of_a_byte_inside_a_character_is_the_character() -> None:
    assert line_and_column("a\u00e9".encode(), 2) == (1, 2)
    assert line_and_column(b"a\x80\x80\x80\x80\x80", 5) == (1, 6)


def test_bad_utf_8_counts() -> None:
    assert line_and_column(b"\xff\xffa", 2) == (1, 3)


@given(SMALL, st.integers(0, 12))
def test_any_place_has_a_line_and_a_column(output: bytes, offset: int) -> None:
    line, column = line_and_column(output, min(offset, len(output)))
    assert line >= 1
    assert column >= 1


@given(SMALL)
def test_lines_are_counted_as_people_do(output: bytes) -> None:
    assert line_count(output) == len(output.splitlines())


def test_where_a_line_starts() -> None:
    assert [line_start(b"a\n\nb", line) for line in (1, 2, 3, 4)] == [0, 2, 3, 4]


def test_a_window_has_a_few_lines_around() -> None:
    output = b"".join(b"%d\n" % number for number in range(1, 20))
    assert window(output, output.index(b"9")) == b"7\n8\n9\n10\n11\n"
    assert window(output, 0) == b"1\n2\n3\n"
    assert window(output, output.index(b"19")) == b"17\n18\n19\n"
    assert window(output[:-1], len(output) - 2) == b"17\n18\n19"


def test_a_window_of_an_enormous_line_is_cut_on_both_sides() -> None:
    line = b"a" * 5_000_000 + b"X" + b"b" * 5_000_000
    seen = window(b"one\n" + line + b"\ntwo\n", 5_000_004)
    assert len(seen) < 1000
    assert seen.startswith(b"one\n[...]aaa")
    assert b"aXb" in seen
    assert seen.endswith(b"bbb[...]\ntwo\n")


@given(SMALL, st.integers(0, 12))
def test_a_window_is_part_of_the_output(output: bytes, offset: int) -> None:
    assert window(output, min(offset, len(output))) in output


def test_cut_leaves_short_lines_alone() -> None:
    assert cut(b"short") == b"short"
    assert cut(b"x" * 1000).endswith(b"x[...]")


MESSAGES = [
    (b"", b"a\n", "nothing was printed"),
    (b"a\n", b"", "nothing should be printed here, but 1 line came"),
    (b"a\nb\n", b"", "nothing should be printed here, but 2 lines came"),
    (b"a\nx\n", b"a\nb\n", "line 2 differs"),
    (b"x\n", b"a\n", "line 1 differs"),
    (b"a\n", b"a\nb\n", "the output ends after line 1; 1 more line was expected"),
    (b"a\n", b"a\nb\nc\n", "the output ends after line 1; 2 more lines were expected"),
    (b"a", b"a\nb\nc\n", "the output ends after line 1; 2 more lines were expected"),
    (b"a\nb", b"a\nbc\nd\n", "the output ends in the middle of line 2"),
    (b"a\nb\nc\n", b"a\n", "2 lines too many after line 1"),
    (b"a\nb", b"a", "1 line too many after line 1"),
    (b"a\nb\n", b"a\n", "1 line too many after line 1"),
    (b"a\n\n", b"a\n", "1 line too many after line 1"),
    (b"a", b"a\n", "the newline at the end of line 1 is missing"),
    (b"a\n", b"a", "line 1 is the last one and should not end in a newline"),
    (b"ab\n", b"a\n", "line 1 differs"),
    (b"ab", b"a", "line 1 differs"),
]


@pytest.mark.parametrize(("actual", "expected", "message"), MESSAGES)
def test_messages(actual: bytes, expected: bytes, message: str) -> None:
    assert sentence(describe(actual, expected)) == message


def test_a_finding_has_the_place_and_both_sides() -> None:
    finding = describe("1\n2\n3\u00e9x\n".encode(), "1\n2\n3\u00e9y\n4\n".encode())
    assert str(finding.where) == "line 3, column 3"
    assert finding.actual == "1\n2\n3\u00e9x\n".encode()
    assert finding.expected == "1\n2\n3\u00e9y\n4\n".encode()


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_anything_can_be_described(actual: bytes, expected: bytes) -> None:
    finding = describe(actual, expected)
    assert sentence(finding)
    assert sentence(describe(actual.lower(), expected.lower(), shown=(actual, expected)))


def test_nothing_was_printed_is_said_only_where_that_is_true() -> None:
    def listing(output: bytes) -> bytes:
        return b"" if b"solutions" in output else output

    (missing,) = compare_texts(b"0 solutions\n", b"(1)\n", normalizer=listing)
    assert (missing.kind, missing.actual) == ("answer-missing", b"0 solutions\n")
    (empty,) = compare_texts(b"", b"(1)\n", normalizer=listing)
    assert empty.kind == "output-empty"
