"""Of several attempts of a student the newest counts, where not all are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from harness.course.ingest.importers.base import HandIn, Person


class Attempt(Struct, frozen=True):
    """A hand-in, and those of its people for whom it is the newest."""

    hand_in: HandIn
    people: tuple[Person, ...]
    older: int = 0
    """How many hand-ins of theirs are older."""
    unclear: str = ""
    """Why nobody knows whether it is the newest; empty where that is clear."""


def every_attempt(hand_ins: Sequence[HandIn]) -> list[Attempt]:
    """Return all hand-ins, each of all its people, the oldest first as far as times tell."""
    return [
        Attempt(hand_in, tuple({person.key: person for person in hand_in.people}.values()))
        for hand_in in sorted(hand_ins, key=_time)
    ]


def newest_attempts(hand_ins: Sequence[HandIn]) -> list[Attempt]:
    """Return each hand-in that is the newest of one of its people; a member of a group may have one of his own."""
    by_person: dict[tuple[str, ...], list[int]] = {}
    for number, hand_in in enumerate(hand_ins):
        for person in hand_in.people:
            by_person.setdefault(person.key, []).append(number)
    newest = {key: max(numbers, key=lambda number: _time(hand_ins[number])) for key, numbers in by_person.items()}
    attempts = []
    for number, hand_in in enumerate(hand_ins):
        people = tuple({person.key: person for person in hand_in.people if newest[person.key] == number}.values())
        if people:
            all_attempts = {other for person in people for other in by_person[person.key]}
            attempts.append(Attempt(hand_in, people, len(all_attempts) - 1, _unclear(hand_in, all_attempts, hand_ins)))
    return attempts


def _unclear(newest: HandIn, all_attempts: set[int], hand_ins: Sequence[HandIn]) -> str:
    same_time = [number for number in all_attempts if _time(hand_ins[number]) == _time(newest)]
    if len(all_attempts) == 1 or (newest.submitted and len(same_time) == 1):
        return ""
    names = ", ".join(entry for number in sorted(all_attempts) for entry in hand_ins[number].entries[:1])
    return f"it is handed in several times, and the times do not say which is the newest: {names}"


def _time(hand_in: HandIn) -> datetime:
    """When it was handed in; where the system tells no offset all times are those of one place."""
    if not hand_in.submitted:
        return datetime.min.replace(tzinfo=UTC)
    time = datetime.fromisoformat(hand_in.submitted)
    return time if time.tzinfo else time.replace(tzinfo=UTC)
