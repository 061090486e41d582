"""Find the index and the length where an index out of range ended a program: one more run, which is never judged."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.calling.driver_process import run_program
from harness.grading.child_requests.crash_sources import INDEX, with_sources
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.running.observe_case import ObservedCase
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import UNCAUGHT_EXCEPTION
from harness.language import languages
from harness.language.diagnostics.exceptions import out_of_range
from harness.language.driver import IndexDriver, drivers
from harness.model.finding import Finding
from harness.spec.format.assignment import Assignment

_REPORT = "index.txt"
_LARGEST_REPORT = 1 << 12
_LINE = re.compile(r", line (\d{1,9}), in ")


class ReadIndex(Struct, frozen=True):
    """Add to a judgement the values that a report names."""

    judgement: Judgement
    report: bytes
    folder: Path

    def run(self, _course: object) -> Judgement:
        """Return the judgement; as it was if the report is on another line."""
        text = self.report.decode(errors="replace")
        line, values = _LINE.search(text), out_of_range(text)
        findings = tuple(
            replace(finding, params={**finding.params, "reason": INDEX, **values})
            if values and line is not None and _lacks_index(finding) and finding.where.line == int(line[1])
            else finding
            for finding in self.judgement.findings
        )
        return with_sources(replace(self.judgement, findings=findings), self.folder)


def _lacks_index(finding: Finding) -> bool:
    """Whether an index out of range ended a program, and nobody knows which."""
    return finding.kind == UNCAUGHT_EXCEPTION and finding.params.get("reason") == "index" and bool(finding.where.path)


def with_index(
    judgement: Judgement, observed: ObservedCase, assignment: Assignment, built: Built, workspace: Workspace
) -> Judgement:
    """The judgement with the index and the length, as far as another run of the program comes to the same error.

    A program that draws numbers comes to others.
    """
    finding = next(filter(_lacks_index, judgement.findings), None)
    if finding is None or draws(built.folder or Path(), tuple(built.kept_files)):
        return judgement
    driver = _driver_for(finding.where.path)
    limits, size = observed.expectation.limits, (_REPORT, _LARGEST_REPORT)
    report = b""
    if driver is not None:
        report = run_program(assignment, observed.case, built, workspace, driver.index_command, limits, size)
    if not report:
        return judgement
    return workspace.judging.call_or(ReadIndex(judgement, report, built.folder or Path()), workspace.key, judgement)


def _driver_for(path: str) -> IndexDriver | None:
    known = (name for name, language in languages().items() if path.endswith(language.suffixes))
    for driver in map(drivers().get, known):
        if isinstance(driver, IndexDriver):
            return driver
    return None
