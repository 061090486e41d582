"""Seal what programs answer to every possible input, and check students' examples by that.

No program, no answer and no input of the course's is in what is sealed.

Each possible input has a row. The right output of that input is the key to the row: only who knows it can read which
wrong programs print something else. A key takes long to compute, so that trying outputs out takes long as well.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from harness.grading.building.build import build
from harness.grading.running.observe_case import case_limits, start_commands
from harness.grading.workspace.workspace import Workspace
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.model.struct import Model
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case

PATTERNS = ("**/*.in", "**/*.out", "**/*.ans")
"""The files with examples, where a spec says nothing else: ``1.in`` with ``1.out`` or ``1.ans``."""
LARGEST = 1 << 20
"""Bytes of a file that counts."""
_MOST_PAIRS = 100
_ROUNDS = 100_000
"""Rounds of PBKDF2 for a key: about a twentieth of a second."""
_TAG_BYTES = 16


class Sealed(Model, frozen=True):
    """The sealed answers of one case."""

    salt: str
    programs: int
    """How many wrong programs there are."""
    rows: dict[str, str]
    """The hash of a possible input -> the tag of its right output, then the sealed bits of the wrong programs."""
    files: tuple[str, ...]
    """Patterns of the files with examples."""


class Example(Struct, frozen=True):
    """What is known about one example."""

    known: bool
    """Whether its input is one of the possible ones; nothing is known about another."""
    valid: bool = False
    """Whether its output is right."""
    caught: frozenset[int] = frozenset()
    """The numbers of the wrong programs that print something else; of a valid example alone."""


def example_inputs(names: Iterable[str]) -> list[str]:
    """The names of the inputs among the files with examples, as many as count."""
    return [name for name in sorted(names) if name.endswith(".in")][:_MOST_PAIRS]


def output_name(given: str, names: Container[str]) -> str | None:
    """The name of the file with the output of an input; None if there is none."""
    stem = given.removesuffix(".in")
    return next((stem + end for end in (".out", ".ans") if stem + end in names), None)


def lines_of(text: bytes) -> list[bytes]:
    """The lines without blanks and empty lines at the end: an example is not wrong for these."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def plain(text: bytes) -> bytes:
    """The text as examples are compared."""
    return b"\n".join(lines_of(text))


def seal(
    salt: str, outputs: Mapping[bytes, tuple[bytes, Iterable[int]]], programs: int, files: tuple[str, ...]
) -> Sealed:
    """Seal the right output of each possible input, and the numbers of the wrong programs that differ there."""
    rows = {}
    for given, (output, caught) in outputs.items():
        bits = sum(1 << number for number in caught).to_bytes(_size(programs), "big")
        tag, mask = _opened(salt, given, output, programs)
        rows[_row(salt, given)] = tag.hex() + _joined(bits, mask).hex()
    return Sealed(salt=salt, programs=programs, rows=dict(sorted(rows.items())), files=files)


def look_up(sealed: Sealed, given: bytes, output: bytes) -> Example:
    """What the sealed answers say about an example."""
    row = sealed.rows.get(_row(sealed.salt, given))
    if row is None:
        return Example(known=False)
    content = bytes.fromhex(row)
    tag, mask = _opened(sealed.salt, given, output, sealed.programs)
    if not hmac.compare_digest(tag, content[:_TAG_BYTES]):
        return Example(known=True)
    bits = int.from_bytes(_joined(content[_TAG_BYTES:], mask), "big")
    caught = frozenset(number for number in range(sealed.programs) if bits >> number & 1)
    return Example(known=True, valid=True, caught=caught)


def _row(salt: str, given: bytes) -> str:
    return hashlib.sha256(salt.encode() + b"\0" + plain(given)).hexdigest()


def _opened(salt: str, given: bytes, output: bytes, programs: int) -> tuple[bytes, bytes]:
    """The tag of an output, and what its bits are masked with."""
    salted = hashlib.sha256(salt.encode() + b"\1" + plain(given)).digest()
    key = hashlib.pbkdf2_hmac("sha256", plain(output), salted, _ROUNDS, _TAG_BYTES + _size(programs))
    return key[:_TAG_BYTES], key[_TAG_BYTES:]


def _size(programs: int) -> int:
    return programs // 8 + 1


def _joined(bits: bytes, mask: bytes) -> bytes:
    return bytes(bit ^ other for bit, other in zip(bits, mask, strict=True))


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
