"""A teacher's comment on a line, and what has changed since the work before, in the reports of a course."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import ADDER, course, grade, harness, write

WRONG = ADDER.replace("print(", "print(-")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = course(tmp_path / "course")
    return write(folder, {"class/kim/sum/main.py": WRONG, "class/lee/sum/main.py": ADDER})


def graded_class(place: Path, apart: Path, *options: str) -> str:
    words = "class", "--gradebook", "book.sqlite", "--report", "{student}.html"
    return grade(*words, *options, cwd=place, apart=apart).out


def comment(place: Path, apart: Path, where: str, text: str, expect: int = 0) -> str:
    words = "comment", where, text, "--gradebook", "book.sqlite"
    ended = harness(*words, cwd=place, apart=apart, expect=expect)
    return ended.err if expect else ended.out


def test_a_comment_is_in_the_reports_until_its_line_is_gone(place: Path, apart: Path) -> None:
    said = comment(place, apart, "class/kim/sum/main.py:2", "Which sign is <that>?")
    assert said == "kim · sum · main.py:2: Which sign is <that>?\n"
    assert "main.py:2  Which sign is <that>? (" in graded_class(place, apart)
    assert "Which sign is &lt;that&gt;?" in (place / "kim.html").read_text()
    assert "Which sign" not in (place / "lee.html").read_text()

    write(place, {"class/kim/sum/main.py": ADDER})
    changed = graded_class(place, apart)
    assert "Since last time: +10 points, 1 cause fixed" in changed
    assert "Which sign" not in (place / "kim.html").read_text()
    assert "Since last time: +10 points, 1 cause fixed" in (place / "kim.html").read_text()
    assert "Since last time" not in (place / "lee.html").read_text()


@pytest.mark.parametrize(
    ("where", "error"),
    [
        ("class/kim/sum/main.py", "write FILE:LINE"),
        ("class/kim/sum/main.py:9", "there is no line 9"),
        ("class/kim/sum/other.py:1", "No such file"),
        ("class/kim.txt:1", "no folder above it has the name of an assignment: sum"),
    ],
)
def test_a_place_that_is_none_is_refused(place: Path, apart: Path, where: str, error: str) -> None:
    write(place, {"class/kim.txt": "a\n"})
    said = comment(place, apart, where, "x", expect=2)
    assert error in said
    assert "Traceback" not in said


def test_a_forgotten_student_leaves_no_comment(place: Path, apart: Path) -> None:
    write(place, {"roster.csv": "Name,ID\nkim,1\nlee,2\n"})
    harness("gradebook", "roster", "roster.csv", "--gradebook", "book.sqlite", cwd=place, apart=apart, expect=0)
    graded_class(place, apart)
    comment(place, apart, "class/kim/sum/main.py:2", "a remark on kim")
    comment(place, apart, "class/lee/sum/main.py:1", "a remark on lee")
    harness("gradebook", "forget", "kim", "--yes", "--gradebook", "book.sqlite", cwd=place, apart=apart, expect=0)
    content = (place / "book.sqlite").read_bytes()
    assert b"a remark on lee" in content
    assert b"a remark on kim" not in content
    printed = harness("gradebook", "verify-log", "--gradebook", "book.sqlite", cwd=place, apart=apart, expect=0).out
    assert "all of them as they were written" in printed
