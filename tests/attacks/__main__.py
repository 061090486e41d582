"""Print the outcome of every attack: ``python -m tests.attacks [LEVEL...]``, by default every level of this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from harness.model.verdict import Verdict
from tests.attacks import plain
from tests.attacks.arena import Outcome, run_attack
from tests.attacks.battery import battery
from tests.attacks.levels import LEVELS, probed_isolation
from tests.attacks.submissions import HostileClass, classes


def tables(levels: Sequence[str]) -> Iterator[tuple[str, list[Outcome] | str]]:
    """Yield each level's name, and the outcome of each attack there; or why this machine does not give it."""
    user = "root" if os.geteuid() == 0 else "a plain user"
    for level in (level for level in levels if level in LEVELS):
        isolation = probed_isolation(level)
        if isinstance(isolation, str):
            yield f"{level}, {user}", isolation
        else:
            yield f"{level}, {user}", [run_attack(attack, isolation) for attack in battery(level)]
            isolation.release_resources()
    for level in plain.LEVELS:
        if level in levels:
            yield f"{level}, a plain user", plain.attack_as_plain_user(level, battery(level))


_HEAD = "| attack | what happened | reached | survivors | tampering | leaks |"
_SUMS = "| level | attacks | held | reached something | survivors | tampering | leaks |"


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """Yield a table with a row for each attack."""
    yield _HEAD
    yield "|---" * 6 + "|"
    for outcome in outcomes:
        reached = ascii(outcome.reached.decode(errors="replace"))[:60] if outcome.reached else "nothing"
        happened = outcome.ended if outcome.allowed_end else f"{outcome.ended}, as it may not"
        leaks = outcome.leaks + outcome.late
        yield f"| {outcome.name} | {happened} | {reached} | {outcome.survivors} | {int(outcome.tampered)} | {leaks} |"


def summed(level: str, outcomes: list[Outcome] | str) -> str:
    """Return the row of one level."""
    if isinstance(outcomes, str):
        return f"| {level} | not given here: {outcomes} | | | | | |"
    figures = (
        len(outcomes),
        sum(outcome.held for outcome in outcomes),
        sum(bool(outcome.reached) for outcome in outcomes),
        sum(outcome.survivors for outcome in outcomes),
        sum(outcome.tampered for outcome in outcomes),
        sum(outcome.leaks + outcome.late for outcome in outcomes),
    )
    return f"| {level} | {' | '.join(map(str, figures))} |"


def submissions_row(hostile_class: HostileClass, level: str) -> str:
    """Return the row of the hostile submissions in one language."""
    isolation = probed_isolation(level)
    if isinstance(isolation, str):
        return f"| {hostile_class.language} | not given here: {isolation} | | |"
    grades = hostile_class.grades(isolation)
    hostile = [grades[submission.name] for submission in hostile_class.hostile]
    errors = sum(case.verdict is Verdict.JE for grade in hostile for case in grade.cases)
    return f"| {hostile_class.language} | {len(hostile)} | {sum(grade.score for grade in hostile):g} | {errors} |"


def main() -> None:
    """Print a table for each level, then their sums, then the hostile submissions at the strongest of the levels."""
    known = tuple(dict.fromkeys((*LEVELS, *plain.LEVELS)))
    levels = tuple(sys.argv[1:]) or known
    if not set(levels) <= set(known):
        raise SystemExit(
            f"usage: python -m tests.attacks [LEVEL...]; levels that can be tried here: {', '.join(known)}"
        )
    sums = [_SUMS, "|---" * 7 + "|"]
    for level, outcomes in tables(levels):
        sums.append(summed(level, outcomes))
        if not isinstance(outcomes, str):
            print(f"## Level {level}", "", *table(outcomes), "", sep="\n", flush=True)
    print(*sums, "", sep="\n")
    print("| submissions in | hostile | points gained | judge errors |", "|---" * 4 + "|", sep="\n")
    for level in [level for level in LEVELS if level in levels][:1]:
        for hostile_class in classes().values():
            print(submissions_row(hostile_class, level), flush=True)


if __name__ == "__main__":
    main()
