"""``harness mutate`` on a small course."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support import WORKSPACES, CompletedCommand, harness, write

REFERENCE = "reference/sum/python/total.py"
SURVIVOR = "python/total.py:4: LIMIT = 1000 -> LIMIT = 1001"
NOTE = """\
survivors:
  - file: python/total.py
    line: LIMIT = 1000
    change: LIMIT = 1001
    why: Nobody adds so many.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the course."""
    return Path(shutil.copytree(WORKSPACES / "verify", tmp_path / "course"))


def unproven(root: Path) -> None:
    """A limit that no case comes near."""
    path = root / REFERENCE
    limit = path.read_text().replace("import sys\n", "import sys\n\n\nLIMIT = 1000\n")
    path.write_text(limit.replace("    words = sys.argv[1:]\n", "    words = sys.argv[1:][:LIMIT]\n"))


def mutate(root: Path, apart: Path, *words: str, expect: int) -> CompletedCommand:
    return harness("mutate", *words, cwd=root, apart=apart, expect=expect)


def test_a_course_whose_cases_notice_everything(root: Path, apart: Path) -> None:
    ended = mutate(root, apart, expect=0)
    first = ended.out.splitlines()[0]
    assert first.startswith("sum: ")
    noticed, of = int(first.split()[1]), int(first.split()[3])
    assert noticed == of > 8
    assert "FAIL" not in ended.out


def test_a_change_that_nobody_notices_is_listed(root: Path, apart: Path) -> None:
    unproven(root)
    lines = mutate(root, apart, expect=1).out.splitlines()
    assert lines[0].endswith(", 1 unnoticed")
    assert lines[1] == f"  FAIL unnoticed: {SURVIVOR}"
    assert lines[2] == "  add a case for each, or say in specs/sum/survivors.yaml why it makes no difference"


def test_a_justified_survivor_is_not_listed(root: Path, apart: Path) -> None:
    unproven(root)
    write(root / "specs" / "sum", {"survivors.yaml": NOTE})
    ended = mutate(root, apart, expect=0)
    assert "1 make no difference, as survivors.yaml says" in ended.out
    assert "FAIL" not in ended.out


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("LIMIT = 1001", "LIMIT = 1002", "python/total.py has no such change: LIMIT = 1000 -> LIMIT = 1002"),
        ("python/total.py", "python/sum.py", "python/sum.py has no such change: LIMIT = 1000 -> LIMIT = 1001"),
        ("why", "because", "because"),
    ],
)
def test_a_note_on_nothing_is_refused(root: Path, apart: Path, old: str, new: str, shown: str) -> None:
    unproven(root)
    write(root / "specs" / "sum", {"survivors.yaml": NOTE.replace(old, new)})
    ended = mutate(root, apart, expect=2)
    (line,) = ended.err.splitlines()
    assert "survivors.yaml" in line
    assert shown in line


def test_a_note_that_is_not_true_is_reported(root: Path, apart: Path) -> None:
    note = NOTE.replace("LIMIT = 1000", "result = 0").replace("LIMIT = 1001", "result = 1")
    write(root / "specs" / "sum", {"survivors.yaml": note})
    ended = mutate(root, apart, expect=1)
    assert (
        "  FAIL python/total.py:5: result = 0 -> result = 1: survivors.yaml says that it makes no difference, "
        "and the case two notices it"
    ) in ended.out.splitlines()


def test_as_many_changes_as_are_asked_for(root: Path, apart: Path) -> None:
    assert mutate(root, apart, "sum", "--most", "3", "--jobs", "1", expect=0).out.startswith("sum: 3 of 3 changes")
    assert "--most" in mutate(root, apart, "--most", "0", expect=2).err
    assert 'there is no assignment "sums"' in mutate(root, apart, "sums", expect=2).err


def test_changes_that_do_not_build_say_nothing(root: Path, apart: Path) -> None:
    spec = root / "specs" / "sum" / "spec.yaml"
    build = "build:\n  - commands: [[grep, -q, LIMIT = 1000, total.py]]\n    run: [[python3, total.py]]\n"
    spec.write_text(spec.read_text().replace("defaults:\n", f"{build}defaults:\n"))
    unproven(root)
    first = mutate(root, apart, expect=0).out.splitlines()[0]
    assert first.endswith(", 2 do not build and say nothing"), "LIMIT = 1000 taken away, and LIMIT = 1001"


def test_a_language_that_cannot_be_read_is_reported(root: Path, apart: Path) -> None:
    write(root / "reference" / "sum" / "shell", {"sum.sh": "echo 1\n"})
    out = mutate(root, apart, expect=0).out
    assert "  shell: not changed: only Python, Java, C++ and Prolog can be read here" in out.splitlines()


def test_nothing_is_left_in_the_course(root: Path, apart: Path) -> None:
    before = {str(path): path.stat().st_mtime_ns for path in root.rglob("*")}
    mutate(root, apart, "--most", "2", expect=0)
    assert {str(path): path.stat().st_mtime_ns for path in root.rglob("*")} == before
