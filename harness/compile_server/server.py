"""The process that keeps the resident compiler, and how worker processes ask it.

It is a process beside the workers, not below one: a worker kills all that is below it after each program, and counts
what all of that used. It comes and goes with a run. A worker that gets no answer, for whatever reason, compiles in the
usual way; so nothing here needs to succeed.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import select
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from harness.compile_server.protocol import LARGEST
from harness.isolation.base import Isolation
from harness.isolation.cgroups import remove_stale_groups
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.run import process_tree
from harness.run.persistent_process import PersistentProcess, ProcessDied, framed, receive

_PATIENCE_S = 2.0
"""Many times what any usual program takes."""
_READY_S = 60.0
_MOST_TRIES = 5
_LIMITS = ResolvedLimits(cpu=3600.0, wall=3600.0, output=LARGEST)
# The simplest compiler and collector: what is compiled is small, and the machine is the students'.
_FLAGS = "-XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:+UseSerialGC -Xms64m -Xmx512m"
_COMMAND = ("sh", "-c", f"cd sources && exec java {_FLAGS} ../Compiler.java ../Compiler.java")
_PROGRAM = Path(__file__).with_name("Compiler.java")


class CompileClient(Struct, frozen=True):
    """The compiler as a worker sees it."""

    shared: socket.socket
    patience_s: float

    def ask(self, question: bytes) -> bytes | None:
        """Its answer; None when it has none, or not yet."""
        ours, theirs = socket.socketpair()
        with ours, contextlib.suppress(OSError, ProcessDied):
            with theirs:
                socket.send_fds(self.shared, [b"?"], [theirs.fileno()], socket.MSG_DONTWAIT)
            ours.settimeout(self.patience_s)
            ours.sendall(framed(question))
            return receive(ours, self.patience_s, LARGEST)
        return None


@contextlib.contextmanager
def compile_server(isolation: Isolation, root: Path, patience_s: float = _PATIENCE_S) -> Iterator[CompileClient]:
    """A resident compiler for the workers that are forked in the meantime; its folders are made below ``root``.

    Its virtual machine is started when it is asked for the second time, and answers when it is ready.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    context = multiprocessing.get_context("fork")
    server = _CompileServer(isolation, root, patience_s)
    process = context.Process(target=_live, args=(theirs, ours, server, os.getpid()), daemon=True)
    process.start()
    theirs.close()
    try:
        yield CompileClient(ours, patience_s)
    finally:
        ours.close()
        process_tree.end(process)
        remove_stale_groups()


def _live(shared: socket.socket, parents: socket.socket, server: _CompileServer, parent: int) -> None:
    """The keeper's life, which ends with its parent's, and takes the virtual machine along."""
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _leave)
    ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        _leave()
    parents.close()
    while True:
        told, given, _, _ = socket.recv_fds(shared, 1, 1)
        if not told:
            _leave()
        for one in given:
            with socket.socket(fileno=one) as client, contextlib.suppress(OSError, ProcessDied):
                _serve(server, client)


def _serve(server: _CompileServer, client: socket.socket) -> None:
    try:
        server.serve(client)
    except JudgeError:  # the virtual machine cannot be ended; better none of us than two of it
        _leave()


def _leave(*_: object) -> None:
    with contextlib.suppress(JudgeError):
        process_tree.kill_all()
    os._exit(143)


class _CompileServer(Struct):
    """Starts the virtual machine, passes questions on, ends it when it does not answer as it should."""

    isolation: Isolation
    root: Path
    patience_s: float
    _compiler: PersistentProcess | None = None
    _begun: float = 0.0
    _ready: bool = False
    _asked: int = 0
    _failed: int = 0
    """How often in a row."""

    def serve(self, client: socket.socket) -> None:
        """Answer one question, or hang up."""
        if self._compiler is None:
            client.close()  # whoever asks does it without us, and we get ready meanwhile
            self._asked += 1
            if self._asked > 1 and self._failed < _MOST_TRIES:
                self._start()
            return
        if not self._is_ready(self._compiler):
            return
        question = receive(client, self.patience_s, LARGEST)
        if _hung_up(client):
            return
        try:
            answer = self._compiler.ask(question, self.patience_s)
        except ProcessDied:
            self._end()
            return
        self._failed = 0
        client.settimeout(self.patience_s)
        client.sendall(framed(answer))

    def _start(self) -> None:
        number = f"{os.getpid()}-{time.monotonic_ns()}"
        workdir, home = self.root / f"compiler-{number}", self.root / f"compiler-home-{number}"
        try:
            (workdir / "sources").mkdir(parents=True)
            home.mkdir()
            (workdir / _PROGRAM.name).write_bytes(_PROGRAM.read_bytes())
            self._compiler = PersistentProcess(Invocation(_COMMAND, workdir, home, _LIMITS), self.isolation, LARGEST)
        except (ProcessDied, OSError):
            self._failed += 1
        self._begun, self._ready = time.monotonic(), False

    def _is_ready(self, compiler: PersistentProcess) -> bool:
        try:
            self._ready = self._ready or compiler.is_ready()
        except ProcessDied:
            self._end()
        if not self._ready and time.monotonic() > self._begun + _READY_S:
            self._end()
        return self._ready

    def _end(self) -> None:
        self._failed += 1
        self._ready = False
        if self._compiler is not None:
            self._compiler.end()
        self._compiler = None


def _hung_up(client: socket.socket) -> bool:
    """Whether whoever asked has not waited."""
    poll = select.poll()
    poll.register(client, 0)
    return bool(poll.poll(0))
