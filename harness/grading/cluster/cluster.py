"""The client's side: send submissions to Dask workers as they have room, and again when a worker dies or hangs."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from distributed import CancelledError, Client, Future, wait
from distributed.comm.core import CommClosedError
from msgspec import Struct, field
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.cluster.request import GradeRequest, Refusal, RunSettings, pack_submission
from harness.grading.cluster.worker import grade_on_worker
from harness.grading.schedule.assemble import assemble
from harness.grading.schedule.grading_options import Progress, StoreGrade
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.sandbox.isolation.base import Level
from harness.spec.format.assignment import Course

_CHECK_INTERVAL_S = 1.0
"""How often workers are checked: who is there, and what hangs."""
_SENT_PER_THREAD = 2
"""Submissions sent for each thread of a worker: one is graded while the next waits there."""
_MAX_TRIES = 3
_NO_WORKER_TIMEOUT_S = 60.0
"""How long to wait for a worker when none is left."""
_SLOW_FACTOR, _SLOW_S = 5.0, 20.0
"""A submission is sent to a second worker when it takes this many times the median, and this many seconds."""


class _Sent(Struct):
    """A submission that was sent."""

    number: int
    since: float
    workers: frozenset[str]
    """Addresses of those that may grade it."""


class Cluster(Struct):
    """Grades submissions as the local grader does, on the workers of a scheduler."""

    client: Client
    course: Course
    settings: RunSettings
    packed_course: Future[Any]
    """The packed course, where every worker can get it."""
    level: Level
    """The weakest isolation among the workers: what a report may claim."""
    eligible: set[str]
    """Addresses of the workers that can grade."""
    refusals: set[str]
    """A line for each worker that cannot."""
    store_grade: StoreGrade | None = None
    on_outcome: Callable[[], object] | None = None
    progress: Progress | None = None
    _submissions: Sequence[Submission] = ()
    _tries: dict[int, int] = field(default_factory=dict)
    """Position of each submission without a grade -> how often it was tried in vain."""
    _waiting: deque[int] = field(default_factory=deque)
    """Positions of those that were not sent."""
    _sent: dict[Future[Any], _Sent] = field(default_factory=dict)
    _known_workers: set[str] = field(default_factory=set)
    _probes: dict[Future[Any], str] = field(default_factory=dict)
    _durations: list[float] = field(default_factory=list)

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all.

        Raises:
            JudgeError: when no worker is left, or the scheduler is gone; the grades so far are stored.

        """
        try:
            self._grade_all(submissions)
        except CancelledError:
            raise self._gone() from None
        except OSError as error:
            # The client may not know yet that its scheduler is gone. A broken pipe is our own output: Dask calls its
            # connections closed.
            lost = isinstance(error, CommClosedError | ConnectionError) and not isinstance(error, BrokenPipeError)
            if self._is_connected() and not lost:
                raise
            raise self._gone() from error

    def _is_connected(self) -> bool:
        return bool(self.client.status == "running")

    def _gone(self) -> JudgeError:
        return JudgeError(f"the scheduler is gone: {len(self._tries)} submissions are not graded; go on with --resume")

    def _grade_all(self, submissions: Sequence[Submission]) -> None:
        self._submissions = submissions
        self._tries = dict.fromkeys(range(len(submissions)), 0)
        self._known_workers = set(self.eligible)
        for number, submission in enumerate(submissions):
            if submission.folder is None or submission.unclear:
                self._finish(number, None)
        self._waiting = deque(self._tries)
        last_check = last_seen = time.monotonic()
        while self._tries:
            self._send()
            self._collect()
            if time.monotonic() - last_check < _CHECK_INTERVAL_S:
                continue
            last_check = time.monotonic()
            if not self._is_connected():
                raise self._gone()
            if self._check_workers():
                last_seen = last_check
            if last_check - last_seen > _NO_WORKER_TIMEOUT_S:
                raise JudgeError(
                    f"no worker is left: {len(self._tries)} submissions are not graded; go on with --resume"
                )

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """Cancel what was sent; the position and empty grade of each submission that was not graded."""
        if self._is_connected():
            with contextlib.suppress(CommClosedError, ConnectionError):  # as in run
                self.client.cancel(list(self._sent))
        for number in self._tries:
            yield number, self._ungraded(number, None)

    def remarks(self) -> list[str]:
        """A line for each worker that graded nothing."""
        return sorted(self.refusals)

    def _ungraded(self, number: int, fault: JudgeError | None) -> Grade:
        submission = self._submissions[number]
        return assemble(self.course[submission.assignment], submission, fault, {}, self.settings.only)

    def _finish(self, number: int, grade: Grade | JudgeError | None) -> None:
        """Store a submission's grade and cancel its other copies."""
        if number not in self._tries:
            return
        if self.store_grade is not None:
            self.store_grade(number, grade if isinstance(grade, Grade) else self._ungraded(number, grade))
        del self._tries[number]  # only now: whatever an interrupt leaves here is reported as not judged
        copies = [future for future, sent in self._sent.items() if sent.number == number]
        for future in copies:
            del self._sent[future]
        self.client.cancel(copies)
        if self.progress is not None:
            self.progress(len(self._submissions) - len(self._tries), len(self._submissions))

    def _threads(self) -> int:
        """How many submissions the workers can grade at a time."""
        threads = self.client.nthreads()
        return sum(threads.get(address, 0) for address in self.eligible)

    def _send(self) -> None:
        """Send as many submissions as the workers have room for."""
        capacity = _SENT_PER_THREAD * self._threads()
        while self._waiting and len(self._sent) < capacity:
            number = self._waiting.popleft()
            if number in self._tries:  # a second worker may have been quicker
                self._submit(number, frozenset(self.eligible))

    def _submit(self, number: int, workers: frozenset[str]) -> None:
        submission = self._submissions[number]
        try:
            bundle = pack_submission(self.course[submission.assignment], submission)
        except (JudgeError, OSError) as error:
            self._finish(number, JudgeError(f"it could not be read: {error}"))
            return
        request = GradeRequest(replace(submission, folder=None), bundle)
        future = self.client.submit(
            grade_on_worker, self.settings, self.packed_course, request, workers=list(workers), pure=False
        )
        self._sent[future] = _Sent(number, time.monotonic(), workers)

    def _collect(self) -> None:
        """Wait for answers and process them."""
        futures = [*self._sent, *self._probes]
        if not futures:
            time.sleep(_CHECK_INTERVAL_S / 10)
            return
        try:
            done, _ = wait(futures, timeout=_CHECK_INTERVAL_S, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return
        for future in done:
            address = self._probes.pop(future, None)
            if address is not None:
                self._take_probe(address, future)
            elif future in self._sent:
                self._take_answer(self._sent.pop(future), future)

    def _take_answer(self, sent: _Sent, future: Future[Any]) -> None:
        """Process the answer to a submission, or the failure to get one."""
        if not self._is_connected():  # what is cancelled by that is no worker's death
            raise self._gone()
        worker, answer = future.result() if future.status == "finished" else ("", None)
        if isinstance(answer, Grade | JudgeError):
            self._durations.append(time.monotonic() - sent.since)
            self._finish(sent.number, answer)
            return
        if isinstance(answer, Refusal):
            self._exclude(worker, answer)
        elif sent.number in self._tries:
            self._tries[sent.number] += 1
        if self._tries.get(sent.number, 0) >= _MAX_TRIES:
            self._finish(sent.number, JudgeError(f"{_MAX_TRIES} workers died over it: {_failure(future)}"))
        elif sent.number in self._tries:
            self._waiting.appendleft(sent.number)

    def _exclude(self, address: str, refusal: Refusal) -> None:
        self.eligible.discard(address)
        self.refusals.add(f"{address} grades nothing: {refusal.reason}")

    def _take_probe(self, address: str, future: Future[Any]) -> None:
        """Process the answer of a worker that joined: whether it can grade."""
        answer = future.result()[1] if future.status == "finished" else Refusal(_failure(future))
        if isinstance(answer, Refusal):
            self._exclude(address, answer)
        else:
            self.eligible.add(address)

    def _check_workers(self) -> bool:
        """Probe new workers, send again what dead ones had or what hangs; return False when no worker is left."""
        present = set(self.client.scheduler_info(n_workers=-1)["workers"])
        for address in present - self._known_workers:
            self._probes[
                self.client.submit(grade_on_worker, self.settings, self.packed_course, workers=[address], pure=False)
            ] = address
        self._known_workers = present  # one that comes back is probed again: a scheduler may not list all every time
        self.eligible &= present
        for future in [probe for probe, address in self._probes.items() if address not in present]:
            del self._probes[future]
        for future, sent in list(self._sent.items()):
            if not sent.workers & present:
                del self._sent[future]
                self.client.cancel([future])
                self._waiting.appendleft(sent.number)
        self._duplicate_slow()
        return bool(self.eligible or self._probes)

    def _duplicate_slow(self) -> None:
        """When workers are idle, send what takes very long to a second one: the first may hang."""
        if len(self._sent) >= self._threads() or not self._durations:
            return
        slow_s = max(_SLOW_S, _SLOW_FACTOR * median(self._durations))
        counts = [sent.number for sent in self._sent.values()]
        busy: dict[str, Any] = self.client.processing()
        for future, sent in list(self._sent.items()):
            idle = frozenset(address for address in self.eligible if future.key not in busy.get(address, ()))
            if counts.count(sent.number) == 1 and time.monotonic() - sent.since > slow_s and idle:
                self._submit(sent.number, idle)


def _failure(future: Future[Any]) -> str:
    error = future.exception() if future.status == "error" else None
    return f"{type(error).__name__}: {error}".splitlines()[0] if error else f"it was {future.status}"
