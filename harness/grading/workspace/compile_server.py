"""Run the resident compiler in a server process, and ask it from worker processes.

The server is a process beside the workers, not below one: a worker kills all that is below it after each program, and
counts what all of that used. It lives as long as a run. A worker that gets no answer, for whatever reason, compiles in
the usual way; so nothing here needs to succeed.

Decide whether a run gets a compile server.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.submission import Submission
from harness.grading.workspace.compile_protocol import MAX_MESSAGE_BYTES
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.cgroups import remove_stale_groups
from harness.sandbox.run.child_process import ChildProcess
from harness.sandbox.run.interruption import uninterrupted
from harness.sandbox.run.persistent_process import PersistentProcess, ProcessDied, frame, receive_message
from harness.spec.format.assignment import Assignment, Course

_ANSWER_TIMEOUT_S = 2.0
"""Many times what a usual submission takes to compile."""
_READY_TIMEOUT_S = 60.0
_MAX_FAILURES = 5
_LIMITS = ResolvedLimits(cpu=3600.0, wall=3600.0, output=MAX_MESSAGE_BYTES)
# The simplest compiler and collector: what is compiled is small, and students' programs need the machine.
_FLAGS = "-XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:+UseSerialGC -Xms64m -Xmx512m"
_COMMAND = ("sh", "-c", f"cd sources && exec java {_FLAGS} ../Compiler.java ../Compiler.java")
_PROGRAM = Path(__file__).with_name("Compiler.java")


class CompileClient(Struct, frozen=True):
    """A worker's connection to the compile server."""

    server_socket: socket.socket
    timeout_s: float
    address: str = ""
    """Where any process of this user that sees the machine's files reaches the server; empty: nowhere."""

    def ask(self, request: bytes) -> bytes | None:
        """Return the answer to an encoded request; None when there is none in time."""
        client_end, server_end = socket.socketpair()
        with client_end, contextlib.suppress(OSError, ProcessDied):
            with server_end:
                socket.send_fds(self.server_socket, [b"?"], [server_end.fileno()], socket.MSG_DONTWAIT)
            return _exchange(client_end, request, self.timeout_s)
        return None


def ask_at(address: str, request: bytes) -> bytes | None:
    """Ask the server at an address; return the answer, or None when there is none in time."""
    with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError, ProcessDied):
        client.settimeout(_ANSWER_TIMEOUT_S)
        client.connect(address)
        return _exchange(client, request, _ANSWER_TIMEOUT_S)
    return None


def _exchange(client: socket.socket, request: bytes, timeout_s: float) -> bytes:
    client.settimeout(timeout_s)
    client.sendall(frame(request))
    return receive_message(client, timeout_s, MAX_MESSAGE_BYTES)


@contextlib.contextmanager
def compile_server(
    isolation: Isolation,
    root: Path,
    timeout_s: float = _ANSWER_TIMEOUT_S,
    *,
    listens: bool = False,
    unanswered: int = 1,
) -> Iterator[CompileClient]:
    """Run a compile server for the workers that are forked meanwhile; its folders are made below ``root``.

    Its virtual machine is started after so many ``unanswered`` requests, and answers once it is ready.

    ``listens``: whether it has an address, too. No student's program may run meanwhile: it could keep the server busy.
    """
    client_end, server_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    server, (listener, address) = _CompileServer(isolation, root, timeout_s, unanswered), _listen(root, listens=listens)
    sockets, parent = (server_end, listener, client_end), os.getpid()
    with uninterrupted():
        process = ChildProcess(lambda: _run_server(sockets, server, parent))
    server_end.close()
    listener.close()
    try:
        yield CompileClient(client_end, timeout_s, address)
    finally:
        client_end.close()
        process.end()
        remove_stale_groups()


def _listen(root: Path, *, listens: bool) -> tuple[socket.socket, str]:
    """Return a socket below ``root``, and its address; empty if it does not listen, or the path is too long."""
    listener, path = socket.socket(socket.AF_UNIX), root / "compiler.socket"
    if not listens:
        return listener, ""
    try:
        listener.bind(str(path))
        listener.listen()
    except OSError:
        return listener, ""
    return listener, str(path)


def _run_server(sockets: tuple[socket.socket, ...], server: _CompileServer, parent: int) -> None:
    """Serve requests until the parent ends or closes its socket; the virtual machine ends with this process.

    ``sockets``: the workers' one, the one that listens, and the parent's, which is closed here.
    """
    server_socket, listener, parents = sockets
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _exit)
    process_tree.end_with_parent(signal.SIGTERM)
    if os.getppid() != parent:
        _exit()
    parents.close()
    poll = select.poll()
    poll.register(server_socket, select.POLLIN)
    if listener.getsockname():
        poll.register(listener, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            is_listener = descriptor == listener.fileno()
            for client in [listener.accept()[0]] if is_listener else _sent_clients(server_socket):
                with client, contextlib.suppress(OSError, ProcessDied):
                    _serve_or_exit(server, client)


def _sent_clients(server_socket: socket.socket) -> list[socket.socket]:
    """Return the connection that a worker sent, none if it was lost; end if there is no parent any more."""
    message, descriptors, _, _ = socket.recv_fds(server_socket, 1, 1)
    if not message:
        _exit()
    return [socket.socket(fileno=descriptor) for descriptor in descriptors]


def _serve_or_exit(server: _CompileServer, client: socket.socket) -> None:
    try:
        server.serve(client)
    except JudgeError:  # the virtual machine cannot be ended; better no server than two machines
        _exit()


def _exit(*_: object) -> None:
    """Kill the virtual machine and end this process; a signal handler too."""
    with contextlib.suppress(JudgeError):
        process_tree.kill_all()
    os._exit(143)


class _CompileServer(Struct):
    """Start the virtual machine, pass requests on to it, and end it when it does not answer as it should."""

    isolation: Isolation
    root: Path
    timeout_s: float
    unanswered: int = 1
    _compiler: PersistentProcess | None = None
    _started_at: float = 0.0
    _ready: bool = False
    _requests: int = 0
    _failures: int = 0
    """Starts and requests that failed one after the other."""

    def serve(self, client: socket.socket) -> None:
        """Answer one request, or hang up."""
        if self._compiler is None:
            client.close()  # the worker compiles by itself, and the machine gets ready meanwhile
            self._requests += 1
            if self._requests > self.unanswered and self._failures < _MAX_FAILURES:
                self._start()
            return
        if not self._is_ready(self._compiler):
            return
        request = receive_message(client, self.timeout_s, MAX_MESSAGE_BYTES)
        if _has_hung_up(client):
            return
        try:
            answer = self._compiler.ask(request, self.timeout_s)
        except ProcessDied:
            self._end()
            return
        self._failures = 0
        client.settimeout(self.timeout_s)
        client.sendall(frame(answer))

    def _start(self) -> None:
        number = f"{os.getpid()}-{time.monotonic_ns()}"
        workdir, home = self.root / f"compiler-{number}", self.root / f"compiler-home-{number}"
        try:
            (workdir / "sources").mkdir(parents=True)
            home.mkdir()
            (workdir / _PROGRAM.name).write_bytes(_PROGRAM.read_bytes())
            self._compiler = PersistentProcess(
                Invocation(_COMMAND, workdir, home, _LIMITS), self.isolation, MAX_MESSAGE_BYTES
            )
        except (ProcessDied, OSError):
            self._failures += 1
        self._started_at, self._ready = time.monotonic(), False

    def _is_ready(self, compiler: PersistentProcess) -> bool:
        try:
            self._ready = self._ready or compiler.is_ready()
        except ProcessDied:
            self._end()
        if not self._ready and time.monotonic() > self._started_at + _READY_TIMEOUT_S:
            self._end()
        return self._ready

    def _end(self) -> None:
        self._failures += 1
        self._ready = False
        if self._compiler is not None:
            self._compiler.end()
        self._compiler = None


def _has_hung_up(client: socket.socket) -> bool:
    """Tell whether the worker has stopped waiting."""
    poll = select.poll()
    poll.register(client, 0)
    return bool(poll.poll(0))


_TOO_FEW = 2
"""Up to so many submissions are built before a server would be ready."""


@contextlib.contextmanager
def compile_server_for(
    course: Course,
    submissions: Sequence[Submission],
    isolation: Isolation,
    root: Path,
    *,
    own_programs: bool = False,
    tries_changes: bool = False,
) -> Iterator[CompileClient | None]:
    """Run a compile server while these are graded; None when they are few, or none of them can be Java.

    ``own_programs``: whether all are the course's own, whose tools may then ask the server as well.
    ``tries_changes``: whether a few are built many times, with changes.
    """
    java = {name for name, assignment in course.items() if _may_be_java(assignment)}
    folders = {
        submission.folder
        for submission in submissions
        if submission.assignment in java and submission.folder is not None
    }
    are_few = len(folders) <= _TOO_FEW
    if not folders or (are_few and not tries_changes):
        yield None
        return
    unanswered = len(folders) if are_few else 1  # those that build what was handed in
    with compile_server(isolation, root, listens=own_programs, unanswered=unanswered) as compiler:
        yield compiler


def _may_be_java(assignment: Assignment) -> bool:
    commands = [command[0] for recipe in assignment.spec.build for command in recipe.commands]
    return assignment.spec.language in ("java", "any") or "javac" in commands
