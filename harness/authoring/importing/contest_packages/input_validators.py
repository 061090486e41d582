"""The programs in ``input_validators`` beside a spec, of which each must accept the input of every case with 42."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness.authoring.importing.contest_packages.course_program import STARTED, course_program, installed
from harness.authoring.importing.contest_packages.output_judge import programs_in
from harness.authoring.importing.package import Faults
from harness.language import language_of
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Observation
from harness.model.struct import Model
from harness.spec.conversion.convert import convert
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import INPUT_FLAGS, INPUT_VALIDATORS
from harness.spec.format.model import FileContent
from harness.spec.yaml.source import read

_ACCEPTED = 42
_LIMITS = ResolvedLimits(cpu=60, wall=120)
_SHOWN = 200
_HEADERS = (".h", ".hpp")


class InputFlags(Model, frozen=True):
    """``specs/<assignment>/input_validators.yaml``: what the programs are started with."""

    flags: dict[str, dict[str, tuple[str, ...]]] = {}
    """File, or folder, of inputs -> name of a program, or ``""`` for all others -> its words."""


def check_inputs(assignment: Assignment) -> tuple[list[str], list[str]]:
    """Start each program with each case's input; return a line for each failure, and notes of what was not run."""
    folder = assignment.folder / INPUT_VALIDATORS
    if not folder.is_dir():
        return [], []
    path = assignment.folder / INPUT_FLAGS
    flags = convert(read(path), InputFlags).flags if path.is_file() else {}
    failures: list[str] = []
    notes: list[str] = []
    inputs = dict(_inputs(assignment))
    for program in programs_in(folder):
        place = f"{assignment.id}: {INPUT_VALIDATORS}/{'' if program == folder else program.name}"
        files = [program] if program.is_file() else [path for path in program.rglob("*") if path.is_file()]
        known = [language.name for path in files if (language := language_of(path.name))]
        if not set(known) & {*STARTED} and not any(path.name in ("build", "run") for path in files):
            notes.append(f"{place}: not run, its language is not known")
            continue
        rejected = list(_rejected(program, inputs, flags, assignment))
        failures += [f"{place} {line}" for line in rejected]
        if not rejected:
            notes.append(f"{place} accepts {len(inputs)} inputs")
    return failures, notes


def _inputs(assignment: Assignment) -> Iterator[tuple[str, tuple[str, str | FileContent]]]:
    """Each case's input, once: its file, or the case's name -> the case's name, and where it stands."""
    for planned in assignment.cases:
        stdin = planned.case.stdin
        if stdin is not None:
            name = stdin.file if isinstance(stdin, FileContent) and stdin.file else planned.name
            yield name, (planned.name, stdin)


def _rejected(
    program: Path,
    inputs: Mapping[str, tuple[str, str | FileContent]],
    flags: Mapping[str, Mapping[str, Sequence[str]]],
    assignment: Assignment,
) -> Iterator[str]:
    faults = Faults()
    headers = [path for path in program.parent.iterdir() if path.suffix in _HEADERS] if program.is_file() else []
    built = course_program(program, faults, [program, *headers] if headers else ())
    if built is None:
        yield from (line.removeprefix(f"{program}: ") for line in faults.lines)
        return

    def observe(item: tuple[str, tuple[str, str | FileContent]]) -> Observation:
        of_input = flags.get(item[0]) or flags.get(item[0].rpartition("/")[0]) or {}
        words = of_input.get(program.stem, of_input.get("", ()))
        return start(words, assignment.content(item[1][1]), _LIMITS)

    with installed(built) as start, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for (case, _), observation in zip(inputs.values(), pool.map(observe, inputs.items()), strict=True):
            if observation.exit != _ACCEPTED:
                how = observation.ended_by.value if observation.ended_by else f"exit status {observation.exit}"
                said = (observation.stderr or observation.stdout[:])[:_SHOWN].decode(errors="replace")
                yield f"rejects the input of case {case} ({how}): {' '.join(said.split())}".rstrip(": ")
