"""Hand-ins that count only with a check of one's own: the kit writes a receipt of the very work that it checked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from harness.course.ingest.taking_in.own_check import OwnCheck, own_check, receipt
from tests.support import ADDER, SUM, Course, course, write

SPEC = SUM + "files: {required: [main.py]}\n"
RULES = "own_check: passed\n"
WRONG = "print(5)\n"
ROSTER = "Student,SIS Login ID\n" + "".join(f"{name},{name.lower()}\n" for name in ("Ann", "Bo", "Cal", "Dee", "Eve"))
ATTEMPT = "PA1/PA1_{}_attempt_2026-11-05-1{}-00-00_{}"


@pytest.fixture(scope="module")
def receipts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the kit of a course with such a rule writes beside a right and beside a wrong program."""
    folder = tmp_path_factory.mktemp("kit")
    place = Course(write(course(folder / "course", SPEC), {"course.yaml": RULES}), folder / "apart", "")
    place.run("export", "student", "sum", "-o", "kit.zip")
    written = {}
    for name, program in (("right", ADDER), ("wrong", WRONG)):
        work = write(folder / name, {"main.py": program, "__pycache__/x.pyc": "x"})
        shutil.unpack_archive(place.root / "kit.zip", work)
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
        command = [sys.executable, "-I", "-S", "check.py"]
        ended = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
        assert "Hand in check-receipt.json with this work" in ended.stdout, ended.stderr
        written[name] = (work / "check-receipt.json").read_text()
        first = written[name]
        subprocess.run(command, cwd=work, env=environment, capture_output=True, check=False)
        assert (work / "check-receipt.json").read_text() == first, "the same work has the same receipt"
    return written


@pytest.fixture
def term(tmp_path: Path, apart: Path, receipts: dict[str, str]) -> Course:
    """Ann passed the check; Bo changed the work after it; Cal failed; Dee did not check; Eve handed in nothing."""
    handed_in = {
        ("ann", 0, "main.py"): ADDER, ("ann", 0, "check-receipt.json"): receipts["right"],
        ("ann", 2, "main.py"): WRONG,
        ("bo", 0, "main.py"): WRONG, ("bo", 0, "check-receipt-1.json"): receipts["right"],
        ("cal", 0, "main.py"): WRONG, ("cal", 0, "check-receipt.json"): receipts["wrong"],
        ("dee", 0, "main.py"): ADDER,
    }  # fmt: skip
    files = {ATTEMPT.format(*entry): text for entry, text in handed_in.items()}
    root = write(course(tmp_path / "course", SPEC), {"course.yaml": RULES, "roster.csv": ROSTER, **files})
    place = Course(root, apart, "")
    printed = place.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    assert "without the receipt of a check of one's own, and so not counted: 3 hand-ins" in printed
    return place


def marks(term: Course) -> dict[str, str]:
    term.run("regrade", "sum", "--accept")
    term.run("gradebook", "marks", "sum", "--out", "marks.json")
    return {row["student"]: row["marks"]["sum"]["sum"] for row in json.loads((term.root / "marks.json").read_text())}


UNCHECKED = "0 (handed in without a check of one's own) = 0"


def test_only_checked_work_counts(term: Course) -> None:
    nothing = "0 (nothing handed in) = 0"
    expected = {"Ann": "10", "Bo": UNCHECKED, "Cal": UNCHECKED, "Dee": UNCHECKED, "Eve": nothing}
    assert marks(term) == expected, "Ann's last hand-in was not checked, so that the one before counts"
    (term.root / "course.yaml").write_text("own_check: run\n")
    assert marks(term) == {**expected, "Cal": "5"}
    assert "own check: none" in term.run("gradebook", "why", "sum", "dee")
    rules = "own_check: run\nassignments: {sum: {without_check: {dee: no Python at home}}}\n"
    (term.root / "course.yaml").write_text(rules)
    assert marks(term) == {**expected, "Cal": "5", "Dee": "10"}
    assert "counts without a check of one's own: none -> no Python at home" in term.run(
        "gradebook", "why", "sum", "dee"
    )
    (term.root / "course.yaml").write_text("own_check: run\nassignments: {sum: {own_check: none}}\n")
    assert marks(term) == {"Ann": "5", "Bo": "5", "Cal": "5", "Dee": "10", "Eve": nothing}


def test_a_reason_without_a_rule_is_an_error(term: Course) -> None:
    (term.root / "course.yaml").write_text("assignments: {sum: {without_check: {dee: ill}}}\n")
    assert "own_check asks for no check" in term.run("regrade", "sum", expect=2)


def test_work_from_before_the_rule_counts(tmp_path: Path, apart: Path) -> None:
    files = {ATTEMPT.format("ann", 0, "main.py"): ADDER, "roster.csv": ROSTER}
    place = Course(write(course(tmp_path / "course", SPEC), files), apart, "")
    place.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    write(place.root, {"course.yaml": RULES})
    assert marks(place)["Ann"] == "10"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "passed"),
        (b"[" * 5000, "none"),
        (b'{"assignment": "sum", "passed": true, "files": []}', "none"),
        (b'{"assignment": "other", "passed": true, "files": []}', "none"),
    ],
)
def test_what_a_receipt_says_is_read_within_bounds(tmp_path: Path, text: bytes | None, expected: OwnCheck) -> None:
    work = write(tmp_path / "work", {"main.py": ADDER, "data/numbers.txt": "1\n"})
    content = receipt("sum", work, passed=True) if text is None else text
    files: dict[str, str | bytes]
    files = {"check.py": "", "check.html": "", "kit/README.md": "", "Sum.class": "new", "check-receipt.json": content}
    handed_in = write(tmp_path / "in", {"main.py": ADDER, **files})
    assert own_check(handed_in, "sum", lambda: tmp_path / "none") == expected
    (tmp_path / "new").mkdir()
    with zipfile.ZipFile(write(tmp_path / "zip", {}) / "work.zip", "w") as archive:
        for name, inside in {"main.py": ADDER, **files}.items():
            archive.writestr(f"work/{name}", inside)
    assert own_check(tmp_path / "zip", "sum", lambda: tmp_path / "new") == expected
