"""Find the index and the length where an index out of range ended a program: one more run, which is never judged."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.crash_sources import INDEX, with_sources
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.plan.recipe import NoRecipe, expand_files
from harness.grading.running.observe_case import ObservedCase, fake_clock, start_commands
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import UNCAUGHT_EXCEPTION
from harness.language import languages
from harness.language.diagnostics.exceptions import out_of_range
from harness.language.driver import IndexDriver, NotCallable, drivers
from harness.model.finding import Finding
from harness.model.invocation import Invocation
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
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
    report = _run(observed, assignment, built, workspace, driver) if driver is not None else b""
    if not report:
        return judgement
    return workspace.judging.call_or(ReadIndex(judgement, report, built.folder or Path()), workspace.key, judgement)


def _driver_for(path: str) -> IndexDriver | None:
    known = (name for name, language in languages().items() if path.endswith(language.suffixes))
    for driver in map(drivers().get, known):
        if isinstance(driver, IndexDriver):
            return driver
    return None


def _run(
    observed: ObservedCase, assignment: Assignment, built: Built, workspace: Workspace, driver: IndexDriver
) -> bytes:
    """Run the program under the driver; the report, empty if there is none."""
    case = observed.case
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or Path(), workdir)
        for name, content in case.files.items():
            prepare_new_file(workdir, name).write_bytes(assignment.content(content))
        path = f"{workspace.isolation.home_in_sandbox(home)}/{_REPORT}"
        try:
            ways = tuple(expand_files(way, workdir) for way in start_commands(case, built))
            command = driver.index_command(workdir, ways, path)
        except (NotCallable, NoRecipe):
            return b""
        limits, stdin, clock = observed.expectation.limits, assignment.content(case.stdin), fake_clock(case, 0)
        workspace.observe(Invocation(command, workdir, home, limits, stdin, clock=clock, collect_home=(_REPORT,)))
        return (read_bounded(home, _REPORT, _LARGEST_REPORT) or b"")[:_LARGEST_REPORT]
