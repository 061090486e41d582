"""Start the sandbox of one submission, and ask the supervisor in it for runs (``supervisor.c``)."""

from __future__ import annotations

import array
import contextlib
import errno
import json
import os
import resource
import select
import signal
import socket
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from harness.files.scratch import open_memory_file
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import locate
from harness.isolation.tool_wrappers import open_tools, tool_options
from harness.model.errors import JudgeError
from harness.model.limits import HOME_SIZE

_REQUEST = struct.Struct("=IIIIQQ")
_LIMIT = struct.Struct("=QQQ")
_RESULT = struct.Struct("=iiiiqq")
_NUMBER = struct.Struct("=Q")
_INFINITY = (1 << 64) - 1
_TIMEOUT_S = 20.0
"""Many times what it takes to begin a run, or to kill one."""


class RunResult(Struct, frozen=True):
    """How a run ended, and what all its processes used."""

    status: int
    """As ``wait`` tells it."""
    not_executed: int
    """The errno with which the kernel refused to start the program; 0: it did start it."""
    cpu_s: float
    peak: int
    """Resident bytes of the largest process."""
    used_network: bool
    """Whether it may have left something in the sandbox's network, by which it could tell the next run something."""


class StartedRun(Struct, frozen=True):
    """Descriptors of a run's first process, its working folder and its home; the caller closes them."""

    init: int
    workdir: int
    home: int

    def pid(self) -> int:
        """Return the number of the first process here, outside of all sandboxes; 0 when it has ended."""
        with open(f"/proc/self/fdinfo/{self.init}", "rb") as file:
            return max(0, next((int(line.split()[1]) for line in file if line.startswith(b"Pid:")), 0))

    def kill(self) -> None:
        """Kill the run's first process: the kernel ends all others with it."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.init, signal.SIGKILL)

    def close(self) -> None:
        """Close them."""
        for descriptor in (self.init, self.workdir, self.home):
            os.close(descriptor)


class Supervisor:
    """A sandbox with a supervisor in it, for one run after the other."""

    def __init__(self, options: Sequence[str], program: Path, seccomp_filter: bytes, uid: int | None) -> None:
        """Begin to start it, which takes some milliseconds: ``wait_until_ready``, then ``release`` must follow.

        Args:
            options: the options of bubblewrap.
            program: the compiled supervisor.
            seccomp_filter: the filter of system calls for the programs.
            uid: the user that it is to run as; None: this one.

        """
        bwrap = _installed("bwrap")
        self.number = 0
        self._control, control = socket.socketpair()
        self._control.settimeout(_TIMEOUT_S)
        stops, self._stop_pipe = os.pipe2(os.O_CLOEXEC)
        self.result_pipe, results = os.pipe2(os.O_CLOEXEC)
        self._messages = open_memory_file("messages", b"")
        self._info_pipe, info = os.pipe2(os.O_CLOEXEC)
        block, self._release_pipe = os.pipe2(os.O_CLOEXEC)
        binary = os.open(program, os.O_RDONLY | os.O_CLOEXEC)
        bpf_filter = open_memory_file("filter", seccomp_filter)
        tools = open_tools()
        words = (*tool_options(tools), *options, "--info-fd", str(info), "--block-fd", str(block))
        arguments = open_memory_file("arguments", b"".join(os.fsencode(word) + b"\0" for word in words))
        null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        opened = (stops, results, bpf_filter, binary, arguments, info, block, *tools)
        numbers = map(str, (control.fileno(), stops, results, bpf_filter, HOME_SIZE))
        # setpriv would do, but takes longer to be loaded than bubblewrap itself
        prefix = () if uid is None else (str(program), "as", str(uid))
        command = (*prefix, bwrap, "--args", str(arguments), "--", f"/proc/self/fd/{binary}", *numbers)
        try:
            streams = {0: null, 1: null, 2: self._messages} | {
                descriptor: descriptor for descriptor in (control.fileno(), *opened)
            }
            self._bwrap = _spawn(command, streams)
            self._bwrap_pidfd = os.pidfd_open(self._bwrap)
        finally:
            control.close()
            for descriptor in (*opened, null):
                os.close(descriptor)
        self.pid, self._pidfd = 0, -1

    def wait_until_ready(self) -> None:
        """Wait for its first process, ``pid``, to be there; JudgeError when the sandbox cannot be made."""
        try:
            self._open_init()
        except (OSError, ValueError, KeyError) as error:
            message = self.message() or str(error)
            self.close()
            raise JudgeError(f"the sandbox could not be made: {message}") from None

    def _open_init(self) -> None:
        if self._info_pipe < 0:
            return
        pipe, self._info_pipe = self._info_pipe, -1
        try:
            self.pid = _read_init_pid(pipe)
            self._pidfd = os.pidfd_open(self.pid)
        finally:
            os.close(pipe)

    def release(self) -> None:
        """Let the supervisor begin."""
        os.write(self._release_pipe, b"\n")
        os.close(self._release_pipe)
        self._release_pipe = -1

    def own_processes(self) -> tuple[int, int]:
        """Return the processes of the sandbox itself."""
        return self._bwrap, self.pid

    def is_alive(self) -> bool:
        """Tell whether it can take a request: between two runs nothing is in the pipe of results, nor is it closed."""
        return not _is_ready(self.result_pipe, 0.0)

    def is_running(self) -> bool:
        """Tell whether the sandbox's first process is there."""
        return not _is_ready(self._pidfd, 0.0)

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
            message, descriptors, _, _ = socket.recv_fds(self._control, 1, 3)
        except OSError as error:
            raise self._failure(error) from None
        if not message or len(descriptors) != 3:  # noqa: PLR2004 - the fields of the record
            raise self._failure(OSError(errno.EPIPE, "it ended"))
        return StartedRun(*descriptors)

    def stop_run(self) -> None:
        """Ask for the end of the run: all its processes are killed."""
        os.write(self._stop_pipe, _NUMBER.pack(self.number))

    def result(self, timeout_s: float = _TIMEOUT_S) -> RunResult | None:
        """Wait for the result of the run and return it; None when the sandbox died, or it does not come in time."""
        content = os.read(self.result_pipe, _RESULT.size) if _is_ready(self.result_pipe, timeout_s) else b""
        if len(content) != _RESULT.size:
            return None
        status, not_executed, used_network, _, cpu_us, peak_kib = _RESULT.unpack(content)
        return RunResult(status, not_executed, cpu_us / 1e6, peak_kib * 1024, bool(used_network))

    def _failure(self, error: OSError) -> JudgeError:
        return JudgeError(f"the sandbox failed: {self.message() or error}")

    def message(self) -> str:
        """Return what bubblewrap or the supervisor said."""
        return os.pread(self._messages, 4096, 0).decode(errors="replace").strip()

    def kill(self) -> None:
        """Kill everything in the sandbox, without waiting for its end; ``close`` must follow."""
        with contextlib.suppress(OSError, ValueError, KeyError):
            self._open_init()
        if self._pidfd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def close(self) -> None:
        """Kill everything in the sandbox, wait until it is gone, and close all descriptors."""
        with contextlib.suppress(OSError, ValueError, KeyError):
            self._open_init()
        if self._pidfd >= 0:
            _kill(self._pidfd)  # with its first process the kernel ends the whole sandbox
            _is_ready(self._bwrap_pidfd, _TIMEOUT_S)  # bubblewrap waits for that process, and ends
            os.close(self._pidfd)
        _kill(self._bwrap_pidfd)
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PIDFD, self._bwrap_pidfd, os.WEXITED)
        os.close(self._bwrap_pidfd)
        self._control.close()
        for descriptor in (self._stop_pipe, self.result_pipe, self._messages, self._release_pipe):
            if descriptor >= 0:
                os.close(descriptor)


def _kill(pidfd: int) -> None:
    """Kill a process, and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    _is_ready(pidfd, _TIMEOUT_S)


def _is_ready(descriptor: int, timeout_s: float) -> bool:
    """Wait until a pipe can be read or is closed, or the process of a pidfd has ended; False when it takes longer."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(timeout_s * 1000))


def _installed(tool: str) -> str:
    path = locate(tool)
    if path is None:
        raise JudgeError(f"{tool} is not installed")
    return path


def _spawn(command: tuple[str, ...], descriptors: Mapping[int, int]) -> int:
    actions = [(os.POSIX_SPAWN_DUP2, descriptor, target) for target, descriptor in descriptors.items()]
    return os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=actions, setsid=True)


def _read_init_pid(pipe: int) -> int:
    """Read the number of the sandbox's first process; OSError when bubblewrap ends before it tells that."""
    info = b""
    while b"}" not in info:
        chunk = os.read(pipe, 4096)
        if not chunk:
            raise OSError(errno.EIO, "bubblewrap ended before it stood")
        info += chunk
    return int(json.loads(info)["child-pid"])


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
