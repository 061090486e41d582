"""Everything that a run is judged by: expected texts, the course's functions, an uncaught error."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from harness.grading.child_requests.missing_here import library_missing_here
from harness.grading.child_requests.source_places import with_source
from harness.grading.verdicts.judgement import Expectation
from harness.grading.verdicts.streams import answer
from harness.judge.checkers import Context, checker_of
from harness.language import languages
from harness.language.diagnostics.crash_reports import sanitizer_error
from harness.model.observation import Crash, Observation
from harness.model.output import Output, StoredOutput, read_output, read_whole
from harness.spec.format.assignment import Assignment, PlannedCase, expectations


def complete(expectation: Expectation, assignment: Assignment, observation: Observation) -> Expectation:
    """Add the functions of the course, the expected texts, and the uncaught error that the output tells of."""
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
    """What a sanitizer reports; None where the case asks for none."""
    if not expectation.planned.case.sanitize:
        return None
    return sanitizer_error(observation.stderr, expectation.submitted_files)


def any_crash(observation: Observation, files: Collection[str]) -> Crash | None:
    """Return what the first language says that knows the crash; None where the program did not crash."""
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
