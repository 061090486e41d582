"""Cases of a linter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.case_kind import Kind, Runner
from harness.language import language_of, languages
from harness.model.patterns import alternatives
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, Lint
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_WITH_CONFIG = ("checkstyle", "clang-tidy")


class Linter(Kind):
    """Runs a linter over what was handed in; the program itself is not run."""

    key = "lint"
    guide = "cases.md#linters"
    takes = frozenset({"limits"})

    def needs_build(self, _case: Case) -> bool:
        """It reads what was handed in."""
        return False

    def tools(self, _assignment: Assignment, case: Case) -> Iterable[str]:
        """The linter."""
        return (case.lint.tool,) if case.lint is not None else ()

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """It reads sources of the language, and its configuration is there."""
        from harness.grading.running.lint import usual_files  # noqa: PLC0415 - few cases have one

        lint = case.lint
        if lint is None:
            return
        yield from _language_problems(source, assignment, lint, usual_files(lint.tool), path)
        if not lint.config:
            return
        at = source.at((*path, "lint", "config"))
        if lint.tool not in _WITH_CONFIG:
            yield Problem(at, f'{lint.tool} takes "options", no "config"')
        elif not (assignment.folder / lint.config).is_file():
            yield Problem(at, f"there is no file {assignment.folder / lint.config}")

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run the linter and charge its findings."""
        from harness.grading.running.lint import judge_lint  # noqa: PLC0415 - few cases have one

        return CaseResult(judge_lint(runner.assignment, planned, runner.built, runner.workspace))


def _language_problems(
    source: Source, assignment: Assignment, lint: Lint, usual: tuple[str, ...], path: KeyPath
) -> Iterator[Problem]:
    """A line where a linter cannot read what is handed in; ``usual``: the patterns of the files that it can."""
    language, endings = languages().get(assignment.spec.language), tuple(each.removeprefix("**/*") for each in usual)
    for number, pattern in enumerate(lint.files):
        if all(language_of(name) and not name.endswith(endings) for name in alternatives(pattern)):
            at = source.at((*path, "lint", "files", number))
            yield Problem(at, f"{lint.tool} reads no such files; it reads {', '.join(usual)}")
    if lint.files or language is None or not language.suffixes:
        return
    required = [name for pattern in assignment.spec.files.required for name in alternatives(pattern)]
    if not any(name.endswith(endings) for name in (*language.suffixes, *required)):
        yield Problem(
            source.at((*path, "lint", "tool")),
            f"{lint.tool} reads {', '.join(usual)}, and the language is "
            f'{language.name}; take another tool, or say which files it reads: "files"',
        )


KIND = Linter()
