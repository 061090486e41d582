"""``gradescope``: the results.json of Gradescope's autograders, a test a clause.

Gradescope itself hides tests from students, so a whole report has the hidden ones, each marked as such. What students
see at once, the other tests and what is above them, is made from their own part of the grades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from harness.model.escape import json_bytes, single_line
from harness.model.grade import Grade
from harness.reports.document import Document
from harness.reports.text.clause_tests import ClauseTest, clause_tests, overview, prefix_maker, seconds
from harness.reports.visible_to import document_for, for_student

ENDING = ""
FROM_THE_START = True
_RELEASED_LATER = ("after_due_date", "after_published")


def render(document: Document) -> bytes:
    """Render JSON, UTF-8. The total is always there: it counts gates, which the sum of the tests does not."""
    seen = document_for(document, "student")
    prefix = prefix_maker(document)
    tests = [_test(test, grade, prefix) for grade in seen.grades for test in clause_tests(grade, document)]
    tests += [_test(test, grade, prefix) for grade in document.grades for test in _unseen(grade, document)]
    return json_bytes(
        {
            "score": round(sum(grade.score for grade in document.grades), 6),
            "execution_time": round(sum(map(seconds, document.grades)), 3),
            "output": overview(seen),
            "output_format": "text",
            "test_output_format": "text",
            "test_name_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "extra_data": {"complete": not document.interrupted and all(grade.complete for grade in document.grades)},
            "tests": [{"number": str(number), **test} for number, test in enumerate(tests, 1)],
        }
    )


def _unseen(grade: Grade, document: Document) -> Iterator[ClauseTest]:
    """The tests that students do not see, or not yet; of those that they will see what is theirs to see."""
    for visibility in dict.fromkeys(case.visibility for case in grade.cases if case.visibility != "visible"):
        cases = tuple(case for case in grade.cases if case.visibility == visibility)
        part = replace(grade, cases=cases)
        if visibility in _RELEASED_LATER:
            released = tuple(replace(case, visibility="visible") for case in cases)
            part = for_student(replace(grade, cases=released), document.course[grade.assignment])
        yield from (replace(test, visibility=visibility) for test in clause_tests(part, document))


def _test(test: ClauseTest, grade: Grade, prefix: Callable[[Grade], str]) -> dict[str, object]:
    name = prefix(grade) + test.name
    fields: dict[str, object] = {"name": f"{name}: {test.text}" if test.text else name}
    if test.max_score:
        fields |= {"score": test.score, "max_score": test.max_score}
    if test.passed is not None:
        fields["status"] = "passed" if test.passed else "failed"
    tags = [single_line(grade.assignment), *test.verdicts]
    return fields | {"output": test.output, "tags": tags, "visibility": test.visibility}
