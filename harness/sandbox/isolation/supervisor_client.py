"""Have the sandbox of one submission started, and ask the supervisor in it for runs (``supervisor.c``)."""

from __future__ import annotations

import array
import contextlib
import os
import signal
import socket
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from harness.model.errors import JudgeError
from harness.sandbox.files.unix import resource
from harness.sandbox.isolation.sandbox_template import (
    TIMEOUT_S,
    SandboxTemplate,
    is_ready,
    kill_and_wait,
    pid_of,
    receive_descriptors,
)
from harness.sandbox.process_setup.environment import locate

_REQUEST = struct.Struct("=IIIIQQ")
_LIMIT = struct.Struct("=QQQ")
_RESULT = struct.Struct("=iiiiqq")
_NUMBER = struct.Struct("=Q")
_INFINITY = (1 << 64) - 1


class RunResult(Struct, frozen=True):
    """How a run ended, and what all its processes used."""

    status: int
    """As ``wait`` returns it."""
    not_executed: int
    """The errno with which the kernel refused to start the program; 0: it did start it."""
    cpu_s: float
    peak: int
    """Resident bytes of the largest process."""
    used_network: bool
    """Whether it may have left something in the sandbox's network, by which it could pass something to the next run."""


class StartedRun(Struct, frozen=True):
    """Descriptors of a run's first process, its working folder and its home; the caller closes them."""

    init: int
    workdir: int
    home: int

    def pid(self) -> int:
        """Return the number of the first process here, outside of all sandboxes; 0 when it has ended."""
        return pid_of(self.init)

    def close(self) -> None:
        """Close them."""
        for descriptor in (self.init, self.workdir, self.home):
            os.close(descriptor)


class Supervisor:
    """The sandbox of one submission with a supervisor in it, for one run after the other."""

    def __init__(self, template: SandboxTemplate) -> None:
        """Begin to start it, which takes a millisecond; once the template is ready ``wait_until_ready`` must follow."""
        self._template = template
        self.number = 0
        self._message_start = template.message_size()
        self._control, control = socket.socketpair()
        self._control.settimeout(TIMEOUT_S)
        stops, self._stop_pipe = os.pipe2(os.O_CLOEXEC)
        self.result_pipe, results = os.pipe2(os.O_CLOEXEC)
        self._pidfd = -1
        try:
            template.ask_for_sandbox((control.fileno(), stops, results))
        except OSError as error:
            self.close()
            raise self._failure(error) from None
        finally:
            control.close()
            os.close(stops)
            os.close(results)

    def wait_until_ready(self) -> None:
        """Wait for its first process to be there; JudgeError when the sandbox cannot be made, ``close`` it then."""
        try:
            self._pidfd = self._template.receive_sandbox()
        except OSError as error:
            raise self._failure(error) from None

    def pid(self) -> int:
        """Return the number of its first process here, outside of all sandboxes; 0 when it is not there."""
        return pid_of(self._pidfd) if self._pidfd >= 0 else 0

    def is_alive(self) -> bool:
        """Tell whether it can take a request: between two runs nothing is in the pipe of results, nor is it closed."""
        return not is_ready(self.result_pipe, 0.0)

    def is_running(self) -> bool:
        """Tell whether the sandbox's first process is there."""
        return not is_ready(self._pidfd, 0.0)

    def start_run(
        self,
        command: Sequence[str],
        variables: Mapping[str, str],
        limits: Sequence[tuple[str, int, int]],
        disk: int,
        descriptors: Sequence[int],
    ) -> None:
        """Ask for a run; ``descriptors``: standard input, output, error, and the folder to copy."""
        self.number += 1
        words = (_program_file(command[0]), *command)
        strings = b"".join(os.fsencode(word) + b"\0" for word in words) + _encode_variables(tuple(variables.items()))
        content = _encode_limits(tuple(limits)) + strings
        header = _REQUEST.pack(len(content), len(command), len(variables), len(limits), disk, self.number)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        message = header + content
        try:
            sent = self._control.sendmsg([message], rights)
            if sent < len(message):
                self._control.sendall(message[sent:])
        except OSError as error:
            raise self._failure(error) from None

    def started(self) -> StartedRun:
        """Return the descriptors of the run that was asked for last; JudgeError when the sandbox has failed."""
        try:
            return StartedRun(*receive_descriptors(self._control, 3))
        except OSError as error:
            raise self._failure(error) from None

    def stop_run(self) -> None:
        """Ask for the end of the run: all its processes are killed."""
        os.write(self._stop_pipe, _NUMBER.pack(self.number))

    def kill_run(self) -> None:
        """Have the kernel kill all processes of the run, whatever its first one gets to do; ``result`` must follow."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGTERM)

    def result(self, timeout_s: float = TIMEOUT_S) -> RunResult | None:
        """Wait for the result of the run and return it; None when the sandbox died, or it does not come in time."""
        content = os.read(self.result_pipe, _RESULT.size) if is_ready(self.result_pipe, timeout_s) else b""
        if len(content) != _RESULT.size:
            return None
        status, not_executed, used_network, _, cpu_us, peak_kib = _RESULT.unpack(content)
        return RunResult(status, not_executed, cpu_us / 1e6, peak_kib * 1024, bool(used_network))

    def _failure(self, error: OSError) -> JudgeError:
        # bubblewrap may have said why before this sandbox was asked for
        return JudgeError(f"the sandbox failed: {self.message() or self._template.message() or error}")

    def message(self) -> str:
        """Return what bubblewrap or the supervisor said since this one was asked for."""
        return self._template.message(self._message_start)

    def kill(self) -> None:
        """Kill everything in the sandbox, without waiting for its end; ``close`` must follow."""
        if self._pidfd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def close(self) -> None:
        """Kill everything in the sandbox, wait until it is gone, and close all descriptors."""
        if self._pidfd >= 0:
            kill_and_wait(self._pidfd)  # with its first process the kernel ends the whole sandbox
            os.close(self._pidfd)
        self._control.close()
        for descriptor in (self._stop_pipe, self.result_pipe):
            os.close(descriptor)


def _program_file(word: str) -> str:
    """Return the file that a command's first word means; the sandbox has the same search path."""
    return word if "/" in word else locate(word) or word


@lru_cache(maxsize=64)
def _encode_variables(variables: tuple[tuple[str, str], ...]) -> bytes:
    return b"".join(os.fsencode(f"{name}={value}") + b"\0" for name, value in variables)


@lru_cache(maxsize=64)
def _encode_limits(limits: tuple[tuple[str, int, int], ...]) -> bytes:
    """Encode names, soft and hard values of resource limits."""
    numbers = ((getattr(resource, f"RLIMIT_{name.upper()}"), soft, hard) for name, soft, hard in limits)
    return b"".join(_LIMIT.pack(*(number & _INFINITY for number in limit)) for limit in numbers)
