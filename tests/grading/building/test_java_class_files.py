"""Copies of a class and files with another name are fixed if nothing compiles; all else stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.repair_hand_in import repair_class_files, restore_numbered
from harness.judge.messages.translator import in_words
from tests.support import write

EIGHT = "public class Eight {\n    int n;\n}\n"


def fixed(folder: Path, files: dict[str, str], *messages: str) -> tuple[list[str], list[str]]:
    """The notes, and the files that are left."""
    staged, intake = write(folder / "staged", files), Intake(sorted(files))
    notes = [in_words(note) for note in repair_class_files(staged, intake, [text.encode() for text in messages])]
    left = sorted(str(path.relative_to(staged)) for path in staged.rglob("*") if path.is_file())
    assert left == sorted(intake.files)
    return notes, left


@pytest.mark.parametrize(
    ("copy", "kept"),
    [
        ("old/Eight.java", "Eight.java"),
        ("Copy of Eight.java", "Eight.java"),
        ("A.java", "Eight.java"),
    ],
)
def test_of_two_files_with_one_class_the_named_and_outermost_counts(tmp_path: Path, copy: str, kept: str) -> None:
    files = {"Eight.java": EIGHT, copy: EIGHT.replace("n;", "m;"), "Main.java": "class Main {}\n"}
    for path in (copy, "Eight.java"):
        notes, left = fixed(tmp_path / path, files, f"{path}:1: error: duplicate class: Eight\n{EIGHT}")
        assert left == [kept, "Main.java"]
        assert notes == [f"{copy} holds the class Eight once more, and was left out: Eight.java was taken"]


def test_classes_of_other_packages_and_inner_classes_are_no_copies(tmp_path: Path) -> None:
    files = {
        "a/Eight.java": "package a;\n" + EIGHT,
        "b/Eight.java": "package b;\n" + EIGHT,
        "c/Eight.java": "package a;\n" + EIGHT,
        "Main.java": "package a;\nclass Main {\n    static class Eight {}\n}\n",
    }
    _, left = fixed(tmp_path, files, "c/Eight.java:2: error: duplicate class: a.Eight\n")
    assert left == ["Main.java", "a/Eight.java", "b/Eight.java"]


@pytest.mark.parametrize("name", ["eight.java", "Eight-1.java", "src/Eight - Copy.java", "./Lösung 8.java"])
def test_a_file_is_named_after_its_public_class(tmp_path: Path, name: str) -> None:
    file = name.removeprefix("./")
    message = f"{name}:1: error: class Eight is public, should be declared in a file named Eight.java\n"
    notes, left = fixed(tmp_path, {file: "\ufeff" + EIGHT, "Main.java": "class Main {}\n"}, message)
    right = "src/Eight.java" if "/" in file else "Eight.java"
    assert left == sorted([right, "Main.java"])
    assert notes == [f"{file} was taken as {right}, as it holds the public class Eight"]


def test_a_class_may_have_letters_of_any_script(tmp_path: Path) -> None:
    source = EIGHT.replace("Eight", "Восемь")
    message = "eight.java:1: error: class Восемь is public, should be declared in a file named Восемь.java\n"
    assert fixed(tmp_path, {"eight.java": source, "old.java": source}, message)[1] == ["Восемь.java"]


@pytest.mark.parametrize(
    "message",
    ["", "Eight.java:1: error: ';' expected\n", "Other.java:1: error: duplicate class: Eight\n",
     "Eight.java:1: error: duplicate class: Nine\n", "../Eight.java:1: error: duplicate class: Eight\n"],
)  # fmt: skip
def test_nothing_else_is_touched(tmp_path: Path, message: str) -> None:
    files = {"Eight.java": EIGHT, "old/Eight.java": EIGHT}
    assert fixed(tmp_path, files, message) == ([], sorted(files))


def test_what_a_hostile_source_holds_takes_no_time(tmp_path: Path) -> None:
    heavy = "public " * 30_000 + "\n" * 40_000
    messages = "".join(f"Heavy.java:{line}: error: duplicate class: C{line}\n" for line in range(2000))
    files = {f"H{number}.java": heavy + "C1" for number in range(20)} | {"Heavy.java": heavy + "C0 C1 C2"}
    assert fixed(tmp_path, files, messages) == ([], sorted(files))


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (["Queens (1).java", "Makefile (1)"], ["Makefile", "Queens.java"]),
        (["Queens-2.java", "Makefile"], ["Makefile", "Queens.java"]),
        (["Queens (1).java", "Queens (2).java"], ["Queens (1).java", "Queens (2).java"]),
        (["Queens.java", "Queens (1).java"], ["Queens (1).java", "Queens.java"]),
        (["part-1.java"], ["part-1.java"]),
    ],
)
def test_a_required_name_is_given_back(tmp_path: Path, names: list[str], left: list[str]) -> None:
    folder, intake = write(tmp_path / "staged", dict.fromkeys(names, "x")), Intake(sorted(names))
    notes = list(restore_numbered(folder, intake, ["Makefile", "Queens.java", "*.pl"]))
    assert sorted(intake.files) == left == sorted(path.name for path in folder.iterdir())
    assert len(notes) == len(set(left) - set(names))
