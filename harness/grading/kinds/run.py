"""Cases that run the program: on its input, in each way to hand that over, judged by what it writes and leaves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult, expected_texts
from harness.grading.child_requests.judge_in_child import judge_run
from harness.grading.running.case_kind import Kind, Runner, same_run, same_start
from harness.grading.running.earlier_runs import with_earlier_runs
from harness.grading.running.observe_case import ObservedCase, case_limits, observe_case
from harness.grading.running.reproduce import Reproduction, earlier_lines, reproduce_run
from harness.grading.verdicts.judge import has_answered, has_crashed, over_time
from harness.language import language_of, languages
from harness.model.grade import Timing
from harness.model.observation import Limit
from harness.model.output import Output
from harness.model.patterns import alternatives
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase, expectations
from harness.spec.format.kinds import PROCESS, RUN, WRITTEN
from harness.spec.format.model import Case, InputWay
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

OF_RUNS = PROCESS | WRITTEN | {"stdin", "clock", "sanitize", "output_files", "attempts", "time"}
"""Keys of a case that runs the program."""
_READ = 1 << 16
"""Bytes of an output in which expected lines are looked for."""
_SANITIZED = ("c", "cpp", "make", "any")


class Run(Kind):
    """Starts the program and judges what it writes, the files that it makes and how it ends."""

    key = RUN
    guide = "writing-a-spec.md"
    takes = OF_RUNS | {"before", "from", "cleans"}
    has_run_time = True
    may_be_left_out = True

    def starts_program(self, _case: Case) -> bool:
        """It does, in each of its ways."""
        return True

    def starts_usually(self, case: Case) -> bool:
        """Unless it has a command of its own."""
        return case.run is None

    def runs(self, assignment: Assignment, case: Case) -> int:
        """Those before it, and its own."""
        return super().runs(assignment, case) * (1 + len(case.before))

    def can_be_repeated(self, case: Case) -> bool:
        """Unless it is built in a way of its own, or needs what earlier runs left."""
        return not case.sanitize and not case.before

    def shared_run(self, case: Case) -> str:
        """All that the program is started with, and what is kept of the run."""
        return same_run(self.key, case)

    def same_start(self, case: Case) -> str:
        """All that the program is started with."""
        return same_start(self.key, case)

    def expects_something(self, case: Case) -> bool:
        """Whether the case says what must come of the run."""
        judges = (case.pairs, case.cleans, case.sanitize, case.exit is not None, case.time)
        return any(judges) or any(True for _ in expectations(case))

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """What does not go together in a case that runs the program."""
        yield from sanitizer_problems(source, assignment, case, path)
        yield from replaced_sources(source, assignment, case, path)
        if case.cleans and not _builds(assignment):
            at = source.at((*path, "cleans"))
            yield Problem(at, "nothing is built here that could be left; take the key out, or say what is built: build")

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run and judge a case in each of its ways, and count the best.

        Where none counts for anything, the first is shown in which the program writes a line of the expected answer.
        """
        case = planned.case
        limits = case_limits(runner.assignment, case, runner.cpu_limit_s)
        observations: list[ObservedCase] = []
        results: list[CaseResult] = []
        for way in case.attempts or (InputWay(),):
            observed = observe_case(runner.assignment, planned, runner.built, runner.workspace, limits=limits, way=way)
            observations.append(observed)
            results.append(replace(judged(observed, runner), way=way if case.attempts else None))
            if results[-1].judgement.verdict is Verdict.AC and not has_crashed(results[-1].judgement):
                return results[-1]
            late = sum(result.over_time or _was_ended(seen) for seen, result in zip(observations, results, strict=True))
            if results[-1].waited or late >= runner.most_late_runs:
                break
        best = min(results, key=rank)
        if len(results) == 1 or best.judgement.verdict is Verdict.AC or best.judgement.comparable:
            return best
        pairs = zip(observations, results, strict=True)
        answered = (result for seen, result in pairs if _writes_expected_lines(seen, runner.assignment))
        return next(answered, best)

    def reproduce(self, planned: PlannedCase, runner: Runner) -> Reproduction:
        """The command, with its input and files."""
        observed = observe_case(runner.assignment, planned, runner.built, runner.workspace)
        return reproduce_run(runner.assignment, observed.case, runner.built, observed.observation)


class RunOfItsOwn(Run):
    """A run in which what is read is made while it goes on: no tool repeats it, and no other case shares it."""

    def can_be_repeated(self, _case: Case) -> bool:
        """No other tool makes what it reads."""
        return False

    def shared_run(self, _case: Case) -> str:
        """None."""
        return ""

    def same_start(self, _case: Case) -> str:
        """What it reads is not the same."""
        return ""

    def expects_something(self, _case: Case) -> bool:
        """What is made comes with what is expected of it."""
        return True


def judged(observed: ObservedCase, runner: Runner) -> CaseResult:
    """Judge one run."""
    observation, expectation = observed.observation, observed.expectation
    workspace = runner.workspace
    judgement = judge_run(workspace.judging, workspace.key, runner.assignment, observation, expectation)
    lacks_index = any(finding.params.get("reason") == "index" for finding in judgement.findings)
    if lacks_index and runner.most_late_runs > 1 and expectation.planned.kind.can_be_repeated(observed.case):
        from harness.grading.calling.index_values import with_index  # noqa: PLC0415 - few programs crash so

        judgement = with_index(judgement, observed, runner.assignment, runner.built, workspace)
    timing = Timing(observation.cpu_s, observation.wall_s, expectation.limits.cpu, memory=observation.memory)
    late = judgement.verdict is Verdict.TLE or over_time(observation, expectation.limits, expectation.planned.case)
    result = CaseResult(judgement, timing, observed.reproduce, late, has_answered(observation, observed.case))
    return with_earlier_runs(result, earlier_lines(runner.assignment, observed.case, observation.command))


def rank(result: CaseResult) -> tuple[bool, bool, bool, bool]:
    """Return a sort key, best result first: right, comparable, any wrong answer, then a crash or a late run."""
    judgement = result.judgement
    is_right = judgement.verdict is Verdict.AC
    return not is_right, not judgement.comparable, judgement.verdict is not Verdict.WA, result.over_time


def _was_ended(observed: ObservedCase) -> bool:
    """Whether a run came to a limit of time, also where what it wrote before is judged."""
    return observed.observation.ended_by in (Limit.CPU, Limit.WALL)


def _writes_expected_lines(observed: ObservedCase, assignment: Assignment) -> bool:
    """Whether a run wrote any line of what is expected, however it went on and ended."""
    expected = expected_texts(assignment, observed.expectation.planned)
    written = (observed.observation.stdout, *observed.observation.files.values())
    return any(_lines(text) & _lines(output) for text in expected.values() if text for output in written)


def _lines(output: Output) -> set[bytes]:
    """The lines at the beginning of an output, without blank ones."""
    return {line.strip() for line in output[:_READ].splitlines()} - {b""}


def _builds(assignment: Assignment) -> bool:
    """Whether a build may leave files."""
    spec = assignment.spec
    language = languages().get(spec.language)
    if spec.build or spec.submission_file or language is None:
        return any(recipe.commands for recipe in spec.build) or spec.submission_file or not spec.build
    return bool(language.recipe([f"main{ending}" for ending in language.suffixes[:1]]).commands)


def replaced_sources(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
    """A line where the files of a case replace every program that a student must hand in."""
    required = [alternatives(pattern) for pattern in assignment.spec.files.required if case.files]
    programs = [names for names in required if any(language_of(name) is not None for name in names)]
    replaced = [name for names in programs for name in names if name in case.files]
    if programs and all(not set(names).isdisjoint(case.files) for names in programs):
        at = source.at((*path, "files", replaced[0]))
        yield Problem(at, "it replaces the student's own program, which is then not judged; give the file another name")


def sanitizer_problems(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
    """Where a case cannot look for errors of memory."""
    if not case.sanitize:
        return
    at = source.at((*path, "sanitize"))
    if assignment.spec.language not in _SANITIZED:
        yield Problem(at, f'only programs in C and C++ can be sanitized; the language is "{assignment.spec.language}"')
    if case.run or case.time:
        key = "run" if case.run else "time"
        why = "the program as it is built starts there" if case.run else "a build with sanitizers is slower"
        yield Problem(at, f'"sanitize" does not go with "{key}": {why}; make two cases of it')


KIND = Run()
