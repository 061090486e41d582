"""Run tasks in worker processes, and the follow-up tasks that their results ask for; a killed worker only costs time.

With ``concurrent.futures`` a killed worker fails every task in flight and can leave the others waiting for a lock for
ever. Here each worker has a pipe of its own, so it is known which task died.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field

from harness.model.errors import JudgeError
from harness.sandbox.files import scratch
from harness.sandbox.process_setup import cgroups, process_tree
from harness.sandbox.run.child_process import ChildProcess, Connection, connect, ready
from harness.sandbox.run.interruption import uninterrupted

W_contra = TypeVar("W_contra", contravariant=True)
T = TypeVar("T", bound="Task[Any]")

_MOST_TRIES = 2
_GRACE_S = 1.0
"""Seconds that workers have to end by themselves."""
_POLL_S = 0.5
"""Seconds of one wait: a Ctrl-C or SIGTERM that arrives just before it is only handled after it."""


class Overdue(Struct, frozen=True):
    """The result of a task that did not end by its deadline; its worker was killed."""

    deadline_s: float


class Task(Protocol[W_contra]):
    """Something to run in a worker process.

    A task may have a method ``deadline_s(worker) -> float``: the elapsed seconds after which it is ended.
    """

    def run(self, worker: W_contra, /) -> Any:
        """Run the task; the result must be picklable. A JudgeError becomes the result."""
        ...


class _WorkerProcess(Struct):
    """A worker process as its parent sees it."""

    process: ChildProcess
    pipe: Connection
    task: Any = None
    deadline: float = math.inf
    """When its task must have ended, on the monotonic clock."""
    overdue_s: float = 0.0
    """The deadline in seconds that its task passed; 0: none."""


class Pool(Struct, Generic[T]):
    """Run tasks in ``jobs`` forked processes, one task at a time each.

    Every process holds ``worker``, which need not be picklable; its method ``begin``, if it has one, is called first.
    """

    worker: object
    jobs: int
    while_waiting: Callable[[], object] | None = None
    """Called once in the parent while the first follow-up tasks run, which are the longer ones."""
    when_busy: Callable[[], object] | None = None
    """Called in the parent whenever all workers have something to do: no worker waits for what is done there."""
    _workers: list[_WorkerProcess] = field(default_factory=list)

    def start_early(self, task: T) -> None:
        """Start a task before ``run`` is called, which then handles its result with the others."""
        self._send(task)

    def run(self, first: Iterable[T], done: Callable[[T, Any], Iterable[T]]) -> None:
        """Run the tasks and the follow-up tasks that ``done(task, result)`` returns; the latter go first.

        ``first`` is read only as workers become free. A task whose worker dies is run once more; when that
        worker dies too, its result is a JudgeError. So it is when the task has a bug, whose traceback goes to stderr.
        """
        waiting, urgent, tries, followed = iter(first), deque[T](), dict[int, int](), False
        try:
            while True:
                while len(self._busy()) < self.jobs:
                    task = urgent.popleft() if urgent else next(waiting, None)
                    if task is None:
                        break
                    self._send(task)
                if not self._busy():
                    return
                if self.when_busy is not None:
                    self.when_busy()
                if followed and self.while_waiting is not None:
                    self.while_waiting()
                    self.while_waiting = None
                for worker in self._ready():
                    task, result, alive = self._receive(worker)
                    if alive or isinstance(result, Overdue):
                        urgent.extend(done(task, result))
                        continue
                    tries[id(task)] = tries.get(id(task), 0) + 1
                    if tries[id(task)] < _MOST_TRIES:
                        urgent.appendleft(task)
                    else:
                        urgent.extend(done(task, _killed_error(result)))
                followed = True
        finally:
            self._stop_workers()

    def _busy(self) -> list[_WorkerProcess]:
        return [worker for worker in self._workers if worker.task is not None]

    def _send(self, task: T) -> None:
        worker = next((worker for worker in self._workers if worker.task is None), None) or self._start_worker()
        worker.task = task
        seconds = getattr(task, "deadline_s", None)
        worker.deadline = time.monotonic() + seconds(self.worker) if seconds is not None else math.inf
        try:
            worker.pipe.send(task)
        except OSError:  # it died while it was idle: the pipe's end shows it when results are read
            return

    def _start_worker(self) -> _WorkerProcess:
        (ours, theirs), parent = connect(), os.getpid()
        with uninterrupted():
            process = ChildProcess(lambda: _worker_main(theirs, ours, self.worker, parent))
            theirs.close()
            self._workers.append(_WorkerProcess(process, ours))
        return self._workers[-1]

    def _ready(self) -> list[_WorkerProcess]:
        readable = ready([worker.pipe for worker in self._busy()], _POLL_S)
        now = time.monotonic()
        for worker in self._busy():
            if now > worker.deadline and worker.pipe not in readable:
                worker.overdue_s = now - worker.deadline
                process_tree.kill_tree(worker.process.pid)  # its end of the pipe shows it
        return [worker for worker in self._busy() if worker.pipe in readable]

    def _receive(self, worker: _WorkerProcess) -> tuple[T, Any, bool]:
        """Return a worker's task, its result (or the exit status), and whether the worker is alive."""
        task = worker.task
        try:
            result = worker.pipe.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            worker.process.join()
            worker.pipe.close()
            ending = Overdue(worker.overdue_s) if worker.overdue_s else worker.process.exit_status()
            return task, ending, False
        worker.task = None
        if isinstance(result, _UnexpectedError):
            print(result.trace, file=sys.stderr)  # noqa: T201 - our fault, and only this task's: the others go on
            result = JudgeError(f"a fault of the harness itself: {result.trace.strip().splitlines()[-1]}")
        return task, result, True

    def _stop_workers(self) -> None:
        """Stop every worker and the programs that it may still run."""
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + _GRACE_S
        for worker in self._workers:
            worker.process.end(max(0.0, deadline - time.monotonic()))
            worker.pipe.close()
        self._workers.clear()
        cgroups.remove_stale_groups()
        scratch.remove_stale_scratch(Path(tempfile.gettempdir()))


def begin_task(worker: object, task: Task[Any]) -> Callable[[], Any]:
    """Begin a single task in a worker process of its own; return a function that waits for its result.

    That function may be called again; after a Ctrl-C while it waited it raises JudgeError, as the worker is gone.
    """
    results: list[Any] = []

    def done(_: object, task_result: object) -> tuple[()]:
        results.append(task_result)
        return ()

    def result() -> Any:
        if not results:
            pool.run((), done)
        if not results:
            raise JudgeError("it was interrupted")
        return results[0]

    pool: Pool[Any] = Pool(worker, 1)
    pool.start_early(task)
    return result


def run_task(worker: object, task: Task[Any]) -> Any:
    """Run a single task in a worker process of its own and return its result, which may be a JudgeError."""
    return begin_task(worker, task)()


class _UnexpectedError(Struct, frozen=True):
    """The traceback of an exception in a worker that is not a JudgeError."""

    trace: str


def _killed_error(status: object) -> JudgeError:
    return JudgeError(
        f"the worker process was killed twice while it ran this ({status}); is the machine out of memory?"
    )


def _worker_main(pipe: Connection, parent_pipe: Connection, worker: object, parent_pid: int) -> None:
    """Run tasks from the pipe until the parent ends.

    A worker leaves Ctrl-C to its parent, and stops the student's program when it is terminated.
    """
    signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN: that would be inherited by students' programs
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    process_tree.end_with_parent(signal.SIGTERM)
    if os.getppid() != parent_pid:
        _exit_with_programs()
    parent_pipe.close()
    begin = getattr(worker, "begin", None)
    if begin is not None:
        begin()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # of the sandbox's own first process too, which programs reach
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):  # a parent that was killed may also reset the connection
            _exit_with_programs()
        signal.signal(signal.SIGTERM, _exit_with_programs)
        try:
            result = task.run(worker)
        except JudgeError as error:
            result = error
        except Exception:  # noqa: BLE001 - sent to the parent as it is
            import traceback  # noqa: PLC0415 - only where the harness has a bug

            result = _UnexpectedError(traceback.format_exc())
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a handler of Python's would not be called before the next task
        with contextlib.suppress(OSError):  # the next receive shows that the parent is gone
            pipe.send(result)


def _exit_with_programs(*_: object) -> None:
    """Stop the programs that this worker started, and exit."""
    for pid in process_tree.children(os.getpid()):
        process_tree.kill_tree(pid)
    os._exit(143)
