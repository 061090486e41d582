"""Go through the steps of a dialogue with a program on a terminal: wait for prompts, type answers, see how it ends."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct

from harness.model.observation import Exchange, Limit, OtherPrompt
from harness.sandbox.files.unix import fcntl
from harness.sandbox.run.program import Program
from harness.sandbox.run.waiting import Source, Waiting
from harness.sandbox.run.watch import Watch

_SHORT_TIMEOUT_S = 0.01
_GET_PROGRAM_END = 0x5441
"""The request TIOCGPTPEER, for which Python has no name."""
_SEARCHED = 32 * 1024
"""Bytes at the end of the screen in which a prompt is looked for: the whole screen again for each piece that comes
would take quadratic time."""
_MATCHING_S = 20.0
"""CPU seconds that may be spent on one dialogue: a pattern of the course's may take for ever on some screens."""
_END_OF_INPUT = b"\x04"
_MOST_ENDS = 16
"""How often the end of the input is typed again for a program that asks again."""


class ScreenFull(Exception):
    """The screen's cap is reached."""


class Screen(io.BytesIO):
    """Keeps what the program wrote, up to a cap."""

    def __init__(self, cap: int) -> None:
        """``cap``: bytes that are kept."""
        super().__init__()
        self.cap = cap

    def write(self, chunk: bytes, /) -> int:  # type: ignore[override]
        """Keep a chunk; ScreenFull when it is too much."""
        if self.tell() + len(chunk) > self.cap:
            super().write(chunk[: self.cap - self.tell()])
            raise ScreenFull
        return super().write(chunk)


_KEPT = 4096
"""Bytes of what came in the place of a prompt that are kept, the last ones."""


class MatchingTooSlow(Exception):
    """A pattern takes too long on what the program wrote."""


@contextlib.contextmanager
def limited_matching() -> Iterator[None]:
    """Raise MatchingTooSlow in the block when it has taken too much CPU time; the regular expression is left then."""
    if threading.current_thread() is not threading.main_thread():  # signals are handled there alone
        yield
        return

    def too_slow(*_: object) -> None:
        raise MatchingTooSlow

    previous = signal.signal(signal.SIGVTALRM, too_slow)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, _MATCHING_S)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


class DialogueEnd(Struct, frozen=True):
    """How a dialogue came to its end."""

    stuck_at: int | None = None
    """The step that did not go as it should, see ``Observation.stuck_at``."""
    limit: Limit | None = None
    """The limit that was exceeded."""
    prompted: bool = False
    """Whether the prompt of the step had come."""
    waits: bool = False
    """Whether the program waits for input."""

    @property
    def is_over(self) -> bool:
        """Whether the program is to be ended now."""
        return self.stuck_at is not None or self.limit is not None or self.waits


class _Event(Enum):
    """What came first."""

    MATCHED = "matched"
    ENDED = "ended"
    WAITS = "waits"


class Conversation:
    """One dialogue."""

    def __init__(self, child: Any, program: Program, watch: Watch, screen: Screen) -> None:
        """Take over a program on a terminal; ``child`` is pexpect's view of it."""
        self._child, self._program, self._watch, self._screen = child, program, watch, screen
        child.read_nonblocking = _with_newlines(child.read_nonblocking)
        self._waiting = Waiting(_program_end(child.child_fd))
        self._ends_left = 0
        self._any_prompt = False
        self.other_prompts: list[OtherPrompt] = []
        self._typed: list[tuple[int, bytes]] = []
        """What was typed, each after the length of the screen."""

    def hold(self, dialogue: Sequence[Exchange], *, any_prompt: bool = False) -> DialogueEnd:
        """Go through the steps, and wait for the end of the program.

        ``any_prompt``: a text that is awaited and does not come is noted in ``other_prompts``, and the step taken.
        """
        self._any_prompt = any_prompt
        for step, exchange in enumerate(dialogue):
            outcome = self._take_step(step, exchange)
            if outcome is not None:
                return outcome
        event = self._wait_for_more([])
        if isinstance(event, Limit):
            return DialogueEnd(limit=event)
        return DialogueEnd(len(dialogue), waits=True) if event is _Event.WAITS else DialogueEnd()

    def transcript(self) -> bytes:
        """Return the screen as it would look had the terminal shown what was typed."""
        screen, parts, begin = self._screen.getvalue(), list[bytes](), 0
        for offset, text in self._typed:
            parts += (screen[begin:offset], b"^D" if text == _END_OF_INPUT else text)
            begin = offset
        return b"".join((*parts, screen[begin:]))

    def _take_step(self, step: int, exchange: Exchange) -> DialogueEnd | None:
        """Take one step; return the outcome where it is the last one."""
        if exchange.awaits:
            event = self._wait_for_prompt(exchange)
            if self._any_prompt and exchange.expect is not None and event in (_Event.WAITS, _Event.ENDED):
                self._note_other_prompt(step, waits=event is _Event.WAITS)
            elif event is not _Event.MATCHED:
                return DialogueEnd(step, event if isinstance(event, Limit) else None, waits=event is _Event.WAITS)
        if exchange.end == "waiting":
            event = self._wait_for_more([])
            if event is _Event.WAITS:
                return DialogueEnd(waits=True)
            return DialogueEnd(step, event if isinstance(event, Limit) else None, prompted=True)
        if exchange.hang_up:
            self._hang_up()
            return DialogueEnd()
        if exchange.eof:
            self._ends_left = _MOST_ENDS
            self._type(_END_OF_INPUT)
        elif exchange.send is not None and (limit := self._type(exchange.send.encode() + b"\n")):
            return DialogueEnd(limit=limit)
        return None

    def _note_other_prompt(self, step: int, *, waits: bool) -> None:
        """Note what came in the place of a prompt, and take it as read."""
        import pexpect  # noqa: PLC0415 - only a dialogue needs it

        if waits:
            found = self._child.expect([b"(?s).+", pexpect.EOF, pexpect.TIMEOUT], timeout=0) == 0
            came = self._child.after if found else b""
        else:
            came = self._child.before
        transcript = self.transcript()[-_KEPT:].replace(b"\r\n", b"\n")
        self.other_prompts.append(OtherPrompt(step, came[-_KEPT:], transcript, waits))

    def _wait_for_prompt(self, exchange: Exchange) -> _Event | Limit:
        if exchange.expect is not None:
            return self._wait_for_more([exchange.expect.encode()], self._child.expect_exact)
        pattern = (exchange.pattern or "").replace("\\r\\n", "\\r?\\n")  # as a terminal writes line ends
        return self._wait_for_more([pattern.encode()])

    def _wait_for_more(self, patterns: list[bytes], expect: Callable[..., int] | None = None) -> _Event | Limit:
        """Wait for a pattern, the end, a limit, or until the program waits, although its input was ended again."""
        while True:
            event = self._wait_for(patterns, expect or self._child.expect)
            if event is not _Event.WAITS or not self._ends_left:
                return event
            self._ends_left -= 1
            self._type(_END_OF_INPUT)

    def _wait_for(self, patterns: list[bytes], expect: Callable[..., int]) -> _Event | Limit:
        import pexpect  # noqa: PLC0415 - only a dialogue needs it

        while True:
            events = [*patterns, pexpect.EOF, pexpect.TIMEOUT]
            index = expect(events, timeout=self._watch.seconds_to_check(), searchwindowsize=_SEARCHED)
            if index < len(patterns):
                return _Event.MATCHED
            if index == len(patterns):
                return _Event.ENDED
            limit = self._watch.check()
            if limit is not None:
                return limit
            if self._waiting.is_waiting(self._program.pids(), self._screen.tell()):
                return _Event.WAITS

    def _type(self, remaining: bytes) -> Limit | None:
        """Type something and read the screen meanwhile; return the limit that was exceeded before all was taken."""
        import pexpect  # noqa: PLC0415

        self._typed.append((self._screen.tell(), remaining))
        self._waiting.was_given_input(self._program.pids())
        os.set_blocking(self._child.child_fd, False)  # a program that does not read must not keep us waiting
        while remaining:
            try:
                remaining = remaining[os.write(self._child.child_fd, remaining) :]
            except BlockingIOError:
                timeout_s = min(self._watch.seconds_to_check(), _SHORT_TIMEOUT_S)
                events = [pexpect.EOF, pexpect.TIMEOUT]
                if self._child.expect(events, timeout=timeout_s, searchwindowsize=_SEARCHED) == 0:
                    return None
                limit = self._watch.check()
                if limit is not None:
                    return limit
            except OSError:  # the terminal is closed; the next prompt does not come
                return None
        return None

    def _hang_up(self) -> None:
        """Close the terminal, and send the program the signal of a closed terminal."""
        with contextlib.suppress(OSError):
            os.close(self._child.child_fd)
        self._child.closed = True
        self._child.child_fd = -1
        self._program.hang_up()


def _with_newlines(read: Callable[..., bytes]) -> Callable[..., bytes]:
    """A reader to whom the ends of lines, which a terminal writes as two characters, are newlines."""
    import pexpect  # noqa: PLC0415 - only a dialogue needs it

    kept = b""  # a carriage return whose newline may come with what is read next

    def read_newlines(*args: object, **options: object) -> bytes:
        nonlocal kept
        try:
            text = kept + read(*args, **options)
        except (pexpect.TIMEOUT, pexpect.EOF):
            text, kept = kept, b""
            if not text:
                raise
            return text
        kept = b"\r" if text.endswith(b"\r") else b""
        return text[: len(text) - len(kept)].replace(b"\r\n", b"\n")

    return read_newlines


def _program_end(terminal: int) -> Source:
    """Return the end of a terminal that the program has, given ours."""
    program_end = fcntl.ioctl(terminal, _GET_PROGRAM_END, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        return Source.of(program_end)
    finally:
        os.close(program_end)


def wait_for_end(end_descriptor: int, watch: Watch) -> Limit | None:
    """Wait until a program ends; return the limit that it exceeded before, if any."""
    poll = select.poll()
    poll.register(end_descriptor, select.POLLIN)
    while not poll.poll(watch.seconds_to_check() * 1000):
        limit = watch.check()
        if limit is not None:
            return limit
    return None
