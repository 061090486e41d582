"""What people decide: they accept or reject marks, score clauses, and adjust; each as a row with its event."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.marks.marking import Proposal
from harness.course.gradebook.storage.database import current_user
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import (
    ADJUSTMENT,
    MANUAL_ITEM,
    MANUAL_SCORE,
    MARK,
    RUBRIC_ITEM,
    stands,
    take_back,
)
from harness.course.gradebook.storage.tables import add_row, add_rows
from harness.course.gradebook.students import Student
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment

_TWO = 2


def record_marks(
    connection: Connection,
    assignment: str,
    proposals: Iterable[Proposal],
    event: int,
    *,
    accepted: bool,
    rules: str | None = None,
) -> None:
    """Write down that marks were accepted or rejected; ``rules``: the hash of the kept rules that they follow from."""
    rows = [
        {
            "student_id": proposal.student.id,
            "assignment": assignment,
            "attempt_id": proposal.hand_in.judged.attempt if proposal.hand_in and proposal.hand_in.judged else None,
            "submission_id": proposal.hand_in.submission if proposal.hand_in else None,
            "points": proposal.mark.points,
            "max_points": proposal.mark.max_points,
            "sum": storable(proposal.mark.sum),
            "facts": json.dumps(_facts(proposal)),
            "accepted": accepted,
            "rules_sha256": rules,
            "event_id": event,
        }
        for proposal in proposals
    ]
    add_rows(connection, MARK, rows)


def _facts(proposal: Proposal) -> dict[str, object]:
    return {
        "terms": [[term.points, term.text] for term in proposal.mark.terms],
        "days_late": proposal.mark.days_late,
        "tokens": proposal.mark.tokens,
        "assignment_id": proposal.hand_in.judged.assignment if proposal.hand_in and proposal.hand_in.judged else None,
    }


def undo_mark(connection: Connection, assignment: str, student: Student, event: int) -> str:
    """Let the mark count again that a student had before the last one that was accepted; its sum.

    It is a new row; calling this again goes on to the mark before that one.

    Raises:
        UsageError: when there is none before.

    """
    same = MARK.c.assignment == assignment, MARK.c.student_id == student.id, MARK.c.accepted
    rows = connection.execute(select(MARK).where(*same).order_by(MARK.c.id)).mappings().all()
    standing: list[Any] = []
    for row in rows:
        if (number := json.loads(row["facts"]).get("undone_to")) is None:
            standing.append(row)
        else:
            standing = [earlier for earlier in standing if earlier["id"] <= number]
    if len(standing) < _TWO:
        raise UsageError(f"{student.shown} had no mark before this one")
    before = standing[-2]
    facts = json.dumps({**json.loads(before["facts"]), "undone_to": before["id"]})
    values = {**before, "facts": facts, "event_id": event}
    del values["id"]
    connection.execute(insert(MARK), values)
    return str(before["sum"])


class RubricItem(Struct, frozen=True):
    """A remark that many get: ``-1 no comment on findSolutions``."""

    name: str
    text: str
    points: float
    id: int = 0


class Score(Struct, frozen=True):
    """What a person gives a student for a clause."""

    student: Student
    clause: str
    points: float
    items: tuple[str, ...] = ()
    """The names of the rubric's items that it is made of."""
    comment: str = ""
    content: str = ""
    """The hash of the work that was seen; empty if nothing was handed in."""


def rubric_items(connection: Connection, assignment: str, clause: str) -> dict[str, RubricItem]:
    """The items of a clause's rubric by name; of several of one name the last."""
    same = RUBRIC_ITEM.c.assignment == assignment, RUBRIC_ITEM.c.clause == clause
    rows = connection.execute(select(RUBRIC_ITEM).where(*same).order_by(RUBRIC_ITEM.c.id))
    return {row.name: RubricItem(row.name, row.text, row.points, row.id) for row in rows}


def add_rubric(
    connection: Connection, assignment: str, clause: str, items: Iterable[RubricItem], event: int
) -> dict[str, RubricItem]:
    """Add items that are new or changed; all items of the clause by name."""
    known = rubric_items(connection, assignment, clause)
    for item in items:
        before = known.get(item.name)
        if before is None or (before.text, before.points) != (item.text, item.points):
            values = {"name": item.name, "text": storable(item.text), "points": item.points, "event_id": event}
            number = add_row(connection, RUBRIC_ITEM, assignment=assignment, clause=clause, **values)
            known[item.name] = RubricItem(item.name, item.text, item.points, number)
    return known


def points_of(worth: float, items: Sequence[RubricItem]) -> float:
    """The points of a clause by its rubric: what items take off from all of it, or what they give from none."""
    start = 0.0 if items and all(item.points > 0 for item in items) else worth
    return min(worth, max(0.0, start + sum(item.points for item in items)))


def check_score(assignment: Assignment, clause: str, points: float) -> None:
    """UsageError if there is no such clause, or it has not so many points."""
    if clause not in assignment.clauses:
        known = [name for name, entry in assignment.clauses.items() if entry.manual] or list(assignment.clauses)
        raise UsageError(f'{assignment.id} has no clause "{clause}"; a person may score {", ".join(known)}')
    worth = assignment.clauses[clause].points
    if not math.isfinite(points) or not 0 <= points <= worth:
        raise UsageError(f"{clause} has from 0 to {worth:g} points, not {points:g}")


def record_scores(
    connection: Connection,
    assignment: str,
    scores: Iterable[Score],
    rubrics: Mapping[str, Mapping[str, RubricItem]],
    event: int,
    *,
    marker: str = "",
    final: bool = False,
) -> None:
    """Write down what a person gave; ``rubrics``: the items by clause and name; ``final``: it settles what two gave."""
    for score in scores:
        values = {
            "student_id": score.student.id, "assignment": assignment, "clause": score.clause, "points": score.points,
            "comment": storable(score.comment), "marker": storable(marker or current_user()), "final": final,
            "content_sha256": score.content, "event_id": event,
        }  # fmt: skip
        number = add_row(connection, MANUAL_SCORE, **values)
        items = [rubrics[score.clause][name].id for name in dict.fromkeys(score.items)]
        add_rows(connection, MANUAL_ITEM, [{"manual_score_id": number, "rubric_item_id": item} for item in items])


def carry_over(
    connection: Connection, assignment: str, student: Student, clauses: Collection[str], content: str, event: int
) -> list[str]:
    """Let what people gave for a student's work before count for their new work; the clauses of which that is done.

    ``clauses``: of which clauses; empty: of all. ``event``: who says so, and why.
    """
    same = MANUAL_SCORE.c.assignment == assignment, MANUAL_SCORE.c.student_id == student.id, stands(MANUAL_SCORE)
    rows = connection.execute(select(MANUAL_SCORE).where(*same).order_by(MANUAL_SCORE.c.id)).mappings().all()
    of_new = {row["clause"] for row in rows if row["content_sha256"] in (content, None)}
    last = {(row["clause"], row["marker"]): row for row in rows if row["clause"] not in of_new}
    carried = [row for row in last.values() if not clauses or row["clause"] in clauses]
    for row in carried:
        values = {**row, "content_sha256": content, "event_id": event}
        del values["id"]
        number = add_row(connection, MANUAL_SCORE, **values)
        items = select(MANUAL_ITEM.c.rubric_item_id).where(MANUAL_ITEM.c.manual_score_id == row["id"])
        copies = [{"manual_score_id": number, "rubric_item_id": item} for item in connection.execute(items).scalars()]
        add_rows(connection, MANUAL_ITEM, copies)
    return list(dict.fromkeys(str(row["clause"]) for row in carried))


def undo_score(connection: Connection, assignment: str, student: Student, clause: str, marker: str, event: int) -> str:
    """Take back the last score that a student has for a clause; in words what it was.

    ``marker``: whose scores alone; empty: the last of all. ``event``: who takes it back, and why.

    Raises:
        UsageError: when there is none.

    """
    same = [MANUAL_SCORE.c.assignment == assignment, MANUAL_SCORE.c.student_id == student.id, stands(MANUAL_SCORE)]
    same += [MANUAL_SCORE.c.clause == clause, *([MANUAL_SCORE.c.marker == marker] if marker else [])]
    last = connection.execute(select(MANUAL_SCORE).where(*same).order_by(MANUAL_SCORE.c.id.desc()).limit(1)).first()
    if last is None:
        raise UsageError(f"{student.shown} has no score for {clause}" + (f" by {marker}" if marker else ""))
    take_back(connection, MANUAL_SCORE, [last.id], event, student=student.id)
    return f"{last.points:g} points by {last.marker}"


def record_adjustment(
    connection: Connection, assignment: str, student: Student, points: float, event: int, *, revokes: int | None = None
) -> int:
    """Write down points that are given or taken; the event tells the reason."""
    values = {"assignment": assignment, "points": points, "revokes": revokes, "event_id": event}
    return add_row(connection, ADJUSTMENT, student_id=student.id, **values)
