"""Carry what a student's program and a course's partner write to each other: bounded, and written down."""

from __future__ import annotations

import os
import select
import struct
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec.structs import replace

from harness.model.invocation import ResolvedLimits
from harness.model.observation import WRONG, Interaction, Limit
from harness.sandbox.files.unix import fcntl, termios
from harness.sandbox.process_setup.process_tree import Usage
from harness.sandbox.run.capture import Capture
from harness.sandbox.run.start import StartedProgram
from harness.sandbox.run.waiting import Source, Waiting
from harness.sandbox.run.watch import Watch

CHUNK = 1 << 16
"""Bytes that are read or written at once."""


def write_pending(descriptor: int, pending: bytearray) -> int:
    """Write what can be written at once; return the descriptor, or -1 if nobody reads any more."""
    if descriptor < 0:
        pending.clear()
        return descriptor
    try:
        del pending[: os.write(descriptor, pending[:CHUNK])]
    except BlockingIOError:
        pass
    except OSError:
        pending.clear()
        os.close(descriptor)
        return -1
    return descriptor


def is_readable(descriptor: int) -> bool:
    """Whether a read would not wait."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def unread(descriptor: int) -> int:
    """How many bytes are in a pipe."""
    if descriptor < 0:
        return 0
    return int(struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0\0\0\0"))[0])


_PROGRAM, _PARTNER = b"> ", b"< "
_KEPT = 16 << 10
"""Bytes that are kept of the beginning, and of the end."""
_LEFT_OUT = b"[...]\n"


class Transcript:
    """What two programs wrote, in the order in which it came."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._first: list[tuple[bytes, bytes]] = []
        self._last: deque[tuple[bytes, bytes]] = deque()
        self._sizes = [0, 0]
        self._is_cut = False

    def add(self, chunk: bytes, *, from_program: bool) -> None:
        """Add what one of the two wrote."""
        entry = (_PROGRAM if from_program else _PARTNER, chunk[:_KEPT] if len(chunk) <= _KEPT else chunk[-_KEPT:])
        if self._sizes[0] < _KEPT:
            self._first.append(entry)
            self._sizes[0] += len(entry[1])
            return
        self._last.append(entry)
        self._sizes[1] += len(entry[1])
        while self._sizes[1] - len(self._last[0][1]) > _KEPT:
            self._sizes[1] -= len(self._last.popleft()[1])
            self._is_cut = True

    def last_line(self) -> bytes:
        """Return the last line of the student's program, or the part of it that came; its newline is kept."""
        own = b"".join(chunk for mark, chunk in (*self._first, *self._last) if mark == _PROGRAM)
        return (own.splitlines(keepends=True) or [b""])[-1]

    def text(self) -> bytes:
        """Return all lines, each after a mark that says who wrote it."""
        parts = (self._first, self._last) if self._is_cut else ((*self._first, *self._last),)
        return _LEFT_OUT.join(b"".join(_lines(part)) for part in parts)


def _lines(entries: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    speaker, at_start = b"", True
    for mark, chunk in entries:
        if not at_start and mark != speaker:
            yield b"\n"
            at_start = True
        for line in chunk.splitlines(keepends=True):
            yield (mark if at_start else b"") + line
            at_start = line.endswith((b"\n", b"\r"))
        speaker = mark
    if not at_start:
        yield b"\n"


_MOST_PENDING = 1 << 23
"""Bytes that one side has written and the other has not read; more is not taken from it before."""
_LONGEST_END_S = 10.0
"""How long the partner may take to judge when the program has ended."""


class Partner(Protocol):
    """A program of the course that runs elsewhere; this end of its pipes is ours."""

    input: int
    """The descriptor to write to what it reads."""
    output: int
    """The descriptor to read what it writes."""
    end_descriptor: int
    """Can be read when it has ended."""
    source: Source
    """Its input, as it has it open."""

    def pids(self) -> list[int]:
        """Return its processes."""
        ...

    def result(self) -> Interaction:
        """Return how it judged, when it has ended."""
        ...

    def message(self) -> str:
        """Return what it has written for the student so far."""
        ...

    def release_output(self) -> None:
        """Close our copy of the end that it writes to, once it has been started."""
        ...

    def abandon(self) -> None:
        """Kill it."""
        ...


class Relay:
    """Carries what the two write to each other."""

    def __init__(
        self, started: StartedProgram, capture: Capture, partner: Partner, to_program: int, source: Source
    ) -> None:
        self._program, self._capture, self._partner = started.program, capture, partner
        self._out, self._err, self._to_program = started.out, started.err, to_program
        self._for_program, self._for_partner = bytearray(), bytearray()
        self._sources = {started.out, started.err, partner.output}
        self._program_waits, self._partner_waits = Waiting(source), Waiting(partner.source)
        self._transcript = Transcript()
        self._passed = self._heard = 0
        self._is_partner_done = self._deadlock = self._ended_first = self._has_passed_end = False
        self._result: Interaction | None = None
        for descriptor in (*self._sources, to_program, partner.input):
            os.set_blocking(descriptor, False)

    @property
    def is_settled(self) -> bool:
        """Whether it was decided while the program was still there: it was rejected, or both wait for each other."""
        return self._deadlock or (self._ended_first and self._result is not None and self._result.status == WRONG)

    def run(self, watch: Watch) -> tuple[Limit | None, Usage]:
        """Carry until the program ends, is rejected, waits in vain, or exceeds a limit; return that, and its usage."""
        while True:
            ready = self._poll(watch.seconds_to_check())
            self._carry(ready)
            if self._capture.full:
                return Limit.OUTPUT, watch.peak_usage
            if self._program.end_descriptor in ready:
                return None, watch.peak_usage
            if self._partner.end_descriptor in ready and not self._is_partner_done:
                self._end_of_partner()
            if self.is_settled:
                return None, watch.peak_usage
            limit = watch.check()
            if limit is not None:
                return limit, watch.peak_usage
            if not ready or self._is_partner_done:  # while they talk neither waits for ever
                self._deadlock = self._both_wait()

    def _poll(self, timeout_s: float) -> dict[int, int]:
        poll = select.poll()
        poll.register(self._program.end_descriptor, select.POLLIN)
        if not self._is_partner_done:
            poll.register(self._partner.end_descriptor, select.POLLIN)
        for descriptor in self._sources:
            pending = self._for_program if descriptor == self._partner.output else self._for_partner
            if descriptor == self._err or len(pending) < _MOST_PENDING:
                poll.register(descriptor, select.POLLIN)
        for descriptor, pending in ((self._to_program, self._for_program), (self._partner.input, self._for_partner)):
            if pending and descriptor >= 0:
                poll.register(descriptor, select.POLLOUT)
        return dict(poll.poll(timeout_s * 1000))

    def _carry(self, ready: dict[int, int]) -> None:
        if self._err in ready and not self._capture.read(self._err):
            self._sources.discard(self._err)
        if self._out in ready:
            self._from_program()
        if self._partner.output in ready:
            self._from_partner()
        self._write_pending()

    def _from_program(self) -> None:
        before = self._capture.totals.get(self._out, 0)
        chunk = self._capture.read_chunk(self._out)
        if chunk is None:
            return
        if not chunk:
            self._sources.discard(self._out)
            return
        self._heard = before + len(chunk)
        self._passed += len(chunk)
        self._transcript.add(chunk, from_program=True)
        self._for_partner += chunk

    def _from_partner(self) -> None:
        try:
            chunk = os.read(self._partner.output, CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._sources.discard(self._partner.output)
            return
        self._passed += len(chunk)
        self._transcript.add(chunk, from_program=False)
        self._for_program += chunk

    def _write_pending(self) -> None:
        if self._for_program:
            self._program_waits.begin_again()
            self._to_program = write_pending(self._to_program, self._for_program)
        if self._for_partner:
            self._partner_waits.begin_again()
            self._partner.input = write_pending(self._partner.input, self._for_partner)
        if not self._for_partner and self._out not in self._sources:
            self._close_partner_input()

    def _close_partner_input(self) -> None:
        self._has_passed_end = True
        if self._partner.input >= 0:
            os.close(self._partner.input)
            self._partner.input = -1

    def close_input(self) -> None:
        """Close the program's input, when it is over."""
        if self._to_program >= 0:
            os.close(self._to_program)
            self._to_program = -1

    def _end_of_partner(self) -> None:
        """Pass on what the partner wrote last; then the program's input is at its end."""
        self._is_partner_done = True
        self._result = self._partner.result()
        # At the end of its input the program has ended, or has nothing more to say: how it ends comes first.
        self._ended_first = not self._has_passed_end
        while self._partner.output in self._sources and is_readable(self._partner.output):
            self._from_partner()
        self._sources.discard(self._partner.output)
        self._write_pending()
        self._for_partner.clear()
        if not self._for_program:
            self.close_input()

    def _both_wait(self) -> bool:
        """Whether each waits for the other, and nothing is on its way."""
        if self._for_program or self._for_partner or self._is_partner_done or self._to_program < 0:
            if self._is_partner_done and not self._for_program:
                self.close_input()
            return False
        if unread(self._to_program) or unread(self._partner.input):  # asked first: who reads it then is seen at work
            return False
        program = self._program_waits.is_waiting(self._program.pids(), self._passed)
        partner = self._partner_waits.is_waiting(self._partner.pids(), self._passed)
        return program and partner and not self._has_partner_closed()

    def _has_partner_closed(self) -> bool:
        """Whether the partner goes on without its output: then it is the program's turn, whose input is at its end."""
        self._partner.release_output()  # a copy of ours would keep it open
        if self._partner.output in self._sources and is_readable(self._partner.output):
            self._from_partner()
        if self._partner.output in self._sources or self._for_program:
            return False
        self.close_input()
        return True

    def finish(self, limits: ResolvedLimits) -> Interaction:
        """Give the partner what the program wrote last and the end of its input; return how it judged."""
        while self._out in self._sources and is_readable(self._out) and not self._capture.full:
            self._from_program()
        self._sources.discard(self._out)
        deadline = time.monotonic() + min(limits.wall, _LONGEST_END_S)
        self._for_program.clear()
        while not (self._is_partner_done or self._deadlock) and time.monotonic() < deadline:
            if not self._for_partner:
                self._close_partner_input()
            ready = self._poll_partner(deadline - time.monotonic())
            if self._partner.output in ready:
                self._from_partner()
                self._for_program.clear()  # nobody is there to read it
            if self._for_partner:
                self._partner.input = write_pending(self._partner.input, self._for_partner)
            if self._partner.end_descriptor in ready:
                self._is_partner_done, self._result = True, self._partner.result()
        result = self._result or Interaction(message=self._partner.message() if self._deadlock else "")
        return replace(
            result,
            ended_first=self._ended_first,
            deadlock=self._deadlock,
            heard=self._heard > 0,
            last_line=self._transcript.last_line(),
            transcript=self._transcript.text(),
        )

    def _poll_partner(self, timeout_s: float) -> dict[int, int]:
        poll = select.poll()
        poll.register(self._partner.end_descriptor, select.POLLIN)
        if self._partner.output in self._sources:
            poll.register(self._partner.output, select.POLLIN)
        if self._for_partner and self._partner.input >= 0:
            poll.register(self._partner.input, select.POLLOUT)
        return dict(poll.poll(max(0.0, timeout_s) * 1000))
