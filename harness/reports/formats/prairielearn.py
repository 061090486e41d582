"""``prairielearn``: the results.json of PrairieLearn's external graders, a test a clause."""

from __future__ import annotations

from harness.judge.finding_kinds import NOT_HANDED_IN
from harness.model.escape import json_bytes, single_line
from harness.model.verdict import Verdict
from harness.reports.document import Document, cover
from harness.reports.text.clause_tests import ClauseTest, case_headline, clause_tests, overview, prefix_maker

ENDING = ""
READER = "student"
MAX_BYTES = 1_000_000
"""A longer file is refused, and with it the grade."""
_LONGEST = 200_000
"""Characters of one text, to begin with."""


def render(document: Document) -> bytes:
    """Render JSON, UTF-8, of at most 1 MB: texts are cut where it would be more."""
    longest, content = _LONGEST, b""
    while not content or (len(content) > MAX_BYTES and longest):
        content = json_bytes(_results(document, longest))
        longest //= 2
    return content


def _results(document: Document, longest: int) -> dict[str, object]:
    score, worth = sum(grade.score for grade in document.grades), sum(grade.max_score for grade in document.grades)
    accepted = all(grade.verdict is Verdict.AC for grade in document.grades)
    results: dict[str, object] = {
        "gradable": True,
        "score": min(1.0, max(0.0, round(score / worth, 6) if worth else float(accepted))),
        "output": _cut(overview(document), longest, document),
    }
    errors = _format_errors(document)
    if errors:
        results |= {
            "gradable": False,
            "score": 0.0,
            "format_errors": [_cut(text, longest, document) for text in errors],
        }
    prefix = prefix_maker(document)
    tests = [
        _test(test, prefix(grade), longest, document)
        for grade in document.grades
        for test in clause_tests(grade, document)
    ]
    return results | {"tests": tests}


def _format_errors(document: Document) -> list[str]:
    """Why there is no score: nothing to grade, nothing that compiles, or a grade that is not that of the whole."""
    words = document.translator
    errors = [] if all(grade.complete for grade in document.grades) else [*cover(document).sentences(document)]
    for grade in document.grades:
        if grade.verdict is Verdict.NS:
            errors.append(words.text(NOT_HANDED_IN))
        elif grade.verdict is Verdict.CE and not grade.score:
            errors += [case_headline(case, words) for case in grade.cases if case.verdict is Verdict.CE][:1]
    return list(map(single_line, errors))


def _test(test: ClauseTest, prefix: str, longest: int, document: Document) -> dict[str, object]:
    return {
        "name": prefix + test.name,
        "description": test.text,
        "points": test.score,
        "max_points": test.max_score,
        "output": _cut(test.output, longest, document),
    }


def _cut(text: str, longest: int, document: Document) -> str:
    if len(text) <= longest:
        return text
    return f"{text[:longest]}\n{document.translator.text('report-cut')}"
