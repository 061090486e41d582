"""What a kit says for people: how to run it, the clauses of the handout, what cannot be seen, samples of input."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping

from harness.authoring.student_kit.visible_part import VisiblePart
from harness.course.ingest.matching.variants import Variant
from harness.judge.checkers import checker_of
from harness.model.escape import single_line
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Clause

_SAMPLES = 3

_HEAD = """\
# Check your work: {title}

Put `check.py` and the folder `kit` into the folder of your work, and run

    python3 check.py            # grades the folder that check.py is in, and writes check.html
    python3 check.py --watch    # again after each save

It takes Python 3.11 or later, and the tools of your language. It takes no network and no rights of an administrator.
The kit carries what it needs for one platform and one version of Python.
Elsewhere `uv run check.py` fetches the rest once.

Your program runs as you: nothing is isolated. Run no program of another person's with it.

**{seen:g} of {total:g} points can be seen here.** The mark is made at the course, not by this kit.

## What the handout asks for
"""


_EXAMPLES = """
## Your examples

    python3 check.py examples

says how many of your examples are valid, and how many wrong programs they catch. An example is an input such as `1.in`
and its output beside it, `1.out`. The kit knows the right outputs only sealed: it cannot show them.
"""


def readme(
    assignment: Assignment,
    part: VisiblePart,
    sealed: Collection[str] = (),
    variants: Mapping[str, Variant] | None = None,
) -> bytes:
    """The text of ``README.md``.

    Args:
        assignment: whose kit it is.
        part: what is visible of it.
        sealed: the cases of examples that the kit checks.
        variants: what was drawn for the student, by case.

    """
    head = _HEAD.format(title=assignment.spec.title, seen=sum(part.points.values()), total=part.total)
    hidden = set(assignment.clauses) - _tellable(assignment, part)
    clauses = [_clause(name, clause, part) for name, clause in assignment.clauses.items() if name not in hidden]
    away = [f"- {planned.name}" for planned in part.elsewhere if planned.name not in sealed]
    examples = [_EXAMPLES] if sealed else []
    missing = ["", "## Cases that only the course can judge", "", *away] if away else []
    return "\n".join([head, *clauses, *_own(variants or {}), *examples, *missing, ""]).encode()


def _own(variants: Mapping[str, Variant]) -> Iterator[str]:
    """The numbers and names that were drawn for the student."""
    values = {name: value for variant in variants.values() for name, value in variant.values.items()}
    if variants:
        yield "\n## Your variant\n\nThis kit is yours alone: its input was drawn for you."
        yield from (f"- {single_line(name)}: {single_line(str(value))}" for name, value in values.items())


def _tellable(assignment: Assignment, part: VisiblePart) -> set[str]:
    """The clauses that visible cases judge, or no case at all."""
    judged = {planned.case.clause for planned in assignment.cases}
    visible = {planned.case.clause for planned in (*part.cases, *part.elsewhere)}
    return (set(assignment.clauses) - judged) | visible | set(part.points)


def _clause(name: str, clause: Clause, part: VisiblePart) -> str:
    worth = f" ({part.points[name]:g} points here)" if name in part.points else " (not judged here)"
    return f"- {single_line(clause.text)}{worth}"


def samples(assignment: Assignment, part: VisiblePart) -> dict[str, bytes]:
    """Input of a few cases with its expected output, as files of the kit."""
    files: dict[str, bytes] = {}
    chosen = [planned for planned in part.cases if planned.kind.key == "run" and _output(assignment, planned)]
    for planned in chosen[:_SAMPLES]:
        files |= dict(_sample(assignment, planned))
    return files


def _sample(assignment: Assignment, planned: PlannedCase) -> Iterator[tuple[str, bytes]]:
    case, stem = planned.case, f"kit/sample/{planned.name}"
    if case.args:
        yield f"{stem}.args", f"{shlex.join(case.args)}\n".encode()
    if case.stdin is not None:
        yield f"{stem}.in", assignment.content(case.stdin)
    for name, content in case.files.items():
        yield f"{stem}/{name}", assignment.content(content)
    yield f"{stem}.out", _output(assignment, planned) or b""


def _output(assignment: Assignment, planned: PlannedCase) -> bytes | None:
    """What such a case may print, where that is one text."""
    expected = planned.case.stdout
    text = checker_of(expected).expected_text() if expected is not None else None
    if text is not None:
        return text.encode()
    golden = assignment.golden(planned.name, "stdout")
    return golden.read_bytes() if expected is not None and golden.is_file() else None
