"""Find all that is wrong with a text that is no YAML: fix each fault as its message says, and parse again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from harness.spec.yaml.place import Fault
from harness.spec.yaml.syntax import TAB, syntax_fault

_MOST = 30
"""Faults that are looked for: a person fixes a few at a time."""


class Recovery(Struct, frozen=True):
    """The faults in the order of the file, and what the text means without them: None if that is open."""

    faults: tuple[Fault, ...]
    source: Any


Parse = Callable[[bytes], tuple[Any, Exception | None]]


def recover(text: bytes, error: Exception | None, parse: Parse) -> Recovery:
    """Fix one fault after the other.

    A fault that may be fixed in several ways takes its line, and what belongs to it, out of the search for more.

    ``parse``: the source of a text, or what the parser raised.
    """
    faults = _unfinished_merge(text)
    if faults:
        return Recovery(tuple(faults), None)
    original, source, sure, kept, seen = _lines(text), None, True, text, set[tuple[int | None, int | None]]()
    while error is not None and len(faults) < _MOST:
        fault = syntax_fault(error, text)
        if (fault.line, fault.column) in seen:
            break
        seen.add((fault.line, fault.column))
        faults.append(_as_written(fault, text, original))
        text, error, source, meant = _without(fault, text, parse)
        sure = sure and meant
        if text == kept:
            break
        kept = text
    faults.sort(key=lambda fault: (fault.line or 0, fault.column or 0))
    return Recovery(tuple(_joined(faults)), source if sure and error is None else None)


def _as_written(fault: Fault, text: bytes, original: list[str]) -> Fault:
    """The fault with its column in the file, whose line may have been fixed before it already."""
    lines = _lines(text)
    if fault.line is None or fault.column is None or fault.line >= min(len(lines), len(original)):
        return fault
    behind = len(lines[fault.line]) - fault.column
    return replace(fault, column=max(0, len(original[fault.line]) - behind))


def _unfinished_merge(text: bytes) -> list[Fault]:
    """A fault for the first mark that git leaves where two versions of a file differ."""
    marks = [number for number, line in enumerate(_lines(text)) if re.match(r"<{7} |>{7} ", line)]
    message = (
        'git could not merge these lines; keep those that are right, and take out the "<<<<<<<", "=======", ">>>>>>>"'
    )
    return [Fault(message, marks[0], 0)] if len(marks) > 1 else []


def _joined(faults: list[Fault]) -> list[Fault]:
    """The faults with one for all tabs: an editor that makes them makes many."""
    tabs = [fault for fault in faults if fault.message == TAB and fault.line is not None]
    if len(tabs) < 2:  # noqa: PLR2004 - one stays as it is
        return faults
    numbers = ", ".join(str(fault.line + 1) for fault in tabs[1:] if fault.line is not None)
    joined = replace(tabs[0], message=f"{TAB}; also in line{'s' if len(tabs) > 2 else ''} {numbers}")  # noqa: PLR2004
    return [joined if fault is tabs[0] else fault for fault in faults if fault is tabs[0] or fault not in tabs]


def _without(fault: Fault, text: bytes, parse: Parse) -> tuple[bytes, Exception | None, Any, bool]:
    """The text without a fault, what the parser says to it, and whether it means what was meant.

    The way that is meant, else of several the one that brings the parser furthest, else without the entry where it
    stands; the text is as it was if nothing brings the parser on.
    """
    fixes = [
        (fixed, fault.sure)
        for line in fault.fixes
        for shifts in ((False, True) if fault.shifts else (False,))
        if (fixed := _with_line(text, fault.line, line, shifts=shifts))
    ]
    for candidates in (fixes, [(_without_entry(text, fault.line), False)]):
        best: tuple[float, tuple[bytes, Exception | None, Any, bool]] = (-1, (text, None, None, False))
        for candidate, sure in candidates:
            source, error = parse(candidate)
            following = None if error is None else syntax_fault(error, candidate)
            if following is not None and not _is_later(following, fault, sure=sure):
                continue
            if sure:
                return candidate, error, source, True
            reached = float("inf") if following is None else following.line or 0
            if reached > best[0]:
                best = reached, (candidate, error, source, False)
        if best[0] >= 0:
            return best[1]
    return text, None, None, False


def _is_later(fault: Fault, than: Fault, *, sure: bool) -> bool:
    """Whether a fault is one of its own: after the other, and where that one's fix is a guess, in a line below."""
    if fault.line is None or not sure:
        return fault.line is not None and fault.line > (than.line or 0)
    return (fault.line, fault.column or 0) > (than.line or 0, than.column or 0)


def _with_line(text: bytes, number: int | None, line: str, *, shifts: bool) -> bytes:
    lines = _lines(text)
    if number is None or number >= len(lines):
        return b""
    end = "\n" if lines[number].endswith("\n") else ""
    below = lines[number + 1 :]
    if shifts:
        below = _shifted(below, _indent(lines[number]), _indent(line))
    return "".join((*lines[:number], line + end, *below)).encode()


def _shifted(lines: list[str], indent: int, wanted: int) -> list[str]:
    """The lines, of which those up to the first that stands further to the left are moved."""
    end = next((number for number, line in enumerate(lines) if line.strip() and _indent(line) < indent), len(lines))
    moved = [
        " " * (_indent(line) - indent + wanted) + line.lstrip(" \t") if line.strip() else line for line in lines[:end]
    ]
    return moved + lines[end:]


def _without_entry(text: bytes, number: int | None) -> bytes:
    """The text with blank lines instead of a line and of those below it that are indented further."""
    lines = _lines(text)
    if number is None or number >= len(lines):
        return text
    end, indent = number + 1, _indent(lines[number])
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > indent):
        end += 1
    return "".join((*lines[:number], *["\n"] * (end - number), *lines[end:])).encode()


def _indent(line: str) -> int:
    blanks = re.match(r"[ \t]*", line)
    return blanks.end() if blanks else 0


def _lines(text: bytes) -> list[str]:
    return text.decode("utf-8", "replace").splitlines(keepends=True)
