"""What no general checker can say about n-Queens by permutations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from _shared import nqueens
from harness.diagnose.difference import describe
from harness.diagnose.explanation import explain
from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run

USAGE = b"Usage: Queens [-v] number\nOption: -v    verbose output, print all solutions\n"

GOES_ON = "goes-on"
"""A near miss that no case makes cheaper; but the message that did come speaks for its words and its stream."""

_LONGEST_LINE = 1000
"""Bytes of a line that are looked at; a right one has 60 at most."""
_MOST = 1 << 21
"""Bytes of an output that are looked at: all permutations of 8 take half of them."""


def without_count_line(output: bytes) -> bytes:
    """Take out the line that tells the count, the last or else the first, and the newlines that set it apart."""
    before, _, last = output.rstrip().rpartition(b"\n")
    if _tells_count(last):
        return before.strip(b"\r\n")
    body = output.strip(b"\r\n")
    first, _, after = body.partition(b"\n")
    return after.strip(b"\r\n") if _tells_count(first) else body


def count_told(run: Run, expected: bytes | None, *, any_number: bool = False) -> Iterator[Finding]:
    """Demand the line that tells the number of solutions, and nothing else on either stream.

    The right number told in other words, or on stderr, is a near miss; for n = 1 plain English is as good.
    ``any_number`` lets a wrong number pass, where it is another case's matter.
    """
    right = expected or b""
    size, count = _numbers(right)
    moved = not run.stdout.strip() and bool(run.stderr.strip())
    printed, stream = (run.stderr, "stderr") if moved else (run.stdout, "stdout")
    told = _told(printed, size)
    if printed not in (right, _in_english(right)) and not (any_number and told not in (None, count)):
        finding = describe(printed, right)
        near_misses = _likeness(printed, right) or (("wording",) if told == count else ())
        yield replace(finding, where=f"{stream}, {finding.where}", near_misses=near_misses)
    if run.stderr.strip():
        message = "nothing but the number is printed, and nothing on stderr"
        yield Finding(
            "the number belongs on stdout" if moved else message,
            where="stderr",
            actual=run.stderr[:_LONGEST_LINE],
            near_misses=("other-stream",) if moved else ("extra-lines",),
        )


def solutions_told(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the solutions, in order; the line with their number is left out on both sides, for other cases to judge.

    The right ones in another form, each on a line that may begin with other numbers, or on stderr are near misses.
    """
    size = int(run.args[-1])
    right = without_count_line(expected or b"")
    came = without_count_line(run.stdout)
    moved = bool(right) and not came.strip() and bool(run.stderr.strip())
    if moved:
        came = without_count_line(run.stderr)
        yield Finding("the solutions belong on stdout", "stderr", near_misses=("other-stream",))
    if came != right:
        finding = describe(came, right)
        told = ("wording",) if right and _listed(came, size) == _listed(right, size) else ()
        where = f"{'stderr' if moved else 'stdout'}, {finding.where}"
        yield replace(finding, where=where, near_misses=explain(came, right) or told)


def _listed(output: bytes, size: int) -> list[list[bytes]]:
    """The last so many numbers of each line."""
    return [_numbers(line)[-size:] for line in output[:_MOST].splitlines() if line.strip()]


def _likeness(printed: bytes, right: bytes) -> tuple[str, ...]:
    """The near misses that explain the difference; of those to the two right texts the fewer, if there are any."""
    found = (explain(printed, text) for text in (right, _in_english(right)))
    return min(found, key=lambda names: (not names, len(names)))


def _in_english(right: bytes) -> bytes:
    return right.replace(b" 1 solutions", b" 1 solution")


def _told(printed: bytes, size: bytes) -> bytes | None:
    """The one number that a single line tells beside the size, in whatever words."""
    line = printed[:_LONGEST_LINE].strip()
    numbers = _numbers(line)
    if size in numbers[: len(numbers) - 1] or size in numbers[1:]:
        numbers.remove(size)
    return numbers[0] if len(numbers) == 1 and b"\n" not in line else None


def ends_with_count(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand that behind the last solution a line tells their number, in any form, whatever else stands there.

    A program that lists wrong solutions and counts what it lists is not charged for its count as well.
    """
    n = int(run.args[-1])
    right = nqueens.COUNTS[n]
    # Which stream is charged elsewhere: that of the solutions is read first.
    streams = (run.stdout[-_MOST:], run.stderr[-_MOST:])
    printed = b"\n".join(streams if without_count_line(streams[0]).strip() else streams[::-1])
    lines = [line for line in printed.splitlines() if line.strip()]
    solutions = [at for at, line in enumerate(lines) if len(_numbers(line)) == n and not _tells_count(line)]
    behind = lines[solutions[-1] + 1 :] if solutions else lines
    told = [_numbers(line) for line in behind if _tells_count(line)]
    if not any(told):
        message = "after the solutions there should be a line that tells how many they are"
    elif all({b"%d" % right, b"%d" % len(solutions)}.isdisjoint(numbers) for numbers in told):
        message = f"{len(solutions)} solutions were printed, but another number is told after them"
    else:
        return
    yield Finding(
        message,
        where="last line",
        expected=b"%d-Queens has %d solutions" % (n, right),
        actual=b"".join(lines[-1:])[:_LONGEST_LINE],
    )


def message_alone(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Demand a message without a result; its words, its stream and what stands beside it are near misses."""
    if any_message(run.stdout + b"\n" + run.stderr) != USAGE:
        silent = not (run.stdout + run.stderr).strip()
        told = _option_blanks(run.stderr) == _option_blanks(USAGE)
        message = "a result was printed, and only the usage message belongs here"
        if told:
            message = "the usage message is right, but the program went on after it and printed a result"
        yield Finding(
            "nothing was printed" if silent else message,
            expected=USAGE,
            actual=(run.stdout + run.stderr)[:_LONGEST_LINE],
            near_misses=(GOES_ON,) if told else (),
        )
        return
    faults = {
        "other-stream": ("the usage message belongs on stderr", _is_moved(run)),
        "wording": ("the usage message does not have the handout's words", not _has_the_words(run)),
        "extra-lines": ("stdout has more than the usage message", bool(run.stdout.strip()) and not _is_moved(run)),
    }
    near_misses = tuple(name for name, (_, violated) in faults.items() if violated)
    if near_misses:
        yield Finding(
            "; ".join(faults[name][0] for name in near_misses),
            expected=USAGE,
            actual=(run.stdout + run.stderr)[:_LONGEST_LINE],
            near_misses=near_misses,
        )


def _is_moved(run: Run) -> bool:
    """Whether the message, or a line of it, is on stdout."""
    return bool(run.stdout.strip()) and (
        not run.stderr.strip() or re.search(rb"(?i)usage|option", run.stdout) is not None
    )


def _has_the_words(run: Run) -> bool:
    """Whether the message is the handout's, on one stream or begun on one and ended on the other."""
    right = _option_blanks(USAGE)
    ways = (run.stderr, run.stdout, run.stdout + run.stderr, run.stderr + run.stdout)
    return any(_option_blanks(printed) == right for printed in ways)


def any_message(output: bytes) -> bytes:
    """Turn any message into the usage message; what holds a result, or nothing, stays as it is."""
    return USAGE if output.strip() and not _holds_result(output) else output


def usage_or_solutions(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - a check is given both
    """Accept a message, or a listing that holds all solutions; the form of either is for other cases to judge."""
    printed = run.stdout + run.stderr
    if any_message(printed) == USAGE:
        return
    n = int(run.args[0])
    listed = {tuple(_numbers(line)) for line in run.stdout[:_MOST].splitlines()}
    if not all(tuple(b"%d" % row for row in rows) in listed for rows in nqueens.solutions(n)):
        yield Finding(
            f'"{n} -v" should be answered by the usage message, or by all solutions as "-v {n}" is',
            expected=USAGE,
            actual=printed[:_LONGEST_LINE],
        )


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001 - every oracle is given both
    """Tell what has to be printed for n, or for -v and n, from the bitmask solver."""
    *options, number = args or ("",)
    if options not in ([], ["-v"]) or not re.fullmatch(r"[1-9]|1[0-3]", number):
        return None
    n = int(number)
    tuples = [f"({', '.join(map(str, rows))})\n" for rows in nqueens.solutions(n)] if options else []
    return ("".join(tuples) + f"{n}-Queens has {nqueens.count(n)} solutions\n").encode()


def right_answers(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of isSolution against the diagonals; 1 and 0 are as good as true and false here."""
    del params
    for result in results:
        rows = result.args[0][1:]
        pairs = [(i, j) for j in range(len(rows)) for i in range(j) if abs(rows[i] - rows[j]) == j - i]
        if result.returned != (not pairs):
            why = "no two queens are on one diagonal"
            if pairs:
                why = "the queens in columns {} and {} are on one diagonal".format(*(1 + at for at in pairs[0]))
            yield Finding(
                f"isSolution({result.args[0]}) has to return {str(not pairs).lower()}: {why}",
                "the call",
                actual=str(result.returned).lower()[:_LONGEST_LINE].encode(errors="replace"),
            )


def pairs_once(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """No pair of queens is compared again after another pair was, as far as the reads of arrays tell.

    Where one element is kept in a variable, pairs cannot be told apart; but then a right program reads few elements.
    """
    del params
    result = results[-1]
    n = len(result.args[0]) - 1
    pairs = n * (n - 1) // 2
    changes = [index for index, before in zip(result.indices, (None, *result.indices), strict=False) if index != before]
    if len(changes) <= pairs + 3 * n:  # each element kept once, each pair's other one, and two looks at the whole array
        return
    # The array may be looked at first, to copy it for one: what is read by then belongs to no pair.
    again = min(_visited_again(changes[start:]) for start in range(2 * n + 3))
    if again > n + 2:  # where a copy is made in the middle, or elements are kept, some pairs only seem to be there
        yield Finding(
            f"isSolution compares pairs of queens more than once: for {n} queens, which are {pairs} pairs, it read "
            f"{result.reads} elements of arrays, and went back to pairs that it had compared before",
            "the call",
        )


def stops_at_attack(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hardly more is read than the pair that attacks each other and, for a copy or a table, the array itself."""
    del params
    result = results[-1]
    n = len(result.args[0]) - 1
    if (result.reads or 0) > 6 * n:  # the pairs that do not attack each other take more than 8 n, even read once each
        yield Finding(
            f"the queens in columns 1 and 2 attack each other, and so do those in columns {n - 1} and {n}; isSolution "
            f"has to return false as soon as it finds one such pair, but it read {result.reads} elements of arrays",
            "the call",
        )


def _visited_again(reads: Sequence[int]) -> int:
    """How many pairs are visited again after another pair was; reads belong to one visit while two indices suffice."""
    seen: set[frozenset[int]] = set()
    again = 0
    pair: list[int] = []
    for index in reads:
        if index in pair:
            continue
        pair = [*pair, index] if len(pair) < 2 else [index]  # noqa: PLR2004 - a pair
        if len(pair) == 2:  # noqa: PLR2004 - a pair
            again += frozenset(pair) in seen
            seen.add(frozenset(pair))
    return again


def _option_blanks(output: bytes) -> bytes:
    """Make one blank of those, or of tabs, after ``-v``: how many the handout has there is not certain."""
    return re.sub(rb"(?m)^(Option: -v)[ \t]+", rb"\1 ", output)


def _numbers(line: bytes) -> list[bytes]:
    return re.findall(rb"\d+", line[:_LONGEST_LINE])


def _tells_count(line: bytes) -> bool:
    """Whether the line has words, or is one number and nothing else: a solution, in whatever form, is neither."""
    start = line[:_LONGEST_LINE].strip()
    return start.isdigit() or re.search(rb"[A-Za-z]", start) is not None


def _holds_result(output: bytes) -> bool:
    """Whether a line tells a number of solutions, or is made of numbers alone."""
    starts = (line[:_LONGEST_LINE] for line in output[:_MOST].splitlines())
    return any(
        re.search(rb"\d", start) and (re.search(rb"(?i)\bhas\b|solution", start) or not re.search(rb"[A-Za-z]", start))
        for start in starts
    )
