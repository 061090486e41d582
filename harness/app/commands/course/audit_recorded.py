"""The grades that an audit reads from a gradebook: the last of each hand-in that counts."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.marks.marking import Marking
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.students import Student
from harness.course.ingest.submission import Submission
from harness.course.policy.model import Policy
from harness.model.grade import Grade
from harness.spec.format.assignment import Assignment


class Recorded(Struct):
    """Grades with the work that they are of, and whose they are."""

    grades: list[Grade] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)
    students: dict[str, Student] = field(default_factory=dict)
    """By the name that the grades have."""
    clauses: dict[str, Mapping[str, float]] = field(default_factory=dict)
    """The points of each clause, by the same name."""
    contents: dict[str, str] = field(default_factory=dict)
    """The hash of the work, by the same name."""


def recorded(book: Gradebook, store: Store, assignment: Assignment, policy: Policy) -> Recorded:
    """What the gradebook has of an assignment; of two students of one name the second has their number after it."""
    with book.reading() as connection:
        proposals = Marking(connection, assignment, policy).proposals()
    result, attempts = Recorded(), list[int]()
    for proposal in proposals:
        if proposal.hand_in is None or proposal.hand_in.judged is None:
            continue
        shown, hand_in = proposal.student.shown, proposal.hand_in
        name = f"{shown} (#{proposal.student.id})" if shown in result.students else shown
        result.students[name], result.clauses[name] = proposal.student, proposal.hand_in.judged.clauses
        attempts.append(proposal.hand_in.judged.attempt)
        result.contents[name] = hand_in.content
        here = store.path(hand_in.content) if store.has(hand_in.content) else None
        result.submissions.append(Submission(name, assignment.id, here))
    names = list(result.students)
    result.grades = [replace(grade, student=names[index]) for index, grade in enumerate(book.grades(attempts))]
    return result
