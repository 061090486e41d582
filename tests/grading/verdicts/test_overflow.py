"""A number that got lost is the program's fault, with the line; what the program wrote itself is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.grading.calling.overflow import judge_lost_number
from harness.model.finding import NOWHERE, Place
from harness.model.verdict import Verdict


@pytest.mark.parametrize(("line", "place"), [(12, Place(line=12)), (-1, NOWHERE)])
def test_a_lost_number_is_reported_with_its_line(line: int, place: Place) -> None:
    judgement = judge_lost_number({"ended": True, "lost": "product", "value": 1 << 40, "line": line})
    assert judgement is not None
    (finding,) = judgement.findings
    assert (judgement.verdict, finding.kind, finding.where) == (Verdict.WA, "number-lost", place)
    assert finding.params["value"] == 1 << 40


@pytest.mark.parametrize(("file", "path"), [("Queens.java", "src/Queens.java"), ("Other.java", "")])
def test_the_line_of_a_lost_number_is_that_of_a_file_handed_in(tmp_path: Path, file: str, path: str) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Queens.java").write_text("class Queens {\n    int total = n * m;\n}\n")
    facts = {"lost": "product", "value": 1 << 40, "line": 2, "file": file, "function": "fact"}
    judgement = judge_lost_number(facts, ["src/Queens.java"], tmp_path)
    assert judgement is not None
    where = judgement.findings[0].where
    assert (where.path, where.line) == (path, 2)
    assert (where.function, where.source) == (("fact", b"    int total = n * m;") if path else ("", b""))


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"ended": True},
        {"lost": "mind", "value": 1, "line": 1},
        {"lost": "sum", "value": "1", "line": 1},
        {"lost": ["sum"], "value": 1, "line": 1},
        {"lost": "sum", "value": 1, "line": None},
    ],
)
def test_what_is_no_report_of_ours_is_no_fault(facts: dict[str, Any]) -> None:
    assert judge_lost_number(facts) is None
