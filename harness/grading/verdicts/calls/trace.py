"""Judging functions that cannot be called, and how often a run called them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import join

from msgspec.structs import replace

from harness.grading.verdicts.calls.values import bounds_of
from harness.grading.verdicts.ending import LIMIT_VERDICTS, machine_busy
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.verdicts.streams import mark_usage
from harness.judge.finding_kinds import LIBRARY_MISSING_HERE, TRACED_RUN_ENDED, TRACED_RUN_FAILED, WRONG_CALL_COUNT
from harness.judge.messages.drivers import driver_sentence
from harness.model.finding import NOWHERE, Finding, Parameter, Place
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Observation
from harness.model.patterns import describe_name, name_matcher
from harness.model.verdict import Verdict
from harness.spec.format.model import Case
from harness.spec.format.units import call_ranges

_LONGEST_ARGUMENTS = 40
"""Characters of arguments that a sentence names."""


def not_callable(kind: str, text: str, *, built: bool = False) -> Judgement:
    """The verdict on a submission that a driver cannot make ready: its own sentence, or what a compiler wrote.

    ``built``: whether a build has worked before; then it is its functions that are wrong, and no compile error.
    """
    said = driver_sentence(text)
    evidence = None if said else text.encode(errors="replace")
    verdict = Verdict.WA if built else Verdict.CE
    fault = Judgement.fault(verdict, kind, NOWHERE if said else Place(part="compiler-output"), evidence, **said)
    return replace(fault, absent=True)


def judge_trace(
    case: Case,
    counts: Mapping[str, int] | None,
    observation: Observation,
    limits: ResolvedLimits | None = None,
    library: str = "",
) -> Judgement:
    """The verdict on the counts of a traced run.

    ``counts`` is None when the run left no report, and those of its beginning when it was ended at a limit; ``limits``:
    those of the run; ``library``: what this machine lacks for it.
    """
    if observation.machine_was_busy:
        return machine_busy(observation, limits)
    if counts is None or observation.ended_by:
        verdict = LIMIT_VERDICTS[observation.ended_by][0] if observation.ended_by else Verdict.RTE
        stderr = observation.stderr[-1500:] or None
        limit = observation.ended_by.value if observation.ended_by else ""
        name = "" if counts is None else _never_called(case, counts)
        never = {"never": name} if name else {}
        place = Place(stream="stderr") if stderr else Place()
        return Judgement.fault(verdict, TRACED_RUN_ENDED, place, stderr, limit=limit, **never)
    given = _arguments(case)
    counted = (_wrong_count(name, wanted, counts, given) for name, wanted in case.trace.items())
    findings = [finding for finding in counted if finding is not None]
    if findings and observation.exit:
        if library:
            return Judgement.fault(Verdict.NR, LIBRARY_MISSING_HERE, library=library)
        stderr = observation.stderr[-1500:] or None
        findings.append(Finding.of(TRACED_RUN_FAILED, Place(stream="stderr"), None, stderr, status=observation.exit))
        findings[0] = mark_usage(findings[0], {"stdout": observation.stdout, "stderr": observation.stderr})
    unused = not any(_calls(name, counts) for name in case.trace)
    return Judgement(Verdict.WA, tuple(findings), 0.0, absent=unused, comparable=False) if findings else RIGHT


def _never_called(case: Case, counts: Mapping[str, int]) -> str:
    """The first function that has to be called, and was not; empty for none."""
    wanted = (name for name, count in case.trace.items() if min(call_ranges(count))[0] > 0)
    return next((describe_name(name) for name in wanted if not _calls(name, counts)), "")


def _calls(name: str, counts: Mapping[str, int]) -> int:
    matches = name_matcher(name)
    return sum(count for function, count in counts.items() if matches(function))


def _arguments(case: Case) -> dict[str, Parameter]:
    """What the program is given on its command line, if it is short."""
    text = join(map(str, case.args))
    return {"arguments": text} if 0 < len(text) <= _LONGEST_ARGUMENTS else {}


def _wrong_count(
    name: str, wanted: int | str, counts: Mapping[str, int], given: Mapping[str, Parameter]
) -> Finding | None:
    calls = _calls(name, counts)
    ranges = call_ranges(wanted)
    if any(calls >= least and (most is None or calls <= most) for least, most in ranges):
        return None
    least, most = min(ranges, key=lambda bounds: abs(calls - bounds[0]))
    place, bounds = Place(part="calls"), bounds_of(least, most)
    return Finding.of(WRONG_CALL_COUNT, place, function=describe_name(name), calls=calls, **given, **bounds)
