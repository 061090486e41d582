"""Look for numbers that come out too large for their type, in a run that need not come to its end, and judge them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.calling.trace import REPORT, first_accepted, judge_traced, not_traceable, observe_traced, untraced
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import with_source
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import NotCallable
from harness.model.finding import NOWHERE, Place
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase

_LARGEST_INT = (1 << 31) - 1
_KINDS = ("product", "sum", "conversion", "comparison")


def judge_lost_number(
    facts: Mapping[str, Any], files: Sequence[str] = (), folder: Path | None = None
) -> Judgement | None:
    """The verdict on a run in which a number came out too large for its type; None if none was seen to.

    ``files``: those that were handed in, of which one in this folder has the line.
    """
    lost, value, line = facts.get("lost"), facts.get("value"), facts.get("line")
    if lost not in _KINDS or type(value) is not int or type(line) is not int:
        return None  # the program runs beside what writes the report, and may have written it
    where = Place(line=line) if line > 0 else NOWHERE
    if line > 0 and (path := next((path for path in files if PurePath(path).name == facts.get("file")), "")):
        function = str(facts.get("function", ""))
        where = with_source(replace(where, path=path, function=function if function.isidentifier() else ""), folder)
    return Judgement.fault(Verdict.WA, "number-lost", where, lost=lost, value=value, largest=_LARGEST_INT)


_LONGEST = 1000
"""Characters of a line of the report that are read; ours are shorter."""


def run_for_overflow(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> CaseResult:
    """Run the case, in each of its ways, until it was at work for long enough; what ends before is judged as any run.

    Raises:
        JudgeError: when this machine lacks a tool, or the language has no such numbers.

    """
    return first_accepted(planned, lambda way: _run_way(assignment, way, built, workspace))


def _run_way(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> CaseResult:
    try:
        observation = observe_traced(assignment, planned, built, workspace)
    except NotCallable as error:
        return not_traceable(error, built)
    facts = _read_report(observation.files.get(REPORT))
    if lost := judge_lost_number(facts, tuple(built.kept_files), built.staged or built.folder):
        return CaseResult(lost, reproduce=untraced(assignment, planned.case, built))
    if facts.get("ended") is True:
        return CaseResult(RIGHT)
    return CaseResult(judge_traced(assignment, planned, observation, workspace))


def _read_report(report: bytes | None) -> dict[str, Any]:
    """The second line of the report; empty if it is missing or malformed."""
    line = (report or b"").partition(b"\n")[2]
    try:
        facts: Any = json.loads(line[:_LONGEST])
    except (ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}
