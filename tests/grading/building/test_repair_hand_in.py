"""What only the way of handing in did to a program is fixed, and no more than that."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.repair_hand_in import leave_out_unit_tests, restore_suffixes
from harness.judge.messages.translator import in_words
from tests.support import write

TEST = "import org.junit.Test;\npublic class EightTest { @Test public void t() {} }\n"
OLD_TEST = "import junit.framework.*;\npublic class EightTest extends TestCase {}\n"
PROGRAM = "public class Eight { public static void main(String[] a) {} }\n"


def files_of(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("name", "pattern", "restored"),
    [
        ("queens.pl.txt", "**/*.pl|**/*.pro", "queens.pl"),
        ("Queens.py.TXT", "**/Queens.py", "Queens.py"),
        ("p11/prog11.h.txt", "p11/prog11.h", "p11/prog11.h"),
        ("Makefile.txt", "Makefile", "Makefile"),
        ("makefile.TXT", "GNUmakefile|makefile|Makefile", "makefile"),
        ("part/Makefile.txt", "**/Makefile", "part/Makefile"),
        ("Readme.txt", "(?i)readme", "Readme"),
    ],
)
def test_a_suffix_after_the_right_one_is_taken_off(tmp_path: Path, name: str, pattern: str, restored: str) -> None:
    folder, intake = write(tmp_path / "staged", {name: "x", "notes.txt": "y"}), Intake([name, "notes.txt"])
    notes = [in_words(note) for note in restore_suffixes(folder, intake, [pattern])]
    assert notes == [f"{name} was taken as {restored}"]
    assert files_of(folder) == intake.files == sorted([restored, "notes.txt"])


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (["Queens.py", "Queens.py.txt"], "Queens.py"),
        (["a.pl.txt", "b.pl.txt"], "*.pl"),
        (["Queens.txt"], "Queens.py"),
        (["Makefile.txt", "Makefile"], "Makefile"),
        (["makefile.txt"], "Makefile"),
        (["answers.txt"], "*"),
        (["answers.txt"], "**/a*"),
        (["Makefile.txt"], "Queens.py"),
        (["README.txt"], "README|README.txt"),
        ([".txt"], "*"),
        (["README.txt"], "README.txt"),
        (["other.py.txt"], "Queens.py"),
        (["queens.pl.txt.txt"], "*.pl"),
    ],
)
def test_all_other_names_stay(tmp_path: Path, names: list[str], pattern: str) -> None:
    folder, intake = write(tmp_path / "staged", dict.fromkeys(names, "x")), Intake(list(names))
    assert list(restore_suffixes(folder, intake, [pattern])) == []
    assert files_of(folder) == sorted(intake.files) == sorted(names)


@pytest.mark.parametrize("test", [TEST, OLD_TEST, TEST.replace("org.junit.Test", "static org.junit.jupiter.api.Test")])
def test_unit_tests_beside_a_program_are_left_out(tmp_path: Path, test: str) -> None:
    folder = write(tmp_path / "staged", {"src/main/Eight.java": PROGRAM, "src/test/EightTest.java": test})
    intake = Intake(files_of(folder))
    notes = [in_words(note) for note in leave_out_unit_tests(folder, intake)]
    assert notes == ["src/test/EightTest.java holds unit tests, which are no part of the program, and was left out"]
    assert files_of(folder) == intake.files == ["src/main/Eight.java"]


@pytest.mark.parametrize(
    "files",
    [
        {"EightTest.java": TEST},
        {"Eight.java": PROGRAM, "EightTest.java": "public class EightTest { void test() {} }\n"},
        {"A.java": "class A {}", "Eight.java": TEST.replace("@Test", "public static void main(String[] a) {} @Test")},
        {"A.java": "class A {}", "Eight.java": "import org.junit.Assert;\n" + PROGRAM},
        {"Eight.py": "", "EightTest.txt": TEST},
    ],
)
def test_what_may_be_the_program_stays(tmp_path: Path, files: dict[str, str]) -> None:
    folder = write(tmp_path / "staged", files)
    intake = Intake(files_of(folder))
    assert list(leave_out_unit_tests(folder, intake)) == []
    assert files_of(folder) == intake.files == sorted(files)
