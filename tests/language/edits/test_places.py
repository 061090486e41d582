"""Where a statement is shown to be missing."""

from __future__ import annotations

import pytest

from harness.grading.child_requests.repair_targets import change_finding
from harness.language.edits.repair import Repair, repairs

JAVA = """\
class A {
    int f(int n) {
        int most = g(n);
        while (most > 0) {
            n--;
            h();%s
        }
        return n;
    }
}
"""
PYTHON = """\
def f(n):
    most = g(n)
    while most > 0:
        n -= 1
        h()%s
    return n
"""


def additions(path: str, source: str) -> list[Repair]:
    """What may be added about ``most``."""
    return [
        change for change in repairs({path: source.encode()}, [], []) if change.is_addition and change.about == "most"
    ]


@pytest.mark.parametrize(("path", "source"), [("A.java", JAVA), ("a.py", PYTHON)])
def test_a_statement_that_is_missing_at_the_end_of_a_block_is_shown_after_its_last_line(path: str, source: str) -> None:
    found = [change_finding([change]) for change in additions(path, source % "")]
    assert any(finding.params.get("after") for finding in found if finding.where.source.strip().startswith(b"h()"))
    assert not any(finding.where.source.strip() == b"}" for finding in found)


def test_where_a_remark_follows_the_caret_shows_the_place() -> None:
    found = [change_finding([change]) for change in additions("A.java", JAVA % "  // look")]
    (inside,) = [finding for finding in found if b"look" in finding.where.source]
    assert "after" not in inside.params
