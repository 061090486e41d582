"""The resident compiler for ``make``: own programs alone get it, and what is built is what the usual javac builds."""

from __future__ import annotations

import shutil
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from harness.course.assignments import load_course
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.building.compile_for_tools import compile_here
from harness.grading.plan.mutants import accepted_programs, mutants
from harness.grading.schedule.pool import run_task
from harness.grading.workspace.compile_server import CompileClient, compile_server
from harness.grading.workspace.workspace import Workspace
from harness.model.invocation import ResolvedLimits
from harness.sandbox.files.scratch import regular_files, scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import PATIENCE_S, ROOT, write

HELLO = {"Hello.java": "class Hello { static class In {} }\n"}
SAMPLE = ("java",)
LIMITS = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)


class Bench(Struct):
    """Where ``make`` is run, in a process of its own each time: what runs programs kills all that is below it."""

    root: Path
    compiler: CompileClient

    def make(self, folder: Path, *, own: bool) -> tuple[int | None, bytes, dict[str, object]]:
        """The exit status, the messages, and the files that are there afterwards."""
        return run_task(Workspace(self.root, Unconfined(), self.compiler, own_programs=own), Make(folder))  # type: ignore[no-any-return]


class Make(Struct, frozen=True):
    """One build in a fresh copy of a folder."""

    folder: Path

    def run(self, workspace: Workspace) -> tuple[int | None, bytes, dict[str, object]]:
        """What ``Bench.make`` returns."""
        workdir = workspace.new("box")
        shutil.copytree(self.folder, workdir, dirs_exist_ok=True)
        seen = observe_build(("make",), workdir, LIMITS, workspace)
        # a jar holds the time at which it was packed
        return seen.exit, seen.stderr, {name: _content(workdir / name) for name in regular_files(workdir)}


def _content(path: Path) -> object:
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as jar:
        return {name: jar.read(name) for name in jar.namelist()}


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    """With a compiler that is ready."""
    with scratch() as root, compile_server(Unconfined(), root, timeout_s=PATIENCE_S, listens=True) as compiler:
        deadline = time.monotonic() + PATIENCE_S
        while compile_here(compiler.address, ("Hello.java",), write(root / "first", HELLO)) is None:
            assert time.monotonic() < deadline, "it does not get ready"
            time.sleep(0.05)
        yield Bench(root, compiler)


@pytest.mark.parametrize("own", [True, False])
def test_only_builds_of_own_programs_reach_it(own: bool, bench: Bench, tmp_path: Path) -> None:
    recipe = "all:\n\t$$RESIDENT_JAVAC -J-XX:TieredStopAtLevel=1 -d out Hello.java\n"
    status, _, files = bench.make(write(tmp_path, {**HELLO, "Makefile": recipe}), own=own)
    assert (status == 0, "out/Hello$In.class" in files) == (own, own)


def test_the_script_asks_it_before_javac(bench: Bench, tmp_path: Path) -> None:
    recipe = "all:\n\tRESIDENT_JAVAC=true javac Hello.java\n"
    status, _, files = bench.make(write(tmp_path, {**HELLO, "Makefile": recipe}), own=True)
    assert status == 0
    assert set(files) == {"Hello.java", "Makefile"}


@pytest.mark.parametrize(
    "words",
    [("-J-agentlib:jdwp",), ("@words",), ("-processor", "Hello"), ("-d", "../out"), ("-cp", ".."), ("-version",)],
)
def test_what_does_more_than_compile_is_left_to_javac(words: tuple[str, ...], bench: Bench, tmp_path: Path) -> None:
    folder = write(tmp_path, HELLO)
    assert compile_here(bench.compiler.address, (*words, "Hello.java"), folder) is None
    assert compile_here(bench.compiler.address, ("Hello.java",), folder) is not None


def test_what_does_not_compile_is_said_by_javac(bench: Bench, tmp_path: Path) -> None:
    folder = write(tmp_path, {"Hello.java": "class Hello { int x = y; }\n", "Makefile": "all:\n\tjavac Hello.java\n"})
    status, messages, _ = bench.make(folder, own=True)
    assert status
    assert b"cannot find symbol" in messages


@pytest.mark.parametrize("only", [SAMPLE, pytest.param((), marks=pytest.mark.slow)], ids=["sample", "all"])
def test_every_program_of_the_course_is_built_to_the_same(only: tuple[str, ...], bench: Bench, tmp_path: Path) -> None:
    assignment = load_course(ROOT / "specs", ("cmps12a-pa5",))["cmps12a-pa5"]
    folders = [*assignment.references(), *accepted_programs(assignment)]
    folders += [mutant.folder for mutant in mutants(assignment, tmp_path)]
    compared = [folder for folder in folders if folder.name in only or not only]
    assert len(compared) >= len(SAMPLE)
    for folder in compared:
        assert bench.make(folder, own=True) == bench.make(folder, own=False), folder
