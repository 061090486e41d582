"""``harness variants``: draw the inputs of each student once, and list who has what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from harness.course.assignments import load_course
from harness.course.ingest.matching.roster import NAME, read_roster
from harness.course.ingest.matching.variants import (
    FILE,
    StudentVariants,
    Variant,
    read_variants,
    variants_text,
    with_drawn,
)
from harness.judge.messages.translator import ENGLISH, translator
from harness.model.errors import UsageError
from harness.model.escape import shorten, single_line
from harness.reports.html.environment import render_page
from harness.reports.output.printing import print_lines, table_lines
from harness.reports.output.write import check_target, write_whole
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import find_specs

_WIDEST = 60
"""Characters of a variant on the screen; a page has all of them."""


def variants(name: str, roster: Path | None, page: Path | None, *, specs: Path | None) -> int:
    """Draw for those of the roster who have no variant yet, and print all; return the exit status.

    ``roster``: the class; None: ``roster.csv`` beside the folder of specs. ``page``: where to write all of it for the
    teacher; None: nowhere.

    Raises:
        UsageError: when there is no such assignment, no roster, or nothing to draw.
        JudgeError: when the course's function fails.

    """
    if page is not None:
        check_target(page)
    specs_folder = specs or find_specs(Path.cwd())
    assignment = load_course(specs_folder, (name,))[name]
    drawing = [planned.case.variants for planned in assignment.cases if planned.case.variants is not None]
    functions = list(dict.fromkeys(options.function for options in drawing))
    if not functions:
        raise UsageError(f"{name}: no case of it has variants")
    place = roster or specs_folder.resolve().parent / NAME
    before, students = len(read_variants(assignment.folder)), with_drawn(assignment, functions, read_roster(place))
    write_whole(assignment.folder / FILE, variants_text(students))
    head = ("student", *functions)
    rows = [[student.entry.person.name, *_cells(student, functions)] for student in students]
    if page is not None:
        title = f"{assignment.spec.title}: who has which variant"
        write_whole(page, render_page("variants.html", translator(ENGLISH), [], title=title, head=head, rows=rows))
    short = [[shorten(cell, _WIDEST) for cell in row] for row in rows]
    lines = [
        *table_lines(short, head),
        "",
        f"{assignment.folder / FILE}: {len(students)} students, {len(students) - before} of them new",
        *_same(students, functions, assignment),
    ]
    print_lines(*lines)
    return 0


def _cells(student: StudentVariants, functions: list[str]) -> Iterator[str]:
    for function in functions:
        variant = student.drawn.get(function)
        yield "" if variant is None else single_line(in_words(variant))


def in_words(variant: Variant) -> str:
    """A variant in one line: its values; else its input."""
    if variant.values:
        return ", ".join(
            f"{name} = {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
            for name, value in variant.values.items()
        )
    parts = [
        " ".join(variant.args),
        variant.stdin.strip(),
        *(f"{name}: {text}" for name, text in variant.files.items()),
    ]
    return " | ".join(filter(None, parts))


def _same(students: tuple[StudentVariants, ...], functions: list[str], assignment: Assignment) -> Iterator[str]:
    """A line for each function by which several students have the same variant."""
    for function in functions:
        known: dict[str, list[str]] = {}
        for student in students:
            if function in student.drawn:
                known.setdefault(repr(student.drawn[function]), []).append(student.entry.person.name)
        groups = [" and ".join(names) for names in known.values() if len(names) > 1]
        if groups:
            yield f"{assignment.id}: {function} drew the same for {'; '.join(groups)}"
