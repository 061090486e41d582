"""``classroom50``: the ``result.json`` of Classroom 50, one test an assignment.

Its runner says in the environment what is graded. It has one test for all clauses, because scores are whole numbers
there whose sum is the total, and points of a clause may be parts.
"""

from __future__ import annotations

import math
import os
from datetime import UTC, datetime

from msgspec.structs import replace

from harness.model.escape import json_bytes
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document, qualified_points
from harness.reports.text.clause_tests import overview, title_maker

ENDING = ""
READER = "student"
SCHEMA = "classroom50/result/v1"
_FROM_RUNNER = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "owner": "OWNER",
    "assignment_type": "ASSIGNMENT_TYPE",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
"""Key of the result -> variable of the environment in which the runner says it."""


def render(document: Document) -> bytes:
    """Render JSON, UTF-8."""
    title_of = title_maker(document)
    tests = [_test(grade, title_of(grade), document) for grade in document.grades]
    result: dict[str, object] = {"schema": SCHEMA}
    result |= {key: os.environ[name] for key, name in _FROM_RUNNER.items() if os.environ.get(name)}
    result["datetime"] = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    result |= {key: sum(int(str(test[key])) for test in tests) for key in ("score", "max-score")}
    return json_bytes(result | {"tests": tests})


def _test(grade: Grade, title: str, document: Document) -> dict[str, object]:
    explanation = overview(replace(document, grades=(grade,)))
    score, max_score = whole_points(grade)
    return {
        "test-name": title,
        "passed": grade.complete and grade.verdict is Verdict.AC,
        "score": score,
        "max-score": max_score,
        "message": "\n\n".join(filter(None, (qualified_points(grade, document.translator), explanation))),
    }


def whole_points(grade: Grade) -> tuple[int, int]:
    """Points and their maximum as whole numbers; the maximum only for who has all of it."""
    most = math.ceil(grade.max_score)
    return (most if grade.score >= grade.max_score else min(round(grade.score), most - 1)), most
