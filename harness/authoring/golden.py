"""Making goldens: the references' outputs, refused unless everything that can be asked agrees with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import complete
from harness.grading.plan.mutants import folder_hash
from harness.grading.running.observe_case import ObservedCase, observe_case
from harness.grading.schedule.pool import Pool
from harness.grading.schedule.tasks import BuildTask, GradingJob, Worker
from harness.grading.verdicts.judge import judge
from harness.grading.verdicts.judgement import Expectation
from harness.grading.verdicts.streams import answer
from harness.grading.workspace.workspace import Timed
from harness.judge.checkers import Context, checker_of
from harness.judge.messages.translator import sentence
from harness.language.tools.case_tools import lacking_by_case, shown_name
from harness.language.tools.packages import language_tools
from harness.language.tools.toolchain import version
from harness.model.errors import JudgeError
from harness.model.output import read_whole
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.loading.validate_references import wanted_goldens

_RUNS = 2
"""How often the reference is run: a golden that is not the same twice is none."""


class ObserveTask(Struct, frozen=True):
    """Run one case of a built reference and bring back what was seen."""

    job: GradingJob
    built: Built
    index: int

    def run(self, worker: Worker) -> ObservedCase:
        """What the case's first attempt gave; its expectation has no golden yet."""
        assignment = worker.course[self.job.submission.assignment]
        workspace = worker.workspace(self.job.key)
        observed = observe_case(assignment, assignment.cases[self.index], self.built, workspace)
        expectation = complete(observed.expectation, assignment, observed.observation)
        return replace(observed, expectation=replace(expectation, context=Context(expectation.context.run)))


class Goldens(Struct):
    """The goldens of one assignment as its references make them now."""

    assignment: Assignment
    implementation: str = ""
    texts: dict[str, bytes] = field(default_factory=dict)
    """By file name."""
    commands: dict[str, str] = field(default_factory=dict)
    """The command of each golden."""
    refusals: list[str] = field(default_factory=list)
    """Why these must not become goldens; one line each."""
    unmade: dict[str, str] = field(default_factory=dict)
    """File name -> the tool for want of which this golden cannot be made here."""

    def provenance(self) -> dict[str, Any]:
        """Where the goldens come from: implementation, hash, tools, commands."""
        words = {word for command in self.commands.values() for word in command.split()}
        tools = sorted(words & language_tools().keys())
        return {
            "implementation": self.implementation,
            "sha256": folder_hash(self.assignment.reference_folder / self.implementation),
            "toolchain": {tool: version(tool) for tool in tools},
            "commands": dict(sorted(self.commands.items())),
        }


def make_goldens(
    worker: Worker, assignment: Assignment, jobs: int, known: Mapping[str, Mapping[str, str]] | None = None
) -> Goldens:
    """Run every reference of an assignment and hold the results against each other and against the oracle.

    ``known``: case -> file name -> command of goldens that are fresh, as nothing has changed since they were made.
    """
    goldens, known = Goldens(assignment), known or {}
    for commands in known.values():
        goldens.commands |= commands
        goldens.texts |= {file: (assignment.golden_folder / file).read_bytes() for file in commands}
    lacking = lacking_by_case(assignment)
    for file, (planned, _) in wanted_goldens(assignment).items():
        if planned.name in lacking:
            goldens.unmade[file] = shown_name(lacking[planned.name][0])
    wanted = {planned.name for planned, _ in wanted_goldens(assignment).values()} - lacking.keys()
    goldens.implementation = next((folder.name for folder in assignment.references()), "")
    wanted -= known.keys()
    indices = [index for index, planned in enumerate(assignment.cases) if planned.name in wanted]
    if not indices:
        return goldens
    folders = assignment.references()
    if not folders:
        goldens.refusals.append(f"{assignment.reference_folder}: there is no implementation to make goldens from")
        return goldens
    for number, folder in enumerate(folders):
        seen = _observe_all(worker, assignment, folder, indices, jobs, goldens.refusals)
        for index, attempts in seen.items():
            if number == 0:
                _take(goldens, assignment.cases[index], attempts, folder.name)
            _agree(goldens, assignment.cases[index], attempts[-1], folder.name)
    return goldens


def _observe_all(
    worker: Worker, assignment: Assignment, folder: Path, indices: list[int], jobs: int, refusals: list[str]
) -> Mapping[int, list[ObservedCase]]:
    job = GradingJob(f"{assignment.id}-{folder.name}", Submission(folder.name, assignment.id, folder), tuple(indices))
    seen: dict[int, list[ObservedCase]] = {}

    def done(task: BuildTask | ObserveTask, got: Any) -> Iterator[ObserveTask]:
        got = got.result if isinstance(got, Timed) else got
        if isinstance(got, JudgeError):
            refusals.append(f"{assignment.id}/{folder.name}: {got}")
        elif isinstance(task, ObserveTask):
            seen.setdefault(task.index, []).append(got)
        elif got.folder is None or got.failed:
            refusals.append(
                f"{assignment.id}/{folder.name}: the reference fails to build: {sentence(got.failed[0].problem)}"
            )
        else:
            yield from (ObserveTask(job, got, index) for index in indices for _ in range(_RUNS))

    pool: Pool[Any] = Pool(worker, jobs)
    pool.run([BuildTask(job)], done)
    return dict(sorted(seen.items()))


def _take(goldens: Goldens, planned: PlannedCase, attempts: list[ObservedCase], name: str) -> None:
    """Keep the first run's outputs as goldens; refuse when another run differs or the oracle does."""
    assignment, first = goldens.assignment, attempts[0]
    for file, (owner, part) in wanted_goldens(assignment).items():
        if owner.name != planned.name:
            continue
        outputs = [_part(attempt, part) for attempt in attempts]
        if outputs[0] is None:
            goldens.refusals.append(f"{planned.location}: {name} made no {part}")
            continue
        if len(set(outputs)) > 1:
            goldens.refusals.append(f"{planned.location}: two runs of {name} differ in {part}")
        goldens.texts[file] = outputs[0]
        goldens.commands[file] = first.reproduce
        if part == "stdout":
            goldens.refusals += _oracle(assignment, planned, first, outputs[0])


def _part(attempted: ObservedCase, part: str) -> bytes | None:
    if part == "stdout":
        return read_whole(answer(attempted.case, attempted.observation))
    return attempted.observation.stderr if part == "stderr" else attempted.observation.files.get(part)


def _oracle(assignment: Assignment, planned: PlannedCase, attempted: ObservedCase, golden: bytes) -> list[str]:
    """Hold a golden against the course's independent computation."""
    if not assignment.spec.oracle or planned.case.stdout is None:
        return []
    run = attempted.expectation.context.run
    expected = assignment.functions[assignment.spec.oracle](run.args, run.stdin)
    if expected is None:
        return []
    context = Context(Run(expected, b"", 0, run.args, run.stdin, run.params), assignment.functions)
    findings = checker_of(planned.case.stdout).compare(expected, golden, context)
    return [
        f"{planned.location}: the oracle disagrees with the reference: {finding.where} {sentence(finding)}"
        for finding in findings[:1]
    ]


def _agree(goldens: Goldens, planned: PlannedCase, attempted: ObservedCase, name: str) -> None:
    """Judge a reference's run by the goldens: it must be accepted, whichever implementation it is."""
    texts = {
        part: goldens.texts.get(goldens.assignment.golden(planned.name, part).name, text)
        for part, text in attempted.expectation.texts.items()
    }
    context = Context(attempted.expectation.context.run, goldens.assignment.functions)
    expectation: Expectation = replace(attempted.expectation, texts=texts, context=context)
    judgement = judge(attempted.observation, expectation)
    if judgement.verdict is Verdict.AC and not judgement.charged:
        return
    why = sentence(judgement.findings[0]) if judgement.findings else judgement.verdict.value
    other = "" if name == goldens.implementation else f" (the goldens come from {goldens.implementation})"
    goldens.refusals.append(f"{planned.location}: {name} fails {planned.name}{other}: {why}")
