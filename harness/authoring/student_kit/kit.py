"""Make the kit: the visible part of a course, the harness with what it imports, and one command."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from harness.authoring.student_kit.packages import carried, check_py, compiled_packages
from harness.authoring.student_kit.readme import readme, samples
from harness.authoring.student_kit.visible_course import VisibleCourse, visible_course
from harness.authoring.student_kit.visible_part import VisiblePart, with_variants
from harness.authoring.wheel import zipped
from harness.course.ingest.matching.variants import StudentVariants, Variant
from harness.course.policy.load import load_policy, own_check_of
from harness.grading.running.example_pairs import sealed_answers
from harness.grading.running.student_tests import wrong_programs
from harness.grading.verdicts.sealed_examples import Sealed
from harness.grading.workspace.workspace import Workspace
from harness.model.errors import UsageError
from harness.spec.format.assignment import KIT_FILE, Assignment


class Kit(Struct, frozen=True):
    """A kit, and the course in it."""

    content: bytes
    course: VisibleCourse
    examples: tuple[str, ...]
    """The cases of examples that it checks by sealed answers."""


def student_kit(
    assignment: Assignment, workspace: Workspace | None = None, student: StudentVariants | None = None
) -> Kit:
    """The kit of an assignment.

    Args:
        assignment: with its reference and wrong programs, which stay here.
        workspace: where these run, for sealed answers and variants; None: the course alone judges what takes them.
        student: whose variants the kit has; None: the course alone judges these.

    Raises:
        UsageError: when it has no case that could be judged by a kit.
        JudgeError: when the reference or the course's list of inputs fails.

    """
    variants: dict[str, Variant] = {}
    if workspace is not None and student is not None:
        assignment, variants = with_variants(assignment, student, workspace)
    course = visible_course(assignment)
    part = course.part
    sealed = {} if workspace is None else dict(_sealed(assignment, part, workspace))
    if not part.cases and not sealed:
        raise UsageError(f"{assignment.id}: it has no visible case that can be judged by a kit")
    facts = {
        "assignment": assignment.id,
        "seen": round(sum(part.points.values()), 6),
        "total": part.total,
        "elsewhere": [planned.name for planned in part.elsewhere if planned.name not in sealed],
        "cases": len(part.cases),
        "examples": msgspec.to_builtins(sealed),
        "receipt": own_check_of(load_policy(assignment.folder.parent), assignment.id) != "none",
    }
    compiled = compiled_packages(part.cases)
    inner = {f"course/specs/{name}": text for name, text in course.files.items()}
    inner |= {f"course/{KIT_FILE}": json.dumps(facts, indent=1).encode(), **dict(carried(compiled))}
    outer = {
        "check.py": check_py(compiled),
        "kit/README.md": readme(assignment, part, sealed, variants),
        "kit/kit.zip": zipped(inner),
        **samples(assignment, part),
    }
    return Kit(zipped(outer, frozenset({"check.py"})), course, tuple(sealed))


def _sealed(assignment: Assignment, part: VisiblePart, workspace: Workspace) -> Iterator[tuple[str, Sealed]]:
    """The sealed answers of the cases whose possible inputs the course lists, by name."""
    for planned in part.elsewhere:
        if planned.case.tests is not None and planned.case.tests.inputs:
            wrong = wrong_programs(assignment, planned.case, workspace)
            yield planned.name, sealed_answers(assignment, planned, wrong, workspace)
