"""``.json``: everything, for programs. The keys are documented in docs/reports.md."""

from __future__ import annotations

import json
from typing import Any

from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.reports.document import Document
from harness.reports.escape import escape_json

SCHEMA = 1


def render(document: Document) -> bytes:
    """Render UTF-8 text; students' bytes that are no UTF-8 stand as hexadecimal escapes."""
    level = document.level
    report = {
        "schema": SCHEMA,
        "isolation": {"level": level.name, "summary": level.summary, "not_enforced": list(level.not_enforced)},
        "complete": not document.interrupted,
        "grades": [_grade(grade) for grade in document.grades],
    }
    return (escape_json(json.dumps(report, indent=2, ensure_ascii=False)) + "\n").encode("utf-8", "backslashreplace")


def _grade(grade: Grade) -> dict[str, Any]:
    return {
        "student": grade.student,
        "assignment": grade.assignment,
        "score": grade.score,
        "max_score": grade.max_score,
        "verdict": grade.verdict.name,
        "notes": list(grade.notes),
        "cases": [_case(case) for case in grade.cases],
    }


def _case(case: CaseGrade) -> dict[str, Any]:
    timing = case.timing
    return {
        "name": case.name,
        "clause": case.clause,
        "verdict": case.verdict.name,
        "score": round(case.score, 6),
        "max_score": round(case.max_score, 6),
        "visibility": case.visibility,
        "cpu_s": timing.cpu_s,
        "wall_s": timing.wall_s,
        "cpu_limit_s": timing.cpu_limit_s,
        "reference_cpu_s": timing.reference_s,
        "first_cpu_s": timing.first_cpu_s,
        "memory_bytes": timing.memory,
        "reproduce": case.reproduce,
        "findings": [_finding(finding) for finding in case.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "message": finding.message,
        "where": finding.where,
        "expected": _text(finding.expected),
        "actual": _text(finding.actual),
        "near_misses": list(finding.near_misses),
    }


def _text(content: bytes | None) -> str | None:
    return None if content is None else content.decode("utf-8", "backslashreplace")
