"""The table attack by level, in Markdown, of the result of a run of each: ``python docs/make_attacks.py`` writes it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
"""Level -> attack -> the result."""


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
    """Return the result of an attack, in few words: what it did, or that it was held."""
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
    """Yield the lines of the page: what a sandbox does not hold, and what only level E does not."""
    names = list(result[LEVELS[0]])
    broken = {level: {name for name in names if result[level][name] != "held"} for level in LEVELS}
    sandboxes = set().union(*(broken[level] for level in LEVELS[:-1]))
    only_e = [name for name in names if name in broken["E"] - sandboxes]
    yield from _counts(result, names)
    yield from ("", "## What a sandbox does not hold", "")
    yield from _table(result, [name for name in names if name in sandboxes])
    yield from ("", "## What A to D hold, and E does not", "")
    for outcome in sorted({result["E"][name] for name in only_e}):
        yield f"- *{outcome}*: {_listed(name for name in only_e if result['E'][name] == outcome)}"
    yield from ("", "Every level holds the others.")


def _counts(result: Matrix, names: Sequence[str]) -> Iterator[str]:
    yield f"| of {len(names)} attacks | {' | '.join(LEVELS)} |"
    yield "|---" * (len(LEVELS) + 1) + "|"
    held = (sum(cell == "held" for cell in result[level].values()) for level in LEVELS)
    yield f"| held | {' | '.join(map(str, held))} |"


def _table(result: Matrix, names: Sequence[str]) -> Iterator[str]:
    yield f"| attack | {' | '.join(LEVELS)} |"
    yield "|---" * (len(LEVELS) + 1) + "|"
    for name in names:
        yield f"| {name} | {' | '.join(result[level][name] for level in LEVELS)} |"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) + "."


def whole_page() -> str:
    """Run the whole battery, and return the page."""
    return "\n".join((_HEAD, *page(matrix(battery())), ""))


_HEAD = """\
# Attacks by level of isolation

What came of every hostile program of `tests/attacks/battery.yaml` at every level; `python docs/make_attacks.py` runs
them and writes this page. A, B and C are tried as root, D as a plain user, E in a sandbox around the whole grader.
*held*: it ended as it must, reached nothing, changed nothing and left nobody; at E that may be the outer sandbox's
doing. [Isolation](isolation.md) says what each level is.
"""
