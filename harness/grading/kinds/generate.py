"""Cases of inputs that a function of the course makes: what is read, files, dialogues and calls."""

from __future__ import annotations

from collections.abc import Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds.run import OF_RUNS, RunOfItsOwn
from harness.grading.running.by_reference import Reference
from harness.grading.running.case_kind import Runner
from harness.judge.checkers import checker_of
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.loading.validate_references import unknown_function
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_SHRINKING = 20
"""Runs by which a smaller generated input is looked for; their time is limited."""


class Generate(RunOfItsOwn):
    """Runs the program and the reference on inputs that the course makes; shows the smallest on which they differ."""

    key = "generate"
    guide = "cases.md#generated-inputs"
    takes = OF_RUNS - {"stdin", "time"}
    why_not = {
        "stdin": "the function makes the input",
        "from": "the function makes the input",
        "time": "the inputs are small; time a case with one large input",
    }

    def runs(self, assignment: Assignment, case: Case) -> int:
        """The program and the reference on each input, and on smaller ones."""
        count = case.generate.count if case.generate is not None else 1
        return super().runs(assignment, case) * (2 * count + _SHRINKING)

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """The function and a reference are there."""
        yield from super().problems(source, assignment, case, path)
        at, drawing = source.at((*path, self.key)), case.generate or case.variants
        if not assignment.references():
            yield Problem(at, "what must come is the reference's output, and there is none")
        if drawing is not None and drawing.function not in assignment.functions:
            yield unknown_function(at, drawing.function, assignment)
        for number, way in enumerate(case.attempts or ()):
            if way.stdin is not None:
                at = source.at((*path, "attempts", number, "stdin"))
                yield Problem(at, "the function makes the input; a way can only have arguments of its own")

    def planned_problems(self, source: Source, planned: PlannedCase, _assignment: Assignment) -> Iterator[Problem]:
        """What must come is the reference's output: ``stdout`` says at most how it is compared."""
        checker = checker_of(planned.case.stdout or "")
        if checker.expected_text() or checker.expected_file() or checker.needs_golden():
            at = source.at(("cases", planned.entry, "stdout"))
            yield Problem(
                at,
                "what must come is what the reference prints; say at most how it is compared, "
                "such as stdout: {check: tokens}",
            )

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run and judge the case with one input after the other."""
        from harness.grading.calling.generated_calls import run_drawn_calls  # noqa: PLC0415 - few cases have generated inputs
        from harness.grading.running.generated_inputs import run_generated  # noqa: PLC0415 - as above

        run = super().run
        reference = Reference.of(runner.assignment, planned, runner.workspace)

        def judge(with_input: PlannedCase) -> CaseResult:
            if with_input.case.calls:
                return run_drawn_calls(with_input, reference, runner)
            return run(reference.expect(with_input), runner)

        return run_generated(runner.assignment, planned, runner.workspace, judge)


KIND = Generate()
