"""Problems of DMOJ: cases, batches, archives and checkers; what is more is refused."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write

ECHO = "import sys\nsys.stdout.write(sys.stdin.read())\n"
FILES = {"1.in": "1 2\n", "1.out": "1  2", "2.in": "3\r4", "2.out": "3\n4\n", "3.in": "x", "3.out": "x"}
CASES = """
points: 2
test_cases:
- {in: 1.in, out: 1.out, points: 5}
- batched:
  - {in: 2.in, out: 2.out}
  - {in: 3.in, out: 3.out}
"""


def imported(root: Path, settings: str, files: dict[str, str | bytes] | None = None) -> Path:
    write(root / "there", {**FILES, **(files or {}), "init.yml": settings})
    write_package(importers()["dmoj"].read(root / "there"), root / "specs/echo")
    return root


def points(root: Path, program: str) -> float:
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"echo.py": program})
    return graded(loaded(root, "echo"), folder).score


def test_a_batch_is_right_where_all_its_cases_are(tmp_path: Path) -> None:
    imported(tmp_path, CASES)
    assert points(tmp_path, ECHO) == 7
    assert points(tmp_path, ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    assert points(tmp_path, ECHO.replace("read())", "read().replace('1', '2'))")) == 2
    assert points(tmp_path, ECHO + "sys.exit(1)\n") == 0, "another exit status than 0 is a crash"


def test_a_batch_counts_only_where_that_which_it_depends_on_is_right(tmp_path: Path) -> None:
    settings = CASES + "- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [1]\n  points: 3\n"
    imported(tmp_path, settings)
    assert points(tmp_path, ECHO) == 10
    assert points(tmp_path, ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    chain = settings + "- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [2]\n  points: 1\n"
    assert points(imported(tmp_path / "chain", chain), ECHO) == 11
    assert points(tmp_path / "chain", ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    with pytest.raises(UsageError, match="counts only where several others are right"):
        imported(tmp_path / "more", settings + "- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [1, 2]\n")


def test_what_has_no_points_ends_the_judging_where_it_fails(tmp_path: Path) -> None:
    imported(tmp_path, "test_cases:\n- {in: 3.in, out: 3.out, points: 0}\n- {in: 1.in, out: 1.out, points: 5}\n")
    assert points(tmp_path, ECHO) == 5
    assert points(tmp_path, ECHO.replace("read())", "read().replace('x', 'y'))")) == 0


def archive(names: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, text in names.items():
            packed.writestr(name, text)
    return content.getvalue()


def test_cases_are_found_by_their_names_in_the_archive(tmp_path: Path) -> None:
    names = {"t.1.1.in": "a", "t.1.1.out": "a", "t.1.2.in": "b", "t.1.2.out": "b", "t.2.in": "c", "t.2.out": "c"}
    imported(tmp_path, "archive: a.zip\npoints: 4\n", {"a.zip": archive(names)})
    assert points(tmp_path, ECHO) == 8
    assert points(tmp_path, ECHO.replace("read())", "read().replace('b', 'x'))")) == 4


def test_patterns_say_which_names_are_cases(tmp_path: Path) -> None:
    formats = r"{input_format: 'q(?P<case>\d+)', output_format: 'r(?P<case>\d+)', case_points: [1, 10]}"
    files: dict[str, str | bytes] = {"a.zip": archive({"q10": "a", "r10": "a", "q9": "b", "r9": "b", "note": "x"})}
    imported(tmp_path, f"archive: a.zip\ntest_cases: {formats}\n", files)
    assert points(tmp_path, ECHO) == 11
    assert points(tmp_path, ECHO.replace("read())", "read().replace('b', 'x'))")) == 10, "9 comes before 10"


@pytest.mark.parametrize(
    ("checker", "expected", "right", "wrong"),
    [
        ("standard", "a  b\n\nc", "a b\nc\n\n", "a b c\n"),
        ("identical", "a b", "a b\n", "a  b\n"),
        ("easy", "a b", "BA", "ab c"),
        ("rstripped", "a\n b", "a  \n b\n", "a\nb\n"),
        ("{name: rstripped, args: {filter_new_line: true}}", "a\nb", "a\n\nb\n", "a\n\nc\n"),
        ("sorted", "b 1\na 2", "a 2\nb 1", "a 1\nb 2"),
        ("{name: sorted, args: {split_on: whitespace}}", "b 1\na 2", "a 1\n2 b", "a 1 1 b"),
        ("unordered", "b 1\na 2", "a 1\n2 b", "a 1 1 b"),
        ("{name: floats, args: {precision: 2}}", "x 1.0", "\nx 1.005\n", "x 1.02"),
        ("{name: floats, args: {precision: 2, error_mode: absolute}}", "100", "100.005", "100.5"),
        ("{name: floats, args: {precision: 2, error_mode: relative}}", "0.001", "0.00100001", "0.0015"),
        ("floats", "1", "1.0", "one"),
    ],
)
def test_checkers(tmp_path: Path, checker: str, expected: str, right: str, wrong: str) -> None:
    settings = f"checker: {checker}\ntest_cases:\n- {{out: want.txt, points: 1}}\n"
    imported(tmp_path, settings, {"want.txt": expected})
    assert points(tmp_path, f"print({right!r}, end='')") == 1
    assert points(tmp_path, f"print({wrong!r}, end='')") == 0


def test_binary_data_is_left_as_it_is(tmp_path: Path) -> None:
    settings = "checker: identical\nbinary_data: true\ntest_cases:\n- {in: 2.in, out: 2.in, points: 1}\n"
    imported(tmp_path, settings)
    copy = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
    assert points(tmp_path, copy) == 1
    assert points(tmp_path, copy.replace("read())", "read().replace(b'\\r', b'\\n'))")) == 0


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ("generator: gen.cpp\ntest_cases: [{points: 1}]", "init.yml.generator: programs of the problem's own"),
        ("interactive: {files: a.cpp}\ntest_cases: [{in: 1.in}]", "init.yml.interactive: programs"),
        ("custom_judge: a.py\ntest_cases: [{in: 1.in}]", "init.yml.custom_judge: programs"),
        ("signature_grader: {entry: a.c}\ntest_cases: [{in: 1.in}]", "init.yml.signature_grader: programs"),
        ("test_cases: [{in: 1.in, checker: check.py}]", "test_cases[0].checker: check.py: a program"),
        ("test_cases: [{in: 1.in, checker: {name: bridged, args: {files: a.c}}}]", "bridged: a program"),
        ("test_cases: [{in: 1.in, checker: linecount}]", "linecount: a program, or it gives parts of the points"),
        (
            "test_cases: [{in: 1.in, checker: {name: floats, args: {epsilon: 1}}}]",
            "args.epsilon: 1 is not known",
        ),
        ("test_cases: [{in: absent.in}]", "there is no such file in the folder or in its archive: absent.in"),
        ("test_cases: [{in: ../secret}]", "there is no such file"),
        ("test_cases: [{in: 1.in, uot: 1.out}]", "uot: this key is not known"),
        ("test_cases: []", "there is no case in it"),
        ("archive: none.zip", "none.zip: the archive cannot be unpacked"),
    ],
)
def test_what_is_refused_with_its_place(tmp_path: Path, settings: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, settings)
    assert what in str(caught.value)


def test_its_folder_is_recognised(tmp_path: Path) -> None:
    recognises = importers()["dmoj"].recognises
    assert recognises(write(tmp_path / "a", {"init.yml": "test_cases: []"}))
    assert not recognises(write(tmp_path / "b", {"init.yml": "services: []"}))
