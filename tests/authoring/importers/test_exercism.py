"""Exercises of exercism: the track's own tests judge, all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.language.java.suite_jar import check_libraries
from harness.language.tools.packages import JAR_FOLDER
from harness.model.errors import JudgeError, UsageError
from tests.support import graded, harness, loaded, write

TESTS = """\
import unittest

from leap import is_leap


class LeapTest(unittest.TestCase):
    def test_fourth(self):
        self.assertIs(is_leap(1996), True)

    def test_century(self):
        self.assertIs(is_leap(1900), False)
"""
RIGHT = "def is_leap(year):\n    return year % 4 == 0 and year % 100 != 0\n"
WRONG = "def is_leap(year):\n    return year % 4 == 0\n"
JAVA_TESTS = """\
import org.junit.jupiter.api.*;

public class LeapTest {
    @Test
    public void fourth() {
        Assertions.assertTrue(new Leap().isLeap(1996));
    }

    @Disabled("Remove to run test")
    @Test
    public void century() {
        Assertions.assertFalse(new Leap().isLeap(1900));
    }
}
"""
JAVA_RIGHT = (
    "class Leap {\n    boolean isLeap(int year) {\n        return year % 4 == 0 && year % 100 != 0;\n    }\n}\n"
)


def exercise(root: Path, files: dict[str, str], **names: Any) -> Path:
    settings = {"authors": [], "files": names, "blurb": "Leap years."}
    return write(root / "leap", {**files, ".meta/config.json": json.dumps(settings)})


def python_exercise(root: Path) -> Path:
    files = {"leap.py": "def is_leap(year):\n    pass\n", "leap_test.py": TESTS, ".meta/example.py": RIGHT}
    return exercise(root, files, solution=["leap.py"], test=["leap_test.py"], example=[".meta/example.py"])


def test_the_tests_of_the_track_judge(tmp_path: Path, apart: Path) -> None:
    write_package(importers()["exercism"].read(python_exercise(tmp_path)), tmp_path / "specs/leap")
    for program, score in ((RIGHT, 100), (WRONG, 50)):
        folder = write(tmp_path / f"student-{score}", {"leap.py": program})
        assert graded(loaded(tmp_path, "leap"), folder).score == score
    ended = harness("verify", "leap", cwd=tmp_path, apart=apart, expect=1)
    assert "accepted example must" not in ended.out, "the track's own solution passes all tests"


def test_tests_that_a_student_has_to_switch_on_run(tmp_path: Path) -> None:
    paths = {key: f"{folder}/{name}" for key, folder, name in (
        ("solution", "src/main/java", "Leap.java"), ("test", "src/test/java", "LeapTest.java"),
        ("example", ".meta/src/reference/java", "Leap.java"),
    )}  # fmt: skip
    files = {paths["solution"]: "class Leap {}\n", paths["test"]: JAVA_TESTS, paths["example"]: JAVA_RIGHT}
    source = exercise(tmp_path, files, **{key: [path] for key, path in paths.items()})
    package = importers()["exercism"].read(source)
    assert b"Remove to run" not in bytes(package.files["tests/LeapTest.java"])
    write_package(package, tmp_path / "specs/leap")
    wrong = write(tmp_path / "student", {"Leap.java": JAVA_RIGHT.replace(" && year % 100 != 0", "")})
    assert graded(loaded(tmp_path, "leap"), wrong).score == 50


def test_a_library_that_is_not_here_costs_no_student_anything() -> None:
    text = b"import static org.assertj.core.api.Assertions.assertThat;\n"
    if (JAR_FOLDER / "assertj-core.jar").is_file():
        check_libraries([text])
    else:
        with pytest.raises(JudgeError, match="apt-get install libassertj-core-java"):
            check_libraries([text])


@pytest.mark.parametrize(
    ("files", "names", "message"),
    [
        (
            {"a.rs": "", "tests/a.rs": ""},
            {"solution": ["a.rs"], "test": ["tests/a.rs"]},
            "only those of Python and Java",
        ),
        ({"a.py": ""}, {"solution": ["a.py"], "test": ["a_test.py"]}, "a_test.py: there is no such file"),
        ({"a.py": ""}, {"solution": ["a.py"], "test": ["../x.py"]}, "../x.py: there is no such file"),
        ({"a.py": ""}, {"solution": ["a.py"], "test": ["a.py"], "odd": []}, "odd: this key is not known"),
    ],
)
def test_what_cannot_be_expressed_is_named(
    tmp_path: Path, files: dict[str, str], names: dict[str, list[str]], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        importers()["exercism"].read(exercise(tmp_path, files, **names))


def test_its_folder_is_recognised(tmp_path: Path) -> None:
    assert importers()["exercism"].recognises(python_exercise(tmp_path))
    assert not importers()["exercism"].recognises(tmp_path)
