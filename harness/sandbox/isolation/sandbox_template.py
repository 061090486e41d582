"""Start what the sandboxes of all of a worker's submissions are copied from (``supervisor.c``).

bubblewrap makes it once: it shows what tools need of the machine, and holds nothing of any submission.
"""

from __future__ import annotations

import array
import contextlib
import errno
import os
import select
import signal
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from harness.model.errors import JudgeError
from harness.model.invocation import HOME_SIZE
from harness.sandbox.files.scratch import open_memory_file
from harness.sandbox.isolation.bubblewrap_command import read_init_pid
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate, open_tools, tool_options

TIMEOUT_S = 20.0
"""Many times what it takes to start a sandbox, to begin a run, or to kill one."""


class SandboxTemplate:
    """A process that starts a sandbox in new namespaces of every kind each time it is asked."""

    def __init__(self, options: Sequence[str], program: Path, seccomp_filter: bytes, uid: int | None) -> None:
        """Begin to start it, which takes some milliseconds: ``wait_until_ready``, then ``release`` must follow.

        ``seccomp_filter``: the filter of system calls for the programs. ``uid``: the user that it is to run as; None:
        this one.
        """
        bwrap = locate("bwrap")
        if bwrap is None:
            raise JudgeError("bwrap is not installed")
        self._sandboxes, sandboxes = socket.socketpair()
        self._sandboxes.settimeout(TIMEOUT_S)
        self._messages = open_memory_file("messages", b"")
        self._info_pipe, info = os.pipe2(os.O_CLOEXEC)
        block, self._release_pipe = os.pipe2(os.O_CLOEXEC)
        binary = os.open(program, os.O_RDONLY | os.O_CLOEXEC)
        bpf_filter = open_memory_file("filter", seccomp_filter)
        tools = open_tools()
        words = (*tool_options(tools), *options, "--info-fd", str(info), "--block-fd", str(block))
        arguments = open_memory_file("arguments", b"".join(os.fsencode(word) + b"\0" for word in words))
        null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        opened = (bpf_filter, binary, arguments, info, block, *tools)
        numbers = map(str, (sandboxes.fileno(), bpf_filter, HOME_SIZE))
        # setpriv would do, but takes longer to be loaded than bubblewrap itself
        prefix = () if uid is None else (str(program), "as", str(uid))
        command = (*prefix, bwrap, "--args", str(arguments), "--", f"/proc/self/fd/{binary}", *numbers)
        try:
            streams = {0: null, 1: null, 2: self._messages} | {
                descriptor: descriptor for descriptor in (sandboxes.fileno(), *opened)
            }
            self._bwrap = _spawn(command, streams)
            self._bwrap_pidfd = os.pidfd_open(self._bwrap)
        finally:
            sandboxes.close()
            for descriptor in (*opened, null):
                os.close(descriptor)
        self.pid, self._pidfd = 0, -1

    def wait_until_ready(self) -> None:
        """Wait for its first process, ``pid``, to be there; JudgeError when it cannot be made, ``close`` it then."""
        try:
            self._open_init()
        except OSError as error:
            raise JudgeError(f"the sandbox could not be made: {self.message() or error}") from None

    def _open_init(self) -> None:
        if self._info_pipe < 0:
            if not self.pid:  # as the number of a process that is put into a control group, 0 is the grader
                raise OSError(errno.EPIPE, "bubblewrap ended")
            return
        pipe, self._info_pipe = self._info_pipe, -1
        try:
            self._wait_for(pipe)
            self.pid = read_init_pid(pipe)
            self._pidfd = os.pidfd_open(self.pid)
        finally:
            os.close(pipe)

    def _wait_for(self, descriptor: int) -> None:
        """Wait until there is something to read; OSError when bubblewrap ended, so that nobody will write, or hangs."""
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        poll.register(self._bwrap_pidfd, select.POLLIN)
        ready = dict(poll.poll(TIMEOUT_S * 1000))
        if descriptor not in ready and not is_ready(descriptor, 0.0):
            raise OSError(errno.EPIPE, "bubblewrap ended" if ready else f"nothing came from it in {TIMEOUT_S:.0f} s")

    def release(self) -> None:
        """Let it begin."""
        os.write(self._release_pipe, b"\n")
        os.close(self._release_pipe)
        self._release_pipe = -1

    def is_released(self) -> bool:
        """Tell whether it was let begin."""
        return self._release_pipe < 0

    def processes(self) -> tuple[int, int]:
        """Return the processes of bubblewrap and of the template itself."""
        return self._bwrap, self.pid

    def is_alive(self) -> bool:
        """Tell whether it is there, or on its way."""
        return not is_ready(self._bwrap_pidfd, 0.0)

    def was_killed(self) -> bool:
        """Tell whether somebody killed bubblewrap: no program can, and no limit of a program's is on that process."""
        with contextlib.suppress(ChildProcessError):
            ending = os.waitid(os.P_PIDFD, self._bwrap_pidfd, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            return ending is not None and ending.si_code != os.CLD_EXITED
        return False

    def ask_for_sandbox(self, descriptors: Sequence[int]) -> None:
        """Ask for a sandbox whose supervisor has these descriptors; OSError when there is no template any more."""
        self._sandboxes.sendmsg([b"+"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))])

    def receive_sandbox(self) -> int:
        """Return a pidfd of the supervisor that was asked for first; OSError when there will be none."""
        self._wait_for(self._sandboxes.fileno())
        return receive_descriptors(self._sandboxes, 1)[0]

    def message_size(self) -> int:
        """Return how many bytes were said up to now."""
        return os.fstat(self._messages).st_size

    def message(self, start: int = 0) -> str:
        """Return what bubblewrap, the template or a supervisor said from a byte on."""
        return os.pread(self._messages, 4096, start).decode(errors="replace").strip()

    def close(self) -> None:
        """Kill it and every sandbox, wait until they are gone, and close all descriptors."""
        with contextlib.suppress(OSError):
            self._open_init()
        if self._pidfd >= 0:
            kill_and_wait(self._pidfd)  # with its first process the kernel ends all that is below
            is_ready(self._bwrap_pidfd, TIMEOUT_S)  # bubblewrap waits for that process, and ends
            os.close(self._pidfd)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._bwrap, signal.SIGKILL)  # its child too, if nobody knows that one's number yet
        is_ready(self._bwrap_pidfd, TIMEOUT_S)
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PIDFD, self._bwrap_pidfd, os.WEXITED)
        os.close(self._bwrap_pidfd)
        self._sandboxes.close()
        for descriptor in (self._messages, self._release_pipe):
            if descriptor >= 0:
                os.close(descriptor)


def receive_descriptors(connection: socket.socket, count: int) -> list[int]:
    """Receive descriptors that no program inherits; OSError when the other side ended.

    ``socket.recv_fds`` does not pass its flags on, and the descriptors would be inherited.
    """
    size = array.array("i").itemsize * count
    message, ancillary, _, _ = connection.recvmsg(1, socket.CMSG_LEN(size), socket.MSG_CMSG_CLOEXEC)
    descriptors = array.array("i")
    for level, kind, content in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            descriptors.frombytes(content)
    if not message or len(descriptors) != count:
        for descriptor in descriptors:
            os.close(descriptor)
        raise OSError(errno.EPIPE, "it ended")
    return list(descriptors)


def pid_of(pidfd: int) -> int:
    """Return the number of a process here, outside of all sandboxes; 0 when it has ended."""
    with open(f"/proc/self/fdinfo/{pidfd}", "rb") as file:
        return max(0, next((int(line.split()[1]) for line in file if line.startswith(b"Pid:")), 0))


def kill_and_wait(pidfd: int) -> None:
    """Kill a process, and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    is_ready(pidfd, TIMEOUT_S)


def is_ready(descriptor: int, timeout_s: float) -> bool:
    """Wait until a pipe can be read or is closed, or the process of a pidfd has ended; False when it takes longer."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(timeout_s * 1000))


def _spawn(command: tuple[str, ...], descriptors: Mapping[int, int]) -> int:
    actions = [(os.POSIX_SPAWN_DUP2, descriptor, target) for target, descriptor in descriptors.items()]
    return os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=actions, setsid=True)
