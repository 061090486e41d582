"""``harness check``: what is wrong with specs, advice on sound ones, tools that they need; no program is run."""

from __future__ import annotations

from pathlib import Path

from harness.authoring.lint import advice
from harness.course.assignments import chosen_ids
from harness.language import language_words
from harness.language.tools.case_tools import missing_tool_lines
from harness.model.errors import SpecError
from harness.reports.document import points
from harness.reports.output.printing import print_lines, quantity
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import SPEC_FILE, find_specs
from harness.spec.loading.load import load
from harness.spec.yaml.source import parse, with_case_list


def check(ids: tuple[str, ...], *, specs: Path | None, strict: bool) -> int:
    """Print the advice; return the exit status: 0, or 1 where there is advice and ``strict`` forbids that.

    A tool that this machine lacks is said too, but is no fault of the spec's.

    Raises:
        SpecError: with a line for each problem of all faulty specs.

    """
    folder = specs or find_specs(Path.cwd())
    problems: list[str] = []
    given = False
    for name in chosen_ids(folder, ids):
        try:
            assignment = load(folder, name, goldens=False, languages=language_words())
        except SpecError as error:
            problems.append(str(error))
            continue
        lines = advice(with_case_list(parse(folder / name / SPEC_FILE)), assignment)
        given = given or bool(lines)
        missing = (f"note: {line}" for line in missing_tool_lines(assignment))
        print_lines(_summary(assignment, lines), *(f"  {_from_here(line)}" for line in (*lines, *missing)))
    if problems:
        raise SpecError(_from_here("\n".join(problems)))
    return int(strict and given)


def _summary(assignment: Assignment, lines: list[str]) -> str:
    clauses = assignment.clauses.values()
    total = sum(clause.points for clause in clauses if not clause.manual)
    shown = points(total, total).partition("/")[0]
    counted = (
        quantity(len(clauses), "clause"),
        quantity(len(assignment.cases), "case"),
        f"{shown} point{'' if shown == '1' else 's'}",
    )
    pieces = f"; {quantity(len(lines), 'piece')} of advice" if lines else ""
    return f"{assignment.id}: sound: {', '.join(counted)}{pieces}"


def _from_here(line: str) -> str:
    """The line with paths as a person here would write them."""
    return line.replace(f"{Path.cwd()}/", "")
