"""Cases of inputs that are drawn for each student."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from harness.course.ingest.matching.variants import Variant, draw, variants_of
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds.generate import Generate
from harness.grading.running.by_reference import values_file, with_variant
from harness.grading.running.case_kind import Runner
from harness.grading.running.reproduce import Reproduction
from harness.judge.messages.translator import sentence
from harness.model.errors import NeedsReview, UsageError
from harness.model.finding import Finding
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.kinds import WRITTEN
from harness.spec.format.model import Case

_SAMPLES = 3
"""Variants by which the course's own programs are proven."""


class DrawnVariants(Generate):
    """Runs the program and the reference on the input that was drawn for the student."""

    key = "variants"
    guide = "student-kit.md#variants-by-student"
    takes = frozenset({"run", "limits", "clock", "output_files"}) | WRITTEN
    why_not = {
        "stdin": "the function draws it",
        "args": "the function draws them",
        "files": "the function draws them",
        "from": "the function draws the input",
        "time": "the function draws small inputs; time a case with one large input",
    }

    def runs(self, _assignment: Assignment, case: Case) -> int:
        """The program and the reference on each variant that is tried."""
        return 2 * _SAMPLES * case.runs

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run and judge the case with the student's own variant; a program of the course's with a few samples."""
        function = _function(planned)
        if not runner.workspace.own_programs:
            return self._judged(planned, _own(planned, runner), runner)
        for number in range(_SAMPLES):
            variant = draw(runner.assignment, function, f"sample {number}")
            result = self._judged(planned, variant, runner, knows_values=True)
            if result.judgement.verdict is not Verdict.AC:
                break
        return result

    def _judged(
        self, planned: PlannedCase, variant: Variant, runner: Runner, *, knows_values: bool = False
    ) -> CaseResult:
        """``knows_values``: the program reads the values of whatever variant, as the reference does."""
        whole = with_variant(planned, variant, runner.assignment, runner.workspace)
        if knows_values:
            files = {**whole.case.files, **values_file(variant)}
            whole = replace(whole, case=msgspec.structs.replace(whole.case, files=files))
        return super(Generate, self).run(whole, runner)

    def reproduce(self, planned: PlannedCase, runner: Runner) -> Reproduction:
        """The command, with the student's own input and files."""
        if runner.submission is None or not runner.submission.student:
            raise UsageError(f"{planned.name}: its input is drawn for each student; say whose: --student NAME")
        try:
            variant = _own(planned, runner)
        except NeedsReview as error:
            raise UsageError(f"{planned.name}: {sentence(error.finding)}") from None
        whole = with_variant(planned, variant, runner.assignment, runner.workspace)
        return super().reproduce(whole, runner)


def _function(planned: PlannedCase) -> str:
    if planned.case.variants is None:
        raise ValueError("the case has no variants")
    return planned.case.variants.function


def _own(planned: PlannedCase, runner: Runner) -> Variant:
    """The variant of whose submission it is; NeedsReview if that is not clear: nobody is judged by another's."""
    submission = runner.submission
    if submission is not None and any(note.kind == "group-graded-once" for note in submission.notes):
        raise NeedsReview(Finding.of("variant-of-group"))
    drawn = {} if submission is None else variants_of(runner.assignment, submission)
    variant = drawn.get(_function(planned))
    if variant is None:
        raise NeedsReview(Finding.of("variant-unknown"))
    return variant


KIND = DrawnVariants()
