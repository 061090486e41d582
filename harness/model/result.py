"""What calls of a student's functions returned, in one notation for all languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from harness.model.finding import NOWHERE, Place

_TYPE_NAMES = {"float": "double", "str": "string", "bool": "boolean", "none": "null", "dict": "map"}


class ValueRules(Struct, frozen=True):
    """How values of a language are compared; strictly unless it has fewer types than the notation."""

    one_number: bool = False
    """Whole and other numbers are one type: ``2`` is ``2.0``."""
    number_as_truth: bool = False
    """A number stands for ``true`` or ``false`` too."""
    character_as_number: bool = False
    """A text of one character is its number too: ``","`` is ``44``."""
    list_as_tuple: bool = False
    """There are no tuples; a list stands for one."""
    text_keys: bool = False
    """The keys of mappings may come back as texts: ``"1"`` for ``1``."""
    text_as_bytes: bool = False
    """Texts are bytes."""
    terms: bool = False
    """Texts are terms of Prolog's."""
    constants: tuple[str, str, str] = ("null", "true", "false")
    """How the language writes what is nothing, true and false."""
    type_names: Mapping[str, str] = field(default_factory=lambda: _TYPE_NAMES)
    """Type of a value -> the language's word for it."""


STRICT = ValueRules()


class CallResult(Struct, frozen=True):
    """One call, as its driver reports it. Values are those of JSON; other objects come as ``{"!repr": ...}``."""

    function: str
    """The name as the student wrote it."""
    args: tuple[Any, ...] = ()
    """The arguments before the call."""
    returned: Any = None
    after: tuple[Any, ...] = ()
    """The arguments after the call."""
    stdout: bytes = b""
    raised: str | None = None
    """The simple name of the exception that the call raised; None when it raised none."""
    message: str = ""
    """The exception's text."""
    reads: int | None = None
    """How many elements of arrays were read; None if they were not counted."""
    indices: tuple[int, ...] = ()
    """The indices of these elements in the order of the reads, up to a number that the driver sets."""
    solutions: tuple[Any, ...] | None = None
    """The solutions of a Prolog goal, in order; None in other languages."""
    stopped: str = ""
    """The limit that stopped the search (cpu, wall, inferences, many); empty when it came to an end."""
    choice: bool | None = None
    """Whether the last solution left a choice point."""
    inferences: int | None = None
    """How many inferences the goal took; None in other languages."""
    missing: str | None = None
    """Why the function could not be called, a sentence for the student; None when it was called."""
    bases: tuple[str, ...] = ()
    """The simple names of the types that the exception's type extends."""
    fields: dict[str, Any] = {}
    """The requested fields of the object after the call; a field that does not exist is left out."""
    trace: str = ""
    """The innermost frames of the exception's stack, as the language writes them."""
    where: Place = NOWHERE
    """The innermost of these frames that lies in the student's own files."""
    library: str = ""
    """The Python library that was not found, where the sources import it; else empty."""
    predicate: str = ""
    """The predicate of another Prolog system that was not found, where the sources name it; else empty."""


class CallsReport(Struct, frozen=True):
    """The results of all calls of one case."""

    results: tuple[CallResult, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)
    """Values of the requested fields after the calls; a field that does not exist is left out."""
    ended: str | None = None
    """How the process ended during the calls (``System.exit``, a crash, a limit), in English; None when it did not."""
    end: Mapping[str, str | int] = {}
    """The same as it was observed: ``limit``, ``signal`` or ``status``; empty if a driver says it in words."""
    loading: str = ""
    """The errors that the language reported when it loaded the files, where it goes on in spite of them."""
    trace: str = ""
    """The stack of a call that was ended at its limit, as the language writes it."""
    stderr: bytes = b""
    """What the calls wrote there, where the case judges that."""
    files: Mapping[str, bytes] = {}
    """The files that the case's ``produces`` names, as far as the calls left them."""
    where: Place = NOWHERE
    """The innermost frame of that stack in the student's own files."""
