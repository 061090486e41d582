"""A line with the number of solutions that stands above them is not called missing."""

from __future__ import annotations

import pytest

from harness.model.finding import Finding, from_course
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

LISTED = b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"
COUNT = b"4-Queens has 2 solutions\n"


def faults(assignment: str, stdout: bytes) -> list[Finding]:
    function = load(ROOT / "specs", assignment, goldens=False).functions["ends_with_count"]
    return [*map(from_course, function(Run(stdout=stdout, args=("-v", "4")), LISTED + COUNT))]


@pytest.mark.parametrize("assignment", ["cmps12a-pa5", "cse30-pa2"])
@pytest.mark.parametrize(
    ("stdout", "kind", "where"),
    [
        pytest.param(COUNT + LISTED, "count-too-early", "stdout, line 1", id="above"),
        pytest.param(b"hello\n\n" + COUNT + LISTED, "count-too-early", "stdout, line 3", id="below-words"),
        pytest.param(b"Solutions for 4 queens:\n" + LISTED, "count-missing", "last line", id="no-count"),
        pytest.param(LISTED, "count-missing", "last line", id="missing"),
    ],
)
def test_a_count_above_the_solutions_is_not_missing(assignment: str, stdout: bytes, kind: str, where: str) -> None:
    (finding,) = faults(assignment, stdout)
    assert (finding.kind, str(finding.where)) == (kind, where)
    assert ("missing" in finding.message) == (kind == "count-missing")


@pytest.mark.parametrize("assignment", ["cmps12a-pa5", "cse30-pa2"])
def test_a_count_at_both_ends_is_right(assignment: str) -> None:
    assert faults(assignment, COUNT + LISTED + COUNT) == []
