"""What was read and found sound before is taken as it was, and nothing that has changed since."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import harness
from harness.course import assignments as spec_cache
from harness.course.assignments import harness_digest, load_cached
from harness.model.errors import SpecError
from harness.spec.format.assignment import Assignment
from harness.spec.loading.load import load
from tests.support import SUM, course, write

GOLDEN = SUM.replace('stdout: "5\\n"', "stdout: {golden: true}").replace(
    'stdout: "7\\n"', "stdout: {check: python, function: seven}"
)
CHECKS = "def seven(run, expected):\n    return []\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    return course(tmp_path / "course", GOLDEN, beside={"golden/two.stdout": "5\n", "checks.py": CHECKS})


def assignment(root: Path) -> Assignment:
    return load_cached(root / "specs", "sum")


def refuse(*_: object, **__: object) -> Assignment:
    raise AssertionError("it was read again")


def test_the_second_time_nothing_is_read_and_all_is_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = load(root / "specs", "sum")
    assignment(root)
    monkeypatch.setattr(spec_cache, "_load", refuse)
    again = assignment(root)
    assert (again.spec, again.cases, again.folder, again.id) == (read.spec, read.cases, read.folder, read.id)
    assert list(again.functions) == ["seven"]
    assert len(again.functions) == 1
    assert again.functions["seven"](None, None) == []


def test_another_process_gets_functions_that_are_classes_too(root: Path) -> None:
    checks = CHECKS + "class Line:\n    pass\n"
    write(root / "specs" / "sum", {"checks.py": checks})
    assignment(root)
    first = assignment(root)
    before = first.functions["Line"]
    write(root / "specs" / "sum", {"checks.py": checks + "\n"})
    assert assignment(root).functions["Line"] is not before  # the module was loaded again
    there = pickle.loads(pickle.dumps(first.functions))  # noqa: S301 - our own
    assert sorted(there) == ["Line", "seven"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("spec.yaml", GOLDEN.replace("points: 10", "points: ten"), "points"),
        ("golden/other.stdout", "5\n", "a golden that no case asks for"),
        ("checks.py", "def six(run, expected):\n    return []\n", "seven"),
    ],
)
def test_what_is_no_longer_sound_is_reported(root: Path, name: str, content: str, message: str) -> None:
    assignment(root)
    write(root / "specs" / "sum", {name: content})
    for _ in range(2):  # faults are not cached
        with pytest.raises(SpecError, match=message):
            assignment(root)


def test_a_golden_that_was_removed_is_missed(root: Path) -> None:
    assignment(root)
    (root / "specs" / "sum" / "golden" / "two.stdout").unlink()
    with pytest.raises(SpecError, match=r"two\.stdout is missing"):
        assignment(root)


def test_a_changed_spec_is_read_again(root: Path) -> None:
    assignment(root)
    write(root / "specs" / "sum", {"spec.yaml": GOLDEN.replace("points: 10", "points: 12")})
    assert assignment(root).clauses["sum"].points == 12


def test_what_was_damaged_is_read_again(root: Path, tmp_path: Path) -> None:
    assignment(root)
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert assignment(root).clauses["sum"].points == 10


def test_what_a_checker_that_is_not_here_made_is_read_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = b"cno_such_module\nNoSuchChecker\n."
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(pickle, "dumps", lambda *_: kept)
        assignment(root)
    assert assignment(root).cases == load(root / "specs", "sum").cases


def test_without_a_store_it_is_read_each_time(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADE_CACHE", "off")
    assignment(root)
    assert not (tmp_path / "cache").exists()


def test_bytecode_is_no_part_of_the_harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "__file__", str(write(tmp_path, {"a.py": "", "b.js": ""}) / "a.py"))
    of_sources = harness_digest.__wrapped__()
    write(tmp_path, {"__pycache__/modules.cpython-311.pyc.4711": "half"})
    assert harness_digest.__wrapped__() == of_sources
    write(tmp_path, {"b.js": "1"})
    assert harness_digest.__wrapped__() != of_sources
