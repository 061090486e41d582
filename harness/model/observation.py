"""What was observed of one finished run: facts, no verdict."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal

from msgspec import Struct, field

from harness.model.finding import NOWHERE, Place
from harness.model.output import Output
from harness.model.struct import Model


class Crash(Struct, frozen=True):
    """What the language's runtime said."""

    error: str
    """The error in one line, such as ``KeyError: 'n'``."""
    where: Place = NOWHERE
    """The innermost frame in the student's own files, as far as the report names one."""
    memory_error: str = ""
    """What a sanitizer or Valgrind found, such as ``use-after-free``; empty if none of them reports."""
    library: str = ""
    """The Python library that was not found, where the sources import it; else empty."""


class Exchange(Model, frozen=True):
    """One step of a dialogue: wait for a prompt, then answer."""

    expect: str | None = None
    """The exact text to wait for."""
    pattern: str | None = None
    """A regular expression to wait for."""
    send: str | None = None
    """The line to type when the prompt has come."""
    eof: bool = False
    """True: end the input, as Ctrl-D does; again whenever the program asks, up to 16 times."""
    hang_up: bool = False
    """True: close the terminal. The program must then end, in whatever way."""
    end: Literal["waiting", "itself"] = "itself"
    """``waiting``, in the last step: the program must now wait for more input, and is ended."""

    @property
    def awaits(self) -> bool:
        """Whether it waits for a text."""
        return self.expect is not None or self.pattern is not None


ACCEPTED, WRONG = 42, 43
"""The exit statuses by which the course's program accepts or rejects, as Kattis and DOMjudge have them."""


class Interaction(Struct, frozen=True):
    """How the course's program judged, and how the conversation ended."""

    status: int | None = None
    """Its exit status; negative: a signal; None if it was ended because it did not end in time."""
    message: str = ""
    """What it wrote for the student."""
    score: float | None = None
    """The part of the points that it gave, from 0 to 1; None if it gave none."""
    complaint: str = ""
    """The last lines of its standard error."""
    ended_first: bool = False
    """Whether it ended while the student's program was still there."""
    deadlock: bool = False
    """Whether each of the two waited for the other."""
    heard: bool = False
    """Whether the student's program wrote anything."""
    last_line: bytes = b""
    """What the student's program wrote last, of its last line; its newline is kept."""
    transcript: bytes = b""
    """The lines in their order, the student's after ``> ``, those of the course's program after ``< ``."""


NO_FILE = "no-file: "
"""What ``Observation.not_started`` says if there was nothing for the kernel to start; a file's pattern follows.

Where it is not known what to start, it is the kind of the finding on that.
"""


class Limit(Enum):
    """A limit that can end a run."""

    CPU = "cpu"
    WALL = "wall"
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"


class OtherPrompt(Struct, frozen=True):
    """A step of a dialogue whose prompt did not come, in a run that went on as if it had."""

    step: int
    came: bytes
    """What came in its place, the end of it."""
    transcript: bytes
    """The end of the screen as it was then."""
    waits: bool
    """Whether the program waited for input."""


class Observation(Struct, frozen=True):
    """The outcome of one command: its output, how it ended, what it used."""

    command: tuple[str, ...]
    stdout: Output = b""
    stderr: bytes = b""
    exit: int | None = None
    """The exit status; None when a signal ended the process."""
    signal: int | None = None
    """The signal that ended the process; None when the harness killed it (``ended_by`` then says why)."""
    ended_by: Limit | None = None
    cpu_s: float = 0.0
    """CPU seconds, user and system, of the whole process tree."""
    wall_s: float = 0.0
    starved_s: float = 0.0
    """Elapsed seconds in which it would have computed, and got no processor: the machine was busy with others."""
    memory: int = 0
    """Peak resident bytes, as far as they could be measured: the kernel counts from the harness's own size."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Contents of the files to keep, as far as the run made them."""
    files_left: tuple[str, ...] = ()
    """Every regular file in the working folder afterwards; listed only where a check needs it."""
    of_earlier: int | None = None
    """The index of the earlier run of the case that ended it, of which all this is; None if it is its own run."""
    not_started: str = ""
    """Why the command was not started, as the kernel says it (``Permission denied``) or as above; empty when it was."""
    processes: int = 0
    """The largest number of processes and threads at a time, as sampled."""
    open_files: int = 0
    """The largest number of open files in one process, as sampled."""
    refused_limits: tuple[str, ...] = ()
    """Limits that the kernel enforced without ending the run: ``processes``, ``disk``, ``home``, ``file``."""
    stuck_at: int | None = None
    """Index of the dialogue's step whose prompt never came, or did not end as it should; their number where more input
    was wanted after the last; None otherwise."""
    prompted: bool = False
    """Whether the prompt of that step did come, and what must follow did not."""
    waits: bool = False
    """Whether it waited for input when it was ended."""
    other_prompts: tuple[OtherPrompt, ...] = ()
    """The steps of a dialogue in whose place another prompt came, where the run was to go on."""
    interaction: Interaction | None = None
    """How the course's program that it talked with judged; None if there was none."""
    transcript: bytes = b""
    """A dialogue as a person would have seen it: the screen, with what was typed."""

    @property
    def machine_was_busy(self) -> bool:
        """Whether it was ended for its elapsed time, most of which the machine had no processor for it."""
        return self.ended_by is Limit.WALL and self.starved_s > self.wall_s / 2
