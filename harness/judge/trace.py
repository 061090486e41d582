"""Judging how often a run called the student's functions. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from harness.judge.ending import LIMIT_VERDICTS
from harness.judge.judgement import RIGHT, Judgement
from harness.model.finding import Finding
from harness.model.observation import Observation
from harness.model.patterns import describe, name_matcher
from harness.model.verdict import Verdict
from harness.spec.model import Case
from harness.spec.units import call_range


def judge_trace(case: Case, counts: Mapping[str, int] | None, observation: Observation) -> Judgement:
    """The verdict on the counts of a traced run; ``counts`` is None when the run did not come to its end."""
    if counts is None:
        ending = (
            f"was ended at its {observation.ended_by.value} limit" if observation.ended_by else "did not end by itself"
        )
        verdict = LIMIT_VERDICTS[observation.ended_by][0] if observation.ended_by else Verdict.RTE
        return Judgement.fault(
            verdict, f"the traced run {ending}", where="stderr", actual=observation.stderr[-1500:] or None
        )
    findings = [finding for name, wanted in case.trace.items() if (finding := _wrong_count(name, wanted, counts))]
    unused = not any(_calls(name, counts) for name in case.trace)
    return Judgement(Verdict.WA, tuple(findings), 0.0, absent=unused, comparable=False) if findings else RIGHT


def _calls(name: str, counts: Mapping[str, int]) -> int:
    matches = name_matcher(name)
    return sum(count for function, count in counts.items() if matches(function))


def _wrong_count(name: str, wanted: int | str, counts: Mapping[str, int]) -> Finding | None:
    calls = _calls(name, counts)
    least, most = call_range(wanted)
    if calls >= least and (most is None or calls <= most):
        return None
    called = "was never called" if calls == 0 else f"was called {_count_text(str(calls))}"
    return Finding(
        f"{describe(name)} {called} in this run; the method asked for calls it {_count_range(least, most)}", "calls"
    )


def _count_range(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {_count_text(str(least))}"
    if least == most:
        return _count_text(str(least)) if least else "never"
    return _count_text(f"{least} to {most}" if least else f"at most {most}")


def _count_text(number: str) -> str:
    return f"{number} time" if number in ("1", "at most 1") else f"{number} times"
