"""The near misses in content, each a question about two outputs whose form agrees already.

Each demands that *all* of the rest is right. Where a wrong answer could look the same (an extra line that could be
meant as a result), the answer is no: a near miss may keep points, so it must be the whole truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from operator import eq

from harness.checkers.reworded import differing_lines, off_by_one, shape, wording


def line_order(actual: bytes, expected: bytes) -> bool:
    """The same lines, each as often, in another order."""
    if len(actual) != len(expected) or actual.count(b"\n") != expected.count(b"\n"):
        return False
    came, right = differing_lines(actual, expected)
    return Counter(came) == Counter(right)


def repeated_line(actual: bytes, expected: bytes) -> bool:
    """One line comes twice in a row and is unlike all others.

    Among a few different lines, such as yes and no, one too many could be a wrong result.
    """
    if actual.count(b"\n") != expected.count(b"\n") + 1:
        return False
    came, right = actual.split(b"\n"), expected.split(b"\n")
    same = _same_at_start(came, right)
    line = came[same]
    twice = bool(line.strip()) and same > 0 and came[same - 1] == line and came[same + 1 :] == right[same:]
    return twice and right.count(line) == 1


def extra_lines(actual: bytes, expected: bytes) -> bool:
    """Every expected line is there in order, with lines of quite another shape among them, such as debug prints."""
    if actual.count(b"\n") <= expected.count(b"\n") or not expected.strip():
        return False
    extra = _among(actual.split(b"\n"), expected.split(b"\n"))
    if not extra or not all(map(bytes.strip, extra)):
        return False
    shapes = {_result_like(line) for line in shape(expected).split(b"\n")}
    return shapes.isdisjoint(_result_like(line) for line in shape(b"\n".join(extra)).split(b"\n"))


def _among(came: list[bytes], right: list[bytes]) -> list[bytes]:
    """What is left of ``came`` when the lines of ``right`` are taken out in order; nothing when one is missing."""
    extra: list[bytes] = []
    found = 0
    for line in came:
        if found < len(right) and line == right[found]:
            found += 1
        else:
            extra.append(line)
    return extra if found == len(right) else []


def _result_like(line: bytes) -> bytes:
    """What a line and a wrong one in its place have in common: the shape, or just that it is a single word."""
    return b"w" if line.strip().isalpha() else line.strip()


def prefix(actual: bytes, expected: bytes) -> bool:
    """The output ended early, after at least one whole line that is not blank.

    Where only the rest of the last line is missing, the line may as well hold another result: that is no prefix.
    """
    if len(actual) >= len(expected) or not expected.startswith(actual):
        return False
    whole = actual if expected[len(actual) : len(actual) + 1] == b"\n" else actual[: actual.rfind(b"\n") + 1]
    missing = expected[len(actual) :]
    return bool(whole.strip()) and (actual.endswith(b"\n") or bool(missing.partition(b"\n")[2].strip()))


def last_line(actual: bytes, expected: bytes) -> bool:
    """The same number of lines, more than one, and only the last differs."""
    came, right = actual.removesuffix(b"\n"), expected.removesuffix(b"\n")
    if len(actual) - len(came) != len(expected) - len(right):
        return False
    heads, _, wrong = came.rpartition(b"\n")
    right_heads, _, last = right.rpartition(b"\n")
    return heads == right_heads and bool(heads.strip()) and bool(wrong.strip()) and bool(last.strip())


def _same_at_start(came: list[bytes], right: list[bytes]) -> int:
    same = list(map(eq, came, right))
    return same.index(False) if False in same else len(same)


# The first that holds is named: the more a near miss says about the rest being right, the earlier it stands.
CONTENTS: Mapping[str, Callable[[bytes, bytes], bool]] = {
    "line-order": line_order,
    "repeated-line": repeated_line,
    "extra-lines": extra_lines,
    "prefix": prefix,
    "off-by-one": off_by_one,
    "wording": wording,
    "last-line": last_line,
}
