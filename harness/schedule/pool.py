"""Worker processes: tasks in, results out, follow-up tasks as results come; a killed worker costs nothing but time.

Not ``concurrent.futures``: there a killed worker fails every task in flight and can leave the others waiting for a lock
for ever. Here each worker has a pipe of its own, so it is known which task died.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field

from harness.files import scratch
from harness.isolation import cgroups
from harness.model.errors import JudgeError
from harness.run import process_tree

W_contra = TypeVar("W_contra", contravariant=True)
T = TypeVar("T", bound="Task[Any]")

_MOST_TRIES = 2
_LOOK_S = 1.0
"""A Ctrl-C or SIGTERM that comes just before Python waits is seen only when that has ended."""


class Task(Protocol[W_contra]):
    """Something to do in a worker process."""

    def run(self, worker: W_contra, /) -> Any:
        """Do it; the result must be picklable. A JudgeError comes back as the result."""
        ...


class _Hand(Struct):
    """A worker process as its parent sees it."""

    process: BaseProcess
    pipe: Connection
    task: Any = None


class Pool(Struct, Generic[T]):
    """Runs tasks in ``jobs`` processes that each hold ``worker``, one task at a time each.

    Workers are forked, so that ``worker`` need not be picklable.
    """

    worker: object
    jobs: int
    meanwhile: Callable[[], object] | None = None
    """What the parent does once, while the first tasks that follow others are under way: they are the longer ones."""
    _hands: list[_Hand] = field(default_factory=list)

    def ahead(self, task: T) -> None:
        """Let a worker begin with a task before ``run`` is called, which then hands its result on with the others."""
        self._give(task)

    def run(self, first: Iterable[T], done: Callable[[T, Any], Iterable[T]]) -> None:
        """Run the tasks and those that ``done(task, result)`` asks for in turn; the latter go first.

        ``first`` is read as there is room. A task whose worker dies is run once more; when that worker dies too, its
        result is a JudgeError; so it is when the task has a bug, and the worker's traceback goes to stderr.
        """
        waiting, urgent, tries, followed = iter(first), deque[T](), dict[int, int](), False
        try:
            while True:
                while len(self._busy()) < self.jobs:
                    task = urgent.popleft() if urgent else next(waiting, None)
                    if task is None:
                        break
                    self._give(task)
                if not self._busy():
                    return
                if followed and self.meanwhile is not None:
                    self.meanwhile()
                    self.meanwhile = None
                for hand in self._ready():
                    task, result, alive = self._take(hand)
                    if alive:
                        urgent.extend(done(task, result))
                        continue
                    tries[id(task)] = tries.get(id(task), 0) + 1
                    if tries[id(task)] < _MOST_TRIES:
                        urgent.appendleft(task)
                    else:
                        urgent.extend(done(task, _killed(result)))
                followed = True
        finally:
            self._end()

    def _busy(self) -> list[_Hand]:
        return [hand for hand in self._hands if hand.task is not None]

    def _give(self, task: T) -> None:
        hand = next((one for one in self._hands if one.task is None), None) or self._hire()
        hand.task = task
        try:
            hand.pipe.send(task)
        except OSError:  # it died while it was idle: the pipe's end tells so when results are read
            return

    def _hire(self) -> _Hand:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, ours, self.worker, os.getpid()), daemon=True)
        process.start()
        theirs.close()
        self._hands.append(_Hand(process, ours))
        return self._hands[-1]

    def _ready(self) -> list[_Hand]:
        ready = set(map(id, wait([hand.pipe for hand in self._busy()], _LOOK_S)))
        return [hand for hand in self._busy() if id(hand.pipe) in ready]

    def _take(self, hand: _Hand) -> tuple[T, Any, bool]:
        """A worker's task, what came of it, and whether the worker lives."""
        task = hand.task
        try:
            result = hand.pipe.recv()
        except (EOFError, OSError):
            self._hands.remove(hand)
            hand.process.join()
            hand.pipe.close()
            return task, hand.process.exitcode, False
        hand.task = None
        if isinstance(result, _Bug):
            print(result.trace, file=sys.stderr)  # noqa: T201 - our fault, and only this task's: the others go on
            result = JudgeError(f"a fault of the harness itself: {result.trace.strip().splitlines()[-1]}")
        return task, result, True

    def _end(self) -> None:
        """End every worker, with what it may still run."""
        for hand in self._hands:
            hand.process.terminate()
        for hand in self._hands:
            process_tree.end(hand.process)
            hand.pipe.close()
        self._hands.clear()
        cgroups.remove_stale_groups()
        scratch.remove_stale_scratch(Path(tempfile.gettempdir()))


def begin_one(worker: object, task: Task[Any]) -> Callable[[], Any]:
    """Begin a single task in a worker process of its own, and go on; a function that waits for its result.

    It may be called again; after a Ctrl-C while it waited it raises JudgeError, as the worker is gone.
    """
    results: list[Any] = []

    def done(_: object, got: object) -> tuple[()]:
        results.append(got)
        return ()

    def result() -> Any:
        if not results:
            pool.run((), done)
        if not results:
            raise JudgeError("it was broken off")
        return results[0]

    pool: Pool[Any] = Pool(worker, 1)
    pool.ahead(task)
    return result


def run_one(worker: object, task: Task[Any]) -> Any:
    """Run a single task in a worker process of its own; its result, which may be a JudgeError."""
    return begin_one(worker, task)()


class _Bug(Struct, frozen=True):
    """An exception of a worker that nobody expects."""

    trace: str


def _killed(status: object) -> JudgeError:
    return JudgeError(
        f"the worker process was killed twice while it ran this ({status}); is the machine out of memory?"
    )


def _work(pipe: Connection, parents: Connection, worker: object, parent: int) -> None:
    """A worker's life. It leaves Ctrl-C to its parent, ends with it, and takes its program along when it is ended."""
    signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN: that would be inherited by students' programs
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        _leave()
    parents.close()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # of the sandbox's own first process too, which programs reach
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            _leave()
        signal.signal(signal.SIGTERM, _leave)
        try:
            result = task.run(worker)
        except JudgeError as error:
            result = error
        except Exception:  # noqa: BLE001 - told to the parent as it is
            result = _Bug(traceback.format_exc())
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a handler of Python's would not be called before the next task
        pipe.send(result)


def _leave(*_: object) -> None:
    for pid in process_tree.children(os.getpid()):
        process_tree.stop(pid)
    os._exit(143)
