"""Check what ``queens(N, Qs)`` gives: the answers, and how the search for them ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from _shared import nqueens
from _shared.evidence import mirrored
from harness.model.finding import OWN_FAULT, SAME_FAULT, SHOWN_CALL, Finding, Parameter

from .answers import (
    EMPTY,
    LONGEST,
    Params,
    Results,
    answers_of,
    as_prolog,
    base_of,
    board_text,
    has_answer,
    picture_of,
    rows_of,
    shown,
    solutions_of,
)
from .faults import (
    BOUNDED,
    LOSE_NONE,
    TELLING,
    TESTS_JOINED_BY_OR,
    attacks_in_common,
    fault_of,
    holds_boards,
    lengths_in_common,
    longer_from,
    where_missing,
    with_common,
    wrong_test,
)
from .silence import (
    none_given,
    nothing_answered,
    printed_instead,
    printed_solution,
    raised_by,
    without_board,
)

SHOWN = 3  # faults shown of one kind; more would not help


def right(results: Results, params: Params) -> Iterator[Finding]:
    """Every answer is a list of N rows in which no queen attacks another.

    Where other N are asked for first, a program that has no answer for any is not right about 2 and 3 either.
    """
    n, others, results = int(params["n"]), results[:-1], results[-1:]
    if printed_solution(results[0]):
        yield printed_instead(len(others), results[0])
        return
    answers = answers_of(results)
    if not answers:
        yield from nothing_answered((*others, *results))
    base = base_of(n, answers)
    test = wrong_test(n, answers)
    is_known = test is None or test[0] not in LOSE_NONE or test[0] == TESTS_JOINED_BY_OR
    if test is not None and not is_known and _right_ones_come_most(*_how_often(n, answers)):
        asked = "is there a second clause, or a semicolon, where a comma is meant?"
        test = (test[0], f"{test[1]}; right answers come more often than wrong ones: {asked}")
    attacks = test or attacks_in_common((*others, *results))
    lengths = lengths_in_common(n, (*others, *results))
    endless = {"endless": True} if results[0].stopped and longer_from(n, base, answers) else {}
    faults = (
        (number, answer, with_common(fault_of(n, base, answer), attacks, lengths if not endless else None))
        for number, answer in enumerate(answers, 1)
    )
    listed = 0
    in_list = any(holds_boards(answer) for result in others for answer in result.solutions or ())
    for number, answer, (kind, fault) in faults:
        if in_list and answer == []:
            kind, fault = "boards-in-list", "it is a list of no boards, where there must be no answer"  # noqa: PLW2901
        if fault and listed < SHOWN:
            listed += 1
            text = f"queens({n}, Qs) gives Qs = {shown(answer)}: {fault}"
            params = {"n": n, "answer": shown(answer), SHOWN_CALL: len(others), **endless}
            params |= {"never": "compared"} if kind in TELLING and answer else {}
            params |= {"loses_none": True} if kind in LOSE_NONE else {}
            if endless:
                kind = "longer-and-longer"  # noqa: PLW2901 - a wrong length that says more
                text = f"queens({n}, Qs) goes on with longer and longer lists, such as Qs = {shown(answer)}: {fault}"
            board, picture = board_text(n, base, answer), picture_of(n, base, answer)
            yield Finding(text, f"answer {number}", None, board, kind=kind, params=params, picture=picture)
    if n > 1:  # no answer for the smallest board shows nothing of the others: it is left out, and charged there
        yield from none_given(n, results)


def one_base(results: Results, params: Params) -> Iterator[Finding]:  # noqa: ARG001 - all such functions have it
    """Rows are counted from the same number whatever N is."""
    first = [(int(result.args[0]), rows_of(next(iter(result.solutions or ()), None))) for result in results]
    boards = [(n, rows) for n, rows in first if rows and sorted(rows) in ([*range(n)], [*range(1, n + 1)])]
    bases = {n: min(rows) for n, rows in boards}
    if len(set(bases.values())) > 1:
        bases_text = ", ".join(f"from {base} for N = {n}" for n, base in bases.items())
        yield Finding(f"the rows are not always counted from the same: {bases_text}", "the answers", kind="mixed-bases")
    if not any(map(has_answer, results)):
        raised = [result for result in results if result.raised is not None]
        if raised:
            yield raised_by(int(raised[0].args[0]), raised[0])
            return
        text = f"queens({results[0].args[0]}, Qs) gives no answer{without_board(results[0].solutions or ())}"
        yield Finding(text, "the answers", kind="no-answer")


def complete(results: Results, params: Params) -> Iterator[Finding]:
    """No solution is left out."""
    n, answers = int(params["n"]), answers_of(results)
    base = base_of(n, answers)
    boards = {rows for answer in answers if (rows := rows_of(answer)) is not None}
    # A row counted the other way makes an answer wrong, which is another clause, and leaves none out.
    other_base = [tuple(row + 1 - 2 * base for row in rows) for rows in solutions_of(n, base)]
    pairs = zip(solutions_of(n, base), other_base, strict=True)
    missing = [rows for rows, shifted in pairs if rows not in boards and shifted not in boards]
    if n >= BOUNDED and len(answers) == nqueens.COUNTS[n]:
        return  # no more were asked for: what is among them instead of a solution is wrong, or comes twice
    if len(missing) == len(answers) == nqueens.COUNTS[n] and [] not in answers:
        return  # as many as there must be, and none is right: that is another clause's
    stopped = results[0].stopped
    if stopped and n < BOUNDED and answers:
        return  # it did not come to its end: that is another clause's
    if missing and any(answer not in EMPTY for answer in answers):
        written = as_prolog(missing[0])
        text = f"queens({n}, Qs) leaves out {len(missing)} of the {nqueens.COUNTS[n]} solutions, such as {written}"
        if nqueens.COUNTS[n] == 1:
            text = f"queens({n}, Qs) does not give the only solution, {written}"
        kind, last = "solution-left-out", where_missing(missing, boards)
        telling = {"never": "answered"} if last else {}
        text += last or mirrored(missing[0], boards, n, as_prolog, base)
        if 1 == len(answers) < len(missing) == nqueens.COUNTS[n] - 1 and not stopped:
            kind = "only-first"
            total = nqueens.COUNTS[n]
            text = f"queens({n}, Qs) gives 1 of the {total} solutions and then fails; it leaves out {written}, for one"
        if not boards and any(map(holds_boards, answers)):
            kind, telling = "boards-in-list", {}
            text = f"queens({n}, Qs) gives a list of boards, and no board as an answer of its own"
        elif stopped:
            kind, telling = "stopped-early", {}
            text = f"queens({n}, Qs) was stopped at its limit ({stopped}) before it gave all solutions"
        yield Finding(text, "the answers", written.encode(), None, kind=kind, params={"solution": written} | telling)
    yield from none_given(n, results)


def once(results: Results, params: Params) -> Iterator[Finding]:
    """No answer comes twice.

    If solutions come more often than wrong answers, it is the test of a board that holds several times: two clauses
    of it are tried one after the other, where both have to hold. If both come as often, no test of a board is why.
    """
    n, answers = int(params["n"]), answers_of(results)
    if results[0].stopped:  # it begins again for ever: that is another clause's, but not what came before longer lists
        answers = answers[: longer_from(n, base_of(n, answers), answers) or 0]
    right, wrong = _how_often(n, answers)
    fault: dict[str, Parameter] = {SAME_FAULT: True} if _right_ones_come_most(right, wrong) else {}
    fault |= {OWN_FAULT: True} if len(right) == 1 and right == wrong else {}
    for text, times in _repeated(answers)[:SHOWN]:
        message = f"queens({n}, Qs) gives the same answer {times} times"
        yield Finding(message, "the answers", None, text[:LONGEST].encode(), params=fault)
    yield from none_given(n, results)


def once_after_answers(results: Results, params: Params) -> Iterator[Finding]:
    """That the only solution comes twice; what is no solution, or the lack of one, is another clause's.

    One queen is compared with no other, so it does not come of a wrong test of two queens.
    """
    n, result = int(params["n"]), results[-1]
    yield from nothing_answered(results)
    boards = [*solutions_of(n, 0), *solutions_of(n, 1)]
    solutions = [answer for answer in result.solutions or () if rows_of(answer) in boards]
    for text, times in () if result.stopped else _repeated(solutions):
        text_of_fault = f"queens({n}, Qs) gives the same answer {times} times"
        own = {OWN_FAULT: True, SHOWN_CALL: len(results) - 1}
        yield Finding(text_of_fault, "the answers", None, text.encode(), params=own)


def ends(results: Results, params: Params) -> Iterator[Finding]:
    """A program that gives no answer if there is one has not come to the end of its answers."""
    yield from none_given(int(params["n"]), results)


def ends_after_answers(results: Results, params: Params) -> Iterator[Finding]:  # noqa: ARG001 - all such functions have it
    """That a goal fails says something of a program that has an answer for other N alone."""
    yield from nothing_answered(results)


def _right_ones_come_most(right: set[int], wrong: set[int]) -> bool:
    """Whether all solutions come as often, and more often than any wrong answer."""
    return len(right) == 1 and bool(wrong) and max(wrong) < min(right)


def _how_often(n: int, answers: list[Any]) -> tuple[set[int], set[int]]:
    """How often solutions come, and how often wrong answers."""
    base = base_of(n, answers)
    counts = Counter(rows for rows in map(rows_of, answers) if rows is not None)
    holds = {rows: not fault_of(n, base, [*rows])[0] for rows in counts}
    right, wrong = (
        {counts[rows] for rows, is_right in holds.items() if is_right is wanted} for wanted in (True, False)
    )
    return right, wrong


def _repeated(answers: list[Any]) -> list[tuple[str, int]]:
    boards = [as_prolog(answer) for answer in answers if rows_of(answer) is not None]
    return [(text, times) for text, times in Counter(boards).items() if times > 1]
