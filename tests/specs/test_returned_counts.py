"""What findSolutions does with the numbers of its calls is named where all of its answers show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from harness.model.finding import SHOWN_CALL, Finding
from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

loaded = lru_cache(lambda: load(ROOT / "specs", "cse30-pa2", goldens=False))

Answers = Mapping[int, int]


def search(size: int, columns: tuple[int, ...], of_row: Callable[[Answers], Any]) -> Any:
    """What a search returns below these queens; ``of_row``: by what it gets for the safe squares of a row."""
    if len(columns) == size:
        return 1
    safe = [
        column
        for column in range(1, size + 1)
        if all(abs(column - other) not in (0, len(columns) - row) for row, other in enumerate(columns))
    ]
    return of_row({column: search(size, (*columns, column), of_row) for column in safe})


def answers(of_row: Callable[[Answers], Any]) -> list[CallResult]:
    """The answers of such a search in the case that starts from several rows."""
    case = next(planned.case for planned in loaded().cases if planned.name == "find-each-start")
    results = []
    for call in case.calls:
        variable, row, mode = call.args
        table = case.let[str(variable)[1:]]
        columns = tuple(line[0] for line in table[1:row])
        returned = search(len(table) - 1, columns, of_row)
        results.append(CallResult("findSolutions", (table, row, mode), returned=returned, after=(table, row, mode)))
    return results


def said(results: list[CallResult]) -> list[Finding]:
    return list(loaded().functions["counts_from_each_start"](results, {}))


@pytest.mark.parametrize(
    ("of_row", "kind", "text"),
    [
        (lambda row: ([0, *row.values()])[-1], "last-call", "for the last safe square of a row returns, not the sum"),
        (lambda row: ([*row.values(), 0])[0], "first-call", "for the first safe square of a row returns, not the sum"),
        (lambda row: row.get(5, 0), "last-column", "or 0 where that square is not safe"),
        (lambda row: row.get(1, 0), "first-column", "the other columns are not tried"),
        (lambda row: int(any(row.values())), "first-solution", "counts one solution at most"),
        (len, "squares-counted", "returns the number of safe squares in row i"),
        (lambda row: len(row) + sum(row.values()), "queens-counted", "adds 1 for each queen"),
    ],
)
def test_what_becomes_of_the_numbers_is_named(of_row: Callable[[Answers], Any], kind: str, text: str) -> None:
    (finding,) = said(answers(of_row))
    assert finding.kind == kind
    assert text in finding.message
    assert finding.params[SHOWN_CALL] == 0
    assert 'findSolutions(B, 1, "normal") returned' in finding.message


@pytest.mark.parametrize(
    "of_row",
    [
        lambda _: 0,  # the calls for the next row, or what is returned for a whole board: both give it
        lambda row: 2 * sum(row.values()),
        lambda row: sum(row.values()) + 7 * (5 not in row),
    ],
)
def test_nothing_is_said_of_numbers_that_no_fault_or_several_give(of_row: Callable[[Answers], Any]) -> None:
    (finding,) = said(answers(of_row))
    assert finding.message.startswith('findSolutions(B, 1, "normal") returned')
    assert SHOWN_CALL not in finding.params


def test_a_count_that_goes_on_from_call_to_call_is_right_here() -> None:
    results, total = [], 0
    for result in answers(lambda row: sum(row.values())):
        total += result.returned
        results.append(CallResult("findSolutions", result.args, returned=total, after=result.after))
    assert said(results) == said(answers(lambda row: sum(row.values()))) == []


def test_what_is_no_number_gets_no_description() -> None:
    (finding,) = said(answers(lambda _: None))
    assert finding.message.startswith('findSolutions(B, 1, "normal") returned')


def test_a_call_that_adds_too_little_is_named_where_the_others_add_on() -> None:
    results = answers(lambda row: sum(row.values()))
    total = 0
    for at, result in enumerate(results):
        total += result.returned if at < len(results) - 1 else 0
        results[at] = replace(result, returned=total)
    (finding,) = said(results)
    assert "returned 0 more than the call before, expected 1 more" in finding.message


def test_a_number_that_is_no_whole_one_is_none() -> None:
    results = answers(lambda row: sum(row.values()))
    (finding,) = said([replace(result, returned=float(result.returned)) for result in results])
    assert finding.message.endswith("returned 10.0, expected 10")
