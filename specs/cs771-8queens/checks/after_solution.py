"""Find the climb that goes on after a solution, and judge what a program printed before that.

Such a program never comes to its next start state: one fault hides all that follows. What came up to the solution is
judged as it stands. A rule counts as kept only where that much is right, and excludes every known wrong way that the
whole excludes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from harness.model.finding import Finding, Parameter
from harness.model.run import Run

from . import hill_climbing, wrong_climbs
from .climb_output import blocks_of, climbed, lines_of, pairs_of, starts_of, written
from .hill_climbing import State, right_climb, words
from .wrong_ways import WAYS, Way

ENDLESS: dict[str, Parameter] = {"endless": True}
"""What says why a run had to be ended."""
_MOST_REPEATS = 1
"""A state may be printed twice, which is another clause's matter."""


class GoesOn(Struct, frozen=True):
    """A run that goes on after a solution."""

    before: Run
    """The run with what it printed up to the solution, with its Success if it has one."""
    finding: Finding
    """Where it goes on, and from what state."""
    is_said: bool
    """Whether Success stands after the solution."""


def goes_on_after_solution(run: Run, expected: bytes | None) -> GoesOn | None:  # noqa: C901 - one pass, a case a line
    """Find where a run that had to be ended goes on after a solution; None if it does so nowhere, or may not.

    A start state that comes again may be that of a climb begun twice: it proves nothing.
    """
    starts = starts_of(expected)
    if run.exit is not None or not starts:
        return None
    output = written(run)
    solution: State = ()
    said, repeats, number, kept = False, 0, 0, 0
    ended = False  # whether the climb has its Success or Failure
    for line in lines_of(output):
        for state in line.states:
            is_next = state in starts[number + 1 : number + 2]
            if is_next and (solution or ended):
                number, solution, said = number + 1, (), False
            elif solution == state and repeats < _MOST_REPEATS:
                repeats += 1
            elif solution and state not in starts and not (said and number + 1 >= len(starts)):
                return _goes_on(run, output, kept, solution, line.number, is_said=said)
            elif solution or ended:
                return None  # out of order, or what is read after the end of the input, such as the solution again
            ended = False
            if not solution and not any(hill_climbing.choose(state).counts):
                solution, repeats, kept = state, 0, line.number
        if line.solved is not None and solution:
            if said:
                is_last = number + 1 >= len(starts) or solution in starts
                return None if is_last else _goes_on(run, output, kept, solution, line.number, is_said=said)
            said = line.solved
        ended |= line.solved is not None
        if line.solved is not None or (line.states and not solution):
            kept = line.number
    return None


def _goes_on(run: Run, output: bytes, kept: int, solution: State, number: int, *, is_said: bool) -> GoesOn:
    lines = output.splitlines(keepends=True)
    before = replace(run, stdout=b"".join(lines[:kept]), stderr=b"", files={}, stdin=b"")
    text = f"The sequence goes on after a solution: in {words(solution)} no queen attacks another."
    actual = lines[number - 1]
    finding = Finding(text, f"line {number}", None, actual, kind="endless-solved", params=ENDLESS)
    return GoesOn(before, finding if is_said else replace(finding, expected=b"Success\n"), is_said)


def is_shown(rule: str, before: Run, expected: bytes | None) -> bool:
    """Whether the climbs up to a solution are right, and exclude each known wrong way that the whole output excludes.

    Wrong climbs are explained by no way, which would exclude them all.
    """
    starts = starts_of(expected)
    climbs = tuple((tuple(climbed(*pair).states), pair[1].solved) for pair in pairs_of(written(before), starts))
    is_right = all(list(states) == right_climb(states[0])[: len(states)] for states, _ in climbs if states)
    return bool(climbs) and is_right and not any(_allows(way, climbs) for way in _excluded_ways(rule, starts))


@lru_cache(maxsize=32)
def _excluded_ways(rule: str, starts: tuple[State, ...]) -> tuple[Way, ...]:
    """The wrong ways of a rule by which some of the start states lead to a wrong climb.

    A few climbs need not exclude rare ways.
    """
    climbs = [tuple(right_climb(start)) for start in starts]
    right = [(climb, not any(hill_climbing.choose(climb[-1]).counts)) for climb in climbs]
    ways = (way for way in WAYS if way.rule == rule and not way.rare)
    return tuple(way for way in ways if not all(wrong_climbs.explaining_way(way, *climb) for climb in right))


def _allows(way: Way, climbs: Sequence[tuple[tuple[State, ...], bool | None]]) -> bool:
    """Whether all of the climbs may come from a wrong way: the last as far as it goes, as it has no Failure."""
    *whole, (last, _) = climbs
    ends_so = all(wrong_climbs.explaining_way(way, states, solved) for states, solved in whole)
    climb = wrong_climbs.climbed(way, last[0])
    goes_so = climb.states[: len(last)] == last and (climb.solved or climb.cut or climb.states != last)
    return ends_so and goes_so


def verdicts_shown(before: Run, expected: bytes | None) -> bool:
    """Whether both words stand after climbs up to the solution."""
    printed = blocks_of(written(before), starts_of(expected))
    return {True, False} <= {block.solved for block in printed}


def own_faults(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, but not that climbs are missing."""
    return (finding for finding in findings if not finding.params.get("unfinished"))
