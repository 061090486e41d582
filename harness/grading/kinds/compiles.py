"""Cases of code that must compile with a student's, or must not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.case_kind import Kind, Runner
from harness.language import languages
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_LANGUAGES = ("c", "cpp", "java")


class Compiles(Kind):
    """Compiles code of the course's with the student's: it must compile, or a part of it must not; nothing is run."""

    key = "compiles"
    guide = "calls.md#what-must-compile-and-what-must-not"
    takes = frozenset({"limits"})

    def tools(self, assignment: Assignment, _case: Case) -> Iterable[str]:
        """The compiler."""
        language = assignment.spec.language
        return (languages()[language].tools[0].name,) if language in _LANGUAGES else ()

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """The language has a compiler, and the code holds the part that must be refused."""
        snippet, at = case.compiles, (*path, "compiles")
        if snippet is None:
            return
        if assignment.spec.language not in _LANGUAGES:
            language = assignment.spec.language
            yield Problem(source.at(at), f'"compiles" is for {", ".join(_LANGUAGES)}; the language is "{language}"')
        if not snippet.refused:
            if snippet.instead:
                yield Problem(source.at((*at, "instead")), '"instead" replaces "refused", which is missing')
            return
        if snippet.refused == snippet.instead:
            yield Problem(source.at((*at, "instead")), '"refused" and "instead" are the same: no code can fit both')

    def planned_problems(self, source: Source, planned: PlannedCase, assignment: Assignment) -> Iterator[Problem]:
        """The code holds the part that must be refused once."""
        snippet = planned.case.compiles
        if snippet is None or not snippet.refused:
            return
        count = assignment.content(snippet.code).decode(errors="replace").count(snippet.refused)
        if count != 1:
            at = source.at(("cases", planned.entry, "compiles", "refused"))
            where = "is not in the code" if count == 0 else "is in the code several times"
            yield Problem(at, f'"{snippet.refused}" {where}; it must be there once')

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Compile the code with the submission."""
        from harness.grading.running.snippets import judge_snippet  # noqa: PLC0415 - few cases have one

        return CaseResult(judge_snippet(runner.assignment, planned, runner.built, runner.workspace))


KIND = Compiles()
