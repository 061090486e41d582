"""What a jury says about its programs, and what cannot be asked of any."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.importing.contest_packages.labels import Label, Labels, Unlabelled
from tests.support import write

SETTINGS = """\
rejected: {permitted: [AC, RTE], required: [RTE]}
rejected/{a,b}*.py: {permitted: [RTE], authors: Ann}
odd/*: {required: [WA]}
odd/deep/*: {required: [TLE]}
even: {permitted: [AC]}
scored/x.py: {score: 10, required: [WA]}
parted/x.py: {score: [5, 7.5]}
parts/x.py: {secret/small: {permitted: [AC]}}
"""


def label(root: Path, path: str, source: bytes = b"", version: str = "2025-09", settings: str = SETTINGS) -> Label:
    kind, _, name = path.partition("/")
    return Labels(write(root, {"submissions.yaml": settings}), version).of(kind, name, [source])


@pytest.mark.parametrize(
    ("path", "permitted", "required"),
    [
        ("accepted/x.py", "AC", "AC"),
        ("wrong_answer/x.py", "AC WA", "WA"),
        ("brute_force/x.py", "AC RTE TLE", "RTE TLE"),
        ("rejected/x.py", "AC RTE", "RTE"),
        ("rejected/b1.py", "RTE", "RTE"),
        ("odd/x.py", "AC WA TLE RTE", "WA"),
        ("even/x.py", "AC", "AC"),
    ],
)
def test_folder_and_settings(tmp_path: Path, path: str, permitted: str, required: str) -> None:
    assert label(tmp_path, path) == Label(frozenset(permitted.split()), frozenset(required.split()))


def test_an_older_format_permits_more(tmp_path: Path) -> None:
    assert label(tmp_path, "time_limit_exceeded/x.py", version="legacy").permitted == {"AC", "WA", "TLE"}
    assert label(tmp_path, "time_limit_exceeded/x.py").permitted == {"AC", "TLE"}


@pytest.mark.parametrize(
    ("tag", "required"),
    [
        (b"// @EXPECTED_RESULTS@: WRONG-ANSWER\n", "WA"),
        (b"# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR", "TLE RTE"),
        (b"/* @EXPECTED_RESULTS@: CORRECT */", "AC"),
        (b"-- @EXPECTED_RESULTS@: NO-OUTPUT", "WA"),
    ],
)
def test_a_tag_in_the_source_comes_before_the_folder(tmp_path: Path, tag: bytes, required: str) -> None:
    assert label(tmp_path, "mixed/x.py", tag).required == set(required.split())


@pytest.mark.parametrize(
    ("path", "source", "least", "most"),
    [
        ("scored/x.py", b"", 10, 10),
        ("parted/x.py", b"", 5, 7.5),
        ("accepted/x.py", b"// @EXPECTED_SCORE@: 88.37\n", 88.37, 88.37),
    ],
)
def test_a_score_may_be_asked_for(tmp_path: Path, path: str, source: bytes, least: float, most: float) -> None:
    score = label(tmp_path, path, source).score
    assert score == pytest.approx((least - 0.01, most + 0.01))


@pytest.mark.parametrize(
    ("path", "source", "why"),
    [
        ("mixed/x.py", b"", "may pass or fail"),
        ("mixed/x.py", b"@EXPECTED_RESULTS@: CORRECT,TIMELIMIT", "may pass or fail"),
        ("rejected/x.py", b"@EXPECTED_RESULTS@: COMPILER-ERROR", "COMPILER-ERROR"),
        ("parts/x.py", b"", "asks for secret/small"),
    ],
)
def test_what_cannot_be_asked_is_named(tmp_path: Path, path: str, source: bytes, why: str) -> None:
    with pytest.raises(Unlabelled, match=why):
        label(tmp_path, path, source)


def test_settings_that_are_no_mapping_speak_for_no_program(tmp_path: Path) -> None:
    with pytest.raises(Unlabelled, match="cannot be read"):
        label(tmp_path, "accepted/x.py", settings="- 1\n")
