"""Judging how often a run called the student's functions. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from harness.judge.judge import ENDINGS
from harness.judge.judgement import RIGHT, Judgement
from harness.model.finding import Finding
from harness.model.observation import Observation
from harness.model.patterns import describe, name_matcher
from harness.model.verdict import Verdict
from harness.spec.model import Case
from harness.spec.units import call_range


def judge_trace(case: Case, counts: Mapping[str, int] | None, seen: Observation) -> Judgement:
    """The verdict on the counts of a traced run; ``counts`` is None when the run did not come to its end."""
    if counts is None:
        how = f"was ended at its {seen.ended_by.value} limit" if seen.ended_by else "did not end by itself"
        verdict = ENDINGS[seen.ended_by][0] if seen.ended_by else Verdict.RTE
        return Judgement.fault(verdict, f"the traced run {how}", where="stderr", actual=seen.stderr[-1500:] or None)
    findings = [finding for name, wanted in case.trace.items() if (finding := _count(name, wanted, counts))]
    unused = not any(_calls(name, counts) for name in case.trace)
    return Judgement(Verdict.WA, tuple(findings), 0.0, absent=unused, comparable=False) if findings else RIGHT


def _calls(name: str, counts: Mapping[str, int]) -> int:
    chosen = name_matcher(name)
    return sum(count for one, count in counts.items() if chosen(one))


def _count(name: str, wanted: int | str, counts: Mapping[str, int]) -> Finding | None:
    calls = _calls(name, counts)
    least, most = call_range(wanted)
    if calls >= least and (most is None or calls <= most):
        return None
    called = "was never called" if calls == 0 else f"was called {_times(str(calls))}"
    return Finding(
        f"{describe(name)} {called} in this run; the method asked for calls it {_told(least, most)}", "calls"
    )


def _told(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {_times(str(least))}"
    if least == most:
        return _times(str(least)) if least else "never"
    return _times(f"{least} to {most}" if least else f"at most {most}")


def _times(number: str) -> str:
    return f"{number} time" if number in ("1", "at most 1") else f"{number} times"
