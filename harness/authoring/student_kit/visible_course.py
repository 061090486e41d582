"""The course of a kit: the files of an assignment that go out, with the part of its checks that visible cases use."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from harness.authoring.student_kit.slice_functions import UnclearUse, sliced_functions
from harness.authoring.student_kit.visible_part import (
    VisiblePart,
    functions_of_case,
    records,
    suite_files_of,
    visible_part,
)
from harness.authoring.student_kit.visible_spec import spec_text
from harness.judge.checkers.base import BaseChecker
from harness.spec.format.assignment import Assignment, PlannedCase, expectations
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.model import FileContent, Lint
from harness.spec.format.pairs import pair_files


class VisibleCourse(Struct, frozen=True):
    """What of a course goes into a kit, and what its author should look at before."""

    part: VisiblePart
    files: dict[str, bytes]
    """The files of the folder of specs, by name."""
    read_by_students: tuple[str, ...]
    """The functions of ``checks.py`` and the files of tests whose text goes out."""
    refused: tuple[str, ...]
    """Why functions stay at the course."""


def visible_course(assignment: Assignment) -> VisibleCourse:
    """Choose what goes out of an assignment, whose variants are filled in."""
    first = visible_part(assignment)
    hidden = {planned.name for planned in assignment.cases} - {
        planned.name for planned in (*first.cases, *first.elsewhere)
    } | (set(assignment.clauses) - first.known)
    refused = dict(_refused(assignment, _functions(first.cases), hidden))
    part = visible_part(assignment, refused)
    functions = sorted(_functions(part.cases))
    files = sliced_functions(assignment.folder, functions)
    spec = spec_text(assignment, part, files.values())
    tests = {name for planned in part.cases for name in suite_files_of(planned, assignment.folder)}
    below = {SPEC_FILE: spec, **dict(_files(assignment, part, tests))}
    files |= {f"{assignment.id}/{name}": content for name, content in below.items()}
    reasons = tuple(f"{name}: {reason}" for name, reason in refused.items())
    return VisibleCourse(part, files, (*functions, *sorted(tests)), reasons)


def _functions(cases: Iterable[PlannedCase]) -> set[str]:
    return {name for planned in cases for name in functions_of_case(planned.case)}


def _refused(assignment: Assignment, names: Iterable[str], hidden: Collection[str]) -> Iterator[tuple[str, str]]:
    """The functions that stay at the course, each with the reason."""
    for name in sorted(names):
        try:
            modules = sliced_functions(assignment.folder, [name])
        except (UnclearUse, SyntaxError) as error:
            yield name, str(error)
            continue
        for file, text in modules.items():
            words = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
            if not words.isdisjoint(hidden):
                yield name, f"{file}: it holds the name of something hidden"
                break


def _files(assignment: Assignment, part: VisiblePart, tests: set[str]) -> Iterator[tuple[str, bytes]]:
    """The goldens of the cases, and the files of the spec's folder that they name."""
    given = records((assignment.spec.given, assignment.spec.given_for))
    names = {record.file for record in given if isinstance(record, FileContent)} | tests
    for planned in part.cases:
        names |= set(_named_files(planned, assignment.folder))
        for stream, expected in expectations(planned.case):
            golden = assignment.golden(planned.name, stream)
            if golden.is_file() and not isinstance(expected, str):
                yield golden.relative_to(assignment.folder).as_posix(), golden.read_bytes()
    for name in sorted(filter(None, names)):
        yield name, (assignment.folder / name).read_bytes()


def _named_files(planned: PlannedCase, folder: Path) -> Iterator[str]:
    for record in records(planned.case):
        if isinstance(record, FileContent):
            yield record.file or ""
        elif isinstance(record, BaseChecker):
            yield record.expected_file()
        elif isinstance(record, Lint):
            yield record.config
    if planned.case.pairs is not None:
        yield from pair_files(folder, planned.case.pairs)
