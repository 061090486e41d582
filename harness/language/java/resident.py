"""Level E for wrong programs of the course's own: Python's in forks, Java's in one virtual machine that stays.

A small Java program takes a tenth of what its virtual machine takes to start. ``program/PlainProgram.java`` says which
programs can see no difference. One that ends late, writes much or ends by an exception is started as usual, too.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import socket
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from threading import Thread

from harness.language.java.jar import driver_jar
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.isolation.base import Ending, SharedSandbox
from harness.sandbox.isolation.forked_python import ForkedPython, Server
from harness.sandbox.isolation.none import UnconfinedSandbox
from harness.sandbox.process_setup.environment import heap_size, locate
from harness.sandbox.run.persistent_process import ProcessDied, frame, receive_message

_FLAGS = ("-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-XX:-UsePerfData")
_MOST_CPU_S = 0.4
"""CPU seconds after which a program is given up, and with it the virtual machine: many times what a small one takes."""
_LEAST_LIMIT_S = 1.0
"""With a lower limit it would count how long a virtual machine takes to start."""
_TRIES, _ENDED_EACH = 2, 8
"""A program that was given up has cost as much as so many save that have run."""
_WALL_S = 60.0
_LOOK_MS = 20
_MOST_BYTES = 1 << 18
_CLASS = re.compile(r"[A-Za-z_][\w.]*")
_SCRIPT = b'#!/bin/sh\nexec java -jar "$0" "$@"\nPK'
"""How a jar begins that starts itself."""
_ADDRESS = re.compile(rb"@[0-9a-f]")
"""Part of what Java shows for an object without a text of its own; it differs from machine to machine."""


class ProgramServer(Server):
    """The virtual machine."""

    def __init__(self, java: str, jar: Path) -> None:
        """Start it from the driver's jar. OSError if the kernel refuses."""
        command = (java, *_FLAGS, "-cp", str(jar), "harness.driver.ProgramServer")
        with Path(os.devnull).open("wb") as devnull:
            super().__init__(command, socket.SOCK_STREAM, ((-1, 0), (-1, 1), (devnull.fileno(), 2)))

    def wait_until_ready(self) -> None:
        """Wait for its first message; OSError or ProcessDied when it does not come in time."""
        receive_message(self.socket, _WALL_S, 0)

    def cpu_s(self) -> float:
        """Return the CPU seconds that it has used."""
        return time.clock_gettime(~self.pid << 3 | 2)  # the kernel's number for the clock of another process

    def run(self, question: bytes) -> bytes:
        """Return the answer; ProcessDied when there is none in time."""
        begin, wall, poll = self.cpu_s(), time.monotonic(), select.poll()
        poll.register(self.socket, select.POLLIN)
        self.socket.sendall(question)
        while self.cpu_s() - begin < _MOST_CPU_S and time.monotonic() - wall < _WALL_S:
            if poll.poll(_LOOK_MS):
                return receive_message(self.socket, _WALL_S, _MOST_BYTES)
        raise ProcessDied("the program takes long")


class FinishedProgram(UnconfinedSandbox):
    """A program that has ended already."""

    def __init__(self, invocation: Invocation, answer: bytes, cpu_s: float) -> None:
        """``answer``: the virtual machine's."""
        super().__init__(invocation)
        self._status, self._cpu_s = int.from_bytes(answer[:4]), cpu_s
        size = int.from_bytes(answer[4:8])
        self._out, self._err = answer[8 : 8 + size], answer[12 + size :]
        self._end = os.fdopen(os.eventfd(0), "rb", buffering=0)
        self.end_descriptor = self._end.fileno()

    def start(self, stdin: int, stdout: int, stderr: int) -> None:  # noqa: ARG002 - it has read its input
        """Write what it wrote; the end follows."""
        outputs = (os.dup(stdout), self._out), (os.dup(stderr), self._err)
        writer = Thread(target=_write, args=(outputs, os.dup(self.end_descriptor)), daemon=True)
        # a pipe may be full after one page
        writer.run() if len(self._out + self._err) <= select.PIPE_BUF else writer.start()

    def init_pid(self) -> int:
        """Return 0: it has ended."""
        return 0

    def stop(self) -> None:
        """Do nothing: it has ended."""

    def wait(self) -> Ending:
        """Return how it ended."""
        return Ending(self._status, self._cpu_s)

    def close(self) -> None:
        """Close the descriptor."""
        self._end.close()
        super().close()


def _write(outputs: Iterable[tuple[int, bytes]], end: int) -> None:
    """Write each to its descriptor, then to that of the end, and close them; it may be that nobody reads any more."""
    for descriptor, content in outputs:
        with contextlib.suppress(BrokenPipeError), os.fdopen(descriptor, "wb") as pipe:
            pipe.write(content)
    os.eventfd_write(end, 1)
    os.close(end)


class ResidentPrograms(ForkedPython):
    """Level E, quicker for Python and for Java."""

    def __init__(self, root: Path) -> None:
        """Start nothing yet. ``root``: the folder for the driver's jar."""
        super().__init__()
        self.root = root
        self._java: ProgramServer | None = None
        self._ended, self._given_up = Counter[object](), Counter[object]()
        """How many programs have run, and how many were given up, of a submission and of a command."""

    def shared_sandbox(self, invocation: Invocation) -> SharedSandbox | None:  # type: ignore[override]
        """Return the place of a Python script, or of a Java program that has run; None for all others."""
        question, groups = _question(invocation), (invocation.submission, invocation.command)
        if question is None or not all(map(self._pays, groups)):
            return super().shared_sandbox(invocation)
        try:
            server = self._running_server()
            begin = server.cpu_s()
            answer = server.run(question)
        except (OSError, ProcessDied, JudgeError):
            self._given_up.update(groups)
            self._end_java()
            return None
        self._ended.update(groups)
        if not answer or _ADDRESS.search(answer):
            return None
        return FinishedProgram(invocation, answer, server.cpu_s() - begin)

    def _pays(self, group: object) -> bool:
        """Tell whether few programs of a group were given up."""
        return self._given_up[group] < max(_TRIES, self._ended[group] / _ENDED_EACH)

    def _running_server(self) -> ProgramServer:
        if self._java is None or not self._java.is_alive():
            self._end_java()
            jar = self.root / f"programs-{os.getpid()}.jar"
            jar.write_bytes(driver_jar())
            self._java = ProgramServer(locate("java") or "java", jar)
            self._java.wait_until_ready()
        return self._java

    def _end_java(self) -> None:
        if self._java is not None:
            self._java.end()
        self._java = None

    def release_resources(self) -> None:
        """End the servers; the next run starts others."""
        super().release_resources()
        self._end_java()


def _question(invocation: Invocation) -> bytes | None:
    """Return what the virtual machine is asked; None if it is no plain Java program with enough of everything."""
    limits, usual = invocation.limits, ResolvedLimits()
    names = ("memory", "processes", "open_files", "output")
    has_usual = min(limits.cpu, limits.wall) >= _LEAST_LIMIT_S and all(
        getattr(limits, name) >= getattr(usual, name) for name in names
    )
    if invocation.clock or invocation.dialogue or not has_usual:
        return None
    heap, place, name = f"-Xmx{heap_size(limits.memory)}", invocation.workdir, ""
    match invocation.command:
        case ("java", first, *_) if first != heap:
            return None
        case ("java", _, "-jar", jar, *arguments):
            place /= jar
        case ("java", _, "-cp", ".", name, *arguments) | ("java", _, name, *arguments) if _CLASS.fullmatch(name):
            pass
        case (jar, *arguments) if "/" in jar and _starts_itself(place / jar):
            place /= jar
        case _:
            return None
    texts = [os.fsencode(place), name.encode(), invocation.stdin]
    return b"".join([*map(frame, texts), len(arguments).to_bytes(4), *map(frame, map(os.fsencode, arguments))])


def _starts_itself(jar: Path) -> bool:
    with contextlib.suppress(OSError):
        return os.access(jar, os.X_OK) and jar.read_bytes()[: len(_SCRIPT)] == _SCRIPT
    return False
