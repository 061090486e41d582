"""The results of a course's suite to verdicts, and whose fault it is where the tests computed too long. Pure."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Mapping
from typing import Any

from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.model.errors import JudgeError
from harness.model.finding import Place
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict

Entry = Mapping[str, Any]
Entries = dict[str, dict[str, Any]]
BETWEEN_S = 10.0
"""CPU seconds that the tests' own process may use before the first test, and between two."""
_DONE = 43
_TIMES_EACH, _LEAST_TEST_S = 5.0, 3.0
_TOO_LONG = (-signal.SIGPROF, -signal.SIGXCPU, -signal.SIGABRT, -signal.SIGTRAP, 44, 3)
"""How the process of the tests ends then; where its memory is full, Node by a signal and Java with 3."""
_OWN = "own-loop"
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


def test_s(each_s: float) -> float:
    """CPU seconds that the tests' own process may use in one test of which the program may use so many."""
    return max(_LEAST_TEST_S, _TIMES_EACH * each_s)


def read_results(written: bytes, observation: Observation, name: str) -> tuple[Entries, str | None]:
    """The results by test, that of a file that could not be loaded under an empty name; and what took too long.

    That is a test, or nothing's name if it was none; None if all came to its end.

    Raises:
        JudgeError: when a file of the course's fails by itself, or the process of the tests does.

    """
    entries: Entries = {}
    begun: Mapping[str, Any] = {"begun": "", "used": False}
    for entry in _lines(written):
        if "begun" in entry:
            begun = entry
            continue
        if entry.get("broken"):
            where, why = entry["file"] or "a class", f"{entry['error']}: {entry['message']}"
            raise JudgeError(f"{name}: the tests in {where} fail by themselves: {why}")
        entries.setdefault(entry.get("test", ""), entry)
    interaction = observation.interaction
    if interaction is not None and interaction.status in _TOO_LONG:
        entries.setdefault(begun["begun"], too_long(is_students=begun["used"]))
        return entries, begun["begun"]
    failed = interaction is not None and interaction.status not in (_DONE, None) and not observation.ended_by
    if interaction is not None and failed and not interaction.deadlock:
        raise JudgeError(f"{name}: the tests could not be run to their end: {interaction.complaint[-300:]}")
    return entries, None


def _lines(content: bytes) -> Iterator[dict[str, Any]]:
    """The whole lines: the process may have ended while it wrote one."""
    for line in content[: content.rfind(b"\n") + 1].splitlines():
        yield json.loads(line)


def too_long(*, is_students: bool) -> dict[str, Any]:
    """The entry of a test in which the tests' own process computed too long."""
    end = {"why": "ended", "end": {"limit": "cpu"}} if is_students else {"why": _OWN}
    return {"passed": False, **end}


def is_own_loop(entry: Mapping[str, Any] | None) -> bool:
    """Whether the tests themselves took too long, with nothing of the student's in it."""
    return entry is not None and entry.get("why") == _OWN
