"""The grades of one run by position, in the gradebook or in memory, and the options of ``grade`` that concern it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Protocol, overload

from msgspec import DecodeError, Struct, msgpack

from harness.model.errors import JudgeError
from harness.model.grade import Comment, Grade


class GradebookOptions(Struct, frozen=True):
    """Which gradebook to write into, and what to take over from earlier runs."""

    location: str | None = None
    """A file or a database's URL; None: the course's own gradebook."""
    resume: bool = False
    """Continue the last run where it was interrupted."""
    changed: bool = False
    """Grade only submissions that were not graded yet with the same files, spec, harness and tools."""


class AttemptRecord(Struct, frozen=True):
    """What is stored of an attempt beside its grade."""

    key: str
    """The hash of all that decides the grade."""
    submission: int | None = None
    """The row of what was handed in; None if nothing was."""
    assignment: int | None = None
    """The row of the assignment as it stood."""
    setup: int | None = None
    """The row of what it is graded with."""


EarlierGrade = Callable[[str, str], Grade | None]
"""Gives a grade by student and assignment; None if there is none."""


class AttemptStore(Protocol):
    """The methods of a gradebook that are needed here; importing the class itself would load SQLAlchemy."""

    def add_attempt(self, run: int, position: int, record: AttemptRecord, grade: Grade) -> int:
        """Add an attempt and list it in a run; return the attempt's id."""
        ...

    def end_run(self, run: int, *, complete: bool) -> None:
        """Store when a run ended, and whether everything was judged."""
        ...

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        """The grades of attempts, in the given order."""
        ...

    def earlier_grades(self, run: int) -> EarlierGrade:
        """What knows the last whole grade of other work than the latest that a student of a run handed in."""
        ...

    def comments(self) -> dict[tuple[str, str], list[Comment]]:
        """What teachers wrote about lines, by student and assignment."""
        ...


class RunGrades(Sequence[Grade]):
    """The grades of a run; with a gradebook none of them stays in memory.

    Args:
        size: how many grades there will be.
        store: the gradebook; None: all grades are kept in memory.
        run: the run's id in the gradebook.
        records: what is stored of each attempt beside its grade, where there is a gradebook.
        attempts: position -> id of the attempt in the gradebook, of submissions that need no grading.

    """

    def __init__(
        self,
        size: int,
        store: AttemptStore | None = None,
        run: int = 0,
        records: Sequence[AttemptRecord] = (),
        attempts: dict[int, int] | None = None,
    ) -> None:
        self.size, self.store, self.run, self.records = size, store, run, records
        self.attempts = {} if attempts is None else attempts
        self.write_error = ""
        """Why a grade could not be written into the gradebook; empty when all could."""
        self._in_memory: dict[int, Grade] = {}
        self._copy: _Copy | None = None
        """All grades, once they were read to the end: every report reads them again."""

    def add(self, position: int, grade: Grade) -> None:
        """Add a final grade; keep it in memory when the gradebook cannot be written, so that no grade is lost."""
        self._copy = None
        if self.store is not None and not self.write_error:
            try:
                self.attempts[position] = self.store.add_attempt(self.run, position, self.records[position], grade)
            except JudgeError as error:
                self.write_error = str(error)
            else:
                return
        self._in_memory[position] = grade

    def add_unfinished(self, position: int, grade: Grade) -> None:
        """Add an incomplete grade, which is reported but not written into the gradebook."""
        self._copy = None
        self._in_memory[position] = grade

    def end(self, *, complete: bool) -> None:
        """Write the end of the run into the gradebook."""
        if self.store is not None and not self.write_error:
            try:
                self.store.end_run(self.run, complete=complete)
            except JudgeError as error:
                self.write_error = str(error)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Grade]:
        if self.store is not None and self._copy is None:
            copy = _Copy()
            for grade in self._read_all():
                copy.add(grade)
                yield grade
            self._copy = copy if copy.is_whole else None
            return
        read = 0
        for grade in self._copy or ():
            read += 1
            yield grade
        if read < self.size:  # there is no copy, or it can be read no further
            yield from islice(self._read_all(), read, None)

    def _read_all(self) -> Iterator[Grade]:
        stored: list[int] = []
        for position in range(self.size):
            if position in self._in_memory:
                yield from self._read(stored)
                stored = []
                yield self._in_memory[position]
            else:
                stored.append(self.attempts[position])
        yield from self._read(stored)

    def _read(self, attempts: list[int]) -> Iterator[Grade]:
        return self.store.grades(attempts) if self.store is not None and attempts else iter(())

    @overload
    def __getitem__(self, index: int) -> Grade: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Grade]: ...
    def __getitem__(self, index: int | slice) -> Grade | Sequence[Grade]:
        positions = range(self.size)[index]
        if isinstance(positions, range):
            return [self[position] for position in positions]
        if positions in self._in_memory:
            return self._in_memory[positions]
        return next(self._read([self.attempts[positions]]))


class _Copy:
    """Grades in a nameless file below ``TMPDIR``: to put one together from rows takes ten times as long."""

    def __init__(self) -> None:
        import tempfile  # noqa: PLC0415 - only gradebooks need it

        self._ends = [0]
        self.is_whole = False
        """Whether a file could be made, and the disk had room for all grades so far."""
        with contextlib.suppress(OSError):
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it goes with this object
            self.is_whole = True

    def add(self, grade: Grade) -> None:
        """Append a grade. What MessagePack cannot hold, such as a number beyond 64 bits, ends the copy."""
        if self.is_whole:
            self.is_whole = False
            with contextlib.suppress(OSError, UnicodeEncodeError, OverflowError, TypeError):
                content = msgpack.encode(grade)
                self.is_whole = os.pwrite(self._file.fileno(), content, self._ends[-1]) == len(content)
                self._ends.append(self._ends[-1] + len(content))

    def __iter__(self) -> Iterator[Grade]:
        """Yield the grades, up to one that cannot be read."""
        decoder = msgpack.Decoder(Grade)
        for start, end in pairwise(self._ends):
            content = b""
            with contextlib.suppress(OSError):
                content = os.pread(self._file.fileno(), end - start, start)
            if len(content) < end - start:
                return
            try:
                grade = decoder.decode(content)
            except DecodeError:
                return
            yield grade
