"""Validate one entry of the cases of a spec, before its variables are filled in."""

from __future__ import annotations

import os
from collections.abc import Iterator

from harness.checkers import checker_of
from harness.checkers.base import BaseChecker
from harness.checkers.text import Text
from harness.diagnose.near_misses import NEAR_MISSES
from harness.spec.assignment import Assignment, expectations
from harness.spec.model import Case
from harness.spec.source import KeyPath, Source
from harness.spec.suggestion import suggestion
from harness.spec.validate_references import leads_out, pattern_problems, unknown_clause, unknown_function


def case_problems(source: Source, assignment: Assignment, index: int) -> Iterator[str]:
    """A line for each problem of the entry ``index`` of the spec's cases."""
    case, path = assignment.spec.cases[index], ("cases", index)
    yield from unknown_clause(source, (*path, "clause"), case.clause, assignment)
    for explanation in case.explained_by:
        yield from unknown_clause(source, (*path, "follows"), explanation, assignment)
    expects_anything = any(
        (
            *expectations(case),
            case.pairs,
            case.built,
            case.cleans,
            case.dialogue,
            case.interactor,
            case.sanitize,
            case.tests,
            case.lint,
            case.generate,
            case.exit is not None,
            case.time,
            case.calls,
            case.trace,
            case.no_overflow,
            case.source,
            case.across,
        )
    )
    if not expects_anything:
        yield f'{source.at(path)}: "{case.name}" expects nothing; say what stdout, stderr, exit or files must be'
    if case.built and (case.run or case.args or case.dialogue or any(True for _ in expectations(case))):
        yield f"{source.at((*path, 'built'))}: a case that looks at what the build made runs nothing"
    yield from _functions(source, assignment, case, path)
    if case.source and case.source.header:
        yield from pattern_problems(source.at((*path, "source", "header", "besides")), case.source.header.besides)
    for expressions in case.source.mentions.values() if case.source else ():
        for expression in expressions:
            pattern = expression if isinstance(expression, str) else expression.pattern
            yield from pattern_problems(source.at((*path, "source", "mentions")), pattern)
    yield from _dialogue(source, case, path)
    yield from _interactor(source, assignment, case, path)
    yield from _student_tests(source, assignment, case, path)
    yield from _sanitizers(source, assignment, case, path)
    yield from _near_misses(source, assignment, case, path)


def _functions(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    if case.generate is not None:
        if not assignment.references():
            yield f"{source.at((*path, 'generate'))}: what must come is the reference's output, and there is none"
        if case.stdin is not None or case.dialogue or case.interactor or case.calls or case.pairs or case.across:
            yield f"{source.at((*path, 'generate'))}: goes with no other input and no dialogue"
    for name in (case.results, case.across, case.generate.function if case.generate else ""):
        if name and name not in assignment.functions:
            yield unknown_function(source.at(path), name, assignment)
    if (case.runs > 1) != bool(case.across):
        yield f'{source.at(path)}: "runs" and "across" go together: several runs are judged by a function of checks.py'


def _dialogue(source: Source, case: Case, path: KeyPath) -> Iterator[str]:
    for step, exchange in enumerate(case.dialogue):
        at = source.at((*path, "dialogue", step))
        actions = [exchange.send is not None, exchange.eof, exchange.hang_up, exchange.end == "waiting"]
        both = exchange.expect is not None and exchange.pattern is not None
        if both or not (exchange.awaits or any(actions[1:])):
            yield f'{at}: give exactly one of "expect" and "pattern"'
        if sum(actions) > 1:
            yield f'{at}: give only one of "send", "eof: true", "hang_up: true" and "end: waiting"'
        if any(actions[2:]) and step + 1 < len(case.dialogue):
            yield f"{at}: nothing can follow, as the dialogue is over then"
        if exchange.pattern is not None:
            yield from pattern_problems(source.at((*path, "dialogue", step, "pattern")), exchange.pattern)
    if case.dialogue and case.dialogue[-1].end == "waiting" and case.exit not in (None, "any"):
        yield f"{source.at((*path, 'exit'))}: a program that must wait for more input has no exit status"


def _interactor(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    if not case.interactor:
        return
    at, program = source.at((*path, "interactor")), assignment.folder / case.interactor
    if leads_out(case.interactor):
        yield f"{at}: {case.interactor} is not in the spec's folder; copy the file there, and write its name in it"
    elif not program.is_file():
        yield f"{at}: there is no file {program}"
    elif program.suffix != ".py" and not os.access(program, os.X_OK):
        yield f"{at}: {program} is not executable; it is a Python program (.py) or one that can be started"
    if case.dialogue or case.calls or case.runs > 1 or case.attempts:
        yield f'{at}: "interactor" goes with neither "dialogue", "calls", "runs" nor "attempts"'
    text_of = case.stdout if case.stdout is None or isinstance(case.stdout, str) else checker_of(case.stdout)
    if isinstance(text_of, BaseChecker) and (text_of.needs_golden() or not isinstance(text_of, Text)):
        yield f"{source.at((*path, 'stdout'))}: with an interactor this is the answer that it gets: a text, or a file"


def _student_tests(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    if case.lint is not None and case.lint.config:
        if case.lint.tool not in ("checkstyle", "clang-tidy"):
            yield f'{source.at((*path, "lint", "config"))}: {case.lint.tool} takes "options", no "config"'
        elif not (assignment.folder / case.lint.config).is_file():
            yield f"{source.at((*path, 'lint', 'config'))}: there is no file {assignment.folder / case.lint.config}"
    if case.tests is not None:
        at, wrong = source.at((*path, "tests")), assignment.folder / case.tests.against
        if not assignment.references():
            yield f"{at}: students' tests need a reference in {assignment.reference_folder}"
        if not wrong.is_dir() or not any(wrong.iterdir()):
            yield f"{at}: there are no wrong programs in {wrong} for students' tests to notice"


def _sanitizers(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    if case.sanitize:
        at = source.at((*path, "sanitize"))
        if assignment.spec.language not in ("c", "cpp", "make", "any"):
            yield f'{at}: only programs in C and C++ can be sanitized; the language is "{assignment.spec.language}"'
        if case.calls:
            yield (
                f"{at}: functions are called without sanitizers; take it out here, and look at memory in a case that "
                "starts a program: one of the course's that calls these functions (given: {main.c: {file: "
                'input/main.c}}), with "stdin", "stdout" and "sanitize"'
            )
        if case.run or case.time:
            key = "run" if case.run else "time"
            why = "the program as it is built starts there" if case.run else "a build with sanitizers is slower"
            yield f'{at}: "sanitize" does not go with "{key}": {why}; make two cases of it'


def _near_misses(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[str]:
    near_misses = assignment.spec.defaults.near_misses if case.near_misses is None else case.near_misses
    for name, target in near_misses.items():
        key_path = (*path, "near_misses", name)
        if name not in NEAR_MISSES:
            advice = f"{suggestion(name, NEAR_MISSES)}; known: {', '.join(NEAR_MISSES)}"
            yield f'{source.at(key_path)}: there is no near miss "{name}"{advice}'
        if isinstance(target, str):
            yield from unknown_clause(source, key_path, target, assignment)
        elif not 0 <= target <= 1:
            yield f"{source.at(key_path)}: the part of the points that is kept is a number from 0 to 1, got {target}"
