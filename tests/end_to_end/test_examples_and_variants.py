"""Two courses lived through: examples before code, and a variant for each student, from the draw to the mark."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support import PATIENCE_S, ROOT, harness, report, write

EXAMPLES = ROOT / "examples"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


def check(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run check.py as a student does; nothing but the kit's own packages can be imported."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder.parent), "XDG_CACHE_HOME": str(folder.parent)}
    command = [sys.executable, "-I", "-S", "check.py", *words]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def verdicts(grade: Any) -> dict[str, str]:
    return {case["name"]: case["verdict"] for case in grade["cases"]}


def test_a_course_with_examples_first(course: Path, apart: Path, tmp_path: Path) -> None:
    # Fewer amounts than the example lists: each is a run of each program.
    write(course / "specs/coins", {"checks.py": "def amounts():\n    return [f'{n}\\n' for n in (0, 7, 25, 40, 50)]\n"})
    kit = tmp_path / "kit.zip"
    listed = harness("export", "student", "coins", "-o", kit, cwd=course, apart=apart, expect=0).out
    assert listed.splitlines()[1:] == ["Checked by sealed answers: examples"]
    # Before there is any program, a student checks examples and corrects them.
    mine = write(tmp_path / "cy", {"0.in": "0\n", "0.out": "none\n", "7.in": "7\n", "7.out": "7\n"})
    shutil.unpack_archive(kit, mine)
    first = check(mine, "examples")
    assert (first.returncode, first.stderr) == (1, "")
    assert "examples: valid 1 of 2; catches 1 of 7 wrong programs\n  7.in: another output" in first.stdout
    amounts = {"7.out": "5 2\n", "25.in": "25\n", "25.out": "20 5\n", "40.in": "40", "40.ans": "20 20",
               "50.in": "50", "50.out": "50"}  # fmt: skip
    write(mine, amounts)
    last = check(mine, "examples")
    assert (last.returncode, last.stdout) == (0, "examples: valid 5 of 5; catches 7 of 7 wrong programs\n")
    # They are due first, and handed in with the kit beside them.
    (tmp_path / "class/cy").mkdir(parents=True)
    shutil.copytree(mine, tmp_path / "class/cy/coins")
    graded = ("--assignment", "coins", tmp_path / "class", "--no-gradebook")
    content = report(*graded, "--only", "examples", cwd=course, apart=apart, expect=0)
    assert (content["grades"][0]["score"], verdicts(content["grades"][0])["examples"]) == (40, "AC")
    # Then the program.
    shutil.copy(course / "submissions/ann/coins/coins.py", tmp_path / "class/cy/coins")
    content = report(*graded, cwd=course, apart=apart, expect=0)
    assert content["grades"][0]["score"] == 100


def test_a_course_with_variants(course: Path, apart: Path, tmp_path: Path) -> None:
    drawn = course / "specs/receipt/variants.json"
    before = drawn.read_bytes()
    drawn.unlink()
    page = tmp_path / "who.html"
    listed = harness(
        "variants", "receipt", "--roster", "class.csv", "--page", page, cwd=course, apart=apart, expect=0
    ).out
    assert re.search(r"Bob Birch +shop = Green Apple, tax = 11 ", listed)
    assert "3 students, 3 of them new" in listed
    assert drawn.read_bytes() == before, "drawn as on any other day and machine"
    assert "Green Apple" in page.read_text(encoding="utf-8")
    # Each student has a kit with their own, and with nobody else's.
    harness("export", "student", "receipt", "--each", "-o", tmp_path / "kits", cwd=course, apart=apart, expect=0)
    kits = sorted((tmp_path / "kits").iterdir())
    assert [kit.name for kit in kits] == ["annash-ann.zip", "bobbirch-bob.zip", "cycedar-cy.zip"]
    with zipfile.ZipFile(kits[1]) as outer:
        outer.extract("kit/kit.zip", tmp_path)
    with zipfile.ZipFile(tmp_path / "kit/kit.zip") as inner:
        own = b"".join(inner.read(name) for name in inner.namelist() if not name.startswith("lib/"))
    assert b"Green Apple" in own
    assert not [word for word in (b"Ann", b"5301", b"Blue Door", b"many_prices", b"variant.json") if word in own]
    # Bob sees at home what the course sees of the visible cases.
    content = report("--assignment", "receipt", "submissions", "--no-gradebook", cwd=course, apart=apart, expect=1)
    grades = {grade["student"]: grade for grade in content["grades"]}
    assert {name: grade["score"] for name, grade in grades.items()} == {"ann": 100, "bob": 20}
    mine = Path(shutil.copytree(course / "submissions/bob/receipt", tmp_path / "bob"))
    shutil.unpack_archive(kits[1], mine)
    seen = check(mine)
    assert "60 of 60 points can be seen here" in seen.stdout
    assert "✘ total 0/40   ✔ shop 20/20" in seen.stdout
    command = re.search(r"see it: (.*)", seen.stdout)
    assert command is not None
    pasted = subprocess.run(["sh", "-c", command[1]], cwd=mine, capture_output=True, text=True, check=False)
    assert pasted.stdout == "16663\n"
    # Who joins later is nobody's fault: their work waits for a person until something is drawn for them.
    (tmp_path / "late/dora").mkdir(parents=True)
    shutil.copytree(course / "submissions/ann/receipt", tmp_path / "late/dora/receipt")
    late = ("--assignment", "receipt", tmp_path / "late", "--no-gradebook")
    grade = report(*late, cwd=course, apart=apart, expect=1)["grades"][0]
    assert set(verdicts(grade).values()) == {"NR"}
    write(course, {"class.csv": "Student,Login\nDora Dean,dora\n"})
    harness("variants", "receipt", "--roster", "class.csv", cwd=course, apart=apart, expect=0)
    grade = report(*late, cwd=course, apart=apart, expect=1)["grades"][0]
    assert verdicts(grade)["total"] == "WA", "Ann's tax is not Dora's"
    assert "NR" not in verdicts(grade).values()
