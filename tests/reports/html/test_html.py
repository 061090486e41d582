"""HTML pages as texts: the words, the policy, what a class has in common."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.messages import catalogue
from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Provenance
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.formats import named
from harness.reports.html.cause_groups import CauseGroups
from harness.reports.html.cause_view import cause_views
from harness.reports.html.class_assignment import ClassAssignment
from harness.reports.html.side_by_side import MAX_LINES, Side, sides
from tests.reports.pages import document_of
from tests.support import ROOT, course, loaded

TEMPLATES = sorted((ROOT / "harness" / "reports" / "html" / "templates").glob("*.html"))
SOURCES = sorted((ROOT / "harness" / "reports" / "html").glob("*.py"))
ENGLISH = translator("en")


def differing(student: str, wrong: bytes, near_misses: tuple[str, ...] = (), clause: str = "sum") -> Grade:
    finding = Finding("", Place(stream="stdout", line=1), b"5\n", wrong, near_misses, "line-differs", {"line": 1})
    case = CaseGrade("two", clause, Verdict.WA, 0.0, 10.0, (finding,))
    return Grade(student, "sum", Verdict.WA, (case,), 0.0, 10.0)


def stopped(student: str, path: str, line: int) -> Grade:
    where = Place(path=path, line=line, source=b"x = y")
    finding = Finding.of("uncaught-exception", where, exception="NameError", error="NameError: y", text="NameError: y")
    return Grade(student, "sum", Verdict.RTE, (CaseGrade("two", "sum", Verdict.RTE, 0.0, 10.0, (finding,)),), 0.0, 10.0)


def test_every_word_of_a_page_is_in_the_catalogue_and_none_lies_idle() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (*TEMPLATES, *SOURCES))
    used = set(re.findall(r"""\bt\(\s*["']([\w-]+)["']\s*[,)]""", text)) | set(re.findall(r'"(page-[a-z-]+)"', text))
    states = {f"page-state-{state}" for state in ("right", "waived", "wrong", "open", "manual")}
    assert used - {"page-state-"} <= set(catalogue())
    assert {key for key in catalogue() if key.startswith("page-")} <= used | states


def test_a_cause_of_several_clauses_is_explained_at_the_first_of_them(tmp_path: Path) -> None:
    grades = []
    for number in range(5):
        (case,) = stopped(f"s{number}", "sum.py", 3).cases
        cases = tuple(replace(case, name=clause, clause=clause) for clause in ("sum", "edge", "form"))
        grades.append(Grade(f"s{number}", "sum", Verdict.RTE, cases, 0.0, 30.0))
    page = named("html").render(document_of(tmp_path, *grades)).decode()
    (table,) = re.findall(r'<table class="missed">.*?</table>', page, re.DOTALL)
    causes = re.findall(r"<li>5 . <a [^>]*>(.*?)</a>", table)
    assert len(causes) == 3
    assert causes[1:] == ["see cause 1"] * 2
    assert "NameError" in causes[0]


@pytest.mark.parametrize("count", [1, 5])
def test_the_policy_names_the_very_style_and_script_of_the_page(tmp_path: Path, count: int) -> None:
    document = document_of(tmp_path, *[differing(f"s{number}", b"4\n") for number in range(count)])
    page = named("html").render(document).decode()
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[0].replace("&#39;", "'")
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r'\s(style|on\w+)=["\']', page), "the policy would refuse it"
    assert not re.search(r'(src|href)="(?!#|data:,)', page)


def test_a_page_is_the_same_whenever_it_is_made(tmp_path: Path) -> None:
    document = document_of(tmp_path, *[differing(f"s{number}", b"4\n") for number in range(5)])
    assert named("html").render(document) == named("html").render(document)


def test_a_page_in_german(tmp_path: Path) -> None:
    for count, words in ((1, "Klausel für Klausel"), (5, "Am häufigsten verletzte Klauseln")):
        grades = [differing(f"s{number}", b"4\n") for number in range(count)]
        page = named("html").render(document_of(tmp_path / str(count), *grades, language="de")).decode()
        assert '<html lang="de">' in page
        assert words in page


def groups_of(*grades: Grade) -> list[tuple[int, str, int]]:
    groups = CauseGroups()
    for row, grade in enumerate(grades):
        groups.add(grade, row, ENGLISH)
    return [(group.number, group.sentence, len(group.students)) for group in groups.numbered()]


def test_students_with_the_same_fault_are_one_group_whatever_their_values_are() -> None:
    blanks = [differing(f"b{number}", b"5 \n", ("trailing-blanks",)) for number in range(3)]
    values = [differing(f"v{number}", b"%d\n" % number) for number in range(2)]
    stops = [stopped("x", "main.py", 3), stopped("y", "sum.py", 17)]
    assert [count for _, _, count in groups_of(*values, *stops, *blanks)] == [3, 2, 2]
    assert "blanks" in groups_of(*blanks)[0][1]


def test_a_near_miss_at_another_clause_is_another_group() -> None:
    others = (
        differing("a", b"5 \n", ("trailing-blanks",)),
        differing("b", b"5 \n", ("trailing-blanks",), clause="other"),
    )
    assert len(groups_of(*others)) == 2


def test_the_commonest_wrong_output_is_the_one_that_is_shown() -> None:
    groups = CauseGroups()
    for row, output in enumerate((b"4\n", b"6\n", b"6\n", b"7\n")):
        groups.add(differing(f"s{row}", output), row, ENGLISH)
    (group,) = groups.numbered()
    assert group.outputs.most_common(1) == [((b"5\n", b"6\n"), 2)]


def test_a_class_is_gathered_without_those_who_are_not_whole_or_absent() -> None:
    gathered = ClassAssignment("sum", ENGLISH)
    undecided = CaseGrade("two", "sum", Verdict.NR, findings=(Finding("look"),))
    named_row = Provenance("Canvas", name="Ann Lee")
    for grade in (
        Grade(
            "a", "sum", Verdict.AC, (CaseGrade("two", "sum", Verdict.AC, 10.0, 10.0),), 10.0, 10.0, provenance=named_row
        ),
        differing("b", b"4\n"),
        Grade("c", "sum", Verdict.NS),
        Grade("d", "sum", Verdict.NR, (undecided,), 0.0, 0.0),
    ):
        gathered.add(grade, ["sum"], "")
    assert gathered.mean_and_median() == (50.0, 50.0)
    assert gathered.bins() == [1, *[0] * 8, 1]
    assert gathered.graded == 3
    assert [(person.student, person.sentence) for person in gathered.people] == [("d", "look")]
    assert [list(row.cells) for row in gathered.rows] == [[("4", "10")], [("0", "0")], [], [("n", "?")]]
    assert gathered.rows[0].name == "Ann Lee"


def texts(side: Side) -> list[tuple[str, bool]]:
    return [("".join(span.text for span in line.spans), line.differs) for line in side.lines]


def test_lines_that_are_the_same_stand_beside_each_other() -> None:
    expected, actual = sides(b"a\nb\nc\n", b"a\nx\nb\nc\n", ENGLISH)
    assert texts(expected) == [("a", False), ("", False), ("b", False), ("c", False)]
    assert texts(actual) == [("a", False), ("x", True), ("b", False), ("c", False)]


def test_a_missing_newline_at_the_end_is_reported() -> None:
    expected, actual = sides(b"a\n", b"a", ENGLISH)
    assert [line.remark for line in expected.lines] == [""]
    assert [line.remark for line in actual.lines] == ["(the newline after this is missing)"]


def test_of_long_outputs_the_lines_around_the_difference_are_shown() -> None:
    same = b"".join(b"%d\n" % number for number in range(1000))
    expected, actual = sides(same + b"x\n" + same, same + b"y\n" + same, ENGLISH)
    assert (expected.before, len(expected.lines)) == (997, MAX_LINES)
    assert expected.before + len(expected.lines) + expected.after == 2001
    assert texts(actual)[3] == ("y", True)


@pytest.mark.parametrize("output", [b"", b"\n", b"\n" * 10**6, b"x" * 10**7, bytes(range(256)) * 100])
def test_any_output_can_be_shown(output: bytes) -> None:
    pairs = ((b"5\n", output), (output, b"5\n"), (None, output), (output, None))
    for expected, actual in pairs:
        shown = sides(expected, actual, ENGLISH)
        assert sum(len(line.spans) for side in shown for line in side.lines) < 200
        assert all(len(span.text) <= 700 for side in shown for line in side.lines for span in line.spans)


def test_a_student_cannot_make_a_page_large(tmp_path: Path) -> None:
    long = "x" * 1_000_000
    where = Place(path=long, line=1, source=long.encode(), function=long)
    finding = Finding(long, where, long.encode(), (long + "\n").encode() * 3)
    cases = tuple(CaseGrade(f"{n}", f"{n}", Verdict.WA, 0.0, 1.0, (finding, Finding(long))) for n in range(3))
    grade = Grade("ann", "sum", Verdict.WA, cases, 0.0, 3.0, (Finding(long),))
    strangers = tuple(f"{number}" for number in range(100_000))
    for number in (1, 5):
        grades = [replace(grade, student=f"s{student}") for student in range(number)]
        document = document_of(tmp_path / str(number), *grades, not_recognised=strangers)
        assert len(named("html").render(document)) < 150_000


def test_where_the_stream_is_wrong_the_streams_are_named(tmp_path: Path) -> None:
    finding = Finding.of(
        "right-on-other-stream", Place(stream="stderr"), b"5\n", b"5\n", stream="stdout", belongs="stderr"
    )
    case = CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (replace(finding, near_misses=("other-stream",)),))
    page = named("html").render(document_of(tmp_path, Grade("ann", "sum", Verdict.WA, (case,), 0.0, 10.0))).decode()
    assert "<figcaption>Expected (stderr)</figcaption>" in page
    assert "<figcaption>What came (stdout)</figcaption>" in page


def test_a_failed_call_has_boxes_for_the_call_and_what_was_before(tmp_path: Path) -> None:
    params = {"calls": "reset(1)", "before": "[0, 1]\n<[2, 3]>", "field": "board"}
    finding = Finding.of("wrong-field", Place(part="fields"), b"[0, 1]", b"[0, 2]", **params)
    case = CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (finding,))
    page = named("html").render(document_of(tmp_path, Grade("ann", "sum", Verdict.WA, (case,), 0.0, 10.0))).decode()
    assert re.findall(r"<figcaption>(.*?)</figcaption>", page)[:4] == ["Call", "Before", "Expected", "What came"]
    assert '<span class="line">&lt;[2, 3]&gt;\n</span>' in page


SHOWN = """\
title: Sums
language: python
clauses: {sum: {text: It adds., points: 10}}
cases:
  - {name: two, clause: sum, args: ["2"], stdout: {text: "2\\n"}}
  - {name: nine, clause: sum, args: ["9"], stdout: {text: "9\\n"}}
"""


def page_of(folder: Path, *findings: Finding, notes: tuple[Finding, ...] = ()) -> str:
    """The page of a student whose cases are wrong by these findings."""
    names = "two", "nine"
    cases = [CaseGrade(name, "sum", Verdict.WA, 0.0, 5.0, (each,)) for name, each in zip(names, findings, strict=False)]
    grade = Grade("ann", "sum", Verdict.WA, tuple(cases), 0.0, 10.0, notes=notes)
    document = replace(document_of(folder, grade), course={"sum": loaded(course(folder / "shown", SHOWN))})
    return named("html").render(document).decode()


def test_a_page_shows_the_wrong_rows_of_a_table_and_the_whole_one_in_a_fold(tmp_path: Path) -> None:
    params = {"call": "fill(B)", "calls": "fill(B)", "variable": "B", "before": "[1, 1]\n[2, 2]\n[3, 3]"}
    texts = b"[1, 1]\n[5, 5]\n[3, 3]", b"[1, 1]\n[5, 6]\n[3, 3]"
    page = page_of(tmp_path, Finding.of("wrong-argument", Place(part="arguments"), *texts, **params))
    above, fold = page.split('<details class="whole">')
    assert "B[1] = [2, 2]" in above
    assert "[3, 3]" not in above
    assert "[3, 3]" in fold.split("</details>")[0]


def test_a_page_says_a_sentence_once(tmp_path: Path) -> None:
    bad, late = (Finding(f"It is {kind}", kind=kind) for kind in ("bad", "late"))
    cases = [CaseGrade(name, "sum", Verdict.WA, 0.0, 5.0, said) for name, said in (("a", (bad, late)), ("b", (late,)))]
    (view,) = cause_views([Cause(tuple(cases))], loaded(course(tmp_path, SHOWN)), translator())
    assert view.second == "It is late"
    assert not any("late" in remark for remark in view.remarks)


def test_a_page_says_what_other_runs_are_given_and_not_how_cases_are_called(tmp_path: Path) -> None:
    wrong = [
        Finding.of("line-differs", Place(stream="stdout", line=1), wanted, b"0 sums\n", line=1)
        for wanted in (b"2\n", b"9\n")
    ]
    page = page_of(tmp_path, *wrong)
    cause = page.split('<article class="cause')[1].split("</article>")[0]
    assert "also with the arguments 9" in cause
    assert "first seen" not in cause


def test_a_page_shows_the_line_that_a_note_is_about(tmp_path: Path) -> None:
    where = Place(path="a.py", line=3, function="f", source=b"x = x\n")
    note = Finding.of("suspicious-code", where, what="copy")
    wrong = Finding.of("line-differs", Place(stream="stdout", line=1), b"2\n", b"3\n", line=1)
    above = page_of(tmp_path, wrong, notes=(note,)).split('<article class="cause')[0]
    assert '<span class="line-number">3</span>x = x' in above
