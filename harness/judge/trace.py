"""Judging how often a run called the student's functions. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from harness.judge.judgement import RIGHT, Judgement
from harness.model.finding import Finding
from harness.model.observation import Observation
from harness.model.verdict import Verdict
from harness.spec.model import Case

_BOUNDS = re.compile(r"(\d*)\.\.(\d*)")


def bounds(wanted: int | str) -> tuple[int, int | None]:
    """The least and the most calls of ``120``, ``119..120``, ``1..`` or ``..8``; ValueError for anything else."""
    if isinstance(wanted, int) or wanted.isdecimal():
        return int(wanted), int(wanted)
    found = _BOUNDS.fullmatch(wanted)
    if found is None or not (found[1] or found[2]):
        raise ValueError(wanted)
    return int(found[1] or 0), int(found[2]) if found[2] else None


def judge_trace(case: Case, counts: Mapping[str, int] | None, seen: Observation) -> Judgement:
    """The verdict on the counts of a traced run; ``counts`` is None when the run did not come to its end."""
    if counts is None:
        how = f"was ended at its {seen.ended_by.value} limit" if seen.ended_by else "did not end by itself"
        return Judgement.fault(Verdict.RTE, f"the traced run {how}", where="stderr", actual=seen.stderr[-1500:] or None)
    findings = [finding for name, wanted in case.trace.items() if (finding := _count(name, wanted, counts))]
    return Judgement(Verdict.WA, tuple(findings), 0.0, comparable=False) if findings else RIGHT


def _count(name: str, wanted: int | str, counts: Mapping[str, int]) -> Finding | None:
    names, fold = name.removeprefix("(?i)").split("|"), name.startswith("(?i)")
    known = [one.lower() for one in names] if fold else names
    calls = sum(count for one, count in counts.items() if (one.lower() if fold else one) in known)
    least, most = bounds(wanted)
    if calls >= least and (most is None or calls <= most):
        return None
    told = f"{least}" if least == most else f"at least {least}" if most is None else f"{least} to {most}"
    times = "never" if calls == 0 else f"{calls} time{'s' if calls > 1 else ''}"
    return Finding(f"{names[0]} was called {times} in this run; the method asked for calls it {told} times", "calls")
