"""What came of one test of a course's suite to a verdict."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from harness.grading.child_requests.source_places import with_source
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict

Entry = Mapping[str, Any]
_TIMES = ("cpu", "wall")


def judge_test(entry: Entry, files: Collection[str], folder: Path | None) -> Judgement:
    """The verdict on one test; ``files`` and ``folder``: the submission, for the line of its source."""
    if entry["passed"]:
        return RIGHT
    where = _place(entry, files, folder)
    line, why = str(entry.get("line", "")), entry.get("why")
    if why == "assertion":
        return Judgement.fault(Verdict.WA, "suite-assertion", where, line=line, message=str(entry["message"]))
    if why == "raised":
        error, message = str(entry["error"]), str(entry["message"])
        return Judgement.fault(Verdict.RTE, "suite-raised", where, line=line, error=error, message=message)
    if why == "ended":
        end = entry.get("end") or {}
        verdict = Verdict.TLE if end.get("limit") in _TIMES else Verdict.RTE
        return Judgement.fault(verdict, "suite-ended", where, line=line, **end)
    if why == "skipped":
        return Judgement.fault(Verdict.WA, "suite-skipped", where, message=str(entry["message"]))
    return Judgement.fault(Verdict.WA, "suite-not-run", where)


def not_run(
    failed_file: Entry | None, observation: Observation, files: Collection[str], folder: Path | None
) -> Judgement:
    """The verdict on a test that did not come to its turn: why its file could not be loaded, or what ended the run."""
    if failed_file is not None:
        return judge_test({**failed_file, "passed": False}, files, folder)
    if observation.ended_by in (Limit.CPU, Limit.WALL):
        return Judgement.fault(Verdict.TLE, "suite-ended", limit=observation.ended_by.value)
    if observation.ended_by is not None:
        return Judgement.fault(Verdict.RTE, "suite-ended", limit=observation.ended_by.value)
    return Judgement.fault(Verdict.RTE, "suite-not-run")


def _place(entry: Entry, files: Collection[str], folder: Path | None) -> Place:
    """The innermost line of the submission that is known; the program names it, so it may be none."""
    for path, line, function in reversed(entry.get("frames") or []):
        if path in files and line > 0:
            return with_source(Place(path=path, line=line, function="" if function == "<module>" else function), folder)
    return NOWHERE
