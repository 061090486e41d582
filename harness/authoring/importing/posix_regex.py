"""Extended regular expressions of POSIX, as the C library has them, in Python's syntax: those that mean the same."""

from __future__ import annotations

import re
import warnings

from harness.authoring.importing.package import Faults

_PART = re.compile(r"\\.|\[\^?\]?[^\]]*\]|.", re.DOTALL)
_DIFFERENT = (
    (re.compile(r"\[(?:[^\]]*\[)?[:.=]"), "a class of characters of POSIX"),
    (re.compile(r"\(\?"), "a group with (?"),
    (re.compile(r"[*+?}][*+?]"), "one repetition after another"),
    (re.compile(r"[*+?}]\{"), "one repetition after another"),
    (re.compile(r"(^|[(|^])[*+?{]"), "a repetition of nothing"),
)
_ESCAPED = frozenset("wWsSbB")


def python_regex(pattern: str, place: str, faults: Faults, *, ignore_case: bool) -> str:
    """The pattern for ``re.search``; what Python has not, or takes otherwise, is a fault."""
    parts = _PART.findall(pattern)
    plain = "".join("x" if part[0] in "\\[" and len(part) > 1 else part for part in parts)
    differing = [text for regex, text in _DIFFERENT[1:] if regex.search(plain)]
    differing += [_DIFFERENT[0][1] for part in parts if part[0] == "[" and _DIFFERENT[0][0].search(part)]
    differing += [f"{part} in brackets" for part in parts if part[0] == "[" and "\\" in part]
    differing += [part for part in parts if part[0] == "\\" and part[1:].isalnum() and part[1:] not in _ESCAPED]
    flags = "ais" if ignore_case else "as"
    translated = f"(?{flags}:{''.join(chr(92) + 'Z' if part == '$' else part for part in parts)})"
    if differing or not _compiles(translated):
        faults.add(
            place, f"/{pattern}/: {differing[0] if differing else 'it'} means something else in Python, or nothing"
        )
    return translated


def _compiles(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(pattern)
    except (re.error, FutureWarning, OverflowError):
        return False
    return True
