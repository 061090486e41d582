from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.judge.comparing.formatting import NORMALIZATIONS, normalize
from harness.judge.differences.confusables import plain_character, without_confusables
from harness.judge.near_misses.form import (
    without_blank_lines,
    without_blanks,
    without_letter_case,
    without_line_ends,
    without_trailing_blanks,
)

ODD = st.text(" \t\r\n.-1aA,(\u00a0\u2013\u00e9\u0301\udcff", max_size=15).map(
    lambda text: text.encode("utf-8", "surrogateescape")
)


@given(ODD, st.sampled_from(sorted(NORMALIZATIONS)))
def test_what_is_gone_stays_gone(output: bytes, kind: str) -> None:
    once = normalize(output, (kind,))
    assert normalize(once, (kind,)) == once


@given(st.binary(max_size=40))
def test_any_bytes_can_be_loosened(output: bytes) -> None:
    assert isinstance(normalize(output, NORMALIZATIONS), bytes)


@given(ODD, st.sampled_from(["blanks", "trailing-blanks", "letter-case"]))
def test_lines_stay_lines(output: bytes, kind: str) -> None:
    assert normalize(output, (kind,)).count(b"\n") == output.count(b"\n")


def test_line_ends() -> None:
    assert without_line_ends(b"a\r\nb\rc\n") == b"a\nb\nc\n"


def test_trailing_blanks() -> None:
    assert without_trailing_blanks(b" a b \t\n\n \nc ") == b" a b\n\n\nc"


def test_blank_lines() -> None:
    assert without_blank_lines(b"\n\na\n \t\n\nb\n") == b"a\nb\n"
    assert without_blank_lines(b"a\n\nb") == b"a\nb"
    assert without_blank_lines(b"a\n\n\n") == b"a\n"


def test_letter_case() -> None:
    assert without_letter_case(b"aB\xff") == b"ab\xff"
    assert without_letter_case("\u00c4".encode()) == "\u00e4".encode()


@pytest.mark.parametrize(
    ("blanks", "tight"),
    [
        (b"( 1, 2 ,3 )", b"(1,2,3)"),
        (b"8 - Queens", b"8-Queens"),
        (b"  a\t b", b"a b"),
        (b"Q . . .", b"Q..."),
        (b"a : b", b"a:b"),
    ],
)
def test_blanks(blanks: bytes, tight: bytes) -> None:
    assert without_blanks(blanks) == without_blanks(tight)


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        (b"1 2", b"12"),
        (b"a b", b"ab"),
        (b"- 5", b"-5"),
        (b"1 -5", b"1-5"),
        (b"1. 5", b"1.5"),
        (b"1 .5", b"1.5"),
        (b"+ 1", b"+1"),
        (b"a 1", b"a1"),
        ("\u00e9 a".encode(), "\u00e9a".encode()),
    ],
)
def test_blanks_that_keep_words_and_numbers_apart_count(apart: bytes, together: bytes) -> None:
    assert without_blanks(apart) != without_blanks(together)


def test_blanks_at_the_end_of_a_line_are_no_matter_of_blanks() -> None:
    assert without_blanks(b"( a ) \n b\t\n  \n") == b"(a) \nb\t\n  \n"


@pytest.mark.parametrize(
    ("twin", "plain"),
    [
        ("\u2018\u2019\u201c\u201d", "''\"\""),
        ("\u2010\u2013\u2014\u2212", "----"),
        ("a\u00a0b\u2003c\u202fd", "a b c d"),
        ("\uff11\uff12\uff08\uff21\uff09", "12(A)"),
        ("\ufeffa\u200bb\u00ad", "ab"),
        ("\u0410\u0430\u043e\u0440", "Aaop"),
        ("\ufb01x\u2026", "fix..."),
        ("e\u0301", "\u00e9"),
        ("\u212b", "\u00c5"),
    ],
)
def test_look_alikes(twin: str, plain: str) -> None:
    assert without_confusables(twin.encode()) == plain.encode()


@pytest.mark.parametrize("other", "\u00b2\u2460\u00bd\u00e9\u4e2d\u03bb\u20ac")
def test_other_characters_are_no_look_alikes(other: str) -> None:
    assert plain_character(other) == other


def test_bytes_as_windows_writes_them() -> None:
    assert without_confusables(b"\x93a\x94 \x96 \xa0b\xff") == b'"a" -  b\xff'


def test_ignoring_nothing_changes_nothing() -> None:
    assert normalize(b" A \r\n", ()) == b" A \r\n"
    assert normalize(b" A \r\n", ("case",)) == b" a \r\n"


def test_many_different_characters() -> None:
    wide = "".join(map(chr, range(0xFF01, 0xFF5F)))
    fonts = "".join(map(chr, range(0x1D400, 0x1D455))) + "".join(map(chr, range(0x1D5A0, 0x1D6A4)))
    plain = without_confusables((wide + fonts).encode())
    assert plain.isascii()
    assert len(plain) == len(wide + fonts)
