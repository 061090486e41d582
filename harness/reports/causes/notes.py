"""Which note on the code may say why a cause is seen."""

from __future__ import annotations

from collections.abc import Sequence

from harness.judge.finding_kinds import USAGE_INSTEAD
from harness.language.oddities.exceptions import USAGE_FOR_ERROR
from harness.model.finding import DROPPED_DEFAULT, READ_FAILED, SIZE_NUMBER, UNTESTED_READ, Finding
from harness.model.grade import SIZED
from harness.reports.causes.cause import CAUSE_SIGN, Cause, note_on
from harness.reports.causes.faults import end_of, ending, is_wrong_output, wrong_function
from harness.reports.causes.order import joined


def note_of(cause: Cause, notes: Sequence[Finding], *, is_alone: bool) -> Finding | None:
    """The note that a cause speaks for, else one on a line of its function; ``is_alone``: it is the only cause."""
    return _note_seen(cause, notes) or _note_on_function(cause, notes, is_alone=is_alone)


def _note_seen(cause: Cause, notes: Sequence[Finding]) -> Finding | None:
    """The note of which a cause shows that it is why: on a read that failed, or a number instead of the size.

    So is that on an exception that the usage message answers.
    """
    if cause.finding.kind == USAGE_INSTEAD:
        return next((note for note in notes if note.params.get("what") == USAGE_FOR_ERROR), None)
    reads = (note for note in notes if note.params.get("what") == UNTESTED_READ and note.where.line)
    is_read = bool(cause.finding.params.get(READ_FAILED))
    return next(reads, None) if is_read else _note_on_size(cause, notes)


def _note_on_size(cause: Cause, notes: Sequence[Finding]) -> Finding | None:
    """The note on a number instead of the size, where a cause is seen at other sizes alone."""
    note = next((note for note in notes if note.params.get("what") == SIZE_NUMBER), None)
    sizes = {match["size"] for case in cause.cases if (match := SIZED.fullmatch(case.name))}
    return note if note is not None and sizes and str(note.params["size"]) not in sizes else None


def _note_on_function(cause: Cause, notes: Sequence[Finding], *, is_alone: bool) -> Finding | None:
    """The note that may say what is wrong in the function of a cause; none on a default that its call gives anyway."""
    call = str(cause.finding.params.get("call", ""))
    defaults = (
        str(note.params.get("also")).strip("'\"") if note.params.get("what") == DROPPED_DEFAULT else ""
        for note in notes
    )
    fitting = [note for note, default in zip(notes, defaults, strict=True) if not default or default not in call]
    return note_on(_noted_function(cause, is_alone=is_alone), fitting)


def _noted_function(cause: Cause, *, is_alone: bool) -> str | None:
    """The function of which a note may say what is wrong; None for any, where an output follows from nothing known.

    So it is where a program does nothing but refuse, and that is the only cause.
    """
    is_refused = is_alone and cause.finding.kind == USAGE_INSTEAD
    is_open = (is_wrong_output(cause.case) or is_refused) and not cause.after
    return None if is_open else wrong_function(cause.finding)


def joined_by_exception(causes: Sequence[Cause], notes: Sequence[Finding]) -> list[Cause]:
    """The causes, of which an exception that calls show is one with the runs that answer it with the usage message."""
    note = next((note for note in notes if note.params.get("what") == USAGE_FOR_ERROR), None)
    is_numbered = any(name.startswith(CAUSE_SIGN) for cause in causes for name in cause.after)
    raising = [at for at, cause in enumerate(causes) if note is not None and _raises(cause, note)]
    answering = [at for at, cause in enumerate(causes) if cause.finding.kind == USAGE_INSTEAD]
    if is_numbered or not raising or not answering:
        return [*causes]
    first, second = raising[0], answering[0]
    whole = joined(causes[first], causes[second])
    kept = min(first, second)
    return [
        whole if at == kept else cause for at, cause in enumerate(causes) if at == kept or at not in (first, second)
    ]


def _raises(cause: Cause, note: Finding) -> bool:
    """Whether calls end by the exception of a note, in the same line."""
    end = ending(cause.case)
    if end is None or end.where.path != note.where.path:
        return False
    return (end_of(end), end.where.line) == (note.params.get("raised"), note.params.get("comes"))
