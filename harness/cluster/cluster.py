"""The client's side: submissions go to Dask workers as there is room, grades come back, whatever becomes of workers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from distributed import Client, Future, wait
from msgspec import Struct, field

from harness.cluster.bundle import pack_submission
from harness.cluster.request import GradeRequest, Refusal, Terms
from harness.cluster.worker import ask
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.isolation.base import Level
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.schedule.assemble import assemble
from harness.schedule.grader import Progress, StoreGrade

_LOOK_S = 1.0
"""How often it is seen who is there and what has hung."""
_AHEAD = 2
"""Submissions sent for each thread of a worker: one that is graded, one that waits there."""
_MOST_TRIES = 3
_PATIENCE_S = 60.0
"""How long no worker at all is waited for."""
_SLOW, _SLOW_S = 5.0, 20.0
"""A submission is given to a second worker when it takes so many times the usual time, and so many seconds."""


class _Sent(Struct):
    """A submission on its way."""

    number: int
    since: float
    workers: frozenset[str]
    """Those that may grade it."""


class Cluster(Struct):
    """Grades submissions as a local grader does, on the workers of a scheduler."""

    client: Client
    course: Course
    terms: Terms
    packed: Future[Any]
    """The course, where every worker can get it."""
    level: Level
    """The weakest isolation among the workers: what a report may promise."""
    fit: set[str]
    """The workers that meet the terms."""
    told: set[str]
    """A line for each worker that does not."""
    store_grade: StoreGrade | None = None
    progress: Progress | None = None
    _submissions: Sequence[Submission] = ()
    _open: dict[int, int] = field(default_factory=dict)
    """Submissions without a grade -> how often they were tried."""
    _waiting: deque[int] = field(default_factory=deque)
    """Those of them that no worker has."""
    _sent: dict[Future[Any], _Sent] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)
    _asked: dict[Future[Any], str] = field(default_factory=dict)
    _took: list[float] = field(default_factory=list)

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all.

        Raises:
            JudgeError: when no worker is left; what is graded stays known.

        """
        self._submissions = submissions
        self._open = dict.fromkeys(range(len(submissions)), 0)
        self._known = set(self.fit)
        for number, one in enumerate(submissions):
            if one.folder is None:
                self._settle(number, None)
        self._waiting = deque(self._open)
        looked = alone = time.monotonic()
        while self._open:
            self._send()
            self._collect()
            if time.monotonic() - looked < _LOOK_S:
                continue
            looked = time.monotonic()
            alone = alone if not self._look() else looked
            if looked - alone > _PATIENCE_S:
                raise JudgeError(
                    f"no worker is left: {len(self._open)} submissions are not graded; go on with --resume"
                )

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """The numbers and empty grades of what was not graded; what is on its way is called back."""
        self.client.cancel(list(self._sent))
        for number in self._open:
            yield number, self._empty(number, None)

    def remarks(self) -> list[str]:
        """A line for each worker that graded nothing."""
        return sorted(self.told)

    def _empty(self, number: int, fault: JudgeError | None) -> Grade:
        submission = self._submissions[number]
        return assemble(self.course[submission.assignment], submission, fault, {}, self.terms.only)

    def _settle(self, number: int, grade: Grade | JudgeError | None) -> None:
        """A submission has its grade; other copies of it are called back."""
        if self._open.pop(number, None) is None:
            return
        if self.store_grade is not None:
            self.store_grade(number, grade if isinstance(grade, Grade) else self._empty(number, grade))
        copies = [future for future, sent in self._sent.items() if sent.number == number]
        for future in copies:
            del self._sent[future]
        self.client.cancel(copies)
        if self.progress is not None:
            self.progress(len(self._submissions) - len(self._open), len(self._submissions))

    def _threads(self) -> int:
        """How many submissions the workers can grade at a time."""
        there = self.client.nthreads()
        return sum(there.get(one, 0) for one in self.fit)

    def _send(self) -> None:
        """Send as much as the workers have room for."""
        capacity = _AHEAD * self._threads()
        while self._waiting and len(self._sent) < capacity:
            number = self._waiting.popleft()
            if number in self._open:  # a second worker may have been quicker
                self._submit(number, frozenset(self.fit))

    def _submit(self, number: int, workers: frozenset[str]) -> None:
        submission = self._submissions[number]
        try:
            bundle = pack_submission(self.course[submission.assignment], submission)
        except (JudgeError, OSError) as error:
            self._settle(number, JudgeError(f"it could not be read: {error}"))
            return
        request = GradeRequest(submission.student, submission.assignment, bundle)
        future = self.client.submit(ask, self.terms, self.packed, request, workers=list(workers), pure=False)
        self._sent[future] = _Sent(number, time.monotonic(), workers)

    def _collect(self) -> None:
        """Take what has come."""
        futures = [*self._sent, *self._asked]
        if not futures:
            time.sleep(_LOOK_S / 10)
            return
        try:
            done, _ = wait(futures, timeout=_LOOK_S, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return
        for future in done:
            address = self._asked.pop(future, None)
            if address is not None:
                self._answered(address, future)
            elif future in self._sent:
                self._take(self._sent.pop(future), future)

    def _take(self, sent: _Sent, future: Future[Any]) -> None:
        """One answer, or what kept it from coming."""
        worker, answer = future.result() if future.status == "finished" else ("", None)
        if isinstance(answer, Grade | JudgeError):
            self._took.append(time.monotonic() - sent.since)
            self._settle(sent.number, answer)
            return
        if isinstance(answer, Refusal):
            self._refused(worker, answer)
        elif sent.number in self._open:
            self._open[sent.number] += 1
        if self._open.get(sent.number, 0) >= _MOST_TRIES:
            self._settle(sent.number, JudgeError(f"{_MOST_TRIES} workers died over it: {_why(future)}"))
        elif sent.number in self._open:
            self._waiting.appendleft(sent.number)

    def _refused(self, address: str, refusal: Refusal) -> None:
        self.fit.discard(address)
        self.told.add(f"{address} grades nothing: {refusal.why}")

    def _answered(self, address: str, future: Future[Any]) -> None:
        """A worker that joined says whether it meets the terms."""
        answer = future.result()[1] if future.status == "finished" else Refusal(_why(future))
        if isinstance(answer, Refusal):
            self._refused(address, answer)
        else:
            self.fit.add(address)

    def _look(self) -> bool:
        """See who is there: ask who is new, send again what waits for the dead or hangs; False when nobody is left."""
        there = set(self.client.scheduler_info(n_workers=-1)["workers"])
        for address in there - self._known:
            self._asked[self.client.submit(ask, self.terms, self.packed, workers=[address], pure=False)] = address
        self._known = there  # who comes back is asked again: a scheduler may not name everybody every time
        self.fit &= there
        for future in [one for one, address in self._asked.items() if address not in there]:
            del self._asked[future]
        for future, sent in list(self._sent.items()):
            if not sent.workers & there:
                del self._sent[future]
                self.client.cancel([future])
                self._waiting.appendleft(sent.number)
        self._spare()
        return bool(self.fit or self._asked)

    def _spare(self) -> None:
        """Where workers are idle, give what takes very long to a second one: its own may hang."""
        if len(self._sent) >= self._threads() or not self._took:
            return
        late = max(_SLOW_S, _SLOW * median(self._took))
        counts = [sent.number for sent in self._sent.values()]
        busy: dict[str, Any] = self.client.processing()
        for future, sent in list(self._sent.items()):
            others = frozenset(one for one in self.fit if future.key not in busy.get(one, ()))
            if counts.count(sent.number) == 1 and time.monotonic() - sent.since > late and others:
                self._submit(sent.number, others)


def _why(future: Future[Any]) -> str:
    error = future.exception() if future.status == "error" else None
    return f"{type(error).__name__}: {error}".splitlines()[0] if error else f"it was {future.status}"
