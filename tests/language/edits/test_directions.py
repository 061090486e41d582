"""Which way a comparison or a number goes is known from the two signs."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
from harness.language.edits.forms.directions import direction


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
        ("0", "1", "larger"),
        ("2", "(-1)", "smaller"),
        ("7", "7", ""),
        ("+", "-", ""),
        ("n", "m", ""),
    ],
)
def test_the_way_is_known_from_both_signs(old: str, new: str, way: str) -> None:
    assert direction(old, new) == way


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("way", ["equal-too", "not-equal", "round", "opposite", "computes", "range"])
def test_each_way_has_its_own_words(way: str, language: str) -> None:
    texts = [
        translator(language).text("screen-other-comparison", part="<", cases=["a"], direction=which)
        for which in (way, None)
    ]
    assert texts[0] != texts[1]
