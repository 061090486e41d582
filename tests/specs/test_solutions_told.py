"""What is said of a listing is true of what was printed."""

from __future__ import annotations

from harness.model.finding import Finding
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

RIGHT = b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n4-Queens has 2 solutions\n"


def faults(stdout: bytes) -> list[Finding]:
    function = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions["solutions_told"]
    return list(function(Run(stdout=stdout, exit=0, args=("-v", "4")), RIGHT))


def test_a_count_alone_is_not_called_nothing() -> None:
    (finding,) = faults(b"4-Queens has 0 solutions\n")
    assert (finding.kind, finding.message) == ("solution-left-out", "2 solutions are missing, such as (2, 4, 1, 3)")


def test_nothing_is_called_nothing() -> None:
    assert [finding.kind for finding in faults(b"")] == ["output-empty"]
