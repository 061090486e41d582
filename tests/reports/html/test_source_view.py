"""The student's code on their page: causes and comments beside the lines, whatever the files are."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Comment, Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.reports.html.source_view import MAX_BYTES, line_of_comment, source_lines
from harness.reports.text.screen import screen_text
from harness.reports.text.student import since_last_time
from tests.reports.pages import HOSTILE, document_of
from tests.support import SUM, course, grade, graded, loaded, write

PROGRAM = "a = 1\nb = a.x\nprint(b)\n"
COMMENT = Comment("sum.py", 3, "print(b)", "Say what <b> is.", "Dr. Ono", "2026-03-01T10:00:00")


def stopped(line: int = 2, path: str = "sum.py") -> Grade:
    where = Place(path=path, line=line, source=b"b = a.x")
    finding = Finding.of("uncaught-exception", where, exception="NameError", error="NameError: y", text="NameError: y")
    return Grade("ann", "sum", Verdict.RTE, (CaseGrade("two", "sum", Verdict.RTE, 0.0, 10.0, (finding,)),), 0.0, 10.0)


def with_files(tmp_path: Path, files: dict[str, str], *grades: Grade, comments: tuple[Comment, ...] = ()) -> Document:
    folder = tmp_path / "work"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    work = "ann", "sum"
    return document_of(tmp_path, *grades, folders={work: folder}, comments={work: comments})


def page_of(document: Document) -> str:
    return named("html").render(document).decode()


def test_a_cause_and_a_comment_stand_below_their_lines(tmp_path: Path) -> None:
    page = page_of(with_files(tmp_path, {"sum.py": PROGRAM}, stopped(), comments=(COMMENT,)))
    code = page[page.index("Your code, with remarks") :]
    parts = ("a = 1", "b = a.x", '<a href="#g1c1">1</a>', "print(b)", "Dr. Ono:", "Say what &lt;b&gt; is.")
    places = [code.index(part) for part in parts]
    assert places == sorted(places)


def test_a_comment_follows_its_line_and_leaves_with_it() -> None:
    assert line_of_comment(COMMENT, ["x", "print(b)", "y", "y", "y", "y", "print(b)"]) == 2
    assert line_of_comment(COMMENT, ["print(c)"]) is None


def test_a_comment_stands_on_the_screen_too(tmp_path: Path) -> None:
    text = screen_text(with_files(tmp_path, {"sum.py": PROGRAM}, stopped(), comments=(COMMENT,)))
    assert "sum.py:3  Say what <b> is. (Dr. Ono)" in text


def test_of_a_long_file_only_the_lines_around_a_remark_are_shown(tmp_path: Path) -> None:
    lines = [f"line_{number} = 0" for number in range(1, 1001)]
    page = page_of(with_files(tmp_path, {"sum.py": "\n".join(lines)}, stopped(500)))
    assert "(487 lines left out)" in page
    assert "(488 lines left out)" in page
    assert "line_488 " in page
    assert "line_487 " not in page


def test_no_file_outside_of_the_work_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret\n", encoding="utf-8")
    (folder / "sum.py").symlink_to(tmp_path / "secret.txt")
    os.mkfifo(folder / "pipe.py")
    (folder / "large.py").write_bytes(b"x" * (MAX_BYTES + 1000))
    for path in ("sum.py", "../secret.txt", str(tmp_path / "secret.txt"), "pipe.py", "none.py", "a\0b", ""):
        assert source_lines(folder, path) == []
    assert len(source_lines(folder, "large.py")[0]) == MAX_BYTES


REQUIRED = SUM.replace("clauses:", "files: {required: [sum.py]}\nclauses:")


def test_code_that_came_in_an_archive_is_shown(tmp_path: Path) -> None:
    document = with_files(tmp_path, {}, stopped())
    document = replace(document, course={"sum": loaded(course(tmp_path / "another", REQUIRED))})
    with zipfile.ZipFile(tmp_path / "work" / "hand-in.zip", "w") as archive:
        archive.writestr("my work/sum.py", PROGRAM)
    page = page_of(document)
    assert "b = a.x" in page[page.index("Your code, with remarks") :]


def test_an_archive_that_is_refused_shows_nothing(tmp_path: Path) -> None:
    document = with_files(tmp_path, {}, stopped())
    with zipfile.ZipFile(tmp_path / "work" / "hand-in.zip", "w") as archive:
        archive.writestr("../sum.py", "escaped = 1\n")
    document = replace(document, course={"sum": loaded(course(tmp_path / "another", REQUIRED))})
    assert "Your code" not in page_of(document)
    assert not (tmp_path / "sum.py").exists()


def test_code_of_a_download_is_shown(tmp_path: Path) -> None:
    root = course(tmp_path / "course", REQUIRED)
    (root / "class").mkdir()
    with zipfile.ZipFile(root / "class" / "ann.zip", "w") as archive:
        archive.writestr("sum/sum.py", PROGRAM)
    grade("class", "--report", "pages/{student}.html", "--no-gradebook", cwd=root, apart=tmp_path / "apart", expect=1)
    page = (root / "pages" / "ann.html").read_text(encoding="utf-8")
    assert "b = a.x" in page[page.index("Your code, with remarks") :]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_file_acts_on_the_page(tmp_path: Path, text: str) -> None:
    hostile = text.encode("utf-8", "replace").decode()
    comment = replace(COMMENT, text=hostile, who=hostile, line=1, source=hostile.splitlines()[0])
    page = page_of(with_files(tmp_path, {"sum.py": f"{hostile}\nb\n"}, stopped(), comments=(comment,)))
    assert "Your code" in page
    for part in ("<img", "<script>window", "<svg onload", "<iframe", "<meta http-equiv=refresh", "\x1b", "\u202e"):
        assert part not in page


def test_what_has_changed_since_the_work_before() -> None:
    earlier = stopped()
    wrong = Finding.of("line-differs", Place(stream="stdout", line=1), b"5\n", b"6\n", line=1)
    case = CaseGrade("two", "sum", Verdict.WA, 8.0, 10.0, (wrong,))
    now = Grade("ann", "sum", Verdict.WA, (case,), 8.0, 10.0)
    words = translator()
    assert since_last_time(now, earlier, words) == "Since last time: +8 points, 1 cause fixed, 1 new cause"
    assert since_last_time(earlier, now, words) == "Since last time: -8 points, 1 cause fixed, 1 new cause"
    assert since_last_time(now, now, words) == "Since last time: +0 points"
    assert since_last_time(now, None, words) == ""
    assert since_last_time(now, replace(earlier, max_score=20.0), words) == "", "of other points nothing can be said"


GREETING = """\
title: Greeting
language: python
clauses:
  greet: {text: greet(name) gives the greeting., points: 10}
  each: {text: The program greets each name., points: 6}
  count: {text: The number of names comes last., points: 4}
cases:
  - {name: call, clause: greet, calls: [{function: greet, args: [Ann], returns: "Hello, Ann!"}]}
  - {name: each, clause: each, stdin: "Ann\\n", stdout: "Hello, Ann!\\n1 names\\n"}
  - {name: count, clause: count, stdin: "Ann\\n", stdout: {check: regex, pattern: "(?s).*1 names\\n"}}
"""
GREETER = """\
import sys
def greet(name):
    return f"Hello, {name}!"
if __name__ == "__main__":
    names = [line.strip() for line in sys.stdin]
    for name in names:
        print(greet(names))
    print(len(names) + 1, "names")
"""


def test_what_followed_from_a_cause_that_is_fixed_is_not_new(tmp_path: Path) -> None:
    spec = loaded(course(tmp_path, GREETING))
    of_all, of_program = (
        graded(spec, write(tmp_path / str(number), {"greet.py": text}))
        for number, text in enumerate((GREETER.replace("}!", "}"), GREETER))
    )
    assert since_last_time(of_program, of_all, translator()) == "Since last time: +10 points, 1 cause fixed"
    assert since_last_time(of_all, of_program, translator()) == "Since last time: -10 points, 1 new cause"
