"""The result of one case, what a run is judged by, and the guard around a course's own judging functions."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.child_requests.submitted_sources import library_missing_here, with_source
from harness.grading.verdicts.ending import IDLE_CPU_SHARE
from harness.grading.verdicts.judgement import Expectation, Judgement
from harness.grading.verdicts.streams import answer
from harness.judge.checkers import Context, checker_of
from harness.language import languages
from harness.language.diagnostics.crash_reports import sanitizer_error
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.observation import Crash, Observation
from harness.model.output import Output, StoredOutput, read_output, read_whole
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase, expectations
from harness.spec.format.model import InputWay


class CaseResult(Struct, frozen=True):
    """One case, run and judged."""

    judgement: Judgement
    timing: Timing = Timing()
    reproduce: str = ""
    over_time: bool = False
    """Whether a time limit was exceeded: the case is run again, alone, before that counts."""

    answered: bool | None = None
    """Whether the run came to its own end and wrote something; None if that says nothing of the program."""
    way: InputWay | None = None
    """Of several ways to hand the input over, the one that counts; None if there is one way, or none counts."""

    @classmethod
    def not_judged(cls, reason: JudgeError | str) -> CaseResult:
        """The result of a case that our side could not judge."""
        return cls(Judgement.judge_error(str(reason)))

    @property
    def is_late(self) -> bool:
        """Whether the verdict is TLE."""
        return self.judgement.verdict is Verdict.TLE

    @property
    def judge_error(self) -> str | None:
        """What kept our side from judging; None if the case was judged."""
        if self.judgement.verdict is not Verdict.JE:
            return None
        return str(self.judgement.findings[0].params["text"])

    @property
    def waited(self) -> bool:
        """Whether a limit was exceeded with next to no CPU time: another run or other input would change nothing.

        Input ends with its last byte, so a program never waits for more of it.
        """
        if self.judgement.verdict is Verdict.NR:
            return False  # the machine had no time for it
        cpu, limit = self.timing.cpu_s, self.timing.cpu_limit_s
        return self.over_time and cpu is not None and limit is not None and cpu < IDLE_CPU_SHARE * limit


class CheckerFailed(JudgeError):
    """A function of ``checks.py`` raised an exception; the text names the case."""

    def __init__(self, text: str, reason: str = "") -> None:
        """``reason``: the exception alone."""
        super().__init__(text, reason)
        self.reason = reason

    def __str__(self) -> str:
        """Say what failed, and where the spec calls it."""
        return str(self.args[0])


@contextlib.contextmanager
def as_checker_failure(planned: PlannedCase) -> Iterator[None]:
    """Turn any exception of a course's own function in ``checks.py`` into a CheckerFailed that names the case."""
    try:
        yield
    except (MemoryError, RecursionError):
        raise  # whoever set the limit reports that
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:1000]
        raise CheckerFailed(f"{planned.location}: a function of checks.py failed: {reason}", reason) from error


def complete(expectation: Expectation, assignment: Assignment, observation: Observation) -> Expectation:
    """Add the functions of the course, the expected texts, and the uncaught error that the output names."""
    case, run = expectation.planned.case, expectation.context.run
    stdout = answer(case, observation)
    if isinstance(stdout, StoredOutput) and any(checker_of(part).function_names() for _, part in expectations(case)):
        run = replace(run, stdout=read_whole(stdout))
    files = expectation.submitted_files
    language = languages().get(assignment.spec.language)
    crash = _memory_error(expectation, observation)
    crash = crash or (language.crash(observation, files) if language else any_crash(observation, files))
    if crash is not None:
        where = with_source(crash.where, expectation.folder)
        library = library_missing_here(crash.error, where.source, files, expectation.folder)
        crash = replace(crash, where=where, library=library)
    return replace(
        expectation,
        context=Context(run, assignment.functions),
        texts=expected_texts(assignment, expectation.planned),
        crash=crash,
    )


def _memory_error(expectation: Expectation, observation: Observation) -> Crash | None:
    """What a sanitizer reports; None if the case asks for none."""
    if not expectation.planned.case.sanitize:
        return None
    return sanitizer_error(observation.stderr, expectation.submitted_files)


def any_crash(observation: Observation, files: Collection[str]) -> Crash | None:
    """Return what the first language says that knows the crash; None if the program did not crash."""
    return next((crash for language in languages().values() if (crash := language.crash(observation, files))), None)


def expected_texts(assignment: Assignment, planned: PlannedCase) -> Mapping[str, Output | None]:
    """Return the expected bytes of every judged part: written in the spec, in a file, or in its golden."""
    texts: dict[str, Output | None] = {}
    for part, expected in expectations(planned.case):
        checker = checker_of(expected)
        written = checker.expected_text()
        texts[part] = None if written is None else written.encode()
        if checker.expected_file():
            texts[part] = read_output(assignment.folder / checker.expected_file())
        if checker.needs_golden():
            texts[part] = read_output(assignment.golden(planned.name, part))
    return texts
