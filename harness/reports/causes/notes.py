"""Which note on the code may say why a cause is seen."""

from __future__ import annotations

from collections.abc import Sequence

from harness.judge.finding_kinds import USAGE_INSTEAD, lacks_main
from harness.model.finding import (
    DROPPED_DEFAULT,
    FAILED_READS,
    HIDES_GLOBAL,
    LOST_INPUTS,
    NEAR_MAINS,
    NEVER_CALLED,
    OTHER_OUTPUT,
    READ_FAILED,
    SIZE_NUMBER,
    UNUSED_PARAMETER,
    Finding,
)
from harness.model.grade import SIZED
from harness.reports.causes.cause import Cause, note_on
from harness.reports.causes.faults import is_wrong_output, wrong_function


def note_of(cause: Cause, notes: Sequence[Finding], *, is_alone: bool) -> Finding | None:
    """The note that a cause speaks for, else one on a line of its function; ``is_alone``: it is the only cause."""
    return _note_seen(cause, notes) or _note_on_function(cause, notes, is_alone=is_alone)


def _note_seen(cause: Cause, notes: Sequence[Finding]) -> Finding | None:
    """The note of which a cause shows that it is why: on a read that failed, or what a check speaks for."""
    mains = (note for note in notes if note.params.get("what") in NEAR_MAINS)
    if any(lacks_main(finding) for case in cause.cases for finding in case.findings):
        return next(mains, None)
    reads = (note for note in notes if note.params.get("what") in FAILED_READS and note.where.line)
    is_read = bool(cause.finding.params.get(READ_FAILED))
    shown = (note for note in notes if is_shown_by(note, cause))
    return next(reads, None) if is_read else next(shown, None) or _note_on_size(cause, notes)


def is_shown_by(note: Finding, cause: Cause) -> bool:
    """Whether a cause speaks for what a note says by its parameter of that name."""
    what = note.params.get("what")
    if what == OTHER_OUTPUT:
        cases = note.params.get("cases", ())
        return isinstance(cases, Sequence) and any(case.name in cases for case in cause.cases)
    return what in (*LOST_INPUTS, HIDES_GLOBAL) and bool(cause.finding.params.get(str(what)))


def _note_on_size(cause: Cause, notes: Sequence[Finding]) -> Finding | None:
    """The note on a number instead of the size, where a cause is seen at other sizes alone."""
    note = next((note for note in notes if note.params.get("what") == SIZE_NUMBER), None)
    sizes = {match["size"] for case in cause.cases if (match := SIZED.fullmatch(case.name))}
    return note if note is not None and sizes and str(note.params["size"]) not in sizes else None


def _note_on_function(cause: Cause, notes: Sequence[Finding], *, is_alone: bool) -> Finding | None:
    """The note that may say what is wrong in the function of a cause.

    None on a default that its call gives anyway. That it is never called says nothing of what a call of it gives.
    """
    function = _noted_function(cause, is_alone=is_alone)
    call = str(cause.finding.params.get("call", ""))
    defaults = (
        str(note.params.get("also")).strip("'\"") if note.params.get("what") == DROPPED_DEFAULT else ""
        for note in notes
    )
    fitting = [note for note, default in zip(notes, defaults, strict=True) if not default or default not in call]
    if function is not None:
        fitting = [note for note in fitting if note.params.get("what") != NEVER_CALLED]
    else:  # right programs have such a parameter as well
        fitting = [note for note in fitting if note.params.get("what") != UNUSED_PARAMETER]
    return note_on(function, fitting)


def _noted_function(cause: Cause, *, is_alone: bool) -> str | None:
    """The function of which a note may say what is wrong; None for any, where an output follows from nothing known.

    So it is where a program does nothing but refuse, and that is the only cause.
    """
    is_refused = is_alone and cause.finding.kind == USAGE_INSTEAD
    is_open = (is_wrong_output(cause.case) or is_refused) and not cause.after
    return None if is_open else wrong_function(cause.finding)
