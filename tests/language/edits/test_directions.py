"""Which way a comparison goes is known from the two signs."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
from harness.language.edits.forms.directions import direction, direction_after
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.repair import Repair


@pytest.mark.parametrize(
    ("old", "new", "way"),
    [
        ("<", "<=", "equal-too"),
        (">=", ">", "not-equal"),
        ("=<", "<", "not-equal"),
        ("==", ">=", "larger-too"),
        ("!=", "<", "not-larger"),
        ("!=", ">", "not-smaller"),
        ("==", "<=", "smaller-too"),
        ("<", ">", "round"),
        (">=", "<=", "round"),
        ("<", ">=", "opposite"),
        ("==", "!=", "opposite"),
        ("=:=", "=\\=", "opposite"),
        ("in", "not in", "opposite"),
        ("\\=", "=\\=", "computes"),
        ("=", "is", "computes"),
        ("== -1", "< 0", "range"),
        ("== 0", "!= 1", "range"),
        ("< 0", "<= 1", ""),
        ("<", "==", ""),
        ("0", "1", ""),
        ("2", "(-1)", ""),
        ("7", "7", ""),
        ("+", "-", ""),
        ("n", "m", ""),
    ],
)
def test_the_way_is_known_from_both_signs(old: str, new: str, way: str) -> None:
    assert direction(old, new) == way


@pytest.mark.parametrize(
    ("before", "old", "new", "way"),
    [
        ("if B[i][j] ", "!=", "<", "not-larger"),
        ("if n - 1 ", "==", ">=", "larger-too"),
        ("if -1 ", "!=", "<", "not-smaller"),
        ("if (x && (-1) ", "!=", ">", "not-larger"),
        ("p(N) :- 0 ", "=:=", "=<", "larger-too"),
        ("while 0 ", "<", "<=", "equal-too"),
        ("if (EMPTY ", "!=", "<", ""),
        ("", "!=", "<", ""),  # the left side stands in another line
    ],
)
def test_the_text_before_may_turn_the_way_round(before: str, old: str, new: str, way: str) -> None:
    assert direction_after(before, direction(old, new)) == way


@pytest.mark.parametrize(
    ("line", "old", "way"), [("if -1 != a:", "!=", "not-smaller"), ("if a != -1:", "!=", "not-larger")]
)
def test_a_repair_says_the_way_from_its_line(line: str, old: str, way: str) -> None:
    at = line.index(old)
    edit = Edit(at, at + len(old), "<")
    marked = (at, at + len(old) - 1)
    repair = Repair(
        path="a.py", edit=edit, rank=0, function="", line=1, source=line.encode(), marked=marked, text=old.encode()
    )
    assert repair.form.direction == way


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("way", ["equal-too", "not-equal", "smaller-too", "larger-too", "computes", "range"])
def test_each_way_has_its_own_words(way: str, language: str) -> None:
    texts = [
        translator(language).text("screen-other-comparison", part="<", added="<=", cases=["a"], direction=which)
        for which in (way, None)
    ]
    assert texts[0] != texts[1]
