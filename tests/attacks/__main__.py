"""``python -m tests.attacks``: what came of every attack, at every level that this machine gives."""

from __future__ import annotations

import os
from collections.abc import Iterator

from harness.model.verdict import Verdict
from tests.attacks import plain
from tests.attacks.arena import Outcome, fight
from tests.attacks.battery import battery
from tests.attacks.levels import LEVELS, given
from tests.attacks.submissions import Class, classes


def tables() -> Iterator[tuple[str, list[Outcome] | str]]:
    """Each level's name, and what came of each attack there; or why it is not given."""
    who = "root" if os.geteuid() == 0 else "a plain user"
    for letter in LEVELS:
        here = given(letter)
        asked = [one for one in battery() if letter in one.levels]
        yield f"{letter}, {who}", here if isinstance(here, str) else [fight(one, here) for one in asked]
        if not isinstance(here, str):
            here.release_resources()
    for letter in "ABD" if os.geteuid() == 0 else "":
        yield f"{letter}, a plain user", plain.outcomes(letter, [one for one in battery() if letter in one.levels])


_HEAD = "| attack | what happened | reached | survivors | tampering | leaks |"
_SUMS = "| level | attacks | held | reached something | survivors | tampering | leaks |"


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """A row for each attack."""
    yield _HEAD
    yield "|---" * 6 + "|"
    for one in outcomes:
        reached = ascii(one.reached.decode(errors="replace"))[:60] if one.reached else "nothing"
        happened = one.ended if one.fair else f"{one.ended}, as it may not"
        leaks = one.leaks + one.late
        yield f"| {one.name} | {happened} | {reached} | {one.survivors} | {int(one.tampered)} | {leaks} |"


def summed(level: str, outcomes: list[Outcome] | str) -> str:
    """One row for a level."""
    if isinstance(outcomes, str):
        return f"| {level} | not given here: {outcomes} | | | | | |"
    figures = (
        len(outcomes),
        sum(one.held for one in outcomes),
        sum(bool(one.reached) for one in outcomes),
        sum(one.survivors for one in outcomes),
        sum(one.tampered for one in outcomes),
        sum(one.leaks + one.late for one in outcomes),
    )
    return f"| {level} | {' | '.join(map(str, figures))} |"


def gained(asked: Class, letter: str) -> str:
    """One row for the hostile submissions in a language."""
    here = given(letter)
    if isinstance(here, str):
        return f"| {asked.language} | not given here: {here} | | |"
    grades = asked.grades(here)
    hostile = [grades[one.name] for one in asked.hostile]
    errors = sum(case.verdict is Verdict.JE for one in hostile for case in one.cases)
    return f"| {asked.language} | {len(hostile)} | {sum(one.score for one in hostile):g} | {errors} |"


def main() -> None:
    """Print the tables, and behind them their sums."""
    sums = [_SUMS, "|---" * 7 + "|"]
    for level, outcomes in tables():
        sums.append(summed(level, outcomes))
        if not isinstance(outcomes, str):
            print(f"## Level {level}", "", *table(outcomes), "", sep="\n", flush=True)
    print(*sums, "", sep="\n")
    print("| submissions in | hostile | points gained | judge errors |", "|---" * 4 + "|", sep="\n")
    for asked in classes().values():
        print(gained(asked, min(LEVELS)), flush=True)


if __name__ == "__main__":
    main()
