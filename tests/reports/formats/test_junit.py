"""JUnit's XML: what Jenkins and GitLab read, whatever a student's program printed."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded

CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase", "system-out", "system-err"},
    "properties": {"property"},
    "testcase": {"skipped", "error", "failure", "system-out", "system-err"},
}
"""Element -> the elements that may be in it, as Jenkins's schema says; in all others there is text alone."""
REQUIRED = {
    "testsuite": {"name", "tests", "failures", "errors"},
    "property": {"name", "value"},
    "testcase": {"name", "classname"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
}
OPTIONAL = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"group", "skipped", "time", "timestamp", "hostname", "id", "package", "file", "log", "url"},
    "testcase": {"time", "group"},
    "skipped": {"type", "message"},
}
ORDER = ("properties", "testcase", "system-out", "system-err")


def check(element: ET.Element) -> None:
    """Hold an element and all in it to the schema above."""
    required = REQUIRED.get(element.tag, set())
    assert required <= set(element.attrib) <= required | OPTIONAL.get(element.tag, set()), element.attrib
    tags = [child.tag for child in element]
    assert set(tags) <= CHILDREN.get(element.tag, set())
    if element.tag == "testsuite":
        assert tags == sorted(tags, key=ORDER.index)
        cases = element.findall("testcase")
        assert element.get("tests") == str(len(cases))
        for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert element.get(key) == str(sum(case.find(tag) is not None for case in cases))
    if element.tag == "testcase":
        assert len(element) <= 1
        assert re.fullmatch(r"\d+\.\d+|", element.get("time", ""))
    for child in element:
        check(child)


def parsed(tmp_path: Path, *cases: CaseGrade, student: str = "ann", not_recognised: tuple[str, ...] = ()) -> ET.Element:
    if not (tmp_path / "specs").is_dir():
        course(tmp_path)
    document = Document(
        (Grade(student, "sum", Verdict.WA, cases, 5.0, 10.0),),
        Unconfined().level,
        {"sum": loaded(tmp_path)},
        not_recognised=not_recognised,
    )
    root = ET.fromstring(named("junit").render(document))  # noqa: S314 - made a line above
    check(root)
    return root


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [
        ("AC", None), ("WA", "failure"), ("RTE", "failure"), ("TLE", "failure"), ("MLE", "failure"), ("OLE", "failure"),
        ("CE", "failure"), ("JE", "error"), ("SK", "skipped"), ("NR", "skipped"), ("NS", "skipped"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("findings", [(), (Finding("it is wrong", expected=b"5\n", actual=b"6\n"),)])
def test_each_verdict_is_an_outcome(
    tmp_path: Path, verdict: str, outcome: str | None, findings: tuple[Finding, ...]
) -> None:
    case = CaseGrade("two", "sum", Verdict[verdict], 0.0, 5.0, findings, Timing(0.25, 0.5))
    (suite,) = parsed(tmp_path, case)
    element = suite.find("testcase")
    assert element is not None
    assert (element.get("classname"), element.get("name"), element.get("time")) == ("sum.sum", "two", "0.500")
    assert [child.tag for child in element] == ([outcome] if outcome else [])
    if outcome and findings:
        assert element[0].get("message") == "it is wrong"
        text = element[0].text or ""
        assert "expected" in text
        assert not text.startswith(" ")
    if outcome in ("failure", "error"):
        assert element[0].get("type") == verdict


def test_a_suite_says_whose_it_is_and_what_it_earned(tmp_path: Path) -> None:
    (suite,) = parsed(tmp_path, CaseGrade("two", "", Verdict.AC))
    assert suite.get("name") == "ann · sum"
    properties = {entry.get("name"): entry.get("value") for entry in suite.iter("property")}
    assert (properties["score"], properties["max_score"], properties["verdict"]) == ("5", "10", "WA")


def test_what_belongs_to_nobody_is_there(tmp_path: Path) -> None:
    _, suite = parsed(tmp_path, not_recognised=("Queens (3).py\x00",))
    assert [case.get("name") for case in suite.iter("testcase")] == ["Queens (3).py\\0"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(), output=st.binary())
def test_whatever_a_student_writes_is_text(tmp_path: Path, text: str, output: bytes) -> None:
    case = CaseGrade("two", "sum", Verdict.WA, 0, 5, (Finding(text, expected=b"5\n", actual=output),), reproduce=text)
    parsed(tmp_path, case, CaseGrade(text, text, Verdict.AC), student=text, not_recognised=(text,))


@pytest.mark.parametrize("text", ["]]>", "<!-- ", "&amp;", "\x00\x0b\x1b", "\ud800", "\ufffe\uffff", "\r\n", "<a/>"])
def test_what_xml_forbids_or_acts_on(tmp_path: Path, text: str) -> None:
    case = CaseGrade(text, text, Verdict.WA, 0, 5, (Finding(text, actual=text.encode("utf-8", "surrogatepass")),))
    (suite,) = parsed(tmp_path, case, student=text)
    assert len(list(suite.iter("testcase"))) == 1
