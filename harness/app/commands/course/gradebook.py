"""``harness gradebook``: the course's roster into the gradebook, and the gradebook into files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection

from harness.app.commands.course.opened import opened
from harness.course.gradebook.begin_run import store_of
from harness.course.gradebook.export import csv_chunks, json_chunks, tables
from harness.course.gradebook.forget import forget as erase
from harness.course.gradebook.roster_import import (
    ROSTER_EVENT,
    UNDO_EVENT,
    add_students,
    matched,
    questions,
    undo_roster,
)
from harness.course.gradebook.storage.audit_log import append, append_erased, edited, head, verify
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.store import NAME as STORE
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.students import mark_left, read_students
from harness.course.gradebook.unmatched import SETTLE_EVENT, match_again, undo_settle
from harness.course.gradebook.unmatched import settle as assign
from harness.course.gradebook.unmatched import unmatched as find_unmatched
from harness.course.ingest.matching.roster import read_roster
from harness.model.errors import UsageError
from harness.model.escape import single_line
from harness.reports.output.printing import echo, print_lines
from harness.reports.output.write import write_chunks
from harness.spec.format.folder import find_specs

_SHOWN = 10
"""Students that are named."""


def roster(path: Path, *, sure: bool, gradebook: str | None, specs: Path | None) -> int:
    """Bring a roster into the gradebook; return the exit status.

    ``sure``: whether it may rename, replace, join and leave out; else such rows are listed, and nothing is written.
    """
    read = read_roster(path)
    entries = read.entries
    with opened(gradebook, specs, new=True) as book, book.writing() as connection:
        asked = questions(connection, read)
        if asked and not sure:
            lines = [f"{path}: this needs your word, and nothing is written:", *(f"  {line}" for line in asked)]
            raise UsageError("\n".join(map(single_line, (*lines, "to take it so: --yes; roster --undo takes it back"))))
        event = add_event(connection, ROSTER_EVENT, details={"file": str(path), "asked": asked})
        added, changed = add_students(connection, entries, event)
        students = read_students(connection)
        gone = [known for _, known in matched(students, entries) if known is not None and known.left]
        settled = match_again(connection, event)
    print_lines(f"{len(entries)} students on the roster: {added} new, {changed} with something new about them")
    echo(*(f"  {line}" for line in asked))
    for row in read.skipped:
        if row.sure:
            echo(f"left out: {row}")
    if gone:
        names = "; ".join(student.shown for student in gone[:_SHOWN]) + "; ..." * (len(gone) > _SHOWN)
        text = f"on the roster although they left: {names}. They are back by: harness gradebook leave --back"
        echo(text)
    if settled:
        print_lines(f"hand-ins that have their student by this: {settled}")
    return 0


def undo_last_roster(*, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Take back what the last roster said; return the exit status: 1 where hand-ins are nobody's by that."""
    with opened(gradebook, specs) as book, book.writing() as connection:
        event = add_event(connection, UNDO_EVENT, why)
        file, rows = undo_roster(connection, event)
        echo(f"{file}: taken back, {rows} entries; what stood before counts again")
        return print_unmatched(connection)


def leave(who: Sequence[str], *, back: bool, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Note that students left the course, or came back; return the exit status.

    They keep the marks that they have. Where they have none nothing is missing.
    """
    with opened(gradebook, specs) as book, book.writing() as connection:
        students = read_students(connection)
        chosen = list({student.id: student for student in map(students.named, who)}.values())
        event = add_event(
            connection, "back" if back else "leave", why, details={"students": [each.id for each in chosen]}
        )
        mark_left(connection, chosen, event, left=not back)
    for student in chosen:
        already = " already" if student.left != back else ""
        done = "is in the course again" if back else "has left the course; the marks so far stay"
        echo(f"{student.with_number}{already} {done}")
    return 0


def export(out: Path, *, form: str | None, gradebook: str | None, specs: Path | None) -> int:
    """Write all tables below a folder as ``csv``, or into one ``json`` file; return the exit status.

    ``form``: which of them; None: by the ending.
    """
    form = form or out.suffix.removeprefix(".")
    with opened(gradebook, specs) as book, book.reading() as connection:
        if form == "json":
            write_chunks(out, json_chunks(connection))
            print_lines(f"{out} written")
            return 0
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{out}: this folder cannot be made: {error.strerror}") from None
        for table in tables():
            write_chunks(out / f"{table.name}.csv", csv_chunks(connection, table))
    print_lines(f"{len(tables())} tables written to {out}")
    return 0


def settle(
    submission: int, student: str | None, *, why: str, reassign: bool, gradebook: str | None, specs: Path | None
) -> int:
    """Say whose a submission is; ``student`` None: nobody's. Return the exit status: 1 where others are not matched."""
    with opened(gradebook, specs) as book, book.writing() as connection:
        owner = None if student is None else read_students(connection).named(student)
        event = add_event(connection, SETTLE_EVENT, why, details={"submission": submission})
        numbers = assign(connection, submission, owner, event, reassign=reassign)
        whose = single_line(owner.shown) + "'s" if owner else "nobody's"
        print_lines(f"hand-in {', '.join(map(str, numbers))}: {whose}")
        return print_unmatched(connection)


def undo_settled(submission: int, *, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Take back whose a submission was said to be; return the exit status: 1 where some are not matched."""
    with opened(gradebook, specs) as book, book.writing() as connection:
        event = add_event(connection, "undo settle", why, details={"submission": submission})
        numbers = undo_settle(connection, submission, event)
        print_lines(f"hand-in {', '.join(map(str, numbers))}: taken back; what stood before counts again")
        return print_unmatched(connection)


def unmatched(*, gradebook: str | None, specs: Path | None) -> int:
    """Print the submissions that are nobody's; return the exit status: 1 where there are some."""
    with opened(gradebook, specs) as book, book.reading() as connection:
        status = print_unmatched(connection)
        if not status:
            print_lines("every submission has its student")
        return status


def print_unmatched(connection: Connection, assignment: str | None = None) -> int:
    """List who is not matched, with the students who may be meant; return 1 where there are some."""
    rows = find_unmatched(connection, read_students(connection), assignment)
    if not rows:
        return 0
    print_lines(f"\nNot matched with a student: {len(rows)}. Settle each by: harness gradebook settle NUMBER STUDENT")
    for row in rows:
        near = " or ".join(student.with_number for student in row.near)
        echo(f"  {row.id:4}  {row.assignment}  {row.name}{f'  perhaps {near}' if near else ''}")
    return 1


def verify_log(*, gradebook: str | None, specs: Path | None) -> int:
    """Check that nothing was edited that the audit log holds; return the exit status: 1 where something was."""
    with opened(gradebook, specs) as book, book.reading() as connection:
        problems = list(verify(connection))
        rows, last = head(connection)
    for problem in problems:
        echo(problem)
    state = f"edited: {len(problems)} places" if problems else "all of them as they were written"
    print_lines(f"{rows} rows in the log, {state}; the last is {last}")
    return 1 if problems else 0


def forget(who: str, *, why: str, sure: bool, gradebook: str | None, specs: Path | None) -> int:
    """Erase a person's identity and work; return the exit status.

    ``why``: the reason, for the record; it should not name them. ``sure``: whether it is really to be done; else only
    what would go is listed.
    """
    with opened(gradebook, specs) as book:
        store = store_of(book, specs or find_specs(Path.cwd())) if book.folder is None else Store(book.folder / STORE)
        with book.writing() as connection:
            student = read_students(connection).named(who)
            if not sure:
                raise UsageError(
                    f"{single_line(student.shown)}: name, numbers, hand-ins and all that quotes them would be erased "
                    "for good, here but not in copies that people have; say --yes"
                )
            before = edited(connection)
            contents = erase(connection, student.id)
            add_event(connection, "forget", why, details={"student": student.id})
            append(connection)
            append_erased(connection, before)
        for content in contents:
            store.forget(content)
        book.erase_leftovers()
    print_lines(f"student {student.id} is forgotten: the marks stay without a name; work erased: {len(contents)}")
    return 0
