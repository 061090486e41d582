"""Run programs on the inputs of students' examples, and seal the right answers of every input that one may have."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from harness.grading.building.build import build
from harness.grading.running.observe_case import case_limits, start_commands
from harness.grading.verdicts.sealed_examples import PATTERNS, Sealed, lines_of, plain, seal
from harness.grading.workspace.workspace import Workspace
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case

_MOST_INPUTS = 1000


def observe_inputs(
    assignment: Assignment, case: Case, program: Path, inputs: Iterable[bytes], workspace: Workspace
) -> Iterator[Observation]:
    """Build a program and run it on one input after the other; nothing comes if it cannot be started."""
    limits = case_limits(assignment, case)
    built = build(assignment, program, workspace)
    built.check_tools()
    command = next(start_commands(case, built), None)
    if built.folder is None or command is None:
        return
    for given in inputs:
        with workspace.copy_of(built.folder) as (workdir, home):
            yield workspace.observe(Invocation(command, workdir, home, limits, given))


def possible_inputs(assignment: Assignment, case: Case) -> Mapping[bytes, bytes]:
    """Every input that an example may have, as examples are compared -> as the course writes it; none if not listed.

    Raises:
        JudgeError: when the course's function fails.

    """
    name = case.tests.inputs if case.tests is not None else ""
    if not name:
        return {}
    try:
        texts = list(assignment.functions[name]())
        inputs = {plain(text.encode()): text.encode() for text in texts}
    except Exception as error:
        raise JudgeError(f"{assignment.id}: {name} of checks.py failed: {error!r}"[:1000]) from error
    if not 0 < len(texts) <= _MOST_INPUTS:
        raise JudgeError(f"{assignment.id}: {name} of checks.py must list 1 to {_MOST_INPUTS} inputs, not {len(texts)}")
    return inputs


def sealed_answers(
    assignment: Assignment, planned: PlannedCase, wrong: Iterable[tuple[str, Path]], workspace: Workspace
) -> Sealed:
    """Run the reference and each wrong program on every possible input, and seal the result.

    Raises:
        JudgeError: when the reference does not build, or does not end on an input.

    """
    case, inputs = planned.case, list(possible_inputs(assignment, planned.case).values())
    right: list[bytes] = []
    for run in observe_inputs(assignment, case, assignment.references()[0], inputs, workspace):
        if run.ended_by is not None:
            given = inputs[len(right)][:100].decode(errors="replace")
            raise JudgeError(f"{planned.location}: the reference is stopped at a limit on the input {given!r}")
        right.append(read_whole(run.stdout))
    if not right:
        raise JudgeError(f"{planned.location}: the reference does not build")
    caught: list[list[int]] = [[] for _ in inputs]
    programs = 0
    for number, (_, folder) in enumerate(wrong):
        programs += 1
        runs = list(observe_inputs(assignment, case, folder, inputs, workspace))
        for position, output in enumerate(right):  # what does not start is noticed by every example
            if not runs or lines_of(read_whole(runs[position].stdout)) != lines_of(output):
                caught[position].append(number)
    salt = hashlib.sha256(f"{assignment.id}\0{planned.name}".encode()).hexdigest()[:32]
    answers = {given: (output, numbers) for given, output, numbers in zip(inputs, right, caught, strict=True)}
    tests = case.tests
    return seal(salt, answers, programs, (tests.files if tests is not None else ()) or PATTERNS)
