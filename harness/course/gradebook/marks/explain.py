"""Why a mark would change: another hand-in, another spec, cases that came out otherwise, lateness, people's points."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from msgspec import Struct
from sqlalchemy import Connection, select

from harness.course.gradebook.kept_setup import Setup, kept, read_setup, setup_changes
from harness.course.gradebook.marks.marking import Proposal, RecordedMark
from harness.course.gradebook.storage.tables import ASSIGNMENT, ATTEMPT, RESULT, SUBMISSION
from harness.course.policy.marks import Term, number
from harness.model.escape import shorten
from harness.spec.format.folder import SPEC_FILE

_MOST_CASES = 6
_LONGEST = 100
_FIGURES = 8
"""Figures of a hash that are shown."""


class CaseChange(Struct, frozen=True):
    """A case that came out otherwise."""

    name: str
    before: str
    """The verdict; empty if there was no such case."""
    after: str
    points: float
    """How many more, or fewer."""

    def __str__(self) -> str:
        """In words: ``order-4: WA -> AC (+2)``."""
        changed = f"{self.before or 'no case'} -> {self.after or 'no case'}"
        return f"{self.name}: {changed} ({'+' if self.points > 0 else ''}{number(self.points)})"


def reasons(connection: Connection, proposal: Proposal) -> list[str]:
    """Why a proposed mark differs from the one that the student has, in words, what decides most first."""
    return [*_reasons(connection, proposal)] if proposal.current else ["the first mark"]


def _reasons(connection: Connection, proposal: Proposal) -> Iterator[str]:
    current, hand_in = proposal.current, proposal.hand_in
    if current is None:
        return
    if (hand_in.submission if hand_in else None) != current.submission:
        yield f"another hand-in counts: {_when(connection, hand_in.submission) if hand_in else 'none'}"
    new = hand_in.judged.attempt if hand_in and hand_in.judged else None
    if new is not None and current.attempt is not None and new != current.attempt:
        yield from _versions(connection, current.attempt, new)
        changes = case_changes(connection, current.attempt, new)
        yield from map(str, changes[:_MOST_CASES])
        if len(changes) > _MOST_CASES:
            yield f"and {len(changes) - _MOST_CASES} more cases"
    yield from _terms(current, proposal)
    if current.max_points != proposal.mark.max_points:
        yield f"the maximum: {number(current.max_points)} -> {number(proposal.mark.max_points)}"


def _when(connection: Connection, submission: int) -> str:
    row = connection.execute(select(SUBMISSION).where(SUBMISSION.c.id == submission)).one()
    return str(row.submitted) or f"number {submission}"


def _versions(connection: Connection, before: int, after: int) -> Iterator[str]:
    """What differs in the assignment between two attempts."""
    query = select(ATTEMPT.c.id, ASSIGNMENT).join(ASSIGNMENT, ATTEMPT.c.assignment_id == ASSIGNMENT.c.id)
    rows = {row[0]: row for row in connection.execute(query.where(ATTEMPT.c.id.in_([before, after])))}
    if len(rows) < len({before, after}):
        return
    old, new = rows[before], rows[after]
    if old.spec_sha256 != new.spec_sha256:
        yield f"spec.yaml changed: {old.spec_sha256[:_FIGURES]} -> {new.spec_sha256[:_FIGURES]}"
    attempts = select(ATTEMPT.c.id, ATTEMPT.c.setup_id).where(ATTEMPT.c.id.in_([before, after]))
    numbers = {row.id: row.setup_id for row in connection.execute(attempts)}
    setups = [read_setup(connection, numbers.get(attempt)) for attempt in (before, after)]
    if setups[0] is not None and setups[1] is not None:
        yield from _spec_lines(connection, setups[0], setups[1], str(new.name))
        yield from setup_changes(setups[0], setups[1])
    elif old.spec_sha256 == new.spec_sha256 and old.contract_sha256 != new.contract_sha256:
        yield "the assignment's files, or the tools, changed"


def _spec_lines(connection: Connection, before: Setup, after: Setup, assignment: str) -> Iterator[str]:
    """The lines of the spec that went and came, the first of them."""
    name = f"specs/{assignment}/{SPEC_FILE}"
    paths = [
        next((path for path in setup.files if path.endswith(f"/{assignment}/{SPEC_FILE}")), name)
        for setup in (before, after)
    ]
    texts = [kept(connection, setup.files.get(path, "")) for setup, path in zip((before, after), paths, strict=True)]
    if texts[0] is None or texts[1] is None or texts[0] == texts[1]:
        return
    lines = [text.decode("utf-8", "replace").splitlines() for text in texts if text is not None]
    changed = [
        line for line in unified_diff(lines[0], lines[1], n=0, lineterm="") if line[:2] not in ("--", "++", "@@")
    ]
    yield from (shorten(line, _LONGEST) for line in changed[:_MOST_CASES])
    if len(changed) > _MOST_CASES:
        yield f"and {len(changed) - _MOST_CASES} more lines of it"


def case_changes(connection: Connection, before: int, after: int) -> list[CaseChange]:
    """The cases in which two attempts differ, those with the most points first."""
    old, new = (_cases(connection, attempt) for attempt in (before, after))
    changes = []
    for name in dict.fromkeys((*new, *old)):
        (verdict, points), (old_verdict, old_points) = (cases.get(name, ("", 0.0)) for cases in (new, old))
        if (verdict, round(points, 6)) != (old_verdict, round(old_points, 6)):
            changes.append(CaseChange(name, old_verdict, verdict, points - old_points))
    return sorted(changes, key=lambda change: -abs(change.points))


def _cases(connection: Connection, attempt: int) -> dict[str, tuple[str, float]]:
    query = select(RESULT).where(RESULT.c.attempt_id == attempt).order_by(RESULT.c.position)
    return {row.name: (row.verdict, row.score) for row in connection.execute(query)}


def _terms(current: RecordedMark, proposal: Proposal) -> Iterator[str]:
    """The terms after the first that came, went or changed."""
    old = {text: points for points, text in current.facts.get("terms", ()) if text}
    new = {term.text: term.points for term in proposal.mark.terms if term.text}
    for text in dict.fromkeys((*old, *new)):
        if text not in new:
            yield f"no longer {_described(Term(old[text], text))}"
        elif text not in old:
            yield f"now {_described(Term(new[text], text))}"
        elif round(old[text] - new[text], 6):
            yield f"{text}: {number(old[text])} -> {number(new[text])}"


def _described(term: Term) -> str:
    return f"{'+' if term.points > 0 else ''}{number(term.points)} ({term.text})"
