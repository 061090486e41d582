"""What came back from a call of a student's function."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class CallResult(Struct, frozen=True):
    """One call, as its driver reports it. Values are what JSON can hold; other objects come as ``{"repr": ...}``."""

    function: str
    """The name as the student wrote it."""
    args: tuple[Any, ...] = ()
    """The arguments as they were handed over."""
    returned: Any = None
    after: tuple[Any, ...] = ()
    """The arguments after the call."""
    stdout: bytes = b""
    raised: str | None = None
    """The simple name of the exception that left the call."""
    message: str = ""
    """The exception's text."""
    reads: int | None = None
    """How many elements of arrays were read, where that was asked for."""
    indices: tuple[int, ...] = ()
    """The indices of these elements in the order of the reads, as many of them as the driver keeps."""
    solutions: tuple[Any, ...] | None = None
    """What a goal of Prolog's gave, one after the other; None in other languages."""
    stopped: str = ""
    """The limit at which the search was broken off (cpu, wall, inferences, many); empty when it came to an end."""
    choice: bool | None = None
    """Whether a choice point was left behind the last solution."""
    inferences: int | None = None
    """How many inferences the goal took."""
    missing: str | None = None
    """Why the function could not be called, in a sentence for the student; None when it was."""


class CallsReport(Struct, frozen=True):
    """All that one case's calls gave."""

    results: tuple[CallResult, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)
    """The fields asked for, after the calls; a field that is not there is absent."""
    ended: str | None = None
    """How the process ended in the middle of the calls (``System.exit``, a crash, a limit); None when it did not."""
    loading: str = ""
    """The errors that the language told of when it loaded the files, where it goes on with what is left of them."""
