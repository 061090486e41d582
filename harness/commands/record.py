"""``harness record ID -- ARGUMENTS``: run the reference, and make a case of what it does."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from harness.authoring.append_case import append_case
from harness.authoring.case_text import case_text, unique_name
from harness.execute.build import build
from harness.execute.observe_case import observe_case
from harness.files.scratch import scratch
from harness.messages.translator import sentence
from harness.model.errors import UsageError
from harness.model.observation import NO_MAIN_PROGRAM, Observation
from harness.model.output import read_whole
from harness.plan.course import load_course
from harness.schedule.isolation_probe import isolate
from harness.schedule.tasks import Worker
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.folder import SPEC_FILE, find_specs
from harness.spec.model import Case
from harness.spec.suggestion import suggestion

_LARGEST_TEXT = 4000
"""Bytes of an output that a person still reads in a spec."""


class Recording(Struct, frozen=True):
    """What is run, and what becomes of it."""

    args: tuple[str, ...] = ()
    stdin: Path | None = None
    files: tuple[Path, ...] = ()
    produces: tuple[str, ...] = ()
    name: str = ""
    clause: str = ""
    golden: bool = False
    append: bool = False


def record(assignment_id: str, recording: Recording, *, specs: Path | None, isolation: str | None) -> int:
    """Run the first reference, and print the case or append it to the spec; return 0.

    Raises:
        UsageError: when there is no reference, it does not build, or it crashes or is stopped.

    """
    folder = specs or find_specs(Path.cwd())
    assignment = load_course(folder, (assignment_id,), goldens=False)[assignment_id]
    clause = _clause(assignment, recording.clause)
    stdin = None if recording.stdin is None else _text(recording.stdin)
    names = [planned.name for planned in assignment.cases]
    name = recording.name or unique_name(recording.args, stdin, names)
    if name in names:
        raise UsageError(f'there is a case "{name}" already; give another name with --name')
    case = Case(
        name=name,
        clause=clause,
        args=recording.args,
        stdin=stdin,
        files={path.name: _text(path) for path in recording.files},
        produces=dict.fromkeys(recording.produces, ""),
    )
    observation = _observe(assignment, case, folder, isolation)
    text = _case_text(case, observation, recording)
    if not recording.append:
        _print(text.rstrip("\n"))
        return 0
    spec = assignment.folder / SPEC_FILE
    line = append_case(spec, lambda indent: _indented(text, indent))
    here = spec.relative_to(Path.cwd()) if spec.is_relative_to(Path.cwd()) else spec
    _print(f"{here}:{line}: {name}: appended", *([f"now: harness golden {assignment_id}"] if recording.golden else []))
    return 0


def _clause(assignment: Assignment, name: str) -> str:
    """The clause that is named; where none is, that of the last case."""
    clauses = assignment.clauses
    if name and name not in clauses:
        raise UsageError(f'there is no clause "{name}"{suggestion(name, clauses)}; there are {", ".join(clauses)}')
    return name or (assignment.cases[-1].case.clause if assignment.cases else next(iter(clauses)))


def _text(path: Path) -> str:
    try:
        return Path("/dev/stdin").read_text(encoding="utf-8") if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or 'not UTF-8'}") from None


def _observe(assignment: Assignment, case: Case, specs: Path, isolation: str | None) -> Observation:
    references = assignment.references()
    if not references:
        raise UsageError(
            f"{assignment.reference_folder}: there is no reference; put a right program into a folder there"
        )
    with scratch() as root:
        worker = Worker({assignment.id: assignment}, isolate(specs, best=isolation).isolation, root)
        workspace = worker.workspace("reference")
        built = build(assignment, references[0], workspace)
        if built.folder is None:
            problem = built.review or (built.failed[0].problem if built.failed else None)
            why = sentence(problem) if problem else "it cannot be built"
            raise UsageError(f"{references[0]}: {why}; see it with: grade {references[0]}")
        observation = observe_case(assignment, PlannedCase(case, {}, ""), built, workspace).observation
    _refuse_broken(observation, references[0])
    return observation


def _refuse_broken(observation: Observation, reference: Path) -> None:
    """Make no case of a run that is not what a right program does."""
    if observation.not_started == NO_MAIN_PROGRAM:
        raise UsageError(
            f"{reference}: it has no main program to run; a case of calls is written by hand, see docs/calls.md"
        )
    if observation.not_started:
        raise UsageError(f"{reference}: it could not be started: {observation.not_started}")
    if observation.ended_by is not None:
        raise UsageError(
            f"{reference}: it was stopped at the {observation.ended_by.value} limit; does it wait for input?"
        )
    if observation.exit is None:
        raise UsageError(f"{reference}: it was ended by signal {observation.signal}")


def _case_text(case: Case, observation: Observation, recording: Recording) -> str:
    missing = [name for name in case.produces if name not in observation.files]
    if missing:
        raise UsageError(f"the reference made no file {missing[0]}; take it out of --produces")
    return case_text(
        case.name,
        case.clause,
        args=case.args,
        stdin=case.stdin if isinstance(case.stdin, str) else None,
        files={name: content for name, content in case.files.items() if isinstance(content, str)},
        stdout=None if recording.golden else _decoded(read_whole(observation.stdout), "stdout"),
        golden=recording.golden,
        stderr=_decoded(observation.stderr, "stderr") if observation.stderr else None,
        produces={name: _decoded(observation.files[name], name) for name in case.produces},
        status=observation.exit or None,
        indent=0,
    )


def _decoded(output: bytes, part: str) -> str:
    if len(output) > _LARGEST_TEXT:
        raise UsageError(f"{part} has {len(output)} bytes, too many to stand in a spec; --golden keeps it in golden/")
    try:
        return output.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{part} is no UTF-8 text and cannot stand in a spec; --golden keeps it in golden/") from None


def _indented(text: str, blanks: int) -> str:
    return "".join(f"{' ' * blanks}{line}".rstrip(" ") + "\n" for line in text.rstrip("\n").split("\n"))


def _print(*lines: str) -> None:
    print(*lines, sep="\n")  # noqa: T201 - the command's output
