"""An importer is one file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.course.learning_systems import IMPORTERS
from harness.course.learning_systems.base import Importer
from tests.course.ingest.exports import zipped
from tests.support import ADDER, PATIENCE_S, ROOT, SUM, course, environment, write

NEW = '''\
"""A system that writes ``<login>#<file>``."""

from pathlib import Path

from harness.course.ingest.taking_in.entries import files
from harness.course.learning_systems.base import Download, HandedInFile, HandIn, Person, unknown_entries


class Sharp:
    system = "Sharp"

    def read(self, folder: Path) -> Download | None:
        named = [(path, *path.name.split("#", 1)) for path in files(folder) if "#" in path.name]
        hand_ins = [HandIn((Person(login, login),), (HandedInFile(path, name),)) for path, login, name in named]
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins)) if hand_ins else None


IMPORTER = Sharp()
'''


@pytest.mark.parametrize("importer", IMPORTERS.values(), ids=IMPORTERS)
def test_takes_no_empty_or_plain_folder_for_a_download(importer: Importer, tmp_path: Path) -> None:
    assert importer.read(write(tmp_path / "empty", {})) is None
    plain = {"ann/Queens.py": "x", "bob/pa2/Queens.py": "x", "Queens.py": "x", "notes_1.txt": "x", "x-1.py": "x"}
    assert importer.read(write(tmp_path / "plain", plain)) is None


def test_the_usual_systems_are_there() -> None:
    known = {"Canvas", "Moodle", "Blackboard", "Brightspace", "Gradescope", "GitHub Classroom"}
    assert known <= set(IMPORTERS)


def test_an_importer_is_one_file(tmp_path: Path, apart: Path) -> None:
    copied = shutil.copytree(ROOT / "harness", tmp_path / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    write(copied / "course" / "learning_systems", {"sharp.py": NEW})
    root = course(tmp_path / "course", f"{SUM}files: {{required: [main.py]}}\n")
    zipped(root / "hand-ins.zip", {"ann#main.py": ADDER, "bob#main.py": "print(1)\n"})
    ended = subprocess.run(
        [sys.executable, "-m", "harness", "grade", "hand-ins.zip", "--isolation", "E", "--report=report.json"],
        cwd=root,
        env={**environment(apart), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr.decode()
    report = json.loads((root / "report.json").read_text())
    assert [(grade["student"], grade["verdict"]) for grade in report["grades"]] == [("ann", "AC"), ("bob", "WA")]
    assert report["hand_ins"] == ["Sharp download: 2 students"]
    assert "Sharp download: 2 students" in ended.stdout.decode()
