"""Whatever a grade holds comes back from its rows as it went in."""

from __future__ import annotations

import string
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harness.course.gradebook.storage.grade_rows import grade_of, rows_of
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Provenance, Timing
from harness.model.verdict import Verdict

TEXTS = st.text(string.printable + "äß日\u202e\x1b", max_size=8)
NUMBERS = st.floats(0, 1e6) | st.none()
POINTS = st.floats(0, 1e6)
LINES = st.none() | st.integers(1, 10**9)
MARKED = st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99))
PARAMETERS = TEXTS | st.integers() | st.booleans() | st.floats(-1e9, 1e9) | st.lists(TEXTS | st.integers(), max_size=3)
PLACES = st.builds(Place, TEXTS, TEXTS, TEXTS, TEXTS, LINES, LINES, TEXTS, st.binary(max_size=8), MARKED)
EVIDENCE = st.none() | st.binary(max_size=20)
FINDINGS = st.builds(
    Finding, TEXTS, PLACES, EVIDENCE, EVIDENCE,
    st.lists(TEXTS, max_size=2).map(tuple), TEXTS, st.dictionaries(TEXTS, PARAMETERS, max_size=3),
)  # fmt: skip
TIMINGS = st.builds(Timing, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.none() | st.integers(0, 2**62))
VERDICTS = st.sampled_from(Verdict)
CASES = st.builds(
    CaseGrade, TEXTS, TEXTS, VERDICTS, POINTS, POINTS,
    st.lists(FINDINGS, max_size=3).map(tuple), TIMINGS, TEXTS, TEXTS,
)  # fmt: skip
PROVENANCES = st.none() | st.builds(
    Provenance, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.booleans(), st.none() | st.booleans(),
    st.lists(TEXTS, max_size=2).map(tuple),
)  # fmt: skip
GRADES = st.builds(
    Grade, TEXTS, TEXTS, VERDICTS, st.lists(CASES, max_size=3).map(tuple), POINTS, POINTS,
    st.lists(FINDINGS, max_size=2).map(tuple), st.integers(0, 9), st.integers(0, 9), PROVENANCES,
)  # fmt: skip


@given(GRADES)
def test_a_grade_comes_back_from_its_rows(grade: Grade) -> None:
    rows = rows_of(grade)
    back = grade_of(rows.attempt, rows.results, rows.findings, rows.notes)
    assert _plain(back) == _plain(grade)


def _plain(value: Any) -> Any:
    """Lists and tuples alike: a parameter that is a tuple comes back as a list, as from JSON; an empty text is none."""
    if hasattr(value, "__struct_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def test_what_is_empty_takes_no_room() -> None:
    rows = rows_of(Grade("ann", "sum", Verdict.AC, (CaseGrade("two", "sum", Verdict.AC, 5.0, 5.0),), 5.0, 5.0))
    assert rows.results[0]["more"] is None
    assert (rows.findings, rows.notes) == ([], [])
