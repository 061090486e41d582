"""The two processes of a suite: what decides outside of the sandbox, and what holds the student's program in it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from harness.grading.building.built import Built
from harness.language.driver import FOLDER, copy_program
from harness.model.patterns import alternatives
from harness.sandbox.files.scratch import regular_files
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Suite

LANGUAGES = Path(sys.modules["harness.language"].__file__ or "").parent
"""The folder of the languages, below which the programs of both processes are."""
_SERVER_SCRIPT = "suite_server.sh"


class SuiteRun(NamedTuple):
    """What is run: the tests with these names, of a suite, with a submission."""

    assignment: Assignment
    suite: Suite
    names: list[str]
    built: Built


class SuiteHost(NamedTuple):
    """How both processes are started."""

    program: Path
    """The program that decides."""
    start: tuple[str, ...]
    """What starts it."""
    command: tuple[str, ...]
    """The command in the sandbox."""
    settings: dict[str, Any]
    """What only the decider gets."""


def required_files(assignment: Assignment) -> list[str]:
    """The files that students must hand in; each of the names that one may have."""
    return [name for pattern in assignment.spec.files.required for name in alternatives(pattern)]


def reference_files(assignment: Assignment) -> Iterator[str]:
    """The files of all references: what students may hand in too."""
    return (name for folder in assignment.references() for name in regular_files(folder))


def copy_server(workdir: Path, programs: str, names: tuple[str, ...]) -> tuple[Path, tuple[str, ...]]:
    """Copy what holds the program; return its folder, and the beginning of a command that starts it after each end."""
    own = copy_program(workdir, programs, names)
    shutil.copyfile(LANGUAGES / _SERVER_SCRIPT, own / _SERVER_SCRIPT)
    return own, ("sh", f"{FOLDER}/{_SERVER_SCRIPT}")
