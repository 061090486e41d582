"""The near misses in content, each a question about two outputs whose form agrees already.

Each demands that *all* of the rest is right. Where a wrong answer could look the same (an extra line that could be
meant as a result), the answer is no: a near miss may keep points, so it must be the whole truth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from operator import eq

from harness.diagnose.difference import first_difference
from harness.diagnose.form import Pair
from harness.diagnose.normalization import normalize
from harness.diagnose.text_changes import differing_lines, off_by_one, shape, wording
from harness.model.output import is_blank

_DIGIT = re.compile(rb"[0-9]")
_BLANKS = b" \t\v\f\r"


def lines_more(pair: Pair) -> int:
    """How many lines more came than are right; less than 0: fewer."""
    return pair[0].count(b"\n") - pair[1].count(b"\n")


def line_order(actual: bytes, expected: bytes, more: int) -> bool:
    """The same lines, each as often, in another order. The rows of a picture in another order are another picture."""
    if more or len(actual) != len(expected):
        return False
    came, _ = next(differing_lines(actual, expected))
    if came not in expected:  # which answers most outputs, and no table of all lines is made
        return False
    if sum(hash(came) - hash(right) for came, right in differing_lines(actual, expected)):
        return False
    left = Counter(came for came, _ in differing_lines(actual, expected))
    left.subtract(right for _, right in differing_lines(actual, expected))
    return not any(left.values()) and not _rows_of_a_picture(left)


def _rows_of_a_picture(lines: Collection[bytes]) -> bool:
    """Whether lines without a number have all the same characters, each in other places."""
    if any(map(_DIGIT.search, lines)):
        return False
    bare = [line.translate(None, _BLANKS) for line in set(lines)]
    if len(set(map(len, bare))) > 1:
        return False
    return len({bytes(sorted(line)) for line in bare}) == 1


def repeated_line(actual: bytes, expected: bytes, more: int) -> bool:
    """One line comes twice in a row, where such lines come but once: one yes too many could be a wrong result."""
    if more != 1:
        return False
    came, right = actual.split(b"\n"), expected.split(b"\n")
    same = _same_at_start(came, right)
    line = came[same]
    twice = bool(line.strip()) and same > 0 and came[same - 1] == line and came[same + 1 :] == right[same:]
    often = b"\n".join(one for one, times in Counter(right).items() if times > 1)
    return twice and _results_like(line).isdisjoint(_results_like(often))


def extra_lines(actual: bytes, expected: bytes, more: int) -> bool:
    """Every expected line is there in order, with lines of quite another shape among them, such as debug prints."""
    if more <= 0 or not expected.strip():
        return False
    extra = _among(actual.split(b"\n"), expected.split(b"\n"))
    if not extra or not all(map(bytes.strip, extra)):
        return False
    return _results_like(expected).isdisjoint(_results_like(b"\n".join(extra)))


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


def _results_like(output: bytes) -> set[bytes]:
    """For each line what it has in common with a wrong one in its place, however either is written.

    That is to be a single word, or to be made of the same characters, digits being alike: ``(1, 2)`` could be a wrong
    result where ``(2, 4, 1, 3)`` is a right one.
    """
    lines = shape(normalize(output, ("look-alikes", "letter-case")).translate(None, _BLANKS)).split(b"\n")
    return {b"w" if line.isalpha() else bytes(sorted(set(line))) for line in set(lines)}


def prefix(actual: bytes, expected: bytes, _more: int) -> bool:
    """The output ended early, after at least one whole line that is not blank.

    Where only the rest of the last line is missing, the line may as well hold another result: that is no prefix.
    """
    if len(actual) >= len(expected) or not expected.startswith(actual):
        return False
    whole = actual if expected[len(actual) : len(actual) + 1] == b"\n" else actual[: actual.rfind(b"\n") + 1]
    missing = expected[len(actual) :]
    return bool(whole.strip()) and (actual.endswith(b"\n") or bool(missing.partition(b"\n")[2].strip()))


def last_line(actual: bytes, expected: bytes, _more: int) -> bool:
    """The same number of lines, more than one, and only the last differs."""
    if actual.endswith(b"\n") != expected.endswith(b"\n"):
        return False
    start, right = (output.rfind(b"\n", 0, len(output) - 1) + 1 for output in (actual, expected))
    if start != right or first_difference(actual, expected) < start:
        return False
    return bool(actual[start:].strip() and expected[start:].strip()) and not is_blank(actual, start)


def _same_at_start(came: list[bytes], right: list[bytes]) -> int:
    same = list(map(eq, came, right))
    return same.index(False) if False in same else len(same)


# The first that holds is named: the more a near miss says about the rest being right, the earlier it stands.
# Each is asked with both outputs and with how many lines more came, which all want to know.
CONTENTS: Mapping[str, Callable[[bytes, bytes, int], bool]] = {
    "line-order": line_order,
    "repeated-line": repeated_line,
    "extra-lines": extra_lines,
    "prefix": prefix,
    "off-by-one": off_by_one,
    "wording": wording,
    "last-line": last_line,
}
