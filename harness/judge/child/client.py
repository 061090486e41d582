"""Asking a judging child, as a worker does: the answer in time, or what the request exceeded."""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import socket
import time
from io import BytesIO
from typing import Any, Protocol, TypeVar

from msgspec import Struct, field

from harness.model.errors import JudgeError
from harness.model.output import StoredOutput, reopen
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.child_process import Connection

CPU_LIMIT_S = 10.0
"""CPU seconds that one request may take."""
SECOND_CPU_LIMIT_S = 2.0
"""The same for requests about a submission that has passed the first limit already."""
_WALL_FACTOR = 6
_LOOK_S = 0.5
_MOST_SLOWER = 8.0
"""A machine that seems slower than this gets no more time: a hostile output still ends soon."""
_STEPS = 20_000
_USUAL_S = 0.0006
"""CPU seconds of so many steps of Python on the machine for which the limits are meant."""


def slowness() -> float:
    """How many times slower than usual this machine computes now, from 1 to 8; takes a few milliseconds.

    The best of some tries, so that what disturbs some of them does not count.
    """
    tries = []
    for _ in range(5):
        begin = time.thread_time()
        for _step in range(_STEPS):
            pass
        tries.append(time.thread_time() - begin)
    return max(1.0, min(_MOST_SLOWER, min(tries) / _USUAL_S))


_Result_co = TypeVar("_Result_co", covariant=True)
_Result = TypeVar("_Result")


class Request(Protocol[_Result_co]):
    """Something to do with a student's bytes; it is pickled, and so is its result."""

    def run(self, context: Any, /) -> _Result_co:
        """Do it, with what the server was given. JudgeError and UsageError come back as they are."""
        ...


class Exceeded(Exception):
    """A request that took too long or too much memory, or that ended its process."""

    def __init__(self, reason: str) -> None:
        """``reason``: ``time``, ``memory``, ``depth`` or ``crash``."""
        super().__init__(reason)
        self.reason = reason


class JudgingFault(Exception):
    """A request raised what nobody expects: a bug of the harness, or an error of a course's own function."""


class JudgingClient(Struct):
    """A worker's connection to its judging child, made when it is first needed.

    Without a server requests are run in this very process, as tests of single parts do.
    """

    server: socket.socket | None = None
    context: Any = None
    """What requests get if there is no server."""
    _connection: Connection | None = None
    _child: int = 0
    _owner: int = 0
    _used: bool = False
    """Whether the present child has had a request: what it keeps of that counts against its memory."""
    _exceeded: set[str] = field(default_factory=set)
    """Submissions that have passed a limit already."""

    def register(self) -> None:
        """Tell the server that this process is a worker, so that it does not outlive the grader."""
        if self.server is not None:
            with contextlib.suppress(OSError):
                self.server.send(str(os.getpid()).encode())

    def call(self, request: Request[_Result], submission: str = "") -> _Result:
        """The result of a request.

        Args:
            request: what to do.
            submission: whose bytes these are: after one excess its further requests get less time.

        Raises:
            Exceeded: when it passed a limit; the child is gone then, and the next request gets a new one.
            JudgingFault: when it raised an unexpected exception.

        """
        if self.server is None:
            return request.run(self.context)
        try:
            return self._in_any_child(request, SECOND_CPU_LIMIT_S if submission in self._exceeded else CPU_LIMIT_S)
        except Exceeded:
            self._exceeded.add(submission)
            raise

    def _in_any_child(self, request: Request[_Result], limit_s: float) -> _Result:
        """The result from the present child, or from a new one where that child's memory did not suffice.

        What a child keeps of earlier requests must not decide a verdict.
        """
        used = self._used and self._owner == os.getpid()
        try:
            return self._ask(request, limit_s)
        except Exceeded as exceeded:
            if not used or exceeded.reason not in {"memory", "crash"}:
                raise
        return self._ask(request, limit_s)

    def call_or(self, request: Request[_Result], submission: str, otherwise: _Result) -> _Result:
        """The result of a request; ``otherwise`` where it passed a limit."""
        try:
            return self.call(request, submission)
        except Exceeded:
            return otherwise

    def answered(self, kind: str, value: Any) -> Any:
        """The result that an answer holds; raise what it says was raised."""
        if kind == "exceeded":
            self.kill()  # what is left of its memory is in pieces
            raise Exceeded(value)
        if kind == "bug":
            raise JudgingFault(value)
        if kind == "error":
            raise value
        return value

    def begin(self, request: Request[Any], submission: str = "") -> PendingRequest:
        """Begin a request and go on; no other may be made before it is over. JudgeError when there is no server.

        It takes no more than the client allows: whoever begins it watches the time, and abandons it.
        """
        if self.server is None:
            raise JudgeError("this needs the judging server, which a whole grading has")
        connection = self._connect()
        self._used = True
        try:
            connection.send_bytes(_pickled(request))
        except OSError:
            self._exceeded.add(submission)
            self.kill()
            raise JudgeError("the judging child has ended") from None
        return PendingRequest(self, connection, self._child)

    def _ask(self, request: Request[_Result], limit_s: float) -> _Result:
        try:
            kind, value = self._answer(_pickled(request), limit_s)
        except Exceeded:
            self.kill()
            raise
        result: _Result = self.answered(kind, value)
        return result

    def _answer(self, request: memoryview, limit_s: float) -> tuple[str, Any]:
        connection = self._connect()
        self._used = True
        try:
            connection.send_bytes(request)
            request.release()
        except OSError:  # the request is too large for the child, which has ended
            raise Exceeded("memory") from None
        try:
            self._wait(connection, limit_s)
            kind, value = pickle.loads(connection.recv_bytes())  # noqa: S301 - from a child of ours
        except (EOFError, OSError):
            raise Exceeded("crash") from None
        return kind, value

    def _wait(self, connection: Connection, limit_s: float) -> None:
        """Wait for the answer; Exceeded when the child takes too long. Most answers come before the first look.

        The machine's speed is measured only when a limit is met: a slow one gets as much more time as it is slower.
        """
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        begin, before_s, measured = time.monotonic(), None, False
        while not poll.poll(_LOOK_S * 1000):
            elapsed_s, cpu_s = time.monotonic() - begin, process_tree.usage([self._child]).cpu_s
            before_s = max(0.0, cpu_s - elapsed_s) if before_s is None else before_s
            if cpu_s - before_s > limit_s or elapsed_s > limit_s * _WALL_FACTOR:
                if measured:
                    raise Exceeded("time")
                limit_s, measured = limit_s * slowness(), True

    def _connect(self) -> Connection:
        if self._connection is None or self._owner != os.getpid():
            ours, theirs = socket.socketpair()
            with theirs:
                socket.send_fds(self._server(), [str(os.getpid()).encode()], [theirs.fileno()])
            self._connection = Connection(ours.detach())
            self._owner, self._used = os.getpid(), False
            self._child = int(self._connection.recv_bytes())
        return self._connection

    def _server(self) -> socket.socket:
        if self.server is None:
            raise ValueError("there is no judging server")
        return self.server

    def kill(self) -> None:
        """Kill the child; the next request gets a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection, self._used = None, False
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)


class PendingRequest:
    """A request that the judging child is at work on."""

    def __init__(self, client: JudgingClient, connection: Connection, child: int) -> None:
        """``child``: the process that is at work."""
        self._client, self._connection = client, connection
        self.child = child
        self.descriptor = connection.fileno()
        """Can be read when the answer is there."""

    def result(self) -> Any:
        """Wait for the answer and return it; raise what ``JudgingClient.call`` raises."""
        try:
            kind, value = pickle.loads(self._connection.recv_bytes())  # noqa: S301 - from a child of ours
        except (EOFError, OSError):
            self.abandon()
            raise Exceeded("crash") from None
        return self._client.answered(kind, value)

    def abandon(self) -> None:
        """Kill the child with all that it started; the next request gets a new one."""
        self._client.kill()


class _Pickler(pickle.Pickler):
    """Outputs that lie in files go by their descriptor's path: the child opens the same file."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, StoredOutput):
            return reopen, (value.path(),)
        return NotImplemented


def _pickled(request: Request[Any]) -> memoryview:
    buffer = BytesIO()
    _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(request)
    return buffer.getbuffer()
