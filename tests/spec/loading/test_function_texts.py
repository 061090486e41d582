"""What a function of a course's own may use, and what it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.spec.loading.function_texts import CourseCode
from tests.support import write

CHECKS = """\
from .lines import numbers, words as read_words
from . import shapes
from _shared import boards

LIMIT = 3

def counts(run, expected):
    return [] if len(numbers(run.stdout)) == LIMIT else ["no"]

def reads(run, expected):
    return read_words(run.stdout)

def draws(run, expected):
    return shapes.picture(run.stdout)

def plays(run, expected):
    return boards.board(run.stdout)

def alone(run, expected):
    return []
"""
FILES = {
    "specs/x/checks/__init__.py": CHECKS,
    "specs/x/checks/lines.py": "SIGN = '-'\ndef numbers(text):\n    return [SIGN]\ndef words(text):\n    return []\n",
    "specs/x/checks/shapes.py": "SIGN = '#'\n\ndef picture(text):\n    return SIGN\n",
    "specs/_shared/boards.py": "class Board:\n    size = 8\n\ndef board(text):\n    return Board()\n",
    "specs/_shared/__init__.py": "",
}
FUNCTIONS = ("counts", "reads", "draws", "plays", "alone")


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("x/checks/__init__.py", "LIMIT = 3", "LIMIT = 4", {"counts"}),
        ("x/checks/__init__.py", "LIMIT = 3", "LIMIT = 3  # three", set()),
        ("x/checks/__init__.py", "words as read_words", "lines as read_words", {"reads"}),
        ("x/checks/__init__.py", "def alone", "def other(): ...\n\ndef alone", set()),
        ("x/checks/__init__.py", "LIMIT = 3", "LIMIT = 3\nprint(LIMIT)", {*FUNCTIONS}),
        ("x/checks/__init__.py", "LIMIT = 3", "LIMIT = 3\n@shapes.noted\ndef more(): ...", {*FUNCTIONS}),
        ("x/checks/lines.py", "'-'", "'+'", {"counts"}),
        ("x/checks/lines.py", "return []", "return [1]", {"reads"}),
        ("x/checks/shapes.py", "'#'", "'Q'", {"draws"}),
        ("_shared/boards.py", "size = 8", "size = 9", {"plays"}),
    ],
)
def test_an_edit_changes_the_text_of_what_may_use_it(
    tmp_path: Path, file: str, old: str, new: str, changed: set[str]
) -> None:
    path = write(tmp_path, FILES) / "specs" / file
    before = texts(tmp_path)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    after = texts(tmp_path)
    assert {name for name in FUNCTIONS if before[name] != after[name]} == changed


@pytest.mark.parametrize("use", ["globals()[run]", "getattr(shapes, run)", "vars(shapes)[run]"])
def test_what_looks_for_names_may_use_everything(tmp_path: Path, use: str) -> None:
    checks = CHECKS.replace("def alone(run, expected):\n    return []", f"def alone(run, expected):\n    return {use}")
    write(tmp_path, FILES | {"specs/x/checks/__init__.py": checks})
    assert len(texts(tmp_path)["alone"]) == len(CourseCode.of(tmp_path / "specs/x").parts)


def test_what_cannot_be_read_and_what_is_no_code_counts_for_all(tmp_path: Path) -> None:
    write(tmp_path, FILES | {"specs/x/checks/table.csv": "1,2\n", "specs/x/checks/later.py": "def\n"})
    assert [text for text in texts(tmp_path)["alone"] if text.startswith(("table.csv", "later.py"))]


def texts(root: Path) -> dict[str, list[str]]:
    code = CourseCode.of(root / "specs/x")
    return {name: code.used_by([name]) for name in FUNCTIONS}
