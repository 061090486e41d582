"""Near misses in whole lines, their order, their number and the last of them, and in whole outputs.

Each demands that *all* of the rest is right. Where a wrong answer could look the same (an extra line that could be
meant as a result), the answer is no: a near miss may keep points, so it must be the whole truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from operator import eq

from msgspec.structs import replace

from harness.judge.differences.difference import first_difference
from harness.judge.differences.line_shapes import differing_lines, lines_between, shape
from harness.judge.finding_kinds import LINES_REVERSED
from harness.judge.near_misses.base import NearMiss
from harness.judge.near_misses.form import without_case_and_confusables
from harness.model.finding import HINT, Finding
from harness.model.output import is_blank
from harness.model.patterns import lazy_regex

_DIGIT = lazy_regex(rb"[0-9]")
_PART_BITS = 21
"""Each 2**21 bytes are one part more, so that the table of the lines of a part is small."""
_BLANKS = b" \t\v\f\r"
_TWO = 2
"""Two lines that change places are in the reverse order as well, which says nothing of how they came."""


def line_order(actual: bytes, expected: bytes, surplus: int) -> bool:
    """The same lines, each as often, in another order. The rows of a picture in another order are another picture."""
    if surplus or len(actual) != len(expected):
        return False
    line, _ = next(differing_lines(actual, expected))
    if line not in expected:  # which answers most outputs, and no table of all lines is made
        return False
    hashes = (sum(sum(map(hash, lines)) for lines in side) for side in lines_between(actual, expected))
    if len(set(hashes)) > 1:
        return False
    parts = 1 + (len(actual) >> _PART_BITS)
    if not all(_same_lines(actual, expected, part, parts) for part in range(parts)):
        return False
    return bool(_DIGIT.search(line)) or not _is_picture([line for line, _ in differing_lines(actual, expected)])


def with_order(finding: Finding, actual: bytes, expected: bytes) -> Finding:
    """The finding, of lines in another order alone, with the hint that is about the reverse order."""
    if finding.near_misses != ("line-order",) or not is_reversed(actual, expected):
        return finding
    return replace(finding, params={**finding.params, HINT: LINES_REVERSED})


def is_reversed(actual: bytes, expected: bytes) -> bool:
    """Whether the lines that differ, more than two and the same ones on both sides, come the last one first."""
    came, wanted = actual.split(b"\n"), expected.split(b"\n")
    begin = _common_start(came, wanted)
    end = len(came) - _common_start(came[::-1], wanted[::-1])
    return end - begin > _TWO and len(came) == len(wanted) and came[begin:end] == wanted[begin:end][::-1]


def _same_lines(actual: bytes, expected: bytes, part: int, parts: int) -> bool:
    """Whether both have the same lines, each as often, of so many parts of them in this one."""
    counts = Counter[bytes]()
    came, wanted = lines_between(actual, expected)
    for lines in came:
        counts.update([line for line in lines if hash(line) % parts == part])
    for lines in wanted:
        counts.subtract([line for line in lines if hash(line) % parts == part])
    return not any(counts.values())


def _is_picture(lines: Collection[bytes]) -> bool:
    """Whether lines without a number have all the same characters, each in other places."""
    if any(map(_DIGIT.search, lines)):
        return False
    bare = [line.translate(None, _BLANKS) for line in set(lines)]
    if len(set(map(len, bare))) > 1:
        return False
    return len({bytes(sorted(line)) for line in bare}) == 1


def repeated_line(actual: bytes, expected: bytes, surplus: int) -> bool:
    """One line comes twice in a row, where such lines come but once: one yes too many could be a wrong result."""
    if surplus != 1:
        return False
    actual_lines, expected_lines = actual.split(b"\n"), expected.split(b"\n")
    same = _common_start(actual_lines, expected_lines)
    line = actual_lines[same]
    again = bool(line.strip()) and same > 0 and actual_lines[same - 1] == line
    twice = again and actual_lines[same + 1 :] == expected_lines[same:]
    frequent = b"\n".join(line for line, times in Counter(expected_lines).items() if times > 1)
    return twice and result_shapes(line).isdisjoint(result_shapes(frequent))


def extra_lines(actual: bytes, expected: bytes, surplus: int) -> bool:
    """Every expected line is there in order, with lines of quite another shape among them, such as debug prints."""
    if surplus <= 0 or not expected.strip():
        return False
    extra = _extra_lines(actual.split(b"\n"), expected.split(b"\n"))
    if not extra or not all(map(bytes.strip, extra)):
        return False
    return result_shapes(expected).isdisjoint(result_shapes(b"\n".join(extra)))


def _extra_lines(actual: list[bytes], expected: list[bytes]) -> list[bytes]:
    """What is left of ``actual`` when the lines of ``expected`` are taken out in order; nothing when one is missing."""
    extra: list[bytes] = []
    matched = 0
    for line in actual:
        if matched < len(expected) and line == expected[matched]:
            matched += 1
        else:
            extra.append(line)
    return extra if matched == len(expected) else []


def result_shapes(output: bytes) -> set[bytes]:
    """For each line what it has in common with a wrong one in its place, however either is written.

    That is to be a single word, or to be made of the same characters, digits being alike: ``(1, 2)`` could be a wrong
    result where ``(2, 4, 1, 3)`` is a right one.
    """
    lines = shape(without_case_and_confusables(output).translate(None, _BLANKS)).split(b"\n")
    return {b"w" if line.isalpha() else bytes(sorted(set(line))) for line in set(lines)}


def prefix(actual: bytes, expected: bytes, _surplus: int) -> bool:
    """The output ended early, after at least one whole line that is not blank.

    Where only the rest of the last line is missing, the line may as well hold another result: that is no prefix.
    """
    if len(actual) >= len(expected) or not expected.startswith(actual):
        return False
    whole = actual if expected[len(actual) : len(actual) + 1] == b"\n" else actual[: actual.rfind(b"\n") + 1]
    missing = expected[len(actual) :]
    return bool(whole.strip()) and (actual.endswith(b"\n") or bool(missing.partition(b"\n")[2].strip()))


def last_line(actual: bytes, expected: bytes, _surplus: int) -> bool:
    """The same number of lines, more than one, and only the last differs."""
    if actual.endswith(b"\n") != expected.endswith(b"\n"):
        return False
    start, expected_start = (output.rfind(b"\n", 0, len(output) - 1) + 1 for output in (actual, expected))
    if start != expected_start or first_difference(actual, expected) < start:
        return False
    return bool(actual[start:].strip() and expected[start:].strip()) and not is_blank(actual, start)


def _common_start(actual: list[bytes], expected: list[bytes]) -> int:
    """How many lines at the start both have in common."""
    same = list(map(eq, actual, expected))
    return same.index(False) if False in same else len(same)


# The more a near miss says about the rest being right, the earlier it is tried.
NEAR_MISSES = (
    NearMiss(
        name="line-order",
        sentence="Each line is right, but the order is not.",
        rank=90,
        order=10,
        explains=line_order,
        aligned=False,
    ),
    NearMiss(
        name="repeated-line",
        sentence="Everything is right, but one line comes twice.",
        rank=100,
        order=20,
        explains=repeated_line,
        aligned=False,
        in_any_order=True,
    ),
    NearMiss(
        name="extra-lines",
        sentence="Every expected line is there, but other lines stand between them.",
        rank=110,
        order=30,
        explains=extra_lines,
        aligned=False,
        in_any_order=True,
    ),
    NearMiss(
        name="prefix",
        sentence="All that was printed is right, but the output ends too early.",
        rank=120,
        order=40,
        explains=prefix,
        any_size=True,
    ),
    NearMiss(
        name="last-line",
        sentence="Every line is right but the last.",
        rank=130,
        order=70,
        explains=last_line,
        any_size=True,
    ),
    # Found by ``judge`` and ``streams`` of ``grading/verdicts``, as a checker sees the output of one stream alone.
    NearMiss(
        name="crash-after-output",
        sentence="All that is asked for was written before the program crashed.",
        rank=11,
    ),
    NearMiss(
        name="other-stream",
        sentence="The output is right, but it came on the other stream (stdout and stderr are two).",
        rank=10,
    ),
)
