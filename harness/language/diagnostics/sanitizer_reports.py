"""Read what sanitizers and Valgrind say: which error, and where in the student's files."""

from __future__ import annotations

import re
from collections.abc import Collection

from harness.language.diagnostics.tool_messages import SANITIZER_FRAME, place_at
from harness.model.place import NOWHERE, Place
from harness.model.runs.crash import Crash
from harness.model.text.lazy_regex import lazy_regex

_READ = 1 << 16
"""Bytes of a report that are read."""
_ADDRESS = lazy_regex(
    rb"^(?:==\d{1,9}==)?(?P<text>ERROR: (?:Address|Leak)Sanitizer:? ?(?P<what>[^\n]{1,300}))", re.MULTILINE
)
_UNDEFINED = lazy_regex(
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
_ADDRESSES = lazy_regex(r" (?:on|in) (?:unknown )?address 0x.*| \(pc 0x.*")
_NUMBER = lazy_regex(r"0x[0-9a-f]+")
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
    matches = [match for pattern in (_ADDRESS, _UNDEFINED, _VALGRIND) if (match := pattern.search(stderr))]
    if not matches:
        return None
    first = min(matches, key=lambda match: match.start())
    report = stderr[first.start() : first.start() + _READ]
    text = first["text"].decode(errors="replace").removeprefix("ERROR: ")
    text = _NUMBER.sub("0x...", _ADDRESSES.sub("", text)).rstrip(" :")  # addresses differ from run to run
    if "what" not in first.groupdict():  # undefined behaviour says it in its own words
        return Crash(text, place_at(first, files) or _first_frame(report, files), "undefined")
    what = next((name for words, name in _WHAT if words in first["what"]), "other")
    return Crash(text, _first_frame(_own_part(report), files), what)


def _own_part(report: bytes) -> bytes:
    """The stack of the error itself: a second one, of the allocation, stands behind an empty line in between."""
    own = re.split(rb"\n(?:==\d{1,9}== *)?\n", report, maxsplit=2)
    return b"\n".join(own[:2]) if own[0].startswith(b"ERROR: Leak") or b"LeakSanitizer" in own[0] else own[0]


def _first_frame(report: bytes, files: Collection[str]) -> Place:
    frames = sorted(
        (match for pattern in (SANITIZER_FRAME, _VALGRIND_FRAME) for match in pattern.finditer(report)),
        key=lambda match: match.start(),
    )
    return next((place for match in frames if (place := place_at(match, files))), NOWHERE)
