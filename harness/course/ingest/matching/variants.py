"""What was drawn for each student: a file beside the spec that ``harness variants`` writes, by the roster.

What is in it stays, whatever becomes of the function or the roster: a student keeps the variant they were given.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from harness.course.ingest.matching.roster import Roster, entry_of_submission
from harness.course.ingest.matching.roster_row import RosterEntry, entry_of_row
from harness.course.ingest.submission import Submission
from harness.course.learning_systems.identifiers import kind_of_system
from harness.model.errors import JudgeError, UsageError
from harness.model.escape import json_bytes
from harness.model.struct import Model
from harness.sandbox.files.snapshot import size_and_time
from harness.spec.format.assignment import Assignment

FILE = "variants.json"
_LARGEST = 1 << 20
"""Bytes of a variant, as it is written."""


class Variant(Model, frozen=True):
    """What one function drew for one student."""

    stdin: str = ""
    args: tuple[str, ...] = ()
    files: dict[str, str] = {}
    values: dict[str, Any] = {}
    """Numbers and names that the student's handout has, and the reference reads."""


class StudentVariants(Model, frozen=True):
    """A student, and what was drawn for them."""

    roster: dict[str, str]
    """Their row of the roster: what is under each heading, reduced to letters and digits."""
    drawn: dict[str, Variant]
    """Function -> what it drew."""

    @property
    def entry(self) -> RosterEntry:
        """Who they are; UsageError where the row is no student's."""
        entry = entry_of_row(self.roster)
        if entry is None:
            raise UsageError(f"{FILE}: a row is no student's: {self.roster}")
        return entry


class _File(Model, frozen=True):
    students: tuple[StudentVariants, ...] = ()


def draw(assignment: Assignment, function: str, student: str) -> Variant:
    """Draw the variant of a student; the same on every machine and in every Python.

    All functions of an assignment get the same numbers of a student, so that they agree on what they draw first.

    Raises:
        JudgeError: when the course's function fails or returns something else.

    """
    seed = hashlib.sha256(f"{assignment.id}\0{student}".encode()).digest()
    try:
        drawn = assignment.functions[function](Random(int.from_bytes(seed, "big")))  # noqa: S311 - no secret
        variant = msgspec.convert({"stdin": drawn} if isinstance(drawn, str) else drawn, Variant)
        size = len(msgspec.json.encode(variant))
    except Exception as error:
        raise JudgeError(f"{assignment.id}: {function} of checks.py failed: {error!r}"[:1000]) from error
    if size > _LARGEST:
        raise JudgeError(f"{assignment.id}: {function} of checks.py draws more than 1 MiB")
    return variant


def read_variants(folder: Path) -> tuple[StudentVariants, ...]:
    """What was drawn for the students of an assignment; UsageError when the file is not as it was written."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=_File).students
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path}: it cannot be read: {error}") from None


def variants_text(students: tuple[StudentVariants, ...]) -> bytes:
    """The content of the file."""
    return json_bytes(msgspec.to_builtins(_File(students=students)))


def students_by_roster(students: Iterable[StudentVariants]) -> tuple[Roster, Mapping[int, StudentVariants]]:
    """The students of the file as a roster, and the variants by the ``id()`` of its entries."""
    by_entry = [(student.entry, student) for student in students]
    return Roster(tuple(entry for entry, _ in by_entry)), {id(entry): student for entry, student in by_entry}


def variants_of(assignment: Assignment, submission: Submission) -> Mapping[str, Variant]:
    """What was drawn for whose submission this is, by function; nothing if that is nobody, or not clear."""
    path = assignment.folder / FILE
    roster, variants = _known_students(assignment.folder, size_and_time(path) if path.exists() else "")
    entry = entry_of_submission(roster, submission)
    if entry is None or _is_another(entry, submission):
        return {}
    return variants[id(entry)].drawn


@lru_cache(maxsize=8)
def _known_students(folder: Path, _stamp: str) -> tuple[Roster, Mapping[int, StudentVariants]]:
    """The students of the file of an assignment, read once for a class; ``_stamp`` tells files apart."""
    return students_by_roster(read_variants(folder))


def _is_another(entry: RosterEntry, submission: Submission) -> bool:
    """Whether numbers and addresses say that a student has this name who is not this one."""
    provenance = submission.provenance
    if provenance is None or any(text.casefold() in entry.ids for text in (provenance.user_id, provenance.email)):
        return False
    kind = kind_of_system(provenance.system)
    numbers = [value for own, value in entry.typed if kind in (None, own)]
    return bool((provenance.user_id and numbers) or (provenance.email and entry.person.email))


def with_drawn(assignment: Assignment, functions: Iterable[str], roster: Roster) -> tuple[StudentVariants, ...]:
    """What is in the file, and after it what is drawn for those of the roster who lack it.

    Raises:
        UsageError: when two students of the file are one of the roster, or the file cannot be read.
        JudgeError: when a function of the course fails.

    """
    functions = list(functions)
    known, variants = students_by_roster(read_variants(assignment.folder))
    drawn = dict(variants)
    for entry in roster.entries:
        same = known.known_by(entry.ids) or ([] if entry.ids else known.called(entry.names))
        if len(same) > 1:
            raise UsageError(f"{assignment.folder / FILE}: {entry.person.name} occurs twice")
        before = variants[id(same[0])].drawn if same else {}
        person = entry.person
        student = (person.id or person.email or person.name).casefold()
        own = {name: before.get(name) or draw(assignment, name, student) for name in functions}
        key = id(same[0]) if same else id(entry)
        drawn[key] = StudentVariants(roster=dict(entry.columns), drawn={**before, **own})
    return tuple(drawn.values())
