"""Check what ``queens(N, Qs)`` gives: the answers, and how the search for them ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

from _shared import nqueens
from _shared.boards.picture import ATTACK, board_picture
from _shared.evidence import mirrored, shared_line
from harness.language.diagnostics.exceptions import explain_exception
from harness.model.finding import Finding, Place
from harness.model.picture import Picture
from harness.model.result import CallResult

Rows = tuple[int, ...]
Results = tuple[CallResult, ...]
Params = Mapping[str, Any]

BOUNDED = 7  # from this n on the spec asks for no more answers than there are solutions
FREE = {"!repr": "_"}  # a variable without a value
EMPTY: tuple[object, ...] = (FREE, [])
"""Answers that say nothing but yes."""
LEAST_TELLING = 4
"""Smaller boards have too few answers to show a test."""
MANY = 2  # on smaller boards any two queens are neighbours
SHOWN = 3  # faults shown of one kind; more would not help


_Test = Callable[[int, int, int], bool]
"""Whether the queens in two columns attack each other, by the columns from 0 and how much lower the second one is."""
_WRONG_TESTS: dict[str, dict[str, _Test]] = {
    "no-diagonals": {"finds no attack on a diagonal": lambda _a, _b, _down: False},
    "one-queen": {
        "compares the first queen alone with the others": lambda a, b, down: a == 0 and abs(down) == b - a,
        "compares the first queen with the second alone": lambda a, b, down: a == 0 and b == 1 and abs(down) == 1,
    },
    "neighbours-alone": {"compares neighbours alone": lambda a, b, down: b - a == 1 == abs(down)},
    "one-diagonal": {
        "finds no attack on a diagonal from the lower left to the upper right": lambda a, b, down: down == b - a,
        "finds no attack on a diagonal from the upper left to the lower right": lambda a, b, down: -down == b - a,
    },
    "wrong-distance": {
        "takes the distance of two columns as one less than it is": lambda a, b, down: abs(down) == b - a - 1,
        "takes the distance of two columns as one more than it is": lambda a, b, down: abs(down) == b - a + 1,
    },
}
"""Kind of a finding -> what a wrong program does, and the test that it makes."""


def right(results: Results, params: Params) -> Iterator[Finding]:
    """Every answer is a list of N rows in which no queen attacks another.

    Where other N are asked for first, a program that has no answer for any is not right about 2 and 3 either.
    """
    n, others, results = int(params["n"]), results[:-1], results[-1:]
    answers = _answers(results)
    if not answers:
        yield from _nothing_answered((*others, *results))
    base = _base(n, answers)
    attacks = _wrong_test(n, answers) or _attacks(
        [answer for result in (*others, *results) for answer in result.solutions or ()]
    )
    faults = (
        (number, answer, _in_common(_fault(n, base, answer), attacks)) for number, answer in enumerate(answers, 1)
    )
    shown = 0
    for number, answer, (kind, fault) in faults:
        if fault and shown < SHOWN:
            shown += 1
            text = f"queens({n}, Qs) gives Qs = {_written(answer)}: {fault}"
            params = {"n": n, "answer": _written(answer), **({"never": "compared"} if kind in _WRONG_TESTS else {})}
            drawn, picture = _drawn(n, base, answer), _picture(n, base, answer)
            yield Finding(text, f"answer {number}", None, drawn, kind=kind, params=params, picture=picture)
    if n > 1:  # no answer for the smallest board shows nothing of the others: it is left out, and charged there
        yield from _none(n, results)


def one_base(results: Results, params: Params) -> Iterator[Finding]:  # noqa: ARG001 - all such functions have it
    """Rows are counted from the same number whatever N is."""
    first = [(result.args[0], rows) for result in results if (rows := _rows(next(iter(result.solutions or ()), None)))]
    boards = [(int(n), rows) for n, rows in first if sorted(rows) in (list(range(int(n))), list(range(1, int(n) + 1)))]
    bases = {n: min(rows) for n, rows in boards}
    if len(set(bases.values())) > 1:
        bases_text = ", ".join(f"from {base} for N = {n}" for n, base in bases.items())
        yield Finding(f"the rows are not always counted from the same: {bases_text}", "the answers", kind="mixed-bases")
    if not any(map(_has_answer, results)):
        raised = [result for result in results if result.raised is not None]
        if raised:
            yield _raised(int(raised[0].args[0]), raised[0])
            return
        text = f"queens({results[0].args[0]}, Qs) gives no answer{_without_board(results[0].solutions or ())}"
        yield Finding(text, "the answers", kind="no-answer")


def complete(results: Results, params: Params) -> Iterator[Finding]:
    """No solution is left out."""
    n, answers = int(params["n"]), _answers(results)
    base = _base(n, answers)
    boards = {rows for answer in answers if (rows := _rows(answer)) is not None}
    # A row counted the other way makes an answer wrong, which is another clause, and leaves none out.
    other_base = [tuple(row + 1 - 2 * base for row in rows) for rows in _solutions(n, base)]
    pairs = zip(_solutions(n, base), other_base, strict=True)
    missing = [rows for rows, shifted in pairs if rows not in boards and shifted not in boards]
    if n >= BOUNDED and len(answers) == nqueens.COUNTS[n]:
        return  # no more were asked for: what is among them instead of a solution is wrong, or comes twice
    if len(missing) == len(answers) == nqueens.COUNTS[n] and [] not in answers:
        return  # as many as there must be, and none is right: that is another clause's
    stopped = results[0].stopped
    if stopped and n < BOUNDED and answers:
        return  # it did not come to its end: that is another clause's
    if missing and any(answer not in EMPTY for answer in answers):
        written = _written(missing[0])
        text = f"queens({n}, Qs) leaves out {len(missing)} of the {nqueens.COUNTS[n]} solutions, such as {written}"
        kind, last = "solution-left-out", _where_missing(missing, boards)
        telling = {"never": "answered"} if last else {}
        text += last or mirrored(missing[0], boards, n, _written, base)
        if 1 == len(answers) < len(missing) == nqueens.COUNTS[n] - 1 and not stopped:
            kind = "only-first"
            total = nqueens.COUNTS[n]
            text = f"queens({n}, Qs) gives 1 of the {total} solutions and then fails; it leaves out {written}, for one"
        if stopped:
            kind = "stopped-early"
            text = f"queens({n}, Qs) was stopped at its limit ({stopped}) before it gave all solutions"
        yield Finding(text, "the answers", written.encode(), None, kind=kind, params={"solution": written} | telling)
    yield from _none(n, results)


def _where_missing(missing: list[Rows], boards: set[Rows]) -> str:
    """What all missing solutions have in common and no answer has, as the rest of a sentence; empty for nothing."""
    if len(boards) > 1 == len(missing) and missing[0] in (min({*boards, *missing}), max({*boards, *missing})):
        end = "largest" if missing[0] > min(boards) else "smallest"
        return f"; sorted, it is the {end} of them all"
    for column, row in enumerate(missing[0]):
        if len(boards) > 1 < len(missing) and all(
            (rows[column : column + 1] == (row,)) == (rows in missing) for rows in (*missing, *boards)
        ):
            return f"; all of them have row {row} in column {column + 1}, and no answer has"
    return ""


def once(results: Results, params: Params) -> Iterator[Finding]:
    """No answer comes twice."""
    n, answers = int(params["n"]), _answers(results)
    endless = results[0].stopped  # it begins again for ever: that is another clause's
    for text, times in [] if endless else _repeated(answers)[:SHOWN]:
        yield Finding(f"queens({n}, Qs) gives the same answer {times} times", "the answers", None, text.encode())
    yield from _none(n, results)


def ends(results: Results, params: Params) -> Iterator[Finding]:
    """A program that gives no answer if there is one has not come to the end of its answers."""
    yield from _none(int(params["n"]), results)


def ends_after_answers(results: Results, params: Params) -> Iterator[Finding]:  # noqa: ARG001 - all such functions have it
    """That a goal fails says something of a program that has an answer for other N alone."""
    yield from _nothing_answered(results)


def _nothing_answered(results: Results) -> Iterator[Finding]:
    *others, asked = results
    if others and not any(map(_has_answer, results)):
        raised = next((result for result in results if result.raised is not None), None)
        if raised is not None:
            yield _raised(int(raised.args[0]), raised)
            return
        names = " nor ".join(f"queens({result.args[0]}, Qs)" for result in others)
        n = int(asked.args[0])
        if nqueens.COUNTS[n] and not _has_answer(asked) and not asked.stopped:
            text = f"not even queens({n}, Qs) gives an answer. One queen attacks nobody: "
            text += "look at the rows that are tried, and at the clauses that end the search"
            yield Finding(text, "the answers", b"[1]", None, kind="no-answer", params={"never": "answered"})
            return
        text = f"neither {names} gives any rows, so what queens({n}, Qs) does shows nothing"
        yield Finding(text, "the answers", kind="no-answer")


def _has_answer(result: CallResult) -> bool:
    return any(answer not in EMPTY for answer in result.solutions or ())


def _without_board(answers: Sequence[Any]) -> str:
    """Why answers are none, as the end of a sentence; empty if none came."""
    return ", as Qs has no value" if FREE in answers else ", as Qs is empty" if [] in answers else ""


def _none(n: int, results: Results) -> Iterator[Finding]:
    result = results[0]
    answers = result.solutions or ()
    empty = len(answers) != nqueens.COUNTS[n] and all(answer in EMPTY for answer in answers)
    empty = empty or all(answer == [] for answer in answers)
    if nqueens.COUNTS[n] and empty:
        if result.raised is not None:
            yield _raised(n, result)
            return
        example = next(nqueens.solutions(n))
        if result.stopped:
            text = f"queens({n}, Qs) gives no answer and was still searching at its limit ({result.stopped})"
            yield Finding(text, "the answers", _written(example).encode(), None, kind="not-done-in-time")
            return
        text = f"queens({n}, Qs) gives no answer{_without_board(answers)}"
        yield Finding(text, "the answers", _written(example).encode(), None, kind="no-answer")


def _raised(n: int, result: CallResult) -> Finding:
    """The error that ended the search, as the harness itself tells it: it is one cause in all clauses."""
    call = {"call": f"queens({n}, Qs)", "exception": result.raised or ""}
    message = result.message.partition("\n")[0]
    reason = explain_exception(f"{result.raised}: {result.message}")
    explained = {"reason": reason.reason, **reason.params} if reason.reason else {}
    return Finding.of("call-raised", Place(part="call"), **call, text=message, **explained)


def _fault(n: int, base: int, answer: Any) -> tuple[str, str]:
    """The kind of what is wrong with one answer, and a sentence on it; both empty when it is right."""
    rows = _rows(answer)
    if rows is None:
        return "no-rows", _no_rows(answer)
    if len(rows) != n:
        text = f"it has {len(rows)} row{'s' * (len(rows) != 1)} instead of {n}"
        return "too-short" if len(rows) < n else "wrong-length", text
    outside = [row for row in rows if not base <= row < base + n]
    if outside:
        return "number-outside", f"there is no row {outside[0]}; rows go from {base} to {base + n - 1}"
    pair = nqueens.attacking_pair(rows)
    return ("", "") if pair is None else shared_line(rows, pair, "column", "row")


def _attacks(answers: list[Any]) -> tuple[str, str] | None:
    """What all attacks in the wrong answers have in common: a kind, and the rest of a sentence; None for nothing."""
    boards = [rows for answer in answers if (rows := _rows(answer)) is not None and len(rows) > MANY]
    pairs = [[pair for pair in combinations(range(len(rows)), 2) if _attack(rows, *pair)] for rows in boards]
    wrong = [(rows, attacking) for rows, attacking in zip(boards, pairs, strict=True) if attacking]
    if wrong and all(2 * len(attacking) == len(rows) * (len(rows) - 1) for rows, attacking in wrong):
        return "all-attack", "; in all wrong answers every two queens attack each other"
    if any(b - a == 1 for _, attacking in wrong for a, b in attacking):
        return "neighbours-attack", ""
    return None


def _wrong_test(n: int, answers: list[Any]) -> tuple[str, str] | None:
    """The only wrong test of two queens that lets just these answers through: a kind, and the rest of a sentence."""
    boards = {rows for answer in answers if (rows := _rows(answer)) is not None}
    if not LEAST_TELLING <= n < BOUNDED or not boards:
        return None
    base = min(map(min, filter(None, boards)), default=1)
    places = [*permutations(range(base, base + n))]
    fitting = [
        (kind, f"; the answers are those of a program that {text}")
        for kind, tests in _WRONG_TESTS.items()
        for text, attack in tests.items()
        if boards == {rows for rows in places if not _is_attacked(rows, attack)}
    ]
    return fitting[0] if len(fitting) == 1 else None


def _is_attacked(rows: Rows, attack: _Test) -> bool:
    return any(attack(a, b, rows[b] - rows[a]) for a, b in combinations(range(len(rows)), 2))


def _in_common(fault: tuple[str, str], attacks: tuple[str, str] | None) -> tuple[str, str]:
    """The fault of an answer, with what all attacks have in common."""
    kind, text = fault
    return (attacks[0], text + attacks[1]) if attacks and kind == "shares-diagonal" else fault


def _attack(rows: Rows, a: int, b: int) -> bool:
    return abs(rows[a] - rows[b]) in (0, b - a)


def _no_rows(answer: Any) -> str:
    if answer == FREE:
        return "Qs has no value; the rows must be there, and printing them is not enough"
    if isinstance(answer, list) and FREE in answer:
        return "it leaves rows open, as a variable in it has no value"
    return "it is not a list of whole numbers"


def _drawn(n: int, base: int, answer: Any) -> bytes:
    """The board with the attacking queens as X; the answer as it is if it is no board."""
    rows = _rows(answer)
    pair = nqueens.attacking_pair(rows) if rows is not None and len(rows) == n else None
    if rows is None or pair is None or not all(base <= row < base + n for row in rows):
        return _written(answer)[:200].encode()

    def square(row: int, column: int) -> str:
        return "." if rows[column] != row else "X" if column in pair else "Q"

    return "\n".join(" ".join(square(row, at) for at in range(n)) for row in range(base, base + n)).encode()


def _picture(n: int, base: int, answer: Any) -> Picture | None:
    """The board as a drawing, where two queens attack each other."""
    rows = _rows(answer)
    pair = nqueens.attacking_pair(rows) if rows is not None and len(rows) == n else None
    if rows is None or pair is None:
        return None
    squares = [(row - base, column) for column, row in enumerate(rows)]
    return board_picture(n, squares, ATTACK, pair=[squares[at] for at in pair], base=base, text=False)


def _base(n: int, answers: list[Any]) -> int:
    """Tell what rows are counted from, 1 or 0: what makes more answers right, or at least their rows."""
    boards = {rows for answer in answers if (rows := _rows(answer)) is not None}

    def fitting(base: int) -> tuple[int, int]:
        solved = sum(rows in boards for rows in _solutions(n, base))
        return solved, sum(all(base <= row < base + n for row in rows) for rows in boards)

    return max((1, 0), key=fitting)


def _solutions(n: int, base: int) -> list[Rows]:
    return [tuple(row - 1 + base for row in rows) for rows in nqueens.solutions(n)]


def _answers(results: Results) -> list[Any]:
    return list(results[0].solutions or ())


def _rows(answer: Any) -> Rows | None:
    return tuple(answer) if isinstance(answer, list) and all(type(row) is int for row in answer) else None


def _repeated(answers: list[Any]) -> list[tuple[str, int]]:
    boards = [_written(answer) for answer in answers if _rows(answer) is not None]
    return [(text, times) for text, times in Counter(boards).items() if times > 1]


def _written(answer: Any) -> str:
    """As Prolog writes it."""
    if isinstance(answer, dict):
        return str(answer.get("!repr", answer))
    if isinstance(answer, (list, tuple)):
        return f"[{','.join(map(_written, answer))}]"
    return str(answer)
