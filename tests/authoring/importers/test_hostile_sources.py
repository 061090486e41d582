"""Assignments of strangers: what no honest one holds is one line, and reads nothing outside of its folder."""

from __future__ import annotations

import functools
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.app.commands.authoring import imports
from harness.authoring.importers import importers
from harness.authoring.importing.fields import read_data
from harness.model.errors import UsageError
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run import bounded_call

SETTINGS = {
    "c-tests": "test.c",
    "check50": ".cs50.yaml", "classroom50": "tests.json", "coderunner": "question.xml",
    "dmoj": "init.yml", "exercism": ".meta/config.json",
    "foreign-grader": "autograder.zip", "github-classroom": "autograding.json",
    "kattis": "problem.yaml", "tested": "suite.yaml", "vpl": "vpl_evaluate.cases",
}  # fmt: skip
"""Importer -> the file that it reads first."""
ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefg", "bcdefgh", strict=True)
)
HOSTILE: dict[str, Callable[[Path], object]] = {
    "a link out": lambda file: file.symlink_to("/etc/hostname"),
    "a device": lambda file: file.symlink_to("/dev/zero"),
    "a pipe": os.mkfifo,
    "a folder elsewhere": lambda file: (file.parent / "data").symlink_to("/etc"),
    "a file without end": lambda file: os.truncate(os.open(file, os.O_CREAT | os.O_WRONLY), 1 << 40),
    "lists in lists": lambda file: file.write_text("[" * 100_000),
    "many folders": lambda file: (file.parent / "/".join("d" * 100)).mkdir(parents=True),
    "bytes": lambda file: file.write_bytes(bytes(range(256))),
}


def test_every_importer_is_tried() -> None:
    assert SETTINGS.keys() == importers().keys()


@pytest.mark.parametrize("kind", SETTINGS)
@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_source_is_refused_in_few_words(tmp_path: Path, kind: str, hostile: str) -> None:
    settings = tmp_path / "there" / SETTINGS[kind]
    settings.parent.mkdir(parents=True)
    HOSTILE[hostile](settings)
    with pytest.raises(UsageError) as error:
        imports.run_package(kind, tmp_path / "there", name="x", specs=tmp_path / "specs")
    assert len(str(error.value)) < 1000
    assert not (tmp_path / "specs").exists()


def test_pairs_are_not_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "1.in").symlink_to("/etc/hostname")
    (tmp_path / "there" / "1.out").write_text("x\n")
    with pytest.raises(UsageError, match="a link that leads out"):
        imports.run_pairs(tmp_path / "there", name="x", language="python", specs=tmp_path / "specs")


def test_tests_are_not_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "test_x.py").symlink_to("/dev/zero")
    with pytest.raises(UsageError, match="a link that leads out"):
        imports.run_suite("unittest", tmp_path / "there", name="x", specs=tmp_path / "specs")
    assert not (tmp_path / "specs").exists()


@pytest.mark.parametrize("text", [ALIASES, "a: &a [*a]\n", "a: &a {b: [*a, *a]}\n"])
def test_aliases_stand_for_no_more_than_anybody_writes(tmp_path: Path, text: str) -> None:
    (tmp_path / "init.yml").write_text(text)
    with pytest.raises(UsageError, match=r"init\.yml:\d: its aliases stand for too many values"):
        read_data(tmp_path / "init.yml")


def test_usual_aliases_are_read(tmp_path: Path) -> None:
    (tmp_path / "init.yml").write_text("a: &a [1, &b x]\nc: [*a, *b]\n")
    assert read_data(tmp_path / "init.yml") == {"a": [1, "x"], "c": [[1, "x"], "x"]}


@pytest.mark.parametrize("name", ["../1.in", "/1.in"])
def test_an_archive_of_cases_is_read_as_one_of_students(tmp_path: Path, name: str) -> None:
    (tmp_path / "there").mkdir()
    with zipfile.ZipFile(tmp_path / "there" / "data.zip", "w") as archive:
        archive.writestr(name, "x")
    (tmp_path / "there" / "init.yml").write_text("archive: data.zip\ntest_cases: [{in: 1.in, out: 1.in, points: 1}]\n")
    with pytest.raises(UsageError, match="points outside"):
        imports.run_package("dmoj", tmp_path / "there", name="x", specs=tmp_path / "specs")


def endless_pattern(folder: Path) -> None:
    with zipfile.ZipFile(folder / "data.zip", "w") as archive:
        archive.writestr("a" * 40 + ".in", "x")
    (folder / "init.yml").write_text("archive: data.zip\ntest_cases: {input_format: '^(a|a)*$'}\n")


def many_values(folder: Path) -> None:
    (folder / "init.yml").write_text(f"test_cases: [{'[],' * 400_000}]\n")


@pytest.mark.parametrize(
    ("make", "reason"), [(endless_pattern, "more than 2 seconds"), (many_values, "more than 16 MiB of memory")]
)
def test_what_takes_too_much_ends_in_its_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], reason: str
) -> None:
    before = {*process_tree.children(os.getpid())}  # a server of other tests, such as PostgreSQL
    limits = {"memory": 16 << 20} if make is many_values else {"cpu_s": 2.0}
    bounded = functools.partial(bounded_call.bounded_call, **limits)
    monkeypatch.setattr(imports, "bounded_call", bounded)
    make(tmp_path)
    with pytest.raises(UsageError, match=reason):
        imports.run_package("dmoj", tmp_path, name="x", specs=tmp_path / "specs")
    importer = importers()["dmoj"]
    with pytest.raises(UsageError, match=reason), imports.imported_specs(importer, tmp_path):
        pass
    assert {*process_tree.children(os.getpid())} <= before


def test_nothing_is_recognised_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "init.yml").symlink_to("/dev/zero")
    with pytest.raises(UsageError, match="a link that leads out"):
        imports.foreign_format(tmp_path)
