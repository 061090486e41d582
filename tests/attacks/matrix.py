"""The table attack by level, in Markdown, of what came of a run of each: ``python docs/make_attacks.py`` writes it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from harness.model.errors import JudgeError
from tests.attacks import plain
from tests.attacks.arena import Outcome, run_attack
from tests.attacks.battery import Attack, battery
from tests.attacks.levels import probed_isolation
from tests.attacks.unconfined import attack_unconfined

T = TypeVar("T")
LEVELS = ("A", "B", "C", "D", "E")
Matrix = Mapping[str, Mapping[str, str]]
"""Level -> attack -> what came of it."""


def matrix(attacks: Sequence[Attack]) -> Matrix:
    """Run every attack at every level, also where the battery spares it; JudgeError where a level is not given here."""
    return {level: {outcome.name: cell(outcome) for outcome in _outcomes(level, attacks)} for level in LEVELS}


def _outcomes(level: str, attacks: Sequence[Attack]) -> list[Outcome]:
    if level == "E":
        return attack_unconfined(attacks)
    if level == "D" and os.geteuid() == 0:
        return _given(level, plain.attack_as_plain_user(level, attacks))
    isolation = _given(level, probed_isolation(level))
    try:
        return [run_attack(attack, isolation) for attack in attacks]
    finally:
        isolation.release_resources()


def _given(level: str, found: T | str) -> T:
    """Return what was found; JudgeError where that is the reason why this machine does not give the level."""
    if isinstance(found, str):
        raise JudgeError(f"level {level}: {found}")
    return found


def cell(outcome: Outcome) -> str:
    """Return what came of an attack, in few words: what it did, or that it was held."""
    facts = {
        "reached something": bool(outcome.reached),
        "left processes": outcome.survivors > 0,
        "changed something": outcome.tampered,
        "left a file": outcome.leaks > 0,
        "ran too long": outcome.late,
        f"ended: {outcome.ended}": not outcome.allowed_end,
    }
    return "held" if outcome.held else ", ".join(fact for fact, holds in facts.items() if holds)


def page(result: Matrix) -> Iterator[str]:
    """Yield the lines of the page: what a sandbox does not hold, what only level E does not, what all levels hold."""
    names = list(result[LEVELS[0]])
    broken = {level: {name for name in names if result[level][name] != "held"} for level in LEVELS}
    sandboxes = set().union(*(broken[level] for level in LEVELS[:-1]))
    only_e = [name for name in names if name in broken["E"] - sandboxes]
    held = [name for name in names if name not in broken["E"] | sandboxes]
    yield from _counts(result, names)
    yield from ("", "## What a sandbox does not hold", "")
    yield from _table(result, [name for name in names if name in sandboxes], LEVELS)
    yield from ("", "## What A to D hold, and E does not", "", *_table(result, only_e, LEVELS[-1:]))
    yield from ("", "## What every level holds", "", *(f"- {name}" for name in held))


def _counts(result: Matrix, names: Sequence[str]) -> Iterator[str]:
    yield f"| of {len(names)} attacks | {' | '.join(LEVELS)} |"
    yield "|---" * (len(LEVELS) + 1) + "|"
    held = (sum(cell == "held" for cell in result[level].values()) for level in LEVELS)
    yield f"| held | {' | '.join(map(str, held))} |"


def _table(result: Matrix, names: Sequence[str], levels: Sequence[str]) -> Iterator[str]:
    yield f"| attack | {' | '.join(levels)} |"
    yield "|---" * (len(levels) + 1) + "|"
    for name in names:
        yield f"| {name} | {' | '.join(result[level][name] for level in levels)} |"


def whole_page() -> str:
    """Run the whole battery, and return the page."""
    return "\n".join((_HEAD, *page(matrix(battery())), ""))


_HEAD = """\
# Attacks by level of isolation

Every hostile program of `tests/attacks/battery.yaml`, run at every level, also at those that are known not to hold it.
`python docs/make_attacks.py` runs them and writes this page; a slow test (`tests/docs/test_attacks.py`) runs them
again. A, B and C are tried as root, D as a plain user. E is tried in a sandbox around the whole grader, as nothing
else confines a program there. *held*: it ended as it must, reached nothing, changed nothing and left nobody.
In the column of E that may be the outer sandbox's doing, which has no network, no rights and no other processes.
[Isolation](isolation.md) says what each level is, and what it does not hold.
"""
