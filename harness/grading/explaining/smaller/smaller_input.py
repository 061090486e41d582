"""Look for a small part of a fixed input with which a program fails as with all of it, short enough to be pasted.

What must come of the part is what the reference prints for it, and the case's own checker judges. An input may have a
form that its parts have not: a count, a heading, an end. So parts count only where the reference prints for the first
and the last alone what its output for the whole begins and ends with, and where the reference and the program print for
them a piece of their outputs for the whole. No verdict changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.explaining.smaller.input_parts import (
    begins_and_ends,
    fixed_input,
    is_in_one_piece,
    joined,
    likely_parts,
    parts_of,
    smallest_part,
    with_input,
)
from harness.grading.kinds import run_case
from harness.grading.running.by_reference import Reference
from harness.grading.running.case_kind import Runner
from harness.grading.verdicts.streams import answer
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers import checker_of
from harness.judge.finding_kinds import SMALLER_INPUT
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Finding
from harness.model.shell import print_command
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase, expectations
from harness.spec.format.kinds import RUN
from harness.spec.format.model import Case

MOST_SHRUNK = 3
"""Cases of one submission for which a smaller input is looked for."""
_MOST_RUNS = 10
"""Runs of the program for all of them together."""
MOST_CPU_S = 1.0
"""CPU seconds of these runs together, beyond which none begins; and those of one run of the reference."""
_MOST_REFUSED = 2
"""Parts of one submission that the reference cannot read."""
_FEW_LINES = 3
_PASTED = 200
"""Characters of a command that are few enough to be pasted."""
_LONGEST_LINE = 400
"""Characters of a command with a small input; that may be built, too."""
_LARGEST_INPUT = 1 << 16
_LARGEST_EXPECTED = 1 << 20


def can_shrink(assignment: Assignment, planned: PlannedCase, outcome: CaseResult) -> bool:
    """Whether a smaller input may show what a student may see: the program ended, and its input is long."""
    case, judgement = planned.case, outcome.judgement
    if judgement.verdict not in (Verdict.WA, Verdict.RTE) or outcome.over_time or not judgement.findings:
        return False
    is_plain = planned.kind.key == RUN and planned.kind.can_be_repeated(case) and not (case.time or case.pairs)
    if not is_plain or case.visibility != "visible" or [part for part, _ in expectations(case)] != ["stdout"]:
        return False
    if not assignment.references() or (outcome.timing.cpu_s or 0.0) > MOST_CPU_S:
        return False
    content = fixed_input(assignment, case)
    is_long = content.count(b"\n") >= _FEW_LINES or len(outcome.reproduce) > _PASTED
    without = len(outcome.reproduce) - len(print_command(content))
    is_long &= without <= _LONGEST_LINE  # else the rest of the command is too long, whatever is read
    return is_long and len(content) <= _LARGEST_INPUT and len(parts_of(content)) > 1 and content.isascii()


def smaller_inputs(
    assignment: Assignment, built: Built, outcomes: Mapping[int, CaseResult], workspace: Workspace, answers: Workspace
) -> dict[int, Finding]:
    """The findings on smaller inputs by case index; none if no part of an input is enough.

    Args:
        assignment: with a reference.
        built: the submission.
        outcomes: those of the cases, the ones that matter most first.
        workspace: where the program is run; it may take the time that it has there.
        answers: where the reference is run.

    Raises:
        JudgeError: when the reference does not build.

    """
    first = assignment.cases[next(iter(outcomes))]
    reference = Reference.of(assignment, first, answers)
    return dict(_Search(assignment, built, outcomes, workspace, reference).findings())


class _Search(Struct):
    """What was run for one submission."""

    assignment: Assignment
    built: Built
    outcomes: Mapping[int, CaseResult]
    workspace: Workspace
    reference: Reference
    runs: int = 0
    cpu_s: float = 0.0
    refused: int = 0
    whole: dict[int, tuple[bytes, bytes] | None] = field(default_factory=dict)
    """What the reference and the program print for the whole input, by case; None if no part can be compared."""
    failed: dict[tuple[int, bytes], CaseResult] = field(default_factory=dict)
    """The parts with which the program fails, by case."""

    def findings(self) -> Iterator[tuple[int, Finding]]:
        """The cases with the smaller input of each that has one."""
        is_drawn = draws(self.built.folder or Path(), tuple(self.built.kept_files))
        for index, outcome in () if is_drawn else self.outcomes.items():
            whole = parts_of(fixed_input(self.assignment, self.assignment.cases[index].case))
            likely = likely_parts(whole, outcome.judgement.findings[0])
            part = joined(smallest_part(whole, likely, partial(self._fails, index)))
            result = self.failed.get((index, part))
            is_short = result is not None and len(result.reproduce) <= _LONGEST_LINE
            if result is not None and is_short and print_command(part) in result.reproduce:
                yield index, _finding(part, result)

    def _fails(self, index: int, parts: Sequence[bytes]) -> bool:
        """Whether the program fails on parts as on the whole, and the reference does not."""
        if self.runs >= _MOST_RUNS or self.cpu_s >= MOST_CPU_S or self.refused >= _MOST_REFUSED:
            return False
        before, part = self.outcomes[index], joined(parts)
        planned = self.assignment.cases[index]
        if before.way is not None:
            planned = replace(planned, case=replace(planned.case, attempts=(before.way,)))
        try:
            expecting = self._expected(index, planned, part)
        except JudgeError:
            self.refused += 1
            return False
        if expecting is None:
            return False
        result, printed = self._run(expecting)
        whole = self.whole[index]
        is_alike = whole is not None and _fails_alike(result, before) and is_in_one_piece(printed, whole[1])
        if is_alike:
            self.failed[index, part] = result
        return is_alike

    def _run(self, planned: PlannedCase) -> tuple[CaseResult, bytes]:
        """The result of the program for the input of a case, and what it prints."""
        self.runs += 1
        self.workspace.observations.clear()
        result = run_case(planned, Runner(self.assignment, self.built, self.workspace, MOST_CPU_S, most_late_runs=1))
        self.cpu_s += result.timing.cpu_s or 0.0
        observed = next(iter(self.workspace.observations.values()), None)
        output = answer(planned.case, observed) if observed is not None else b""
        return result, output if isinstance(output, bytes) else b""

    def _expected(self, index: int, planned: PlannedCase, part: bytes) -> PlannedCase | None:
        """The case with this input and what the reference prints for it; None if that is not right.

        Raises:
            JudgeError: when the reference fails on the part.

        """
        if index not in self.whole:
            text = self._answer(planned)
            is_known = _known(self.assignment, planned.case) in (None, text)
            is_list = is_known and self._has_items(planned, text)
            self.whole[index] = (text, self._run(planned)[1]) if is_list else None
        whole, asked = self.whole[index], self._with_part(planned, part)
        text = self._answer(asked) if whole is not None else b""
        if whole is None or not is_in_one_piece(text, whole[0]):
            return None
        folder = self.reference.workspace.new("expected")
        expecting = replace(asked, case=_expecting(asked.case, text.decode(), folder))
        runner = Runner(self.assignment, self.reference.built, self.reference.workspace, MOST_CPU_S)
        return expecting if run_case(expecting, runner).judgement.is_right else None

    def _has_items(self, planned: PlannedCase, answers: bytes) -> bool:
        """Whether the first and the last part are inputs of their own: no heading, no count, no end."""
        parts = parts_of(fixed_input(self.assignment, planned.case))
        ends = (self._with_part(planned, joined([part])) for part in (parts[0], parts[-1]))
        return begins_and_ends(answers, *map(self._answer, ends))

    def _with_part(self, planned: PlannedCase, part: bytes) -> PlannedCase:
        return replace(planned, case=with_input(self.assignment, planned.case, part))

    def _answer(self, planned: PlannedCase) -> bytes:
        """What the reference prints for the input of a case."""
        return self.reference.output(planned, cpu_limit_s=MOST_CPU_S).encode()


def _known(assignment: Assignment, case: Case) -> bytes | None:
    """What a function of the course is handed as expected, which may list several right answers; None for nothing."""
    checker = checker_of(case.stdout or "")
    if "text" in checker.__struct_fields__:
        return None
    if checker.needs_golden():
        return read_bounded(assignment.golden_folder, f"{case.name}.stdout", _LARGEST_EXPECTED)
    file = checker.expected_file()
    return read_bounded(assignment.folder, file, _LARGEST_EXPECTED) if file else None


def _expecting(case: Case, text: str, folder: Path) -> Case:
    """The case with another expected text; a function of the course reads it from a file in a folder of ours."""
    checker = checker_of(case.stdout or "")
    fields: Collection[str] = checker.__struct_fields__
    own = {name: value for name, value in (("golden", False), ("file", "")) if name in fields}
    if "text" in fields:
        return replace(case, stdout=replace(checker, text=text, **own))
    if not (checker.needs_golden() or checker.expected_file()):
        return case
    path = folder.absolute() / "expected"
    path.write_text(text, encoding="utf-8")
    return replace(case, stdout=replace(checker, **own | {"file": str(path)}))


def _fails_alike(result: CaseResult, before: CaseResult) -> bool:
    """Whether two outcomes are wrong in the same way: the first finding is of the same kind, or shows the same.

    What a course says of many lines may be of another kind than what it says of one of them.
    """
    found, known = result.judgement, before.judgement
    if found.verdict is not known.verdict or result.over_time or not found.findings:
        return False
    first, other = found.findings[0], known.findings[0]
    if (first.where.path, first.where.line) != (other.where.path, other.where.line) and first.where.path:
        return False  # it stops elsewhere
    shows_same = first.actual is not None and (first.expected, first.actual) == (other.expected, other.actual)
    return first.kind == other.kind or shows_same


def _finding(part: bytes, result: CaseResult) -> Finding:
    """The finding on a part, with what must come and came."""
    first = result.judgement.findings[0]
    shown = {"text": part.decode().strip(), "command": result.reproduce}
    return Finding.of(SMALLER_INPUT, NOWHERE, first.expected, first.actual, **shown)
