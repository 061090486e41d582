"""Suites in Python: unittest, pytest and doctest, with mirrors of the student's modules."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from harness.grading.running.suites.host import LANGUAGES, SuiteHost, SuiteRun, reference_files, required_files
from harness.language.driver import FOLDER, copy_program
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.sandbox.process_setup.environment import locate
from harness.spec.format.assignment import Assignment
from harness.spec.format.suite_tests import tests_of

_PROGRAMS = "python/suite"
_SERVER = ("suite_server", "suite_child", "suite_files", "suite_foreign", "suite_objects", "suite_shared", "suite_wire")
_ENDING = ".py"


def python_host(run: SuiteRun, _folder: Path, workdir: Path) -> SuiteHost:
    """Copy the server into the program's folder; JudgeError if there is no Python."""
    python = locate("python3")
    if python is None:
        raise JudgeError(missing_tools(("python3",)) or "there is no python3")
    copy_program(workdir, _PROGRAMS, tuple(f"{name}.py" for name in _SERVER))
    decider = LANGUAGES / _PROGRAMS / "suite_decider.py"
    command = ("python3", "-s", f"{FOLDER}/suite_server.py")
    return SuiteHost(decider, (python, "-B", "-s"), command, _settings(run))


def _settings(run: SuiteRun) -> dict[str, Any]:
    """Which modules are the student's: those that must come first, and the others; and all their files."""
    tests = tests_of(run.assignment.folder, run.suite)
    own = [*handed_in_modules(run.assignment)]
    if run.suite.runner == "doctest":
        own += [Path(test.file).stem for test in tests if test.file.endswith(_ENDING)]
    others = [name for name in _modules(run.built.intake.files) if name not in sys.stdlib_module_names]
    return {"first": [*dict.fromkeys(own)], "rest": others, "handed_in": [*run.built.intake.files]}


def handed_in_modules(assignment: Assignment) -> Iterator[str]:
    """The modules that students hand in: those that the spec requires, and those of the references."""
    yield from _modules(required_files(assignment))
    yield from (name for name in _modules(reference_files(assignment)) if name not in sys.stdlib_module_names)


def _modules(files: Sequence[str] | Iterator[str]) -> list[str]:
    """The modules and packages at the top of a folder with these files."""
    names = [PurePosixPath(name).parts[0] for name in files if name.endswith(_ENDING)]
    return [*dict.fromkeys(stem for name in names if (stem := name.removesuffix(_ENDING)).isidentifier())]
