"""Judges what ``input/ask.prolog`` prints: the answers of ``queens(N, Qs)`` and how the search ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import nqueens

from harness.model.finding import Finding
from harness.model.run import Run

Rows = tuple[int, ...]

ANSWER = b"answer "
END = b"no more answers"
SHOWN = 3  # faults told of one kind; more would not help
_ROWS = re.compile(rb"\[(?:-?\d{1,9}(?:,-?\d{1,9})*)?\]")  # nine digits: int() of thousands would raise


def answers(run: Run, expected: bytes | None, *, look: str) -> Iterator[Finding]:
    """Look at one property of the answers, named by ``look``: right, all, once or ends.

    For ``all`` the golden holds the answers of the reference, in rows from 1.
    """
    n = int(run.args[-1])
    texts = _texts(run.stdout)
    if not texts and nqueens.COUNTS[n]:
        example = _answer(next(nqueens.solutions(n)))
        yield Finding(f"queens({n}, Qs) gives no answer.", "stdout", example, _last_line(run.stdout)[:200])
    elif look == "right":
        yield from _right(n, texts)
    elif look == "all":
        yield from _all(n, texts, _texts(expected or b""))
    elif look == "once":
        yield from _once(n, texts)
    elif look == "ends":
        yield from _ends(n, run.stdout)
    else:
        message = f"no such look: {look}"
        raise ValueError(message)


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001
    """All answers as the solver finds them."""
    return b"".join(_answer(rows) + b"\n" for rows in nqueens.solutions(int(args[-1]))) + END + b"\n"


def _right(n: int, texts: list[bytes]) -> Iterator[Finding]:
    base = _base(n, texts)
    faults = ((number, text, _fault(n, base, text)) for number, text in enumerate(texts, 1))
    shown = 0
    for number, text, fault in faults:
        if fault and shown < SHOWN:
            shown += 1
            yield Finding(f"queens({n}, Qs) gives a wrong answer: {fault}.", f"answer {number}", None, text[:200])


def _all(n: int, texts: list[bytes], golden: list[bytes]) -> Iterator[Finding]:
    base = _base(n, texts)
    given = {_rows(text) for text in texts}
    wanted = [tuple(row - 1 + base for row in rows) for text in golden if (rows := _rows(text)) is not None]
    missing = [rows for rows in wanted if rows not in given]
    if missing:
        message = f"queens({n}, Qs) leaves out {len(missing)} of the {len(wanted)} solutions, for example this."
        yield Finding(message, "stdout", _answer(missing[0]), None)


def _once(n: int, texts: list[bytes]) -> Iterator[Finding]:
    repeated = [(text, times) for text, times in Counter(texts).items() if times > 1]
    for text, times in repeated[:SHOWN]:
        yield Finding(f"queens({n}, Qs) gives the same answer {times} times.", "stdout", None, text[:200])


def _ends(n: int, stdout: bytes) -> Iterator[Finding]:
    last = _last_line(stdout)
    if last != END:
        yield Finding(f"queens({n}, Qs) does not fail after its last answer.", "stdout, last line", END, last[:200])


def _fault(n: int, base: int, text: bytes) -> str:
    """Say what is wrong with one answer; empty when it is right."""
    rows = _rows(text)
    if rows is None:
        return "it is not a list of numbers"
    if len(rows) != n:
        return f"it has {len(rows)} rows instead of {n}"
    outside = [row for row in rows if not base <= row < base + n]
    if outside:
        return f"there is no row {outside[0]}; rows go from {base} to {base + n - 1}"
    pair = nqueens.attacking_pair(rows)
    if pair is None:
        return ""
    left, right = pair
    line = "row" if rows[left] == rows[right] else "diagonal"
    return f"the queens of columns {left + 1} and {right + 1} are on one {line}"


def _base(n: int, texts: list[bytes]) -> int:
    """Tell what rows are counted from, 1 or 0: the one that makes more answers right."""
    given = {_rows(text) for text in texts}
    return max((1, 0), key=lambda base: sum(rows in given for rows in _solutions(n, base)))


def _solutions(n: int, base: int) -> list[Rows]:
    return [tuple(row - 1 + base for row in rows) for rows in nqueens.solutions(n)]


def _texts(stdout: bytes) -> list[bytes]:
    """Find the answers, as Prolog wrote them."""
    return [line.removeprefix(ANSWER).strip() for line in stdout.split(b"\n") if line.startswith(ANSWER)]


def _rows(text: bytes) -> Rows | None:
    return tuple(map(int, re.findall(rb"-?\d+", text))) if _ROWS.fullmatch(text) else None


def _last_line(stdout: bytes) -> bytes:
    return stdout.rstrip().rpartition(b"\n")[2].strip()


def _answer(rows: Rows) -> bytes:
    return ANSWER + str(list(rows)).replace(" ", "").encode()
