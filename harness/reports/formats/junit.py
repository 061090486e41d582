"""``junit``: JUnit's XML, which build servers read: a suite a student and assignment, a test case a case."""

from __future__ import annotations

from collections import Counter
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from harness.model.escape import escape_invisible, single_line
from harness.model.grade import CaseGrade, Grade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.document import Document, cover, qualify
from harness.reports.text.clause_tests import case_headline, case_text

ENDING = ".xml"
_FORBIDDEN = lazy_regex("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, not even as a character reference."""
_Outcome = Literal["failure", "error", "skipped"]


def render(document: Document) -> bytes:
    """Render UTF-8 with a declaration; files that belong to nobody are skipped tests of a suite of their own."""
    suites = Element("testsuites", name="grade")
    for grade in document.grades:
        _suite(suites, grade, document)
    if document.not_recognised:
        suite = SubElement(suites, "testsuite", name="not recognised")
        for path in document.not_recognised:
            case = SubElement(suite, "testcase", name=_clean(single_line(path)), classname="not recognised")
            SubElement(case, "skipped", message="not recognised")
        _count(suite)
    sentences = "\n".join(map(single_line, cover(document).sentences(document)))
    if sentences and len(suites):
        SubElement(suites[0], "system-out").text = _clean(sentences)
    indent(suites)
    text: str = tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _suite(suites: Element, grade: Grade, document: Document) -> None:
    name = f"{single_line(grade.student)} · {grade.assignment}"
    suite = SubElement(suites, "testsuite", name=_clean(name))
    properties = SubElement(suite, "properties")
    values = {
        "score": f"{grade.score:g}",
        "max_score": f"{grade.max_score:g}",
        "verdict": grade.verdict.name,
        "complete": "true" if grade.complete else "false",
    }
    for key, value in (values | ({"part": qualify(grade, document.translator)} if not grade.complete else {})).items():
        SubElement(properties, "property", name=key, value=value)
    for case in grade.cases:
        _case(suite, case, grade, document)
    _count(suite)


def _count(suite: Element) -> None:
    """Set the numbers of a suite, and its seconds."""
    cases = suite.findall("testcase")
    outcomes = Counter(child.tag for case in cases for child in case)
    seconds = sum(float(case.get("time", "0")) for case in cases)
    counts = {"failures": outcomes["failure"], "errors": outcomes["error"], "skipped": outcomes["skipped"]}
    for key, count in {"tests": len(cases), **counts}.items():
        suite.set(key, str(count))
    suite.set("time", f"{seconds:.3f}")


def _case(suite: Element, case: CaseGrade, grade: Grade, document: Document) -> None:
    words, assignment = document.translator, document.course[grade.assignment]
    class_name = f"{grade.assignment}.{case.clause}" if case.clause else grade.assignment
    element = SubElement(suite, "testcase", name=_clean(case.name), classname=_clean(class_name))
    element.set("time", f"{case.timing.wall_s or 0:.3f}")
    outcome = _outcome(case.verdict)
    if outcome is None:
        return
    message = _clean(case_headline(case, words))
    reason = SubElement(element, outcome, message=message)
    if outcome != "skipped":
        reason.set("type", case.verdict.name)
    reason.text = _clean(case_text(case, assignment, words)) or None


def _outcome(verdict: Verdict) -> _Outcome | None:
    """Our fault is an error, what was not judged is skipped, all else that is not accepted is a failure."""
    if verdict is Verdict.AC:
        return None
    if verdict is Verdict.JE:
        return "error"
    return "skipped" if verdict in (Verdict.SK, Verdict.NR, Verdict.NS) else "failure"


def _clean(text: str) -> str:
    return _FORBIDDEN.sub(lambda character: escape_invisible(character[0]), text)
