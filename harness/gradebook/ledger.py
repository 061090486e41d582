"""The grades of one run by their place in it: in the gradebook where there is one, in memory otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, overload

from harness.model.errors import JudgeError
from harness.model.grade import Grade


class Store(Protocol):
    """What a ledger asks of a gradebook."""

    def add(self, run: int, position: int, key: str, grade: Grade) -> int:
        """Add an attempt and list it in a run; the attempt's number."""
        ...

    def end(self, run: int, *, complete: bool) -> None:
        """Note when a run ended, and whether everything was judged."""
        ...

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        """The grades of attempts, in the order asked for."""
        ...


class Ledger(Sequence[Grade]):
    """Every grade of a run once it is known; with a gradebook none of them stays in memory.

    ``size``: how many there will be. ``keys``: the key of each attempt, where there is a gradebook. ``stored``:
    position -> attempt, of those that need no grading.
    """

    def __init__(
        self,
        size: int,
        store: Store | None = None,
        run: int = 0,
        keys: Sequence[str] = (),
        stored: dict[int, int] | None = None,
    ) -> None:
        self.size, self.store, self.run, self.keys = size, store, run, keys
        self.stored = {} if stored is None else stored
        self.problem = ""
        """Why the gradebook did not take a grade; empty when it took all."""
        self._here: dict[int, Grade] = {}

    def keep(self, position: int, grade: Grade) -> None:
        """Write a final grade down. What the gradebook does not take is kept in memory: no grade is lost."""
        if self.store is not None and not self.problem:
            try:
                self.stored[position] = self.store.add(self.run, position, self.keys[position], grade)
            except JudgeError as error:
                self.problem = str(error)
            else:
                return
        self._here[position] = grade

    def show(self, position: int, grade: Grade) -> None:
        """Take in a grade that is not whole: it is reported and not written down."""
        self._here[position] = grade

    def end(self, *, complete: bool) -> None:
        """Note that the run ended."""
        if self.store is not None and not self.problem:
            try:
                self.store.end(self.run, complete=complete)
            except JudgeError as error:
                self.problem = str(error)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Grade]:
        waiting: list[int] = []
        for position in range(self.size):
            if position in self._here:
                yield from self._read(waiting)
                waiting = []
                yield self._here[position]
            else:
                waiting.append(self.stored[position])
        yield from self._read(waiting)

    def _read(self, attempts: list[int]) -> Iterator[Grade]:
        return self.store.grades(attempts) if self.store is not None and attempts else iter(())

    @overload
    def __getitem__(self, at: int) -> Grade: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Grade]: ...
    def __getitem__(self, at: int | slice) -> Grade | Sequence[Grade]:
        return list(self)[at]
