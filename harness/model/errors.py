"""Errors that end the program with one line and an exit status, and the nearest known name to an unknown one."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterable, Iterator

from harness.model.finding import Finding

EXIT_INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells know it."""
MACHINE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Numbers of errors that are never a hand-in's: a full or read-only disk, no memory, no descriptor left."""


@contextlib.contextmanager
def only_machine_errors() -> Iterator[None]:
    """Pass over an OSError of the block, which a student's file may cause, unless the machine is to blame for it."""
    try:
        yield
    except OSError as error:
        if error.errno in MACHINE_ERRORS:
            raise


class UsageError(Exception):
    """The user's input is wrong: a spec, a path, an option. The text says what, where, and how to fix it."""

    exit_status = 2


class SpecError(UsageError):
    """A spec is invalid; each problem has a line of its own."""


class NeedsReview(Exception):
    """The student's own choice keeps us from judging, such as a tool that this machine lacks: a person has to look."""

    def __init__(self, finding: Finding) -> None:
        """``finding``: why."""
        super().__init__(finding)
        self.finding = finding


class JudgeError(Exception):
    """The harness cannot judge: a missing compiler, a full disk, a broken checker. It costs the student no points."""

    exit_status = 3


class MissingTool(JudgeError):
    """A tool of a build is not on this machine: cases that need no build can be judged all the same."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """``; did you mean "x"?`` with the nearest known name, or nothing."""
    near = nearest(name, known)
    return f'; did you mean "{near}"?' if near else ""


def nearest(name: str, known: Iterable[str], likeness: float = 0.5) -> str | None:
    """The known name that is most like this one, if it is so to that degree: from 0, nothing, to 1, the same."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    names = list(known)
    swapped = [other for other in names if sorted(other) == sorted(name)]
    matches = swapped or get_close_matches(name, names, 1, likeness)
    return matches[0] if matches else None
