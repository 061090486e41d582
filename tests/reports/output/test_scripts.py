"""A command that is too long to paste is written as a script, and the screen names that."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harness.model.errors import UsageError
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.output.targets import with_scripts
from harness.reports.text.screen import screen_text
from harness.sandbox.isolation.none import Unconfined
from tests.support import SUM, course, loaded


def document(folder: Path, *commands: str) -> Document:
    wrong = Finding.of("line-differs", Place(stream="stdout", line=1), b"5\n", b"6\n", line=1)
    grades = [
        Grade(
            f"s{number}", "sum", Verdict.WA, (CaseGrade("two", "sum", Verdict.WA, 0, 5, (wrong,), reproduce=command),)
        )
        for number, command in enumerate(commands)
    ]
    return Document(grades, Unconfined().level, {"sum": loaded(course(folder, SUM))})


def test_a_long_command_becomes_a_script_that_does_the_same(tmp_path: Path) -> None:
    long = f"printf '%s' {'x' * 300}"
    folder = tmp_path / "see it"
    shown = screen_text(with_scripts(document(tmp_path, long), folder))
    assert f"see it: sh '{folder}'/1.sh" in shown
    assert long not in shown
    command = ["sh", str(folder / "1.sh")]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "x" * 300


def test_a_short_command_stays_where_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "see-it"
    assert "see it: python3 sum.py 2 3" in screen_text(with_scripts(document(tmp_path, "python3 sum.py 2 3"), folder))
    assert not folder.exists()


def test_of_several_submissions_none_has_scripts(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="takes one submission"):
        with_scripts(document(tmp_path, "a", "b"), tmp_path)
