"""Check what the program prints: its count, its usage message, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from _shared import nqueens
from _shared.count_lines import early_count
from _shared.evidence import Evidence, listing_fault
from _shared.forms import form_misses, is_words
from harness.judge.comparing.comparison import compare_texts, explain
from harness.judge.differences.difference import describe
from harness.judge.finding_kinds import USAGE_INSTEAD
from harness.model.finding import COURSE, NOWHERE, WHOLE_TWICE, Finding, Parameter, Place
from harness.model.run import Run

from .lines import (
    CRASH,
    LONGEST_LINE,
    LONGEST_OUTPUT,
    numbers_in,
    printed_text,
    says_count,
    tells_count,
    without_warnings,
)
from .normalise import accepted_count, last_line, listing, option_blanks
from .recursive_search import noted_calls, of_this_mode, was_at_work, was_stopped

Normalizer = Callable[[bytes], bytes]

_RESULT = re.compile(rb"\d-queens|\d solution|^[(\[ \t]*\d+(?:[, \t]+\d|[ \t\r]*$)", re.IGNORECASE | re.MULTILINE)
"""A count line, or the start of a solution in whatever brackets. The usage message has "python3 Queens", no result."""
_MESSAGE = b"Usage: python3 Queens.py [-v] number\nOption: -v  verbose output, print all solutions\n"
_USAGE = re.compile(rb"usage|(?<!\w)-v", re.IGNORECASE)
_ALL_TWICE: dict[str, Parameter] = {WHOLE_TWICE: True}
"""Of a whole message that comes twice, and not a line of it."""
_LOST_LINES = frozenset(("prefix", "last-line", "repeated-line", "extra-lines"))
"""Near misses in what is listed, and not in how."""


def solutions_reported(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the solutions in their order and form; what is wrong with the list is named, where it can be read."""
    size = int(run.args[-1])
    swapped = _on_other_stream(run, expected or b"", listing)
    if swapped is not None:
        yield swapped
        return
    for finding in _differences(run.stdout, expected or b""):
        fault = _listing_fault(run.stdout, size) if _LOST_LINES.issuperset(finding.near_misses) else None
        near_misses = () if finding.near_misses else form_misses(run.stdout[:LONGEST_OUTPUT], size)
        cause = {} if fault is None else {key: each for key, each in fault.params.items() if key == "cause"}
        if near_misses or fault is None:
            yield replace(finding, near_misses=finding.near_misses or near_misses, params={**finding.params, **cause})
        else:  # it need not be where the outputs part
            evidence = replace(finding, message=fault.message, kind=fault.kind, params=fault.params)
            yield replace(evidence, where=NOWHERE, picture=fault.picture, near_misses=())


def _differences(output: bytes, right: bytes) -> tuple[Finding, ...]:
    """What differs from the right listing; of an output without measure the beginning says as much as all of it."""
    begin = compare_texts(output[:LONGEST_OUTPUT], right, normalizer=listing)
    return begin if begin or len(output) <= LONGEST_OUTPUT else compare_texts(output, right, normalizer=listing)


def count_reported(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the line with the count alone; where it tells the right number in other words, that is its form."""
    yield from _count_line_faults(run, expected or b"", accepted_count)


def count_reported_at_end(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Demand the line with the count at the end of what is printed with -v, in the same way."""
    yield from _count_line_faults(run, expected or b"", last_line)


def _count_line_faults(run: Run, right: bytes, normalizer: Normalizer) -> Iterator[Finding]:
    swapped = _on_other_stream(run, right, normalizer)
    if swapped is not None:
        yield swapped
        return
    for finding in compare_texts(run.stdout, right, normalizer=normalizer):
        yield _in_other_words(finding, run.stdout, int(run.args[-1]))


def _in_other_words(finding: Finding, output: bytes, n: int) -> Finding:
    """The finding, as one of form where a line tells the right number: in whatever words, with n or without."""
    lines = [line for line in output[:LONGEST_OUTPUT].splitlines() if line.strip()]
    if finding.near_misses or not says_count(lines, n, nqueens.COUNTS[n]):
        return finding
    return replace(finding, near_misses=("extra-lines", "wording") if len(lines) > 1 else ("wording",))


def _on_other_stream(run: Run, right: bytes, normalizer: Normalizer) -> Finding | None:
    """What is wrong where all came on stderr, and is right or nearly so; else None."""
    if run.stdout.strip() or not run.stderr.strip():
        return None
    moved = compare_texts(run.stderr, right, normalizer=normalizer)
    if not all(finding.near_misses for finding in moved):
        return None
    kind = "nearly-right-on-other-stream" if moved else "right-on-other-stream"
    finding = Finding.of(kind, Place(), right, run.stderr[:LONGEST_LINE], stream="stderr", belongs="stdout")
    return replace(finding, near_misses=("other-stream", *(name for finding in moved for name in finding.near_misses)))


def _listing_fault(output: bytes, size: int) -> Evidence | None:
    """What is wrong with the solutions that can be read; lines of more or fewer numbers are of another form."""
    lines = [line for line in listing(output[:LONGEST_OUTPUT]).splitlines() if len(numbers_in(line)) == size]
    forms = [re.sub(rb"\d+", b"1", line[:LONGEST_LINE]).strip() for line in lines]
    alike = (line for line, form in zip(lines, forms, strict=True) if form == forms[0])  # a bare 1 is no second (1)
    listed = [tuple(map(int, numbers_in(line))) for line in alike]
    return listing_fault(listed, size, "row", "column")


def ends_with_count(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that a line after the solutions, or on stderr, tells how many there are, in any form.

    A program that lists the wrong solutions and counts them rightly is not charged for its count as well.
    """
    n = int(run.args[-1])
    lines = [line for line in printed_text(run)[-LONGEST_OUTPUT:].splitlines() if line.strip()] or [b""]
    listed = [number for number, line in enumerate(lines) if len(numbers_in(line)) == n]
    tuples, last = len(listed), lines[-1][-LONGEST_LINE:]
    right_or_so = {b"%d" % nqueens.COUNTS[n], b"%d" % tuples}
    behind = [line[-LONGEST_LINE:] for line in (lines[listed[-1] + 1 :] if listed else lines)]
    if any(tells_count(line) and not right_or_so.isdisjoint(numbers_in(line)) for line in behind):
        return
    kind = "count-differs" if any(map(tells_count, behind)) else "count-missing"
    early = early_count(run.stdout, n, right_or_so) if kind == "count-missing" else None
    if early is not None:
        yield early
        return
    if not tells_count(last):
        message = "the line with the number of solutions is missing; it belongs after the last solution"
    else:
        message = f"the last line should tell the number of solutions; {tuples} were printed above it"
    right = b"%d-Queens has %d solutions" % (n, nqueens.COUNTS[n])
    yield Finding(message, where="last line", expected=right, actual=last[:LONGEST_LINE], kind=kind)


def refuses(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand a message that tells the usage, on either stream and in any words, and no result."""
    faults = [*_usage_faults(printed_text(run), run.args)]
    beside = run.stdout.strip() and not _is_on_stdout(run)
    if not faults and (beside or _below_message(run.stderr) or _below_message(run.stdout)):
        text = "the usage message should come alone, but something else was printed as well"
        more = run.stdout if beside else _below_message(run.stderr) or _below_message(run.stdout)
        again = more.strip() == option_blanks(_MESSAGE).strip()  # no other text: as where sys.exit is caught
        if again:
            both = more if beside else run.stderr if _below_message(run.stderr) else run.stdout
            faults.append(Finding(text, actual=both[:LONGEST_LINE], near_misses=("repeated-line",), params=_ALL_TWICE))
        else:
            faults.append(Finding(text, actual=more[:LONGEST_LINE]))
    yield from faults


def _is_on_stdout(run: Run) -> bool:
    """Whether the message is on stdout; beside the handout's own on stderr a line may speak of the option."""
    stands_on_stderr = option_blanks(run.stderr[:LONGEST_OUTPUT]).startswith(option_blanks(_MESSAGE))
    pattern = b"usage" if stands_on_stderr else _USAGE.pattern
    return re.search(pattern, run.stdout[:LONGEST_OUTPUT], re.IGNORECASE) is not None


def _below_message(stream: bytes) -> bytes:
    """What follows the handout's own message, except for an exception."""
    message, printed = option_blanks(_MESSAGE), option_blanks(stream[:LONGEST_OUTPUT])
    return printed.removeprefix(message).strip() if printed.startswith(message) else b""


def nothing_else(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that with -v at most one line of words comes, which has a number: that with the count."""
    word_lines = [line for line in run.stdout[:LONGEST_OUTPUT].splitlines() if is_words(line)]
    count = b"%d" % nqueens.COUNTS[int(run.args[-1])]
    counts = [line for line in word_lines if count in numbers_in(line)] or [
        line for line in word_lines if numbers_in(line)
    ]
    if counts:  # the last of these is the count
        word_lines.remove(counts[-1])
    if word_lines and not _words_of_solutions(run):
        text = "besides the solutions and the line with their number nothing should be printed"
        kind, nones = COURSE, len(word_lines)
        if all(line.strip() == b"None" for line in word_lines):
            kind = "none-printed"
            text += f"; None is printed {nones} times" if nones > 1 else "; None is printed once"
            text += ", after each solution" if _follows_each_solution(run) else ""
        # The calls of the functions are judged by what is right among their lines: these may print it.
        yield Finding(text, expected=b"", actual=word_lines[0][:LONGEST_LINE], kind=kind, params={"outcome": False})
    elif not run.stdout.strip():
        yield Finding("nothing was printed, so that nothing speaks for the program")


def _follows_each_solution(run: Run) -> bool:
    """Whether a line with None comes after each line with a solution, and nowhere else."""
    n = int(run.args[-1])
    lines = [line.strip() for line in run.stdout[:LONGEST_OUTPUT].splitlines() if line.strip()]
    solutions = [number for number, line in enumerate(lines) if len(numbers_in(line)) == n and not is_words(line)]
    nones = [number for number, line in enumerate(lines) if line == b"None"]
    return bool(solutions) and nones == [number + 1 for number in solutions]


def _words_of_solutions(run: Run) -> bool:
    """Whether the solutions are right, and put in words: that is their form."""
    n = int(run.args[-1])
    right = "".join(f"({', '.join(map(str, columns))})\n" for columns in nqueens.solutions(n)).encode()
    faults = compare_texts(run.stdout, right, normalizer=listing)
    return any(not finding.near_misses for finding in faults) and bool(form_misses(run.stdout, n))


def has_right_words(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the handout's usage message, on either stream, or begun on one and ended on the other."""
    ways = (run.stderr, run.stdout, run.stdout + run.stderr, run.stderr + run.stdout)
    printed = [option_blanks(way[:LONGEST_OUTPUT]) for way in ways]
    right = option_blanks(_MESSAGE)
    if not any(text.startswith(right) for text in printed):  # what follows is for the clause on quitting to charge
        shown = printed[0] if printed[0].strip() else printed[1]
        yield replace(describe(shown, right), near_misses=explain(shown, right))


def on_stderr(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that a message that tells the usage, in any words, comes on stderr alone."""
    if _is_on_stdout(run):
        part = "a part of the usage message" if _USAGE.search(run.stderr) else "the usage message"
        yield Finding(f"{part} came on stdout, it belongs on stderr", actual=run.stdout[:LONGEST_LINE])
    else:
        yield from _usage_faults(without_warnings(run.stderr).partition(CRASH)[0], run.args)


def refuses_or_solves(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the usage message, or solutions, in whatever order and form and right or not: other cases judge these."""
    if not any(_usage_faults(printed_text(run), run.args)):
        return
    n = int(run.args[0])
    lines = map(numbers_in, run.stdout[-LONGEST_OUTPUT:].splitlines())
    if sum(len(line) >= n for line in lines) < 2:  # noqa: PLR2004 - one alone is not all
        yield Finding(
            f'"{" ".join(run.args)}" should be answered by the usage message or, as "-v {n}" is, by all solutions',
            where="whole output",
            expected=b"Usage: python3 Queens.py [-v] number",
            actual=(run.stdout + run.stderr)[:LONGEST_LINE],
        )


def right_in_time(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand the right number, in any form and on either stream, or with -v as many solutions."""
    n = int(run.args[-1])
    if not tells_right_number(printed_text(run), n):
        lines = [line for line in printed_text(run)[-LONGEST_OUTPUT:].splitlines() if line.strip()]
        text = f"the right number of solutions for n = {n} was not printed"
        yield Finding(text, "last line", expected=b"%d" % nqueens.COUNTS[n], actual=b"".join(lines[-1:])[:LONGEST_LINE])


def tells_right_number(printed: bytes, n: int) -> bool:
    """Whether the number of solutions stands in one of the last lines, in any form, or as many are listed."""
    lines = [line for line in printed[-LONGEST_OUTPUT:].splitlines() if line.strip()]
    listed = sum(len(numbers_in(line)) == n for line in lines)
    counted = any(b"%d" % nqueens.COUNTS[n] in numbers_in(line) for line in lines[-3:] if tells_count(line))
    return counted or listed == nqueens.COUNTS[n]


def quiet_on_stderr(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that nothing comes on stderr, of a program that prints something on stdout."""
    printed = without_warnings(run.stderr)
    if printed.strip():
        yield Finding("nothing should be printed on stderr", "stderr", b"", actual=printed[:LONGEST_LINE])
    elif not run.stdout.strip():
        yield Finding("nothing was printed, so that nothing speaks for the program")


def works_on(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: ARG001 - every check has both
    """Demand that the program is at work on a large number when it is stopped, or has printed the count already."""
    n = int(run.args[-1])
    calls = noted_calls(run)
    if not was_at_work(calls) and b"%d" % nqueens.COUNTS[n] not in numbers_in(run.stdout[-LONGEST_LINE:]):
        text = f"{n} is a number that the program should work on, but it ended before it knew the number of solutions"
        if was_stopped(calls):
            text = f"for {n} the program goes round in a loop in which it calls nothing, until it is stopped"
        written = of_this_mode(run.stdout, calls) + of_this_mode(run.stderr, calls)
        kind = USAGE_INSTEAD if written.lstrip().lower().startswith(b"usage") else COURSE
        wanted = None if written else b"%d" % nqueens.COUNTS[n]
        yield Finding(text, expected=wanted, actual=written[:LONGEST_LINE], kind=kind)


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001 - every oracle is given both
    """Tell what the program prints for n, or -v and n, by the bitmask solver; None for other arguments."""
    *options, number = args or ("",)
    if options not in ([], ["-v"]) or not re.fullmatch(r"[1-9]|1[0-3]", number):
        return None
    n = int(number)
    tuples = [f"({', '.join(map(str, columns))})\n" for columns in nqueens.solutions(n)] if options else []
    return ("".join(tuples) + f"{n}-Queens has {nqueens.count(n)} solutions\n").encode()


def _usage_faults(output: bytes, args: tuple[str, ...]) -> Iterator[Finding]:
    output = output[:LONGEST_OUTPUT]
    typed = f'"{" ".join(args)}"' if args else "no argument"
    if _RESULT.search(output):
        kind = "went-on-after-message" if _USAGE.search(output) else "result-printed"
        fault = f"{typed} should be answered by the usage message alone, but a result was printed"
    elif _USAGE.search(output):
        return
    else:
        kind = "no-message"
        fault = f"{typed} should be answered by the usage message"
    yield Finding(fault, expected=b"Usage: python3 Queens.py [-v] number", actual=output[:LONGEST_LINE], kind=kind)
