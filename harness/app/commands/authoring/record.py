"""``harness record ID -- ARGUMENTS``: run the reference, and make a case of what it does."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.authoring.case_text import append_case, case_text, unique_name
from harness.authoring.recorded_calls import dialogue_text, held_dialogue, parsed_call, refused, steps_text
from harness.course.assignments import chosen_ids
from harness.grading.building.build import build
from harness.grading.building.built import Built
from harness.grading.calling.calls import call_all
from harness.grading.child_requests.case_result import any_crash
from harness.grading.running.observe_case import observe_case
from harness.grading.schedule.isolation_probe import isolate
from harness.grading.schedule.tasks import Worker
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import NO_MAIN_PROGRAM
from harness.judge.messages.translator import sentence
from harness.language import language_words
from harness.language.driver import NotCallable, drivers
from harness.model.errors import UsageError, suggestion
from harness.model.observation import Exchange, Observation
from harness.model.output import read_whole
from harness.reports.output.printing import print_lines
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.folder import SPEC_FILE, find_specs
from harness.spec.format.model import Call, Case
from harness.spec.loading.load import load
from harness.spec.loading.validate_calls import call_problems
from harness.spec.yaml.location import Location, dotted

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
    calls: tuple[str, ...] = ()
    """Functions that are called instead of the program."""
    answers: tuple[str, ...] = ()
    """What is typed when the program waits, in a dialogue."""


def record(assignment_id: str, recording: Recording, *, specs: Path | None, isolation: str | None) -> int:
    """Run the first reference, and print the case or append it to the spec; return 0.

    Raises:
        UsageError: when there is no reference, it does not build, or it crashes or is stopped.

    """
    folder = specs or find_specs(Path.cwd())
    (assignment_id,) = chosen_ids(folder, (assignment_id,))
    assignment = load(folder, assignment_id, goldens=False, languages=language_words(), unfinished=True)
    clause = _clause(assignment, recording.clause)
    stdin = None if recording.stdin is None else _text(recording.stdin)
    names = [planned.name for planned in assignment.cases]
    name = recording.name or unique_name(recording.args or _called(recording) or recording.answers, stdin, names)
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
    text = _recorded(assignment, case, folder, isolation, recording)
    if not recording.append:
        print_lines(text.rstrip("\n"))
        return 0
    spec = assignment.folder / SPEC_FILE
    line = append_case(spec, lambda indent: _indented(text, indent))
    here = spec.relative_to(Path.cwd()) if spec.is_relative_to(Path.cwd()) else spec
    print_lines(f"{here}:{line}: {name}: appended; what it expects is what the reference did: check it by the handout")
    if recording.golden:
        print_lines(f"now: harness golden {assignment_id}")
    return 0


def _called(recording: Recording) -> tuple[str, ...]:
    """The names of what is called: with the arguments where it is one call only."""
    if len(recording.calls) < 2:  # noqa: PLR2004 - several are steps
        return recording.calls
    return tuple(call.function or call.new for call in map(parsed_call, recording.calls))


def _clause(assignment: Assignment, name: str) -> str:
    """The clause that is named; if none is, that of the last case."""
    clauses = assignment.clauses
    if name and name not in clauses:
        raise UsageError(f'there is no clause "{name}"{suggestion(name, clauses)}; there are {", ".join(clauses)}')
    return name or (assignment.cases[-1].case.clause if assignment.cases else next(iter(clauses)))


def _text(path: Path) -> str:
    try:
        return Path("/dev/stdin").read_text(encoding="utf-8") if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or 'not UTF-8'}") from None


def _recorded(assignment: Assignment, case: Case, specs: Path, isolation: str | None, recording: Recording) -> str:
    """The text of the case that the first reference makes of it."""
    references = assignment.references()
    if not references:
        raise UsageError(
            f"{assignment.reference_folder}: there is no reference; put a right program into a folder there"
        )
    _refuse_mixtures(recording)
    calls = tuple(map(parsed_call, recording.calls))
    with scratch() as root:
        worker = Worker({assignment.id: assignment}, isolate(specs, best=isolation).isolation, root)
        workspace = worker.workspace("reference")
        built = build(assignment, references[0], workspace)
        built.check_tools()
        if built.folder is None:
            problem = built.review or (built.failed[0].problem if built.failed else None)
            why = sentence(problem) if problem else "it cannot be built"
            raise UsageError(f"{references[0]}: {why}; see it with: grade {references[0]}")
        if calls:
            return _calls_text(assignment, case, calls, built, workspace)

        def observe(dialogue: tuple[Exchange, ...]) -> Observation:
            planned = PlannedCase(replace(case, dialogue=dialogue), {}, Location(Path()))
            return observe_case(assignment, planned, built, workspace).observation

        if recording.answers:
            steps, screen = held_dialogue(recording.answers, observe)
            note = _note(references[0])
            return case_text(
                case.name, case.clause, args=case.args, steps=dialogue_text(steps), stdout=screen, note=note, indent=0
            )
        observation = observe(())
    _refuse_broken(observation, references[0], built.kept_files)
    return _case_text(case, observation, recording, _note(references[0]))


def _note(reference: Path) -> str:
    return f"what reference/{reference.parent.name}/{reference.name} did; check it by the handout"


def _refuse_mixtures(recording: Recording) -> None:
    """UsageError for options that do not go together."""
    if (recording.calls or recording.answers) and (recording.stdin or recording.produces or recording.golden):
        raise UsageError("--call and --answer go with neither --stdin, --produces nor --golden")
    if recording.calls and (recording.answers or recording.args or recording.files):
        raise UsageError("--call goes with neither --answer, --file nor arguments of the program")


def _calls_text(assignment: Assignment, case: Case, calls: tuple[Call, ...], built: Built, workspace: Workspace) -> str:
    """The text of a case of calls; UsageError where the reference cannot be called so."""
    language = assignment.spec.language
    if language not in drivers():
        raise UsageError(f"functions of {language} cannot be called; languages: {', '.join(sorted(drivers()))}")
    if language == "prolog":
        raise UsageError("a case of goals in Prolog is written by hand, see docs/calls.md")
    nowhere = Location(Path())
    planned = PlannedCase(replace(case, calls=calls), {}, nowhere)
    wrong = next(call_problems(nowhere.below, planned, assignment), None)
    if wrong:
        raise UsageError(f"--call: {dotted(wrong.location.key_path)}: {wrong.message}")
    reference = assignment.references()[0]
    try:
        report = call_all(assignment, {0: planned}, built.folder or Path(), workspace).reports[0]
    except NotCallable as error:
        raise UsageError(f"{reference}: {error}") from None
    for number, text in enumerate(calls):
        why = refused(text, report.results[number] if number < len(report.results) else None)
        if why:
            raise UsageError(f"{reference}: {why}{f' ({report.ended})' if report.ended else ''}")
    if report.ended:
        raise UsageError(f"{reference}: the call ended the program: {report.ended}")
    steps = steps_text(calls, report.results, returns_null=language in ("python", "javascript"))
    return case_text(case.name, case.clause, steps=steps, note=_note(reference), indent=0)


def _refuse_broken(observation: Observation, reference: Path, files: Collection[str]) -> None:
    """Make no case of a run that is not what a right program does."""
    if observation.not_started == NO_MAIN_PROGRAM:
        raise UsageError(
            f"{reference}: it has no main program to run; record calls of its functions: --call 'NAME(ARGUMENTS)'"
        )
    if observation.not_started:
        raise UsageError(f"{reference}: it could not be started: {observation.not_started}")
    if observation.ended_by is not None:
        raise UsageError(
            f"{reference}: it was stopped at the {observation.ended_by.value} limit; does it wait for input? Hand it "
            "over with --stdin FILE, or with --answer TEXT if it asks on a terminal"
        )
    if observation.exit is None:
        raise UsageError(f"{reference}: it was ended by signal {observation.signal}")
    crash = any_crash(observation, files)
    if crash is not None:
        raise UsageError(f"{reference}: it stops with an exception that nothing catches: {crash.error}")


def _case_text(case: Case, observation: Observation, recording: Recording, note: str) -> str:
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
        note="" if recording.golden and not (observation.stderr or case.produces) else note,
    )


def _decoded(output: bytes, part: str) -> str:
    if len(output) > _LARGEST_TEXT:
        raise UsageError(f"{part} has {len(output)} bytes, too many for a spec; --golden keeps it in golden/")
    try:
        return output.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{part} is not UTF-8 text and cannot be in a spec; --golden keeps it in golden/") from None


def _indented(text: str, blanks: int) -> str:
    return "".join(f"{' ' * blanks}{line}".rstrip(" ") + "\n" for line in text.rstrip("\n").split("\n"))
