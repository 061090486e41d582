"""Validate a case whose variables are filled in: what it expects, its files, its commands."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from harness.judge.checkers import checker_of
from harness.judge.checkers.base import BaseChecker, ExpectedText
from harness.judge.checkers.text import Text
from harness.spec.format.assignment import STREAMS, Assignment, PlannedCase, expectations
from harness.spec.format.model import Case, EarlierRun, Expected, FileContent, InputWay
from harness.spec.loading.validate_references import (
    clashing_names,
    command_problems,
    file_content_problems,
    name_problems,
    unknown_function,
    word_faults,
)
from harness.spec.yaml.location import Key, Location, Problem
from harness.spec.yaml.source import Source

_HIGHEST_EXIT_STATUS = 255
_LARGEST_READ = 1 << 20
"""Bytes of a file with an expected text that is looked into."""


def planned_problems(source: Source, planned: PlannedCase, assignment: Assignment) -> Iterator[Problem]:
    """Every problem of a case whose variables are filled in, of any kind."""
    case, at = planned.case, partial(_at, source, planned)
    for part, expected in expectations(case):
        keys = (part,) if part in STREAMS and expected is getattr(case, part) else ("produces", part)
        yield from _expected(partial(at, *keys), expected, assignment)
    for key, names in (("files", case.files), ("produces", case.produces), ("built", case.built)):
        if names:
            yield from (problem for name in names for problem in name_problems(at(key, name), name))
            yield from clashing_names(at(key), names)
    for name in case.output_files or ():
        yield from name_problems(at("output_files"), name)
    if case.files:
        yield from clashing_names(at("files"), {**assignment.spec.given, **case.files})
    yield from _commands(at, case)
    yield from _exit_status(at, case)
    if isinstance(case.stdin, FileContent):
        yield from file_content_problems(at("stdin"), case.stdin, assignment.folder)
    for name, content in case.files.items():
        yield from file_content_problems(at("files", name), content, assignment.folder)
    for place, way in _inputs(case):
        yield from file_content_problems(at(*place, "stdin"), way.stdin, assignment.folder)
    yield from _untouched(at, case)
    yield from _too_much(at, case, assignment)


def _exit_status(at: Callable[..., Location], case: Case) -> Iterator[Problem]:
    for status in case.exit if isinstance(case.exit, tuple) else (case.exit,):
        if isinstance(status, int) and not 0 <= status <= _HIGHEST_EXIT_STATUS:
            yield Problem(at("exit"), f"an exit status is a number from 0 to 255, got {status}")


def _at(source: Source, planned: PlannedCase, *keys: Key) -> Location:
    return source.at(("cases", planned.entry, *keys))


def _expected(at: Callable[[], Location], expected: Expected, assignment: Assignment) -> Iterator[Problem]:
    """What is wrong with what is expected at a place, which is only looked up for a message."""
    checker = checker_of(expected)
    yield from (Problem(at(), message) for message in checker.problems())
    if checker.expected_file():
        problems = list(file_content_problems(at(), FileContent(file=checker.expected_file()), assignment.folder))
        yield from problems or (Problem(at(), message) for message in _of_file(checker, assignment))
    for name in checker.function_names():
        if name not in assignment.functions:
            yield unknown_function(at(), name, assignment)


def _of_file(checker: BaseChecker, assignment: Assignment) -> Iterator[str]:
    """What is wrong with the expected text in a file, such as one that is no JSON."""
    with contextlib.suppress(UnicodeDecodeError, OSError):
        content = (assignment.folder / checker.expected_file()).read_bytes()
        if isinstance(checker, ExpectedText) and len(content) <= _LARGEST_READ:
            yield from replace(checker, text=content.decode(), file="").problems()


def _too_much(at: Callable[..., Location], case: Case, assignment: Assignment) -> Iterator[Problem]:
    """An expected text that is longer than a program may write."""
    checker = checker_of(case.stdout) if case.stdout is not None else None
    limit = case.limits.output or assignment.spec.limits.output
    text = checker.expected_text() if isinstance(checker, Text) and not checker.ignore else None
    if limit is not None and text is not None and len(text.encode()) > limit and not case.interactor:
        yield Problem(
            at("stdout"), f"it is longer than the limit output: {limit} B, so that a right program is stopped"
        )


def _commands(at: Callable[..., Location], case: Case) -> Iterator[Problem]:
    if case.run is not None:
        yield from command_problems(at("run"), case.run)
    yield from (Problem(at("args"), message) for message in word_faults(case.args))
    for place, way in _inputs(case):
        yield from (Problem(at(*place, "args"), message) for message in word_faults(way.args or ()))
    for number, earlier in enumerate(case.before):
        if earlier.run is not None:
            yield from command_problems(at("before", number, "run"), earlier.run)


def _inputs(case: Case) -> Iterator[tuple[tuple[str, int], InputWay | EarlierRun]]:
    """The further inputs of a case, each with its keys."""
    yield from ((("attempts", number), way) for number, way in enumerate(case.attempts or ()))
    yield from ((("before", number), earlier) for number, earlier in enumerate(case.before))


def _untouched(at: Callable[..., Location], case: Case) -> Iterator[Problem]:
    """Files that are put there as they must be, if nothing else is judged: a program that does nothing is right."""
    if case.produces and not any(
        (case.stdout, case.stderr, case.calls, case.dialogue, case.interactor, case.by_reference)
    ):
        same = [name for name, expected in case.produces.items() if _is_same(case.files.get(name), expected)]
        if len(same) == len(case.produces) and case.exit in (None, "any"):
            yield Problem(
                at("produces", same[0]),
                '"files" puts this text there, so that a program that does nothing is '
                "right; say also what it must print, or another text",
            )


def _is_same(content: str | FileContent | None, expected: Expected) -> bool:
    checker = checker_of(expected)
    if content is None or not isinstance(checker, Text):
        return False
    if isinstance(content, FileContent) and content.file is not None:
        return checker.file == content.file
    return checker.text == (content if isinstance(content, str) else content.text)
