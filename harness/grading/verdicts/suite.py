"""The result of one test of a course's suite to a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.model.finding import Place
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict

Entry = Mapping[str, Any]
_TIMES = ("cpu", "wall")


def judge_test(entry: Entry, where: Place) -> Judgement:
    """The verdict on one test; ``where``: the line of the submission that is known about it."""
    if entry["passed"]:
        return RIGHT
    line, why = str(entry.get("line", "")).rstrip(": "), entry.get("why")
    if why == "assertion":
        return Judgement.fault(Verdict.WA, "suite-assertion", where, line=line, message=str(entry["message"]))
    if why == "raised":
        error, message = str(entry["error"]), str(entry["message"])
        return Judgement.fault(Verdict.RTE, "suite-raised", where, line=line, error=error, message=message)
    if why == "ended":
        end = entry.get("end") or {}
        verdict = Verdict.TLE if end.get("limit") in _TIMES else Verdict.RTE
        return Judgement.fault(verdict, "suite-ended", where, line=line, **end)
    if why in ("missing", "skipped"):
        return Judgement.fault(Verdict.WA, f"suite-{why}", where, message=str(entry["message"]))
    return Judgement.fault(Verdict.WA, "suite-not-run", where)


def not_run(failed_file: Entry | None, where: Place, observation: Observation) -> Judgement:
    """The verdict on a test that did not come to its turn: why its file could not be loaded, or what ended the run."""
    if failed_file is not None:
        return judge_test({**failed_file, "passed": False}, where)
    if observation.ended_by in (Limit.CPU, Limit.WALL):
        return Judgement.fault(Verdict.TLE, "suite-ended", limit=observation.ended_by.value)
    if observation.ended_by is not None:
        return Judgement.fault(Verdict.RTE, "suite-ended", limit=observation.ended_by.value)
    return Judgement.fault(Verdict.RTE, "suite-not-run")
