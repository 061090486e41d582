"""Composing accents takes linear time, and is Unicode's own form for every text."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.judge.differences.confusables import compose

MARKS = ["\u0301\u0316", "\u0316\u0301", "\u0f73", "\u0344", "\u0301", "\u0f71\u0f72"]


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("eE\u0301\u0316\u0323\u0f73\u1100\u1161"))))
def test_a_text_is_composed_as_unicode_says(text: str) -> None:
    assert compose(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("between", ["", "E", "\n"])
def test_any_run_of_marks_takes_linear_time(mark: str, between: str) -> None:
    begin = time.process_time()
    text = compose("E" + (mark * 300_000 + between) * 3)
    assert time.process_time() - begin < 5.0, "quadratic: minutes"
    assert len(text) >= 900_000


def test_what_stands_around_such_a_run_is_composed() -> None:
    assert compose("e\u0301" + "E" + "\u0301" * 100 + "o\u0308") == "\u00e9" + "E" + "\u0301" * 100 + "\u00f6"
