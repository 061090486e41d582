"""A student sees nothing that is hidden from him, in any format; staff sees all."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named, names
from harness.reports.text.screen import screen_text
from harness.reports.visible_to import document_for, documents, for_student
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded, write
from tests.support import grade as run_grade

SECRET = "SECRET"  # noqa: S105 - not a password
"""Stands in each place that a student may not see."""
HIDDEN, WHOLE = "90210.5", "90220.5"
"""The hidden clause's points and, with the 10 of the other, all points: numbers of no date, time, size or token."""

SPEC = f"""\
title: Sums
language: python
clauses:
  sum: {{text: The sum of the arguments is printed., points: 10}}
  secret-clause: {{text: SECRET text, points: {HIDDEN}, hint: SECRET hint, handout: SECRET place}}
cases:
  - name: two
    clause: sum
    args: ["2", "3"]
    stdout: "5\\n"
  - name: secret-name
    clause: secret-clause
    args: [SECRET-input]
    stdout: "SECRET-expected\\n"
    visibility: hidden
"""
OPEN = SPEC.replace("cases:", "hidden_total: shown\nhidden_failures: counted\ncases:", 1)


def secret_case(visibility: str = "hidden") -> CaseGrade:
    finding = Finding(f"{SECRET} message", Place(stream="stdout", line=1), b"SECRET-expected\n", b"SECRET-actual\n")
    return CaseGrade(
        "secret-name",
        "secret-clause",
        Verdict.WA,
        7.0,
        float(HIDDEN),
        (finding,),
        reproduce="SECRET-run",
        visibility=visibility,
    )


def a_grade() -> Grade:
    follows = Finding.of("follows", clause="secret-clause")
    names = Finding.of("same-in-hidden", cases=["secret-name"])
    wrong = CaseGrade("two", "sum", Verdict.WA, 4.0, 10.0, (Finding("an open message"), follows, names))
    return Grade("ann", "sum", Verdict.WA, (wrong, secret_case()), 11.0, float(WHOLE))


def document(tmp_path: Path, spec: str = SPEC) -> Document:
    return Document(
        (a_grade(),), Unconfined().level, {"sum": loaded(course(tmp_path, spec))}, remarks=("SECRET remark",)
    )


OURS = re.compile(r"<style>.*?</style>|<script>.*?</script>|<meta[^>]*>", re.DOTALL)
"""What is the same in every HTML page, and full of numbers."""


ONLY_POINTS = ("csv", "blackboard", "brightspace", "canvas", "moodle", "moodle_worksheet")
"""Formats that explain nothing."""


def unpacked(content: bytes) -> str:
    """A report's text; of a zip the names and texts of all in it."""
    if not content.startswith(b"PK"):
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "".join(name + "\n" + archive.read(name).decode() for name in archive.namelist())


def texts(shown: Document) -> dict[str, str]:
    rendered = {name: OURS.sub("", unpacked(named(name).render(shown))) for name in names()}
    return {**rendered, "screen": screen_text(shown), "details": screen_text(shown, details=True)}


def test_no_format_shows_a_student_what_is_hidden(tmp_path: Path) -> None:
    for name, text in texts(document_for(document(tmp_path), "student")).items():
        assert SECRET.lower() not in text.lower(), name
        assert not any(points.partition(".")[0] in text for points in (HIDDEN, WHOLE)), f"{name}: hidden points leak"
        if name not in ONLY_POINTS:
            assert "an open message" in text, name


def test_staff_sees_all(tmp_path: Path) -> None:
    shown = texts(document_for(document(tmp_path), "staff"))
    for name in ("json", "txt", "md", "junit", "github", "screen"):
        assert "SECRET message" in shown[name], name
        assert "SECRET-expected" in shown[name], name
        assert WHOLE.partition(".")[0] in shown[name], name


@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
def test_whatever_is_not_visible_yet_is_hidden_and_counts_nowhere(tmp_path: Path, visibility: str) -> None:
    before = a_grade()
    grade = Grade("ann", "sum", Verdict.WA, (before.cases[0], secret_case(visibility)), 11.0, float(WHOLE), (), 2, 2)
    seen = for_student(grade, loaded(course(tmp_path, SPEC)))
    assert [case.name for case in seen.cases] == ["two"]
    assert (seen.score, seen.max_score, seen.cases_total, seen.complete) == (4.0, 10.0, 1, True)


def test_a_student_who_fails_hidden_cases_alone_is_accepted_in_what_they_see(tmp_path: Path) -> None:
    right = CaseGrade("two", "sum", Verdict.AC, 10.0, 10.0)
    grade = Grade("ann", "sum", Verdict.WA, (right, secret_case()), 17.0, float(WHOLE))
    seen = for_student(grade, loaded(course(tmp_path, SPEC)))
    assert (seen.verdict, seen.score, seen.max_score, seen.notes) == (Verdict.AC, 10.0, 10.0, ())


def test_a_spec_may_show_the_total_and_count_what_failed(tmp_path: Path) -> None:
    seen = for_student(a_grade(), loaded(course(tmp_path, OPEN)))
    assert (seen.score, seen.max_score) == (11.0, float(WHOLE))
    assert [note.kind for note in seen.notes] == ["hidden-failures"]
    text = screen_text(document_for(document(tmp_path, OPEN), "student"))
    assert "1 hidden check failed" in text
    assert SECRET.lower() not in text.lower()


def test_a_judge_error_shows_a_student_no_path(tmp_path: Path) -> None:
    broken = CaseGrade("two", "sum", Verdict.JE, findings=(Finding.of("judge-error", text="/SECRET/path failed"),))
    shown = Document(
        (Grade("ann", "sum", Verdict.JE, (broken,)),), Unconfined().level, {"sum": loaded(course(tmp_path))}
    )
    for name, text in texts(document_for(shown, "student")).items():
        assert SECRET not in text, name
    assert "SECRET" in texts(shown)["screen"]


def test_each_student_gets_a_file_of_their_own_and_none_leaves_the_folder(tmp_path: Path) -> None:
    level, assignments = Unconfined().level, {"sum": loaded(course(tmp_path))}
    students = ("ann", "../../etc/x", "a/b", "a?b", "ANN", "..", "")
    grades = tuple(Grade(student, "sum", Verdict.AC) for student in students)
    created = list(documents(Document(grades, level, assignments), tmp_path / "{student}.md"))
    assert [[grade.student for grade in part.grades] for _, part in created] == [[student] for student in students]
    paths = [path for path, _ in created]
    assert {path.parent for path in paths} == {tmp_path}
    assert len({path.name.casefold() for path in paths}) == len(students)


def test_the_files_of_students_are_for_students_and_the_screen_for_staff(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", SPEC)
    write(root, {f"submissions/{name}/sum/main.py": "import sys\nprint(5)\n" for name in ("ann", "bohumil")})
    (root / "mails").mkdir()
    words = ("--report", "mails/{student}.md", "--report", "all.md", "--isolation", "E", "--no-gradebook")
    ended = run_grade("submissions", *words, cwd=root, apart=apart, expect=1)
    mails = {path.name: path.read_text(encoding="utf-8") for path in (root / "mails").iterdir()}
    assert sorted(mails) == ["ann.md", "bohumil.md"]
    assert "bohumil" not in mails["ann.md"]
    assert not any("secret" in text.lower() for text in mails.values())
    assert "SECRET-expected" in (root / "all.md").read_text(encoding="utf-8")
    assert "secret" in ended.out.lower()
    for_students = run_grade("submissions", "--for", "student", *words[4:], cwd=root, apart=apart, expect=1)
    assert "secret" not in for_students.out.lower()


@pytest.mark.parametrize("name", ["txt", "md", "html", "github"])
def test_no_student_is_asked_to_run_a_command_of_the_course(tmp_path: Path, name: str) -> None:
    command = "printf " + "x" * 240 + " | python3 main.py"
    script = "harness reproduce sum two > case.sh && sh case.sh"
    for line, is_kept in ((command, True), (script, False)):
        case = CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (Finding("it is wrong"),), reproduce=line)
        whole = replace(document(tmp_path), grades=(Grade("ann", "sum", Verdict.WA, (case,), 0.0, 10.0),))
        seen = named(name).render(document_for(whole, "student")).decode()
        assert "it is wrong" in seen
        assert "harness reproduce" not in seen
        assert (line in seen) is is_kept
        assert "harness reproduce sum two" in screen_text(whole)
