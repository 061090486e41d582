"""The cost of a comparison, counted in calls: a timed test would fail on a busy machine."""

from __future__ import annotations

import re
import sys
import tracemalloc
from collections.abc import Callable

import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.text import Text
from harness.judge.comparing.comparison import explain
from harness.judge.differences.difference import describe


def queens(count: int) -> bytes:
    return b"".join(b"(%d, 2, %d)\n" % (row, row % 7) for row in range(count)) + b"8-Queens has 92 solutions\n"


def upwards(output: bytes) -> bytes:
    return re.sub(rb"[0-9]+", lambda found: b"%d" % (int(found[0]) + 1), output)


EDITS: dict[str, Callable[[bytes], bytes]] = {
    "trailing blanks": lambda right: right.replace(b"\n", b" \n"),
    "blank lines": lambda right: right.replace(b"\n", b"\n\n"),
    "many of form": lambda right: right.replace(b"\n", b" \r\n").upper(),
    "blanks": lambda right: right.replace(b", ", b","),
    "order": lambda right: b"\n".join(reversed(right.splitlines())) + b"\n",
    "wording": lambda right: right.replace(b"(", b"<").replace(b")", b">"),
    "off by one": upwards,
    "extra lines": lambda right: right.replace(b"\n", b"\ndebug: here\n"),
    "another last line": lambda right: right[:-3] + b"?\n",
    "a wrong line": lambda right: right.replace(b"(9, 2, 2)", b"(9, 2, 3)"),
    "all wrong": lambda right: right[::-1],
    "blank lines only": lambda right: b"\n" * len(right),
    "one line": lambda right: right.replace(b"\n", b" "),
}


def calls(work: Callable[[], object]) -> int:
    """How many functions, also built-in ones, are called."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("edit", EDITS)
def test_explaining_is_linear(edit: str) -> None:
    small, large = queens(2_000), queens(16_000)
    entry = calls(lambda: explain(EDITS[edit](small), small))
    eight = calls(lambda: explain(EDITS[edit](large), large))
    assert eight < 12 * max(entry, 1000)


SEVERAL_FAULTS: dict[str, tuple[Callable[[bytes], bytes], tuple[str, ...], int]] = {
    "order and brackets": (lambda right: EDITS["wording"](EDITS["order"](right)), ("line-order", "wording"), 50),
    "brackets, and a wrong last line": (lambda right: EDITS["wording"](right).replace(b"8-", b"9-"), (), 20),
}
"""What is wrong, how it is explained, and how many times the size of the output that may take in memory."""


@pytest.mark.parametrize("edit", SEVERAL_FAULTS)
def test_memory_is_a_few_times_the_output(edit: str) -> None:
    change, near_misses, most = SEVERAL_FAULTS[edit]
    right = queens(6_000)
    wrong = change(right)
    explain(wrong, right)  # what is loaded once does not count
    tracemalloc.start()
    try:
        assert explain(wrong, right) == near_misses
        assert tracemalloc.get_traced_memory()[1] < most * len(right)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("edit", [edit for edit in EDITS if edit != "off by one"])
def test_describing_takes_the_same_few_calls_at_any_length(edit: str) -> None:
    right = queens(60_000)
    wrong = EDITS[edit](right)
    assert calls(lambda: describe(wrong, right)) < 300


def test_a_right_output_is_not_looked_at_twice() -> None:
    right = queens(60_000)
    same = right[:1] + right[1:]
    Text(golden=True).compare(same, right, Context())  # what is loaded once does not count
    assert calls(lambda: Text(golden=True).compare(same, right, Context())) < 10


@pytest.mark.parametrize("odd", [b" ", b"\n", b"- ", b"a", b"a ", b"\r", b"7", b"\xff", b"''", b"(", b"\xe2\x80\x93"])
def test_endless_repetitions_do_no_harm(odd: bytes) -> None:
    output = odd * 100_000
    right = queens(1_000)
    for expected in (
        right,
        output + b"x",
        b"x" + output,
        output[: len(output) // 2] + b"x" + output[len(output) // 2 :],
    ):
        assert calls(lambda expected=expected: explain(output, expected)) < 5_000_000  # type: ignore[misc]
        assert describe(output, expected).kind


def test_difflib_stays_away() -> None:
    """It is quadratic on the errors that students make."""
    for name in [name for name in sys.modules if name.startswith("harness.judge.checkers")]:
        assert "difflib" not in vars(sys.modules[name])
