"""Everything that a run is judged by: expected texts, the course's functions, an uncaught error."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from harness.checkers import Context, checker_of
from harness.judge.judge import Expectation
from harness.judge.streams import answer
from harness.languages import languages
from harness.model.observation import Observation
from harness.model.output import Output, StoredOutput, read_output, read_whole
from harness.spec.assignment import Assignment, PlannedCase, expectations


def complete(expectation: Expectation, assignment: Assignment, observation: Observation) -> Expectation:
    """Add the functions of the course, the expected texts, and the uncaught error that the output tells of."""
    case, run = expectation.planned.case, expectation.context.run
    stdout = answer(case, observation)
    if isinstance(stdout, StoredOutput) and any(checker_of(part).function_names() for _, part in expectations(case)):
        run = replace(run, stdout=read_whole(stdout))
    language = languages().get(assignment.spec.language)
    return replace(
        expectation,
        context=Context(run, assignment.functions),
        texts=expected_texts(assignment, expectation.planned),
        crash=language.crash(observation) if language else _any_crash(observation),
    )


def _any_crash(observation: Observation) -> str | None:
    return next((crash for language in languages().values() if (crash := language.crash(observation))), None)


def expected_texts(assignment: Assignment, planned: PlannedCase) -> Mapping[str, Output | None]:
    """Return the expected bytes of every judged part: written in the spec, or read from its golden."""
    texts: dict[str, Output | None] = {}
    for part, expected in expectations(planned.case):
        checker = checker_of(expected)
        written = checker.expected_text()
        texts[part] = None if written is None else written.encode()
        if checker.needs_golden():
            texts[part] = read_output(assignment.golden(planned.name, part))
    return texts
