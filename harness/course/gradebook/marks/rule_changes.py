"""What differs between the rules of a course at two times, for one student and one assignment, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from harness.course.gradebook.students import Student, Students
from harness.course.policy.load import NAME, OF_STUDENTS, policy_of
from harness.course.policy.model import AssignmentPolicy, Extension, Policy
from harness.model.errors import SpecError, UsageError
from harness.spec.yaml.source import parse_text


def rule_changes(before: bytes, after: bytes, assignment: str, student: Student, students: Students) -> list[str]:
    """The rules that differ: ``extension to 2026-11-08, ill``; ``late: ... -> ...``.

    ``before``: ``course.yaml`` as it was; empty: there was none. ``after``: as it is. ``students``: everybody, as the
    rules call students by their names.
    """
    try:
        (_, old), (_, new) = (policy_of(parse_text(Path(NAME), text)) for text in (before, after))
    except SpecError:
        return ["the rules changed; one of both is none that this version reads"]
    own = [policy.assignments.get(assignment, AssignmentPolicy()) for policy in (old, new)]
    plain = [_plain(policy, ("assignments",)) for policy in (old, new)]
    of_assignment = [_plain(rules, OF_STUDENTS) for rules in own]
    return [
        *_extension(*(_own(rules.extensions, student, students) for rules in own)),
        *_differences(*(_of_student(rules, student, students) for rules in own)),
        *_differences(*of_assignment),
        *_differences(*plain),
    ]


def _plain(record: Policy | AssignmentPolicy, without: tuple[str, ...]) -> dict[str, str]:
    fields = ((name, getattr(record, name)) for name in record.__struct_fields__ if name not in without)
    return {name: _shown(value) for name, value in fields}


def _shown(value: Any) -> str:
    return "none" if value is None else str(value) if not isinstance(value, msgspec.Struct) else _of_struct(value)


def _of_struct(record: msgspec.Struct) -> str:
    defaults = type(record)
    values = [(name, getattr(record, name)) for name in record.__struct_fields__]
    return ", ".join(f"{name} {_shown(value)}" for name, value in values if value) or defaults.__name__.lower()


def _own(by_name: Any, student: Student, students: Students) -> Any:
    """What the rules have for the student; None if they have nothing."""
    for name, value in by_name.items():
        try:
            if students.named(name).id == student.id:
                return value
        except UsageError:
            continue
    return None


def _of_student(rules: AssignmentPolicy, student: Student, students: Students) -> dict[str, str]:
    """What the rules say of a student, in words, except for an extension."""
    by_name = {
        "handed in": rules.handed_in,
        "late tokens that may be spent": rules.tokens_spent,
        "counts without a check of one's own": rules.without_check,
    }
    return {text: _shown(_own(names, student, students)) for text, names in by_name.items()}


def _extension(before: Extension | None, after: Extension | None) -> Iterator[str]:
    if before == after:
        return
    if after is None:
        yield f"the extension to {before.until if before else ''} is gone"
    else:
        yield f"extension to {after.until}" + (f", {after.why}" if after.why else "")


def _differences(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for name, value in after.items():
        if before.get(name) != value:
            yield f"{name}: {before.get(name, 'none')} -> {value}"
