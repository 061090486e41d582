"""Level E, with Python programs in forks of one interpreter: a short one takes a quarter of the CPU time.

For trusted programs alone: two forks have the same addresses, and a program could kill the interpreter for all.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
import select
import socket
from pathlib import Path
from typing import Any

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.sandbox.files.scratch import open_memory_file
from harness.sandbox.files.unix import signals
from harness.sandbox.isolation.base import Ending
from harness.sandbox.isolation.none import Unconfined, UnconfinedSandbox
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from harness.sandbox.process_setup.rlimits import numbered_limits

_PROGRAM = Path(__file__).with_name("fork_server.py")
_CONTROL = 3
_MOST_BYTES = 1 << 15
"""Bytes of a request."""
_DIFFERENCES = re.compile(
    r"\0"  # a script is read up to there, a fork's not at all
    r"|\b(?:_getframe|_current_frames|f_back|currentframe|inspect|traceback|warnings|faulthandler)\b"  # frames
    r"|\b(?:stacklevel|stack_info|settrace|setprofile|trace|bdb|pdb|c?[Pp]rofile|excepthook)\b|recursionlimit"
    r"|\b(?:modules|importlib|runpy|ctypes|getrefcount|getrusage|tracemalloc)\b"  # what is loaded, and takes memory
    r"|\b(?:gc|weakref|__del__)\b"  # when cycles are collected
)
"""What a Python program names that sees what is above it in a fork, or was loaded there before it."""
_SEEN_AT_END = re.compile(r"yield|async|open|Writer|Wrapper|FileIO|[Tt]hread|atexit|_exit|fork|__std(?:out|err)__")
"""What a Python program names that may do something after its last statement."""


class ForkServer:
    """The interpreter that programs are forks of, a child of this process."""

    def __init__(self) -> None:
        """Start it. OSError if the kernel refuses, JudgeError when it was killed."""
        process_tree.become_subreaper(os.getpid())
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # as those of programs are: the streams' objects are there before a program is
        stdin, (out, out_end) = open_memory_file("stdin", b""), os.pipe()
        streams = ((stdin, 0), (out_end, 1), (out_end, 2), (theirs.fileno(), _CONTROL))
        python = locate("python3") or "python3"
        try:
            self.pid = os.posix_spawn(
                python,
                (python, str(_PROGRAM)),
                {**ENVIRONMENT, "HOME": "/nonexistent"},  # whose modules no program sees
                file_actions=[(os.POSIX_SPAWN_DUP2, descriptor, target) for descriptor, target in streams],
                setsid=True,
                setsigdef=signals("SIGPIPE", "SIGXFSZ", "SIGINT", "SIGQUIT"),
            )
        finally:
            theirs.close()
            for descriptor in (stdin, out, out_end):
                os.close(descriptor)
        process_tree.register_server(self.pid)
        self.modules = frozenset[str](self.answer())
        """Names of the modules that are loaded in it, and not in every interpreter."""

    def is_alive(self) -> bool:
        """Tell whether it waits for a request: a program can kill it."""
        poll = select.poll()
        poll.register(self.socket, 0)
        return not poll.poll(0)

    def answer(self) -> Any:
        """Return its next answer; JudgeError when it was killed."""
        with contextlib.suppress(OSError):
            if message := self.socket.recv(_MOST_BYTES):
                return marshal.loads(message)  # noqa: S302 - a process of ours, and the course's programs
        raise JudgeError("the interpreter that Python programs are forks of was killed")


class PythonFork(UnconfinedSandbox):
    """A Python program in a fork of the server."""

    def __init__(self, invocation: Invocation, server: ForkServer, *, may_end_at_once: bool) -> None:
        """Prepare it; ``start`` begins it. ``may_end_at_once``: nobody sees what an interpreter does at its end."""
        super().__init__(invocation)
        self._server, self._may_end_at_once = server, may_end_at_once
        self._pid = 0
        self._awaits_answer = False

    @property
    def end_descriptor(self) -> int:
        """The server's socket: its second answer says that the program has ended."""
        return self._server.socket.fileno()

    def start(self, stdin: int, stdout: int, stderr: int) -> None:
        """Start the program on these descriptors, which may be closed then; JudgeError when the server was killed."""
        folder = os.open(self.start_folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _, script, *arguments = self.command
            limits = numbered_limits(self._invocation.limits)
            request = marshal.dumps((script, arguments, dict(self.environment), limits, self._may_end_at_once))
            self._awaits_answer = True
            self._server.socket.settimeout(None)
            with contextlib.suppress(OSError):  # the answer says it
                socket.send_fds(self._server.socket, [request], [stdin, stdout, stderr, folder])
            self._pid = self._server.answer()
        finally:
            os.close(folder)

    def init_pid(self) -> int:
        """Return this process: all below it are the program's."""
        return os.getpid()

    def stop(self) -> None:
        """Kill the program and all below it."""
        process_tree.kill_tree(self._pid)

    def wait(self) -> Ending:
        """Wait for the program, and kill what it leaves."""
        self._server.socket.settimeout(None)
        code, cpu_s, memory_kib = self._server.answer()
        self._awaits_answer = False
        rest = process_tree.kill_all()
        return Ending(code, cpu_s + rest.cpu_s, max(memory_kib * 1024, rest.memory))

    def close(self) -> None:
        """End a program that was given up, and the server, whose answers nobody has read."""
        if self._awaits_answer:
            process_tree.end_server(self._server.pid)
            process_tree.kill_all()
        super().close()


class ForkedPython(Unconfined):
    """Level E, quicker for Python."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._server: ForkServer | None = None
        self._owner = 0

    def shared_sandbox(self, invocation: Invocation) -> PythonFork | None:
        """Return the place of a program that is a plain Python script; None for all others."""
        command = invocation.command
        is_script = command[0] == "python3" and command[1:] and command[1].endswith(".py") and command[1][0] != "-"
        is_short = sum(map(len, command)) < _MOST_BYTES // 8
        if not is_script or not is_short or invocation.clock or invocation.dialogue:
            return None
        script = invocation.workdir / command[1]
        if not script.is_file():
            return None
        if self._server is None or self._owner != os.getpid() or not self._server.is_alive():
            self.release_resources()
            self._server, self._owner = ForkServer(), os.getpid()
        source = _source_below(invocation.workdir, self._server.modules)
        if source is None or _DIFFERENCES.search(source):
            return None
        return PythonFork(invocation, self._server, may_end_at_once=not _SEEN_AT_END.search(source))

    def release_resources(self) -> None:
        """End the server; the next run starts another one."""
        if self._server is not None:
            self._server.socket.close()
            process_tree.end_server(self._server.pid)
        self._server = None


def _source_below(folder: Path, modules: frozenset[str]) -> str | None:
    """Return what all Python files of a program say; None if they are not plain text in UTF-8.

    None too if a module of the program goes before one of ``modules``, which are loaded in a fork.
    """
    sources = []
    for parent, folders, files in os.walk(folder):
        code = [name for name in files if name.endswith((".py", ".pyc", ".so"))]
        if any(name.partition(".")[0] in modules for name in (*folders, *code)):
            return None
        try:
            sources += [Path(parent, name).read_bytes().decode() for name in code if name.endswith(".py")]
        except (OSError, UnicodeDecodeError):  # a script with other bytes has a message of its own
            return None
    return "\n".join(sources)
