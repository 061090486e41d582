"""Suites in JavaScript: node:test, with mirrors of the student's modules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from harness.grading.running.suites.host import (
    LANGUAGES,
    SuiteHost,
    SuiteRun,
    copy_server,
    reference_files,
    required_files,
)
from harness.language.driver import FOLDER
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.sandbox.process_setup.environment import locate
from harness.spec.format.javascript_tests import JAVASCRIPT_ENDINGS
from harness.spec.format.suite_tests import tests_of

_PROGRAMS = "javascript/suite"
_SERVER = tuple(f"suite_{name}.cjs" for name in ("server", "lines", "values", "wire", "watchdog"))
# What judges has 112 MiB in all.
_SMALL = ("--no-warnings", "--max-old-space-size=48", "--max-semi-space-size=2", "--v8-pool-size=1")
_STREAMS = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
"""The program has pipes of its own, so that what it prints by other ways is no message."""


def javascript_host(run: SuiteRun, _folder: Path, workdir: Path) -> SuiteHost:
    """Copy the server into the program's folder; JudgeError if there is no Node."""
    node = locate("node")
    if node is None:
        raise JudgeError(missing_tools(("node",)) or "there is no node")
    _, again = copy_server(workdir, _PROGRAMS, _SERVER)
    programs = LANGUAGES / _PROGRAMS
    reporter = (f"--test-reporter={programs / 'suite_results.cjs'}", "--test-reporter-destination=/dev/null")
    server = ("sh", "-c", _STREAMS, "sh", "node", "--no-warnings", f"{FOLDER}/suite_server.cjs")
    return SuiteHost(programs / "suite_decider.cjs", (node, *_SMALL, *reporter), (*again, *server), _settings(run))


def _settings(run: SuiteRun) -> dict[str, Any]:
    """Which files are the student's: those that are asked for, and the others; and the names of the tests' runs."""
    asked = (*required_files(run.assignment), *reference_files(run.assignment))
    tests = [test for test in tests_of(run.assignment.folder, run.suite) if test.name in run.names]
    return {
        "first": [*dict.fromkeys(name for name in asked if name.endswith(JAVASCRIPT_ENDINGS))],
        "rest": [name for name in run.built.intake.files if name.endswith(JAVASCRIPT_ENDINGS)],
        "patterns": {test.name: test.pattern or test.name.replace(".", "[.]") for test in tests},
        "dynamic": [test.name for test in tests if test.pattern],
    }
