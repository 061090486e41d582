"""``harness score``: what a person gives for a clause, alone or from a file; who is still to be scored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, func, select

from harness.app.commands.course.opened import opened_marking
from harness.course.gradebook.begin_run import store_of
from harness.course.gradebook.marks.decisions import (
    RubricItem,
    Score,
    add_rubric,
    carry_over,
    check_score,
    points_of,
    record_scores,
    rubric_items,
    undo_score,
)
from harness.course.gradebook.marks.marking import Marking
from harness.course.gradebook.marks.score_file import Entry, GivenScores, read_scores
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.mark_tables import MANUAL_ITEM, MANUAL_SCORE, stands
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.students import Student
from harness.model.errors import UsageError
from harness.reports.output.printing import echo
from harness.spec.format.assignment import Assignment

_FIGURES = 8
"""Figures of the hash by which work is named where its author is not."""


def score(
    name: str,
    *,
    source: Path | None,
    who: str | None,
    clause: str | None,
    points: float | None,
    items: Sequence[str],
    comment: str,
    marker: str,
    final: bool,
    why: str,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Write down scores, all of them or none; return the exit status.

    Args:
        name: the assignment's id.
        source: a file of scores; None: one score, as the next five say.
        who: the student, or the beginning of the hash of their work.
        clause: the clause's id.
        points: what they get; None: what the items say.
        items: the items of the rubric.
        comment: for the student.
        marker: whose scores they are; empty: those of whoever is logged in.
        final: whether they settle what two markers do not agree on.
        why: the reason, for the record.
        gradebook: where; None: the course's own.
        specs: the folder of specs; None: the nearest.

    """
    given = _scores_file(source, who, clause, points, items, comment)
    with opened_marking(name, gradebook, specs, writing=True) as (_, _, connection, assignment, marking):
        event = add_event(connection, "score", why, who=marker, details={"assignment": name})
        rubrics = {
            clause: add_rubric(connection, name, clause, given.rubric.get(clause, {}).values(), event)
            for clause in dict.fromkeys((*given.rubric, *(entry.clause for entry in given.entries)))
        }
        scores = [score for entry in given.entries for score in _scores(marking, assignment, entry, rubrics)]
        record_scores(connection, name, scores, rubrics, event, marker=marker, final=final)
    people = len({score.student.id for score in scores})
    echo(f"{name}: {len(scores)} scores of {people} students written down")
    return 0


def _scores(
    marking: Marking, assignment: Assignment, entry: Entry, rubrics: dict[str, dict[str, RubricItem]]
) -> list[Score]:
    """What an entry gives to whom; UsageError with file and line."""
    try:
        points = _points(assignment, entry, rubrics[entry.clause])
        return [
            Score(student, entry.clause, points, entry.items, entry.comment, content)
            for student, content in _meant(marking, entry.who)
        ]
    except UsageError as error:
        raise UsageError(f"{entry.where}: {error}" if entry.where else str(error)) from None


def _points(assignment: Assignment, entry: Entry, rubric: dict[str, RubricItem]) -> float:
    """The points of an entry, by its items if it does not say them."""
    unknown = [item for item in entry.items if item not in rubric]
    if unknown:
        known = ", ".join(rubric) or "none"
        raise UsageError(f'the rubric of {entry.clause} has no item "{unknown[0]}"; it has {known}')
    if entry.points is None and not entry.items:
        raise UsageError("expected points, or items of the rubric")
    check_score(assignment, entry.clause, entry.points or 0.0)
    items = [rubric[item] for item in entry.items]
    return points_of(assignment.clauses[entry.clause].points, items) if entry.points is None else entry.points


def _meant(marking: Marking, who: str) -> list[tuple[Student, str]]:
    """The student of a name with the work that counts, or all whose work has a hash that begins so."""
    if len(who) >= _FIGURES and all(figure in "0123456789abcdef" for figure in who):
        of_work = {
            (student, hand_in.content)
            for student, hand_ins in marking.hand_ins.items()
            for hand_in in hand_ins
            if hand_in.content.startswith(who)
        }
        if of_work:
            return [(marking.students.by_id[student], content) for student, content in sorted(of_work)]
    student = marking.students.named(who)
    (proposal,) = marking.proposals([student])
    return [(student, proposal.hand_in.content if proposal.hand_in else "")]


def carry_over_scores(
    name: str, who: str | None, clause: str | None, *, why: str, gradebook: str | None, specs: Path | None
) -> int:
    """Let what people gave for a student's earlier work count for the work that counts now; return the exit status."""
    if who is None or not why.strip():
        raise UsageError("expected STUDENT and --why REASON: whose scores are carried over to other work, and why")
    with opened_marking(name, gradebook, specs, writing=True) as (_, _, connection, _, marking):
        ((student, content),) = _meant(marking, who)
        event = add_event(connection, "carry over", why, details={"assignment": name, "student": student.id})
        clauses = carry_over(connection, name, student, (clause,) if clause else (), content, event)
        if not clauses:
            raise UsageError(f"{student.shown} has no score that was given for other work")
    echo(f"{name}: {', '.join(clauses)} of {student.shown} counts for work {content[:_FIGURES]}, too")
    return 0


def undo_scores(
    name: str, who: str | None, clause: str | None, *, marker: str, why: str, gradebook: str | None, specs: Path | None
) -> int:
    """Take back the last score of a student, or of all whose work has a hash, for a clause; return the exit status."""
    if who is None or clause is None:
        raise UsageError("expected STUDENT CLAUSE: whose last score is taken back")
    with opened_marking(name, gradebook, specs, writing=True) as (_, _, connection, assignment, marking):
        check_score(assignment, clause, 0.0)
        event = add_event(connection, "undo score", why, details={"assignment": name, "clause": clause})
        for student, _ in _meant(marking, who):
            before = undo_score(connection, name, student, clause, marker, event)
            echo(f"{clause} of {student.shown}: {before} taken back")
    return 0


def list_open(name: str, *, blind: bool, gradebook: str | None, specs: Path | None) -> int:
    """Print whose work a person has still to score, and the rubric with how many got each item.

    ``blind``: whether students are not named: work is called by its hash, in the order of that.
    """
    with opened_marking(name, gradebook, specs, writing=False) as (folder, book, connection, assignment, marking):
        lines = sorted(set(_open_lines(marking, store_of(book, folder), blind=blind)))  # of a group's work one
        echo(f"{name}: {len(lines)} to be scored", *lines)
        for clause, entry in assignment.clauses.items():
            if entry.manual:
                _print_rubric(connection, name, clause)
    return 0


def _open_lines(marking: Marking, store: Store, *, blind: bool) -> list[str]:
    lines = []
    for proposal in marking.proposals():
        if proposal.mark.open and proposal.hand_in is not None:
            content = proposal.hand_in.content
            who = content[:_FIGURES] if blind else proposal.student.shown
            lines.append(f"  {who}  {'; '.join(proposal.mark.open)}  {store.path(content)}")
    return lines


def _print_rubric(connection: Connection, assignment: str, clause: str) -> None:
    """Print the items of a clause, and how many students have each by their last score."""
    items = rubric_items(connection, assignment, clause)
    same = MANUAL_SCORE.c.assignment == assignment, MANUAL_SCORE.c.clause == clause, stands(MANUAL_SCORE)
    last = select(func.max(MANUAL_SCORE.c.id).label("id")).where(*same).group_by(MANUAL_SCORE.c.student_id).subquery()
    query = select(MANUAL_ITEM.c.rubric_item_id, func.count()).join(last, MANUAL_ITEM.c.manual_score_id == last.c.id)
    counts = {row[0]: row[1] for row in connection.execute(query.group_by(MANUAL_ITEM.c.rubric_item_id))}
    for item in items.values():
        students = counts.get(item.id, 0)
        echo(
            f"  {clause}: {item.points:+g} {item.text} ({item.name}): {students} student{'s' if students != 1 else ''}"
        )


def _scores_file(
    source: Path | None, who: str | None, clause: str | None, points: float | None, items: Sequence[str], comment: str
) -> GivenScores:
    """What is written in a file, or on the command line."""
    if source is not None:
        return read_scores(source)
    if who is None or clause is None:
        raise UsageError("expected STUDENT CLAUSE POINTS, or --from FILE")
    return GivenScores((Entry(who, clause, points, tuple(items), comment, ""),))
