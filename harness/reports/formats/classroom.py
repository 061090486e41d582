"""``classroom``: the result of a test runner in GitHub's workflows, one test a student and assignment.

A runner writes it in base64 to its output ``result``. It has one test for all clauses, because points that are not
the sum of the tests' (a gate, hidden cases) have no other place.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from harness.model.escape import json_bytes, single_line
from harness.model.grade import Grade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.document import Document, qualified_points
from harness.reports.text.clause_tests import first_command, first_place, overview, seconds, title_maker

ENDING = ""
READER = "student"
_COMMAND = lazy_regex(r"^\s*::|##\[", re.MULTILINE)
"""What the log, into which messages are printed, would take for a command."""


def render(document: Document) -> bytes:
    """Render JSON, UTF-8."""
    title_of = title_maker(document)
    tests = [_test(grade, title_of(grade), document) for grade in document.grades]
    statuses = {_status(grade) for grade in document.grades}
    status = "error" if "error" in statuses or document.interrupted else "fail" if "fail" in statuses else "pass"
    max_score = round(sum(grade.max_score for grade in document.grades), 6)
    return json_bytes({"version": 1, "status": status, "max_score": max_score, "tests": tests})


def _status(grade: Grade) -> Literal["pass", "fail", "error"]:
    if not grade.complete:
        return "error"
    return "pass" if grade.verdict is Verdict.AC else "fail"


def _test(grade: Grade, title: str, document: Document) -> dict[str, object]:
    explanation = overview(replace(document, grades=(grade,)))
    file_name, line = first_place(grade)
    return {
        "name": _inert(title),
        "status": _status(grade),
        "message": _inert("\n\n".join(filter(None, (qualified_points(grade, document.translator), explanation)))),
        "test_code": _inert(single_line(first_command(grade))),
        "filename": _inert(single_line(file_name)),
        "line_no": line,
        "execution_time": seconds(grade),
        "score": round(grade.score, 6),
    }


def _inert(text: str) -> str:
    """The text with a sign in front of all that GitHub would carry out."""
    return _COMMAND.sub(lambda command: f"> {command[0]}" if command[0].endswith("::") else "# #[", text)
