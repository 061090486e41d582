"""What a course attaches to a finding is bounded."""

from __future__ import annotations

from typing import Any

import pytest

from harness.model.finding import Finding, from_course, with_few_pictures
from harness.model.picture import MAX_SVG, MAX_TEXT, MOST_PICTURES, Picture


def test_a_picture_stays_with_its_finding() -> None:
    finding = Finding("a", picture=Picture("<svg></svg>", "what", "Q ."))
    assert from_course(finding) == finding


def test_of_a_large_picture_the_words_stay() -> None:
    picture = from_course(Finding("a", picture=Picture("x" * (MAX_SVG + 1), "what", "t" * (MAX_TEXT + 1)))).picture
    assert picture == Picture("", "what", "t" * MAX_TEXT)


def test_what_is_no_picture_is_the_courses_fault() -> None:
    wrong: Any = "<svg></svg>"
    with pytest.raises(TypeError, match="expected a Picture, got str"):
        from_course(Finding("a", picture=wrong))


def test_the_first_findings_keep_their_pictures() -> None:
    drawn = Finding("a", picture=Picture("<svg></svg>", "what"))
    findings = (Finding("b"), *[drawn] * (MOST_PICTURES + 2), Finding("c"))
    kept = with_few_pictures(findings)
    assert [finding.message for finding in kept] == [finding.message for finding in findings]
    assert [finding.picture is not None for finding in kept] == [False, *[True] * MOST_PICTURES, False, False, False]
