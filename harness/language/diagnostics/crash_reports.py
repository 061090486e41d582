"""Read why a program crashed: what sanitizers and Valgrind say, and where in the student's files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping

from msgspec import Struct

from harness.language.diagnostics.tool_messages import SANITIZER_FRAME, place_at
from harness.model.finding import NOWHERE, Parameter, Place
from harness.model.observation import Crash
from harness.model.patterns import lazy_regex

_SANITIZER_READ = 1 << 16
"""Bytes of a report that are read."""
_ADDRESS = lazy_regex(
    rb"^(?:==\d{1,9}==)?(?P<text>ERROR: (?:Address|Leak)Sanitizer:? ?(?P<what>[^\n]{1,300}))", re.MULTILINE
)
_UNDEFINED_BEHAVIOUR = lazy_regex(
    rb"^(?P<path>[^\s:]{1,300}):(?P<line>\d{1,9}):(?P<column>\d{1,9}): runtime error: (?P<text>[^\n]{1,300})",
    re.MULTILINE,
)
_VALGRIND = lazy_regex(
    rb"^==\d{1,9}== (?P<text>(?P<what>Invalid (?:read|write|free)|Mismatched free|Conditional jump|"
    rb"Use of uninitialised|Syscall param|Source and destination overlap|Process terminating|Stack overflow|"
    rb"[\d,]{1,15} (?:\([^)\n]{1,100}\) )?bytes in [\d,]{1,15} blocks are definitely lost)[^\n]{0,200})",
    re.MULTILINE,
)
_VALGRIND_FRAME = lazy_regex(
    rb"^==\d{1,9}==    (?:at|by) 0x[0-9A-F]+: (?P<function>[^\n]{1,200}?) "
    rb"\((?P<path>[^\s:)]{1,300}):(?P<line>\d{1,9})\)$",
    re.MULTILINE,
)
_NO_RETURN = b"execution reached the end of a value-returning function"
"""What ends a program by itself, and is no error of memory."""
_ADDRESSES = lazy_regex(r" (?:on|in) (?:unknown )?address 0x.*| \(pc 0x.*")
_NUMBER = lazy_regex(r"0x[0-9a-f]+")
_HIGH_ADDRESS = b"dereference of a high value address"
_WHAT = (
    (b"heap-buffer-overflow", "heap-overflow"),
    (b"stack-buffer-overflow", "stack-overflow"),
    (b"stack-buffer-underflow", "stack-overflow"),
    (b"dynamic-stack-buffer-overflow", "stack-overflow"),
    (b"global-buffer-overflow", "global-overflow"),
    (b"heap-use-after-free", "use-after-free"),
    (b"stack-use-after", "use-after-scope"),
    (b"double-free", "double-free"),
    (b"attempting free", "bad-free"),
    (b"alloc-dealloc-mismatch", "bad-free"),
    (b"detected memory leaks", "leak"),
    (b"stack-overflow", "recursion"),
    (b"SEGV", "bad-address"),
    (b"Invalid free", "bad-free"),
    (b"Mismatched free", "bad-free"),
    (b"Invalid read", "bad-memory"),
    (b"Invalid write", "bad-memory"),
    (b"Conditional jump", "uninitialised"),
    (b"Use of uninitialised", "uninitialised"),
    (b"Syscall param", "uninitialised"),
    (b"definitely lost", "leak"),
    (b"Stack overflow", "recursion"),
)


def sanitizer_error(stderr: bytes, files: Collection[str]) -> Crash | None:
    """The first error that a sanitizer or Valgrind reports, with the innermost frame in one of these files."""
    matches = [match for pattern in (_ADDRESS, _UNDEFINED_BEHAVIOUR, _VALGRIND) if (match := pattern.search(stderr))]
    if not matches:
        return None
    first = min(matches, key=lambda match: match.start())
    report = stderr[first.start() : first.start() + _SANITIZER_READ]
    text = first["text"].decode(errors="replace").removeprefix("ERROR: ")
    text = _NUMBER.sub("0x...", _ADDRESSES.sub("", text)).rstrip(" :")  # addresses differ from run to run
    if "what" not in first.groupdict():  # undefined behaviour says it in its own words
        return Crash(text, place_at(first, files) or _first_frame(report, files), "undefined")
    what = next((name for words, name in _WHAT if words in first["what"]), "other")
    if what == "bad-address" and _HIGH_ADDRESS in report:
        what = "wild-address"  # NULL is the lowest of all addresses
    return Crash(text, _first_frame(_own_part(report), files), what)


def _own_part(report: bytes) -> bytes:
    """The stack of the error itself: a second one, of the allocation, stands after an empty line in between."""
    own = re.split(rb"\n(?:==\d{1,9}== *)?\n", report, maxsplit=2)
    return b"\n".join(own[:2]) if own[0].startswith(b"ERROR: Leak") or b"LeakSanitizer" in own[0] else own[0]


def _first_frame(report: bytes, files: Collection[str]) -> Place:
    frames = sorted(
        (match for pattern in (SANITIZER_FRAME, _VALGRIND_FRAME) for match in pattern.finditer(report)),
        key=lambda match: match.start(),
    )
    return next((place for match in frames if (place := place_at(match, files))), NOWHERE)


_READ = 1 << 17
"""Bytes at the end of stderr that are read."""
_FATAL = lazy_regex(rb"^(?:==\d{1,9}==)?ERROR: AddressSanitizer:? ?(?P<what>[^\n]{1,300})", re.MULTILINE)
_INDEX = lazy_regex(r"index (?P<index>-?\d{1,20}) out of bounds for type '[^\[]{0,200}\[(?P<size>\d{1,20})\]")
_OUTSIDE_OF_CONTAINER = lazy_regex(rb"Assertion '(?:__n < this->size\(\)|__n < _Nm|!this->empty\(\))' failed")
_ACCESS = lazy_regex(rb"^(?P<access>READ|WRITE) of size \d", re.MULTILINE)
_LOCAL = lazy_regex(
    rb"^ +\[\d{1,20}, \d{1,20}\) '(?P<variable>\w{1,200})'(?: \(line \d{1,9}\))? <== Memory access at offset \d{1,20} "
    rb"(?:partially )?(?P<side>over|under)flows this variable",
    re.MULTILINE,
)
_OFFSET = lazy_regex(rb" is located in stack of thread \S{1,20} at offset (?P<offset>\d{1,20}) in frame")
_LOCAL_END = r"^ +\[\d{{1,20}}, {offset}\) '(?P<variable>\w{{1,200}})'"
"""A local variable after which a large access begins: marked is then the one that it reaches into."""
_GLOBAL = lazy_regex(
    rb"is located \d{1,20} bytes (?P<side>after|before|to the right of|to the left of) "
    rb"global variable '(?P<variable>\w{1,200})"
)
_HEAP = lazy_regex(
    rb"is located \d{1,20} bytes (?P<side>after|before|to the right of|to the left of) \d{1,20}-byte region"
)
_BEFORE = (b"before", b"to the left of", b"under")
_OVERRUNS = ("heap-overflow", "stack-overflow", "global-overflow")
_DEEP = 50
"""Calls in one another, as many as no program has whose stack is full of a few large variables alone."""


class CrashCause(Struct, frozen=True):
    """Why a program crashed."""

    what: str
    """Such as ``index``, ``heap-overflow`` or ``division``."""
    where: Place = NOWHERE
    """The innermost place in the student's own files, as far as the report names one."""
    params: Mapping[str, Parameter] = {}
    """What is known besides: ``index`` and ``size``, or ``access``, ``side`` and ``variable``."""


def crash_cause(stderr: bytes, files: Collection[str]) -> CrashCause | None:
    """The error that ended the program, or the index out of range that came before it; None if no report does.

    ``files``: the student's own.
    """
    stderr = stderr[-_READ:]
    fatal = _FATAL.search(stderr)
    if fatal is None:
        ends = (error for error in _UNDEFINED_BEHAVIOUR.finditer(stderr) if error["text"].startswith(_NO_RETURN))
        return next((CrashCause("no-return", where) for end in ends if (where := place_at(end, files))), None)
    report = stderr[fatal.start() :]
    crash = sanitizer_error(report, files)
    where = crash.where if crash is not None else NOWHERE
    before = list(_UNDEFINED_BEHAVIOUR.finditer(stderr, 0, fatal.start()))
    if (index := _index(before, files)) is not None:
        return index
    what = crash.memory_error if crash is not None else "other"
    if what in _OVERRUNS:
        return CrashCause(what, where, _overrun(report))
    kind = _kind(what, fatal["what"], stderr, before)
    if kind == "recursion":
        where = _recurring(report, files) or where
        return CrashCause(kind, where, {"called": where.function} if where.function else {})
    return None if kind == "other" else CrashCause(kind, where)


def _recurring(report: bytes, files: Collection[str]) -> Place | None:
    """The call that the stack holds most often: the innermost may be any that happened to need the last of it."""
    places = [place for match in SANITIZER_FRAME.finditer(_own_part(report)) if (place := place_at(match, files))]
    return max(places, key=Counter(places).__getitem__, default=None)


def _index(errors: Collection[re.Match[bytes]], files: Collection[str]) -> CrashCause | None:
    """The first index that is out of range: what it wrote may be what made the program crash elsewhere."""
    for error in errors:
        index, where = _INDEX.match(error["text"].decode(errors="replace")), place_at(error, files)
        if index is not None and where is not None:
            return CrashCause("index", where, {"index": int(index["index"]), "size": int(index["size"])})
    return None


def _overrun(report: bytes) -> dict[str, Parameter]:
    """How memory outside of something was used: read or written, after it or before, and its name."""
    params: dict[str, Parameter] = {}
    if access := _ACCESS.search(report):
        params["access"] = access["access"].decode().lower()
    if (offset := _OFFSET.search(report)) and (
        local := re.search(_LOCAL_END.format(offset=int(offset["offset"])).encode(), report, re.MULTILINE)
    ):
        return params | {"side": "behind", "variable": local["variable"].decode()}
    for pattern in (_LOCAL, _GLOBAL, _HEAP):
        if match := pattern.search(report):
            params["side"] = "before" if match["side"] in _BEFORE else "behind"
            params |= {"variable": name.decode()} if (name := match.groupdict().get("variable")) else {}
            break
    return params


def _kind(what: str, text: bytes, stderr: bytes, before: Collection[re.Match[bytes]]) -> str:
    """The kind of error, where the sanitizer's own word for it says too little."""
    if what == "recursion":
        return what if len(SANITIZER_FRAME.findall(stderr)) >= _DEEP else "stack-full"
    if text.startswith(b"FPE"):
        return "division"
    if text.startswith(b"ABRT"):
        return "outside-of-container" if _OUTSIDE_OF_CONTAINER.search(stderr) else "abort"
    if what == "bad-address":
        of_null = next((error for error in before if b"null pointer" in error["text"]), None)
        empty = of_null is not None and b"/stl_" in of_null["path"]  # else the container itself is not there
        near_null = b"address points to the zero page" in stderr
        return "empty-container" if empty else "null" if near_null else "wild-address"
    return what
