"""Cases that look at what the build made."""

from __future__ import annotations

import os
from pathlib import Path

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.case_kind import Kind, Runner
from harness.grading.running.reproduce import Reproduction, command_line, reproduce_look
from harness.grading.verdicts.judge import judge_built_files
from harness.spec.format.assignment import PlannedCase


class BuiltFiles(Kind):
    """Looks for files that the build must have made; nothing is run."""

    key = "built"
    looks_at_build = True

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Look into the folder of the built submission."""
        case = planned.case
        kinds = {name: kind for name in case.built if (kind := _kind(runner.folder / name))}
        look = command_line(runner.assignment, case.name, self.reproduce(planned, runner))
        return CaseResult(judge_built_files(case, kinds), reproduce=look)

    def reproduce(self, planned: PlannedCase, runner: Runner) -> Reproduction:
        """The build, and a look at the files."""
        return reproduce_look(runner.assignment, planned.case, runner.built)


def _kind(path: Path) -> str | None:
    if path.is_symlink() or not path.is_file():
        return "other" if os.path.lexists(path) else None
    return "executable" if path.stat().st_mode & 0o100 else "file"


KIND = BuiltFiles()
