"""What must come of an input that the spec does not hold: what the reference prints for it."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.matching.variants import Variant
from harness.grading.building.build import build
from harness.grading.building.built import Built
from harness.grading.running.observe_case import case_limits, observe_case
from harness.grading.verdicts.streams import answer
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers import checker_of
from harness.model.errors import JudgeError
from harness.model.output import read_whole
from harness.spec.format.assignment import Assignment, PlannedCase

VALUES_FILE = "variant.json"
_SHOWN = 200


class Reference(Struct, frozen=True):
    """The reference, built, and where it is run."""

    assignment: Assignment
    built: Built
    workspace: Workspace

    @classmethod
    def of(cls, assignment: Assignment, planned: PlannedCase, workspace: Workspace) -> Reference:
        """Build the reference of an assignment, once in a worker process; JudgeError when it does not build."""
        built: Built | None = workspace.references.get(assignment.id)
        if built is None:
            root = workspace.root.parent / f"answers-{assignment.id}"
            built = build(assignment, assignment.references()[0], replace(workspace, root=root))
            workspace.references[assignment.id] = built
        built.check_tools()
        if built.folder is None:
            raise JudgeError(f"{planned.location}: the reference does not build")
        # What the reference prints must not be taken for the program's own run with the same input.
        return cls(assignment, built, replace(workspace, observations={}, variants={}))

    def expect(self, planned: PlannedCase, files: Mapping[str, str] | None = None) -> PlannedCase:
        """The case, with what the reference prints for its input.

        Args:
            planned: with its input.
            files: more files that the reference finds, and the program does not.

        Raises:
            JudgeError: when the reference fails on the input, or prints no text.

        """
        case, text = planned.case, self.output(planned, files)
        checker = checker_of(case.stdout or "")
        stdout = replace(checker, text=text) if "text" in checker.__struct_fields__ else checker
        return replace(planned, case=msgspec.structs.replace(case, stdout=stdout))

    def output(
        self, planned: PlannedCase, files: Mapping[str, str] | None = None, cpu_limit_s: float | None = None
    ) -> str:
        """What the reference prints for the input of a case, in its limit or this one; JudgeError as in ``expect``."""
        case = planned.case
        asked = replace(planned, case=msgspec.structs.replace(case, files={**case.files, **(files or {})}))
        limits = case_limits(self.assignment, case, cpu_limit_s)
        observed = observe_case(self.assignment, asked, self.built, self.workspace, limits=limits)
        wanted = (0,) if case.exit in (None, "any") else case.exit if isinstance(case.exit, tuple) else (case.exit,)
        if observed.observation.exit not in wanted or observed.observation.stuck_at is not None:
            given = self.assignment.content(case.stdin)[:_SHOWN].decode(errors="replace")
            raise JudgeError(f"{planned.location}: the reference fails on the input {given!r}, arguments {case.args}")
        output = read_whole(answer(case, observed.observation))
        try:
            return output.decode()
        except UnicodeDecodeError:
            raise JudgeError(f"{planned.location}: the reference's output is not UTF-8: {output[:_SHOWN]!r}") from None


def with_variant(planned: PlannedCase, variant: Variant, assignment: Assignment, workspace: Workspace) -> PlannedCase:
    """The case of one student: with the input that was drawn for them, and what the reference prints for it."""
    case = planned.case
    drawn = msgspec.structs.replace(
        case, variants=None, stdin=variant.stdin, args=variant.args, files=dict(variant.files)
    )
    return Reference.of(assignment, planned, workspace).expect(replace(planned, case=drawn), values_file(variant))


def values_file(variant: Variant) -> dict[str, str]:
    """The file in which the reference finds the numbers and names of a student's handout; none if there are none."""
    return {VALUES_FILE: json.dumps(variant.values, ensure_ascii=False)} if variant.values else {}
