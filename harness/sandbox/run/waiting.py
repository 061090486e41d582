"""Tell whether a program waits for its input, by the system calls in which its threads sleep.

A program of which one thread reads an input that is empty, while no other thread runs or will wake by itself, goes on
only when it is given more. The kernel says so at once; a limit on its time would say so much later. Where the kernel
does not show system calls (no permission, another processor) nothing is ever said to wait.
"""

from __future__ import annotations

import contextlib
import os
import struct
import time
from collections.abc import Sequence
from enum import IntEnum

from msgspec import Struct

from harness.sandbox.files.unix import stat_fields
from harness.sandbox.process_setup.process_tree import threads

_SURE_AFTER_S = 0.15
"""It has to be seen waiting for so long: what was just written to it may still be on its way."""
_PROBABLE_AFTER_S = 2.0
"""The same where a thread sleeps with a time limit, as those of a virtual machine always do."""
_DEV_TTY = os.makedev(5, 0)
_MOST_POLLED = 64
_CALLS = {
    "x86_64": {
        0: "read", 19: "read", 7: "poll", 271: "ppoll", 23: "select", 270: "select", 232: "epoll", 281: "epoll",
        441: "epoll2", 35: "sleep", 230: "sleep", 128: "sleep", 202: "futex",
    },
    "aarch64": {
        63: "read", 65: "read", 73: "ppoll", 72: "select", 22: "epoll", 441: "epoll2", 101: "sleep", 115: "sleep",
        137: "sleep", 98: "futex",
    },
}.get(os.uname().machine, {})  # fmt: skip


class State(IntEnum):
    """What a thread, or a whole program, is doing. Of several threads the first that any of them is in decides."""

    BUSY = 0
    """It runs, or will by itself."""
    PROBABLY_WAITS = 1
    """It reads its input, and some thread sleeps with a time limit."""
    WAITS = 2
    """It reads its input, and nothing else can wake it."""
    SLEEPS = 3
    """It waits for something else."""


class Source(Struct, frozen=True):
    """An input through which a program can get something: a terminal, or a pipe."""

    device: int
    inode: int
    terminal: int
    """The device number of a terminal; 0 for a pipe."""

    @classmethod
    def of(cls, descriptor: int) -> Source:
        """The input that a descriptor refers to."""
        status = os.fstat(descriptor)
        return cls(status.st_dev, status.st_ino, status.st_rdev)

    def is_open_as(self, pid: int, descriptor: int) -> bool:
        """Whether a descriptor of a process refers to this input."""
        try:
            status = os.stat(f"/proc/{pid}/fd/{descriptor}")
        except OSError:
            return False
        if self.terminal:
            return status.st_rdev in (self.terminal, _DEV_TTY)
        return (status.st_dev, status.st_ino) == (self.device, self.inode)


class Waiting:
    """Watches one program for the moment when it waits for an input."""

    def __init__(self, source: Source) -> None:
        """``source``: its input."""
        self._source = source
        self._since: float | None = None
        self._output = -1
        self._read_before: dict[int, int] | None = None

    def was_given_input(self, pids: Sequence[int]) -> None:
        """Note that input is on its way: until some of it has been read nothing waits. Call it before writing."""
        self._read_before = _reads_of(pids)
        self._since = None

    def begin_again(self) -> None:
        """Note that it was given input through a pipe, of which the caller sees whether it is empty."""
        self._since = None

    def is_waiting(self, pids: Sequence[int], output: int) -> bool:
        """Tell whether the program has been waiting for long enough to be sure.

        ``output``: how many bytes of its output have been read: while more comes it is at work.
        """
        if self._read_before is not None:
            if _reads_of(pids) == self._read_before:
                return False
            self._read_before = None
        state = program_state(pids, self._source)
        if state not in (State.WAITS, State.PROBABLY_WAITS) or output != self._output:
            self._since, self._output = None, output
            return False
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        return now - self._since >= (_SURE_AFTER_S if state is State.WAITS else _PROBABLE_AFTER_S)


def program_state(pids: Sequence[int], source: Source) -> State:
    """Return what the processes of a program are doing, as to one input."""
    state, is_timed = State.SLEEPS, False
    for pid in pids:
        for thread in threads(pid):
            kind = _thread_state(pid, thread, source)
            if kind is State.BUSY:
                return State.BUSY
            is_timed = is_timed or kind is State.PROBABLY_WAITS
            state = State.WAITS if kind is State.WAITS else state
    return State.PROBABLY_WAITS if state is State.WAITS and is_timed else state


def _thread_state(pid: int, thread: str, source: Source) -> State:
    """Return the state of a thread; one that sleeps with a time limit ``PROBABLY_WAITS`` whatever it waits for."""
    try:
        state = stat_fields(f"{pid}/task/{thread}")[:1]
        if state in ([b"Z"], [b"X"]):
            return State.SLEEPS
        if state != [b"S"]:
            return State.BUSY
        with open(f"/proc/{pid}/task/{thread}/syscall", "rb") as file:
            words = file.read().split()
        number, arguments = int(words[0]), [int(word, 16) for word in words[1:7]]
    except (OSError, ValueError, IndexError):
        return State.BUSY  # it has just ended or woken, or nothing is known
    return _in_call(pid, _CALLS.get(number, ""), arguments, source)


def _in_call(pid: int, call: str, arguments: list[int], source: Source) -> State:
    """Return the state of a thread in a system call."""
    if call == "futex":
        waits = arguments[1] & 0x7F in (0, 9, 11)  # FUTEX_WAIT, _WAIT_BITSET, _WAIT_REQUEUE_PI
        return State.PROBABLY_WAITS if waits and arguments[3] else State.SLEEPS
    watched: Sequence[int] | None = None
    is_endless = True
    match call:
        case "sleep":
            is_endless = False
        case "read":
            watched = arguments[:1]
        case "poll" | "ppoll":
            is_endless = arguments[2] == 0 if call == "ppoll" else _is_negative(arguments[2])
            watched = _poll_set(pid, arguments[0], arguments[1])
        case "select":
            is_endless, watched = arguments[4] == 0, _select_set(pid, arguments[1], arguments[0])
        case "epoll" | "epoll2":
            is_endless = arguments[3] == 0 if call == "epoll2" else _is_negative(arguments[3])
            watched = _epoll_set(pid, arguments[0])
    if not is_endless:
        return State.BUSY
    return State.WAITS if any(source.is_open_as(pid, number) for number in watched or ()) else State.SLEEPS


def _is_negative(number: int) -> bool:
    """Whether an int argument, of which the upper half may hold anything, is negative."""
    return bool(number & 0x8000_0000)


def _poll_set(pid: int, address: int, count: int) -> list[int]:
    records = _memory(pid, address, 8 * min(count, _MOST_POLLED))
    return [number for number, _, _ in struct.iter_unpack("=ihh", records[: len(records) // 8 * 8])]


def _select_set(pid: int, address: int, count: int) -> list[int]:
    bits = int.from_bytes(_memory(pid, address, (min(count, 1024) + 7) // 8), "little") if address else 0
    return [number for number in range(_MOST_POLLED) if bits >> number & 1]


def _epoll_set(pid: int, descriptor: int) -> list[int]:
    numbers: list[int] = []
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/fdinfo/{descriptor}", "rb") as file:
        for line in file:
            if line.startswith(b"tfd:") and len(numbers) < _MOST_POLLED:
                numbers.append(int(line.split()[1]))
    return numbers


def _memory(pid: int, address: int, size: int) -> bytes:
    try:
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
            file.seek(address)
            return file.read(size)
    except (OSError, ValueError, OverflowError):
        return b""


def _reads_of(pids: Sequence[int]) -> dict[int, int]:
    """How often each process has read something so far, the end of its input too."""
    counts: dict[int, int] = {}
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/io", "rb") as file:
            counts[pid] = int(file.read().split()[5])
    return counts
