"""A climb that goes on after a solution loses what it breaks: what came before it is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

import pytest

from harness.model.finding import Finding
from harness.model.run import Run
from harness.spec.format.assignment import Assignment
from harness.spec.loading.load import load
from tests.support import ROOT

RULES = ("attacks", "queen-most", "queen-tie", "row-best", "row-tie", "improve", "next-queen", "repeat")
LINES = 3000


@cache
def assignment() -> Assignment:
    return load(ROOT / "specs", "cs771-8queens")


def golden(case: str) -> bytes:
    return (ROOT / "specs/cs771-8queens/golden" / f"{case}.stdout").read_bytes()


def climbs(case: str) -> Iterator[list[str]]:
    """The right climbs of a case, each with its word."""
    for block in golden(case).decode().split("\n\n"):
        yield block.splitlines()


def same_state(climb: Sequence[str]) -> Iterator[str]:
    yield from climb[:-1]
    yield from [climb[-2]] * LINES


def other_states(climb: Sequence[str]) -> Iterator[str]:
    yield from climb[:-1]
    yield from [f"{8 if climb[-2][0] == '1' else 1}{climb[-2][1:]}", climb[-2]] * LINES


def same_word(climb: Sequence[str]) -> Iterator[str]:
    yield from [*climb, *["Success"] * LINES]


def state_and_word(climb: Sequence[str]) -> Iterator[str]:
    yield from [*climb, *[*climb[-2:]] * LINES]


GOING_ON = (same_state, other_states, same_word, state_and_word)
SAYING = (same_word, state_and_word)


def run_of(case: str, going_on: Callable[[Sequence[str]], Iterator[str]]) -> Run:
    """What a program prints that is right up to its first solution with a move, and then goes on."""
    lines: list[str] = []
    for climb in climbs(case):
        if climb[-1] == "Success" and len(climb) > len("XS"):
            lines += islice(going_on(climb), LINES)
            break
        lines += [*climb, ""]
    return Run("".join(f"{line}\n" for line in lines).encode(), exit=None)


def findings(case: str, run: Run) -> list[Finding]:
    """What the check of a case finds."""
    stream = next(planned for planned in assignment().cases if planned.name == case).case.stdout
    options = {"rule": case} if stream.function == "steps" else {}  # type: ignore[union-attr]
    return list(assignment().functions[stream.function](run, golden(case), **options))  # type: ignore[union-attr]


@pytest.mark.parametrize("going_on", GOING_ON)
@pytest.mark.parametrize("rule", RULES)
def test_rules_that_hold_up_to_the_solution_are_kept(
    rule: str, going_on: Callable[[Sequence[str]], Iterator[str]]
) -> None:
    assert findings(rule, run_of(rule, going_on)) == []


@pytest.mark.parametrize("going_on", GOING_ON)
def test_the_rule_on_stopping_is_not_and_names_the_solution(
    going_on: Callable[[Sequence[str]], Iterator[str]],
) -> None:
    (finding,) = findings("stop", run_of("stop", going_on))
    assert finding.kind == "endless-solved"
    assert "goes on after a solution: in 1 6 8 3 7 4 2 5 no queen attacks another" in finding.message


@pytest.mark.parametrize("going_on", GOING_ON)
def test_words_count_where_both_stood_before(going_on: Callable[[Sequence[str]], Iterator[str]]) -> None:
    kinds = [finding.kind for finding in findings("verdict", run_of("verdict", going_on))]
    assert kinds == ([] if going_on in SAYING else ["endless-solved"])


@pytest.mark.parametrize("rule", ["attacks", "queen-tie"])
def test_a_wrong_climb_before_the_solution_is_still_wrong(rule: str) -> None:
    """The queen of column 8 moves first in each climb, whatever the rules say."""
    lines: list[str] = []
    for climb in climbs(rule):
        lines += [climb[0], f"{climb[0][:-1]}{8 if climb[0][-1] == '1' else 1}", *islice(same_state(climb), LINES)]
        break
    found = findings(rule, Run("".join(f"{line}\n" for line in lines).encode(), exit=None))
    assert found


@pytest.mark.parametrize("rule", ["attacks", "row-best", "repeat"])
def test_a_solution_at_the_start_shows_no_rule(rule: str) -> None:
    solved = "1 5 8 6 3 7 2 4"
    text = "".join(f"{line}\n" for line in [solved, "Success", "2 5 8 6 3 7 2 4", *["Success"] * LINES])
    expected = f"{solved}\nSuccess\n\n".encode() + golden(rule)
    run = Run(text.encode(), exit=None)
    (finding,) = assignment().functions["steps"](run, expected, rule=rule)
    assert finding.kind == "endless-solved"


@pytest.mark.parametrize("rule", [*RULES, "stop"])
def test_a_right_run_stays_right(rule: str) -> None:
    assert findings(rule, Run(golden(rule))) == []


def solved_start_for_ever(case: str, *, has_words: bool) -> list[str]:
    """What a program prints that never leaves a start state without attacks; words where it has any."""
    lines: list[str] = []
    for climb in climbs(case):
        if climb[-1] == "Success" and len(climb) == len("XS"):
            return [*lines, *climb[:1] * LINES]
        lines += climb if has_words else climb[:-1]
    return lines


def test_a_solved_start_state_that_comes_for_ever_is_no_stop() -> None:
    assert kinds_of("stop", solved_start_for_ever("stop", has_words=True)) == ["endless-solved"]


def test_a_start_state_that_may_be_read_for_ever_is_no_climb_that_goes_on() -> None:
    assert "endless-solved" not in kinds_of("stop", solved_start_for_ever("stop", has_words=False))


def test_a_last_line_that_is_read_for_ever_is_no_climb_that_goes_on() -> None:
    last = [*climbs("stop")][-2:]
    lines = golden("stop").decode().splitlines() + last[0] * LINES
    found = findings("stop", Run("".join(f"{line}\n" for line in lines).encode(), exit=None))
    assert "endless-solved" not in [finding.kind for finding in found]


def test_a_last_climb_that_is_read_for_ever_is_no_climb_that_goes_on() -> None:
    """A state that is read again and again after the end of the input is climbed from each time."""
    last = list(climbs("stop"))[-1][-2:]
    lines = golden("stop").decode().splitlines() + ["", *last] * LINES
    assert "endless-solved" not in kinds_of("stop", lines)


def test_a_last_state_shown_again_is_no_climb_that_goes_on() -> None:
    lines = [line for climb in climbs("stop") for line in (*climb, f"Solution: {climb[-2]}", "")]
    assert "endless-solved" not in kinds_of("stop", lines)


def kinds_of(case: str, lines: Sequence[str]) -> list[str]:
    """The kinds of what is found in lines of a run that had to be ended."""
    found = findings(case, Run("".join(f"{line}\n" for line in lines).encode(), exit=None))
    return [finding.kind for finding in found]
