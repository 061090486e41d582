"""Check the solutions and their number as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from _shared import nqueens
from _shared.count_lines import early_count
from _shared.evidence import MOST_SOLUTIONS, left_out, listing_fault
from _shared.forms import counting_numbers, form_misses
from harness.judge.comparing.comparison import explain
from harness.judge.differences.difference import describe
from harness.judge.near_misses.lines import with_order
from harness.model.finding import Finding
from harness.model.run import Run

from .lines import (
    LONGEST_LINE,
    MAX_BYTES,
    READ_IN_PART,
    answered_size,
    before_exception,
    is_read_in_part,
    numbers_in,
    tells_count,
    without_count_line,
)

LOST_LINES = frozenset(("prefix", "last-line", "repeated-line"))
"""Near misses in what is listed, and not in how."""


def count_reported(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the line that tells the number of solutions, and nothing else on either stream.

    The right number in other words, or on stderr, is a near miss; for n = 1 plain English is as good.
    """
    right = expected or b""
    size, count = numbers_in(right)
    other = _other_size(run)
    if other is not None:
        yield _answered_for(run, other, right)
        return
    moved = not run.stdout.strip() and bool(run.stderr.strip())
    printed, stream = (run.stderr, "stderr") if moved else (run.stdout, "stdout")
    count_printed = _count_in(printed, size)
    if printed not in (right, _in_english(right)):
        finding = describe(printed, right)
        near_misses = _near_misses(printed, right) or (("wording",) if count_printed == count else ())
        if count_printed is not None and len(numbers_in(printed)) > 1 and not near_misses:
            finding = _with_direction(finding, int(count_printed), int(count))
        yield replace(finding, where=f"{stream}, {finding.where}", near_misses=near_misses)
    if run.stderr.strip():
        message = "nothing but the number is printed, and nothing on stderr"
        yield Finding(
            "the number belongs on stdout" if moved else message,
            where="stderr",
            actual=run.stderr[:LONGEST_LINE],
            near_misses=("other-stream",) if moved else ("extra-lines",),
        )


def _other_size(run: Run) -> int | None:
    """The size that was answered for, where the last line names another than was given and the number is right for it.

    Of size 0 none or one is; not where the number is right for what was given.
    """
    answer = answered_size(run.stdout)
    if answer is None or answer[0] == int(run.args[-1]):
        return None
    size, count = answer
    fitting = {n for n, right in enumerate(nqueens.COUNTS) if right == count or (n, count) == (0, 0)}
    return size if size in fitting and int(run.args[-1]) not in fitting else None


def _answered_for(run: Run, size: int, expected: bytes) -> Finding:
    """The finding; no function of the search reads the argument, so it follows from none."""
    in_part = is_read_in_part(run.args[-1], size)
    text = f"{run.args[-1]} was given, and the program answered for {size}-Queens"
    return Finding(
        f"{text}: only the beginning of the argument is read" if in_part else text,
        "stdout",
        expected[-LONGEST_LINE:],
        run.stdout[-LONGEST_LINE:],
        kind="other-size",
        params={"outcome": False, **(READ_IN_PART if in_part else {"cause": "other-size"})},
    )


def _with_direction(finding: Finding, printed: int, right: int) -> Finding:
    """The finding on a wrong number."""
    if printed == 0:
        return replace(finding, message="the number is 0", kind="count-zero", params={"cause": "count-zero"})
    if printed > right:
        return replace(finding, message="the number is too large", kind="count-too-large", params={})
    return replace(finding, message="the number is too small", kind="count-too-small", params={})


def none_reported(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the line that tells that there is no solution; below wrong ones, any line that counts them."""
    size = int(run.args[-1])
    if any(len(numbers_in(line)) == size and not tells_count(line) for line in run.stdout[:MAX_BYTES].splitlines()):
        yield from ends_with_count(run, expected)
    else:
        yield from count_reported(run, expected)


def right_in_time(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the number, as ``count_reported`` does; with -v the number or as many solutions, in any form."""
    if run.args[:1] != ("-v",):
        yield from count_reported(run, expected)
        return
    size, count = numbers_in(expected or b"")
    output = run.stdout.strip() or before_exception(run.stderr).strip()
    printed = [line for line in output[:MAX_BYTES].splitlines() if line.strip()]
    listed = sum(len(numbers_in(line)) == int(size) for line in printed)
    printed_counts = [number for line in printed[-1:] if tells_count(line) for number in numbers_in(line)]
    if b"%d" % listed != count and count not in printed_counts:
        message = f"the right number of solutions to {size.decode()}-Queens was not printed"
        yield Finding(message, "last line", expected=count, actual=b"".join(printed[-1:])[:LONGEST_LINE])


def largest_reported(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand the right number, in any form and on either stream, of a program that came to its end."""
    size = int(run.args[-1])
    right = b"%d" % nqueens.COUNTS[size]
    if right not in numbers_in(run.stdout) + numbers_in(before_exception(run.stderr)):
        refuses = re.search(rb"(?i)usage", run.stdout[:LONGEST_LINE] + run.stderr[:LONGEST_LINE]) is not None
        other = _other_size(run)
        if other is not None and not refuses:
            yield _answered_for(run, other, b"%d-Queens has %s solutions\n" % (size, right))
            return
        message = f"the program ended without telling the {right.decode()} solutions to {size}-Queens"
        yield Finding(
            f"{size} was answered by the usage message" if refuses else message,
            "whole output",
            expected=right,
            actual=(run.stdout + run.stderr)[:LONGEST_LINE],
            kind="size-refused" if refuses else "count-missing",
        )


def answered(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand a right answer, in any form and on either stream: the number of solutions, or all of them."""
    size = int(run.args[-1])
    right = nqueens.COUNTS[size]
    lines = (run.stdout[:MAX_BYTES] + b"\n" + before_exception(run.stderr[:MAX_BYTES])).splitlines()
    listed = {rows for rows in _listed(b"\n".join(lines), size) if nqueens.attacking_pair(rows) is None}
    if len(listed) != right and not any(_tells(line, right) for line in lines):
        message = f"the right number of solutions to {size}-Queens was not printed"
        yield Finding(message, "whole output", expected=b"%d" % right, actual=(run.stdout + run.stderr)[:LONGEST_LINE])


def _tells(line: bytes, right: int) -> bool:
    """Whether the line tells this number of solutions, beside the size or alone."""
    return tells_count(line) and b"%d" % right in numbers_in(line)


def solutions_reported(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the solutions, in order; the line with their number is left out on both sides, for other cases to judge.

    The right ones in another form, each on a line that may begin with other numbers, or on stderr are near misses.
    """
    size = int(run.args[-1])
    right = without_count_line(expected or b"")
    printed = without_count_line(run.stdout)
    moved = bool(right) and not printed.strip() and bool(run.stderr.strip())
    if moved:
        printed = without_count_line(run.stderr)
        yield Finding("the solutions belong on stdout", "stderr", near_misses=("other-stream",))
    other = _other_size(run)
    if printed != right and other is not None:
        yield _answered_for(run, other, expected or b"")
    elif printed != right:
        finding = describe(printed, right)
        if not printed.strip() and run.stdout.strip():
            finding = replace(finding, kind="answer-missing", actual=run.stdout[:LONGEST_LINE])
        stream = "stderr" if moved else "stdout"
        near_misses = explain(printed, right) or _same_rows(printed, right, size)
        if not near_misses and size <= MOST_SOLUTIONS:
            near_misses = form_misses(run.stderr if moved else run.stdout, size)
        fault = listing_fault(_listed(printed, size), size) if LOST_LINES.issuperset(near_misses) else None
        if fault is not None and _are_next(_listed(printed, size), size):
            text = "each line is the permutation after a solution, and not the solution"
            fault = fault._replace(kind="one-too-late", message=text, picture=None)
        if not printed and run.stdout and size <= MOST_SOLUTIONS:  # the line with the count alone: that is not nothing
            fault = left_out(set(), size)
        if fault is None:
            finding = with_order(replace(finding, near_misses=near_misses), printed, right)
            yield replace(finding, where=f"{stream}, {finding.where}")
        else:  # it need not be where the outputs part
            evidence = replace(finding, message=fault.message, kind=fault.kind, params=fault.params)
            yield replace(evidence, where=stream, near_misses=near_misses, picture=fault.picture)


def _listed(output: bytes, size: int) -> list[tuple[int, ...]]:
    """The solutions that can be read; lines of more or fewer numbers are of another form."""
    lines = map(numbers_in, output[:MAX_BYTES].splitlines())
    return [tuple(map(int, numbers)) for numbers in lines if len(numbers) == size]


def _are_next(listed: list[tuple[int, ...]], size: int) -> bool:
    """Whether these are the permutations that follow on the solutions, each on its own."""
    return size > 1 and listed == [*map(_next_permutation, nqueens.solutions(size))]


def _next_permutation(rows: Sequence[int]) -> tuple[int, ...]:
    """The next permutation in lexicographic order of one that is not the last."""
    pivot = next(at for at in reversed(range(len(rows) - 1)) if rows[at] < rows[at + 1])
    larger = next(at for at in reversed(range(len(rows))) if rows[at] > rows[pivot])
    swapped = [*rows]
    swapped[pivot], swapped[larger] = rows[larger], rows[pivot]
    return (*swapped[: pivot + 1], *reversed(swapped[pivot + 1 :]))


def _same_rows(printed: bytes, right: bytes, size: int) -> tuple[str, ...]:
    """The near misses of the right solutions, each the last numbers of a line, in whatever form and order.

    Beside them there may be lines without a number.
    """
    listed, wanted = _last_numbers(printed, size), _last_numbers(right, size)
    if not wanted or sorted(listed) != sorted(wanted):
        return ()
    lines = printed[:MAX_BYTES].splitlines()
    extra = any(line.strip() and not numbers_in(line) for line in lines)
    return (
        *(("line-order",) if listed != wanted else ()),
        *(("extra-lines",) if extra else ()),
        "wording",
    )


def _last_numbers(output: bytes, size: int) -> list[list[bytes]]:
    """The last so many numbers of each line that has any."""
    rows = map(numbers_in, output[:MAX_BYTES].splitlines())
    return [row[-size:] for row in rows if row]


def _near_misses(printed: bytes, right: bytes) -> tuple[str, ...]:
    """The near misses that explain the difference; of those to the two right texts the fewer, if there are any."""
    explanations = (explain(printed, text) for text in (right, _in_english(right)))
    return min(explanations, key=lambda names: (not names, len(names)))


def _in_english(right: bytes) -> bytes:
    return right.replace(b" 1 solutions", b" 1 solution")


def _count_in(printed: bytes, size: bytes) -> bytes | None:
    """The one number that a single line tells beside the size, in whatever words."""
    line = printed[:LONGEST_LINE].strip()
    numbers = counting_numbers(line)
    if size in numbers[: len(numbers) - 1] or size in numbers[1:]:
        numbers.remove(size)
    return numbers[0] if len(numbers) == 1 and b"\n" not in line else None


def ends_with_count(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand that after the last solution a line states their number, in any form, whatever else stands there.

    A program that lists wrong solutions and counts what it lists is not charged for its count as well.
    """
    n = int(run.args[-1])
    right = nqueens.COUNTS[n]
    # Which stream is charged elsewhere: that of the solutions is read first.
    streams = (run.stdout[-MAX_BYTES:], before_exception(run.stderr)[-MAX_BYTES:])
    printed = b"\n".join(streams if without_count_line(streams[0]).strip() else streams[::-1])
    lines = [line for line in printed.splitlines() if line.strip()]
    solutions = [at for at, line in enumerate(lines) if len(numbers_in(line)) == n and not tells_count(line)]
    behind = lines[solutions[-1] + 1 :] if solutions else lines
    count_lines = [line for line in behind if tells_count(line)]
    counts = [numbers_in(line) for line in count_lines]
    kind, cause = "count-missing", ""
    if not any(counts):
        early = early_count(run.stdout, n, {b"%d" % right, b"%d" % len(solutions)})
        if early is not None:
            yield early
            return
        message = "the line with the number of solutions is missing; it belongs after the last solution"
    elif all({b"%d" % right, b"%d" % len(solutions)}.isdisjoint(numbers) for numbers in counts):
        kind = "count-differs"
        message = f"{len(solutions)} solutions were printed, but another number stands after them"
        is_zero = all(_count_in(line, b"%d" % n) == b"0" for line in count_lines)
        cause = "count-zero" if is_zero else ""
    else:
        return
    yield Finding(
        message,
        where="last line",
        expected=b"%d-Queens has %d solutions" % (n, right),
        actual=b"".join(lines[-1:])[:LONGEST_LINE],
        kind=kind,
        params={"cause": cause} if cause else {},
    )


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001 - every oracle is given both
    """Tell what has to be printed for n, or for -v and n, from the bitmask solver."""
    *options, number = args or ("",)
    if options not in ([], ["-v"]) or not re.fullmatch(r"[1-9]|1[0-3]", number):
        return None
    n = int(number)
    tuples = [f"({', '.join(map(str, rows))})\n" for rows in nqueens.solutions(n)] if options else []
    return ("".join(tuples) + f"{n}-Queens has {nqueens.count(n)} solutions\n").encode()
