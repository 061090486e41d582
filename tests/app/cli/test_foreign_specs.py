"""``grade --specs FOLDER`` with an exercise in another system's format."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.app.cli.grade import main
from tests.support import write

CHECK50 = """
check50:
  files:
    - !require greet.py
  checks:
    greets:
      - run: python3 greet.py
        stdout: hello
        exit: 0
"""
VPL = "case = greets\ninput = Ann\noutput = hello\n"
FORMATS = {"check50": {".cs50.yaml": CHECK50}, "vpl": {"vpl_evaluate.cases": VPL}}


@pytest.mark.parametrize("name", FORMATS)
def test_an_exercise_of_another_system_is_graded_as_it_is(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = write(tmp_path / "there/greet", FORMATS[name])
    before = sorted(tmp_path.rglob("*"))
    work = write(tmp_path / "work", {"ann/greet/greet.py": 'print("hello")', "bob/greet/greet.py": 'print("bye")'})
    assert main([str(work / "ann"), "--specs", str(theirs)]) == 0
    assert main([str(work / "bob"), "--specs", str(theirs)]) == 1
    assert main([str(work), "--specs", str(theirs)]) == 1
    printed = capsys.readouterr()
    assert f"{theirs} is an exercise of {name}: imported as greet for this run" in printed.err
    assert sorted(path for path in tmp_path.rglob("*") if work not in (path, *path.parents)) == before


def test_the_notes_of_the_importer_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = write(tmp_path / "greet", FORMATS["check50"])
    work = write(tmp_path / "work", {"ann/greet/greet.py": 'print("hello")'})
    assert main([str(work / "ann"), "--specs", str(theirs)]) == 0
    assert "check50.files: !require greet.py: not held to" in capsys.readouterr().err


def test_what_the_importer_refuses_ends_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = write(tmp_path / "greet", {"vpl_evaluate.cases": VPL.replace("hello", r"/\d/")})
    work = write(tmp_path / "work", {"ann/greet/greet.py": 'print("3")'})
    assert main([str(work / "ann"), "--specs", str(theirs)]) == 2
    assert "means something else in Python" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--resume"], ["--changed"], ["--watch"], ["--gradebook", "grades"]])
def test_what_takes_an_exercise_that_stays_says_how_to_import_it(
    tmp_path: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = write(tmp_path / "greet", FORMATS["vpl"])
    work = write(tmp_path / "work", {"ann/greet/greet.py": 'print("hello")'})
    assert main([str(work), "--specs", str(theirs), *more]) == 2
    assert f"harness import vpl {theirs}" in capsys.readouterr().err


def test_a_folder_that_two_formats_claim_is_not_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = write(tmp_path / "greet", FORMATS["vpl"] | FORMATS["check50"])
    work = write(tmp_path / "work", {"ann/greet/greet.py": 'print("hello")'})
    assert main([str(work), "--specs", str(theirs)]) == 2
    assert "check50 and vpl recognise it" in capsys.readouterr().err


def test_a_folder_of_nothing_known_is_the_error_that_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "greet", {"notes.txt": "x"})
    assert main([str(tmp_path), "--specs", str(tmp_path / "greet")]) == 2
    assert "no assignment here" in capsys.readouterr().err
