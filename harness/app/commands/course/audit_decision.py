"""``harness audit --accept`` and ``--reject``: one cause is decided for the whole class at once, with who and why."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import Connection, select

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.marks.decisions import Score, record_scores
from harness.course.gradebook.marks.mark_inputs import manual_scores
from harness.course.gradebook.marks.marking import Marking
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.storage.tables import EVENT
from harness.course.gradebook.students import Student
from harness.course.ingest.submission import Submission
from harness.course.policy.model import Policy
from harness.model.errors import UsageError
from harness.model.grade import Grade
from harness.reports.audit.answers import commonest_answer, shown_answer
from harness.reports.audit.audit import Suspect
from harness.reports.audit.base import Evidence, Loss
from harness.reports.output.printing import echo
from harness.spec.format.assignment import Assignment


class _Recorded(Struct):
    """Grades with the work that they are of, and whose they are."""

    grades: list[Grade] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)
    students: dict[str, Student] = field(default_factory=dict)
    """By the name that the grades have."""
    clauses: dict[str, Mapping[str, float]] = field(default_factory=dict)
    """The points of each clause, by the same name."""
    contents: dict[str, str] = field(default_factory=dict)
    """The hash of the work, by the same name."""


def recorded(book: Gradebook, store: Store, assignment: Assignment, policy: Policy) -> _Recorded:
    """What the gradebook has of an assignment; of two students of one name the second has their number after it."""
    with book.reading() as connection:
        proposals = Marking(connection, assignment, policy).proposals()
    result, attempts = _Recorded(), list[int]()
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


ACCEPT, REJECT = "audit-accept", "audit-reject"
_LONGEST_COMMENT = 200


def decide(
    book: Gradebook, assignment: Assignment, policy: Policy, recorded: _Recorded, case: str, why: str, *, accept: bool
) -> int:
    """Count the commonest answer that a case charges as right, or say that it is wrong; return the exit status.

    The points are written down as a person's scores of the clause, all of them in one event.

    Raises:
        UsageError: when nobody loses by the case, no reason is given, or all of them were decided before.

    """
    if not why:
        raise UsageError("--accept and --reject take a reason: --why TEXT")
    losses = [loss for loss in Evidence(assignment, tuple(recorded.grades)).losses if loss.case == case]
    if not losses:
        raise UsageError(f'{assignment.id}: nobody loses points by a case "{case}"')
    with book.writing() as connection:
        known = decided(connection, assignment.id).get(case, set())
        losses = commonest_answer([loss for loss in losses if loss.student not in known and loss.row.clause])
        if not losses:
            raise UsageError(f"{assignment.id}: {case} was decided before, for all who lose by it")
        students = list(dict.fromkeys(loss.student for loss in losses))
        answer = shown_answer(losses[0].finding)
        details = {"assignment": assignment.id, "case": case, "answer": answer, "students": students}
        event = add_event(connection, ACCEPT if accept else REJECT, why, details=details)
        if accept:
            comment = f"{case}: counted as right: {why}"[:_LONGEST_COMMENT]
            scores = _scores(connection, assignment, policy, recorded, losses, comment)
            record_scores(connection, assignment.id, scores, {}, event, final=True)
    counted = "counted as right" if accept else "stays wrong"
    whose = f"{len(students)} student{'' if len(students) == 1 else 's'}"
    echo(f"{assignment.id}: {case}: {answer or 'the answer'} of {whose} {counted}")
    folder = next((work.folder for work in recorded.submissions if work.student == students[0] and work.folder), None)
    if accept and folder is not None:
        target = assignment.folder / "accepted" / case
        line = shlex.join(["cp", "-r", str(folder), str(target)])
        echo(f"so that the spec accepts it, too, keep a program as proof and fix the check: {line}")
    return 0


def _scores(
    connection: Connection,
    assignment: Assignment,
    policy: Policy,
    recorded: _Recorded,
    losses: Sequence[Loss],
    comment: str,
) -> list[Score]:
    """What each of the students then has of the clauses: what they have now, and what the case cost them."""
    manual = manual_scores(connection, assignment.id)
    scores: dict[tuple[str, str], Score] = {}
    for loss in losses:
        clause, student = loss.row.clause, recorded.students[loss.student]
        before = scores.get((loss.student, clause))
        content = recorded.contents[loss.student]
        scored = manual[student.id].of(clause, content, policy.markers) if student.id in manual else None
        judged = recorded.clauses[loss.student].get(clause, 0.0)
        has = before.points if before else scored.points if scored and not scored.stale else judged
        points = min(assignment.clauses[clause].points, has + loss.row.max_score - loss.row.score)
        scores[loss.student, clause] = Score(student, clause, points, (), comment, content)
    return list(scores.values())


def decided(connection: Connection, assignment: str) -> dict[str, set[str]]:
    """The students about whom a case was decided, by case."""
    query = select(EVENT.c.details).where(EVENT.c.kind.in_((ACCEPT, REJECT)))
    cases: dict[str, set[str]] = {}
    for details in map(json.loads, connection.execute(query).scalars()):
        if details["assignment"] == assignment:
            cases.setdefault(details["case"], set()).update(details["students"])
    return cases


def is_open(suspect: Suspect, decisions: dict[str, set[str]]) -> bool:
    """Whether something of a check is still to be decided."""
    return any(set(suspect.programs) - decisions.get(case, set()) for case in suspect.cases)
