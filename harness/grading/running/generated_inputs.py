"""Try generated inputs until what comes differs from the reference's, and find the smallest such input.

An input is all that a function of the course draws: standard input, arguments, files, a dialogue, or calls with their
arguments. A seed makes them the same for everybody. Hypothesis draws them, and takes the first that fails apart to a
smaller one for as long as there is time.
"""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.verdicts.calls.call_findings import describe_call
from harness.grading.verdicts.judgement import RIGHT
from harness.grading.workspace.workspace import Workspace
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.observation import Exchange
from harness.model.struct import Model
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Call

_BUDGET_S = 30.0
"""Elapsed seconds after which no smaller input is looked for."""
_LARGEST_INPUT = 1 << 20
_SHOWN = 200

Judge = Callable[[PlannedCase], CaseResult]


class DrawnInput(Model, frozen=True):
    """What the course's function draws: keys of a case, instead of the case's own."""

    stdin: str | None = None
    args: tuple[str, ...] | None = None
    files: dict[str, str] | None = None
    dialogue: tuple[Exchange, ...] | None = None
    calls: tuple[Call, ...] | None = None
    let: dict[str, Any] | None = None

    def in_case(self, planned: PlannedCase) -> PlannedCase:
        """The case with this input; calls print nothing that is compared with an output."""
        drawn = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        if self.calls:
            drawn["stdout"] = None
        return replace(planned, case=msgspec.structs.replace(planned.case, generate=None, **drawn))

    def __str__(self) -> str:
        """What a student reads of it: each part on lines of its own."""
        return "\n".join(self._parts()).removesuffix("\n")

    def _parts(self) -> Iterator[str]:
        if self.args:
            yield shlex.join(self.args)
        if self.stdin is not None:
            yield self.stdin
        yield from (f"{name}:\n{text}" for name, text in (self.files or {}).items())
        yield from (f"{step.expect or step.pattern or ''}{step.send or ''}" for step in self.dialogue or ())
        yield from (f"{name} = {value}" for name, value in (self.let or {}).items())
        yield from map(describe_call, self.calls or ())


class _Differs(Exception):
    """The output for an input is wrong; Hypothesis looks for a smaller one."""


def run_generated(assignment: Assignment, planned: PlannedCase, workspace: Workspace, judge: Judge) -> CaseResult:
    """Judge the inputs one after the other; return the result for the smallest that fails, or that of the last.

    ``judge`` runs the case with one input, and judges it by the reference. Raises JudgeError when the course's function
    or the reference fails.
    """
    import hypothesis  # noqa: PLC0415 - few cases have generated inputs
    from hypothesis import configuration, strategies  # noqa: PLC0415

    configuration.set_hypothesis_home_dir(workspace.new("hypothesis"))
    trial = _Trial(assignment, planned, judge)
    generate = planned.case.generate
    if generate is None:
        raise ValueError("the case has no generated inputs")

    @hypothesis.seed(generate.seed)
    @hypothesis.settings(
        max_examples=generate.count,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=hypothesis.Verbosity.quiet,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
    )
    @hypothesis.given(strategies.randoms(use_true_random=False))
    def tried(random: Random) -> None:
        trial.run(random)

    with contextlib.suppress(_Differs, hypothesis.errors.HypothesisException):
        tried()  # whatever it raises, the smallest input that fails is known
    return trial.result()


class _Trial:
    """What is known about the inputs so far."""

    def __init__(self, assignment: Assignment, planned: PlannedCase, judge: Judge) -> None:
        self._assignment, self._planned, self._judge = assignment, planned, judge
        self._results: dict[bytes, tuple[DrawnInput, CaseResult]] = {}
        self._first_failure: float | None = None
        self._last = CaseResult(RIGHT)

    def run(self, random: Random) -> None:
        """Try one input; _Differs when the program fails on it."""
        drawn, key = self._drawn(random)
        late = self._first_failure is not None and time.monotonic() - self._first_failure > _BUDGET_S
        if key not in self._results:
            if late:
                return
            self._last = self._judge(drawn.in_case(self._planned))
            self._results[key] = drawn, self._last
        _, result = self._results[key]
        if result.judgement.verdict is Verdict.AC and not result.judgement.charged:
            return
        if self._first_failure is None:
            self._first_failure = time.monotonic()
            if result.over_time:  # smaller inputs would cost as much time each
                self._first_failure -= _BUDGET_S
        raise _Differs

    def _drawn(self, random: Random) -> tuple[DrawnInput, bytes]:
        """An input, and the bytes by which it is known and its size is measured."""
        generate = self._planned.case.generate
        name = generate.function if generate is not None else ""
        try:
            content: Any = self._assignment.functions[name](random)
            keys = {"stdin": content.decode() if isinstance(content, bytes) else content}
            drawn = msgspec.convert(content if isinstance(content, dict) else keys, DrawnInput)
            size = msgspec.json.encode(drawn)
        except Exception as error:
            raise JudgeError(f"{self._planned.location}: {name} of checks.py failed: {error!r}"[:1000]) from error
        if drawn == DrawnInput() or len(size) > _LARGEST_INPUT:
            raise JudgeError(
                f"{self._planned.location}: {name} of checks.py must return a text, or keys of a case such as calls, "
                "of at most 1 MiB"
            )
        return drawn, size

    def result(self) -> CaseResult:
        """The result for the smallest input that fails, else that of the last one."""
        failing = [
            (len(key), key, drawn, result)
            for key, (drawn, result) in self._results.items()
            if result.judgement.verdict is not Verdict.AC or result.judgement.charged
        ]
        if not failing:
            return self._last
        _, _, drawn, result = min(failing, key=lambda entry: entry[:2])
        tried = {"tried": len(self._results)} if len(self._results) > 1 else {}
        note = Finding.of("generated-input", **tried, text=str(drawn)[:_SHOWN])
        return replace(result, judgement=replace(result.judgement, findings=(*result.judgement.findings, note)))
