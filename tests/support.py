"""Helpers for the tests: write small courses, and run the command lines as a user does."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.model.grade import CaseGrade, Grade
from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation, Sandbox
from harness.sandbox.isolation.bubblewrap import LEVEL_A
from harness.sandbox.isolation.none import Unconfined
from harness.spec.format.assignment import Assignment
from harness.spec.loading.load import load
from tests import compile_server, fork_server

ROOT = Path(__file__).resolve().parent.parent
WORKSPACES = ROOT / "tests" / "workspaces"
PATIENCE_S = 900
"""How long a test waits before it says that something hangs, on a machine however slow; nothing is measured by it."""

ADDER = "import sys\nprint(sum(map(int, sys.argv[1:])))\n"
"""A right program for ``SUM``."""

SUM = """\
title: Sums
language: python
clauses:
  sum: {text: The sum of the arguments is printed., points: 10}
cases:
  - name: two
    clause: sum
    args: ["2", "3"]
    stdout: "5\\n"
  - name: three
    clause: sum
    args: ["1", "2", "4"]
    stdout: "7\\n"
"""
"""A small whole spec."""


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder that need not be there; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def course(root: Path, spec: str = SUM, *, name: str = "sum", beside: Mapping[str, str | bytes] | None = None) -> Path:
    """Write a course with one assignment, or add one to it; its folder. ``beside``: more files in the spec's folder."""
    write(root / "specs" / name, {"spec.yaml": textwrap.dedent(spec), **(beside or {})})
    return root


def loaded(root: Path, name: str = "sum", *, goldens: bool = True) -> Assignment:
    """An assignment of a course."""
    return load(root / "specs", name, goldens=goldens)


def graded(
    assignment: Assignment,
    folder: Path | None,
    *,
    only: tuple[str, ...] = (),
    jobs: int = 1,
    isolation: Isolation | None = None,
    tries_changes: bool = False,
) -> Grade:
    """One submission, graded by the engine; without isolation unless one is given.

    Without one, Java is compiled by the server that all tests share, as in a large class; with one, as for one student.
    """
    sharing = compile_server.used() if isolation is None else contextlib.nullcontext()
    with scratch() as place, sharing:
        course = {assignment.id: assignment}
        grader = Grader(course, isolation or Unconfined(), place, jobs, only, tries_changes=tries_changes)
        grader.run([Submission("ann", assignment.id, folder)])
        return next(iter(grader.grades()))


def case_of(grade: Grade, name: str) -> CaseGrade:
    """The row of a grade by its name."""
    return next(case for case in grade.cases if case.name == name)


def invocation(workdir: Path, *command: str, **options: Any) -> Invocation:
    """A command in a folder, with small limits unless others are given."""
    home = Path(tempfile.mkdtemp(dir=workdir.parent))
    limits = options.pop("limits", ResolvedLimits(cpu=20.0, wall=60.0))
    return Invocation(tuple(command), workdir, home, limits, **options)


@dataclass(frozen=True)
class CompletedCommand:
    """The exit status and the output of a command that has ended."""

    status: int
    out: str
    err: str


def environment(scratch_folder: Path) -> dict[str, str]:
    """A small environment for the programs under test: this checkout, scratch folders below ``scratch_folder``."""
    home = scratch_folder / "home"
    temporary = scratch_folder / "temporary"
    for folder in (home, temporary):
        folder.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GRADE_CHANGES": "off",  # a test that is about them says so
    }


def harness(
    *words: str | Path, cwd: Path, apart: Path, expect: int | None = None, without: str = ""
) -> CompletedCommand:
    """Run ``python -m harness`` to its end; ``apart`` is a folder for its home and its scratch folders.

    ``without``: a variable of ``environment`` that it does not get.
    """
    env = {name: value for name, value in environment(apart).items() if name != without}
    forked = fork_server.run([*map(str, words)], cwd, env, PATIENCE_S)
    if forked is None:
        process = subprocess.run(
            [sys.executable, "-m", "harness", *map(str, words)],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )
        forked = process.returncode, process.stdout, process.stderr
    status, out, err = forked
    ended = CompletedCommand(status, out.decode(), err.decode())
    assert expect in (None, ended.status), f"exit status {ended.status}\n{ended.out}\n{ended.err}"
    return ended


def grade(*words: str | Path, cwd: Path, apart: Path, expect: int | None = None) -> CompletedCommand:
    """Run ``grade`` to its end."""
    return harness("grade", *words, cwd=cwd, apart=apart, expect=expect)


def report(*words: str | Path, cwd: Path, apart: Path, expect: int | None = None) -> dict[str, Any]:
    """Run ``grade`` and read its JSON report."""
    path = apart / "report.json"
    grade(*words, "--report", path, cwd=cwd, apart=apart, expect=expect)
    content: dict[str, Any] = json.loads(path.read_bytes())
    return content


class Course:
    """A course on the disk, and the commands on it."""

    def __init__(self, root: Path, apart: Path, gradebook: str) -> None:
        self.root, self.apart, self.gradebook = root, apart, gradebook

    def run(self, *words: str, expect: int = 0) -> str:
        """What a command prints; its errors, where one is expected."""
        command = words if not self.gradebook else (*words, "--gradebook", self.gradebook)
        ended = harness(*command, cwd=self.root, apart=self.apart, expect=expect)
        if expect:
            assert "Traceback" not in ended.err
        return ended.err if expect else ended.out

    def copied(self, root: Path, apart: Path) -> Course:
        """A copy that another test may change."""
        shutil.copytree(self.root, root, symlinks=True)
        return Course(root, apart, self.gradebook)


Begun = Callable[[Callable[[Path, Path], Course]], Course]
"""Begins a course, in a folder and with a place for commands, unless it was begun before."""


class CountingIsolation(Unconfined):
    """No sandbox under the name of one, so that the build cache is used; holds the commands that were started."""

    level = LEVEL_A

    def __init__(self) -> None:
        self.started: list[tuple[str, ...]] = []

    def sandbox(self, invocation: Invocation) -> Sandbox:
        self.started.append(invocation.command)
        return super().sandbox(invocation)
