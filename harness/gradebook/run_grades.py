"""The grades of one run by position: in the gradebook where there is one, in memory otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, overload

from harness.model.errors import JudgeError
from harness.model.grade import Grade


class AttemptStore(Protocol):
    """The methods of a gradebook that are needed here; importing the class itself would load SQLAlchemy."""

    def add_attempt(self, run: int, position: int, key: str, grade: Grade) -> int:
        """Add an attempt and list it in a run; return the attempt's id."""
        ...

    def end_run(self, run: int, *, complete: bool) -> None:
        """Store when a run ended, and whether everything was judged."""
        ...

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        """The grades of attempts, in the given order."""
        ...


class RunGrades(Sequence[Grade]):
    """The grades of a run; with a gradebook none of them stays in memory.

    Args:
        size: how many grades there will be.
        store: the gradebook; None: all grades are kept in memory.
        run: the run's id in the gradebook.
        keys: the key of each attempt, where there is a gradebook.
        attempts: position -> id of the attempt in the gradebook, of submissions that need no grading.

    """

    def __init__(
        self,
        size: int,
        store: AttemptStore | None = None,
        run: int = 0,
        keys: Sequence[str] = (),
        attempts: dict[int, int] | None = None,
    ) -> None:
        self.size, self.store, self.run, self.keys = size, store, run, keys
        self.attempts = {} if attempts is None else attempts
        self.write_error = ""
        """Why a grade could not be written into the gradebook; empty when all could."""
        self._in_memory: dict[int, Grade] = {}

    def add(self, position: int, grade: Grade) -> None:
        """Add a final grade; keep it in memory when the gradebook cannot be written, so that no grade is lost."""
        if self.store is not None and not self.write_error:
            try:
                self.attempts[position] = self.store.add_attempt(self.run, position, self.keys[position], grade)
            except JudgeError as error:
                self.write_error = str(error)
            else:
                return
        self._in_memory[position] = grade

    def add_unfinished(self, position: int, grade: Grade) -> None:
        """Add an incomplete grade, which is reported but not written into the gradebook."""
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
        return list(self)[index]
