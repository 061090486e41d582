"""Wrong ways to climb with two faults, or with a fault in one of two counts, for climbs that no single way explains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from .rare_attacks import RARE_ATTACKS
from .walks import with_two_counts
from .wrong_attacks import WRONG_ATTACKS, right_attacks
from .wrong_moves import Options, first_that_improves
from .wrong_ways import MOST_STATES, WAYS, Way

_COUNTS = {**WRONG_ATTACKS, **RARE_ATTACKS}


@dataclass(frozen=True)
class Pair:
    """A way to climb, and the clauses that it violates, each with what is to be seen of it."""

    way: Way
    seen: dict[str, str]


@cache
def two_counts() -> tuple[Pair, ...]:
    """The attacks of queens where they stand, or from rows that are tried, are counted wrongly, the others rightly."""
    return tuple(_two_counts())


def _two_counts() -> Iterator[Pair]:
    for attacks, seen in _COUNTS.items():
        for standing, tried, which in (
            (attacks, right_attacks, "only n1 (queens where they stand) was wrong"),
            (right_attacks, attacks, "only n2 (rows that are tried) was wrong"),
        ):
            for stays in (True, False):
                walk = with_two_counts(standing, tried, stays=stays)
                way = Way("attacks", f"{which}, and {seen}", right_attacks, first_that_improves(), walk=walk)
                yield Pair(way, {way.rule: way.seen})


@cache
def two_faults() -> tuple[Pair, ...]:
    """Attacks are counted wrongly, and a rule on moves is violated; or two such rules are."""
    ways = [way for way in WAYS if way.seen and way.rule != "attacks" and way.walk is None and way.moves == MOST_STATES]
    counted = (
        Pair(replace(way, attacks=attacks), {"attacks": seen, way.rule: way.seen})
        for attacks, seen in _COUNTS.items()
        for way in ways
    )
    chosen = [way for way in ways if way.options]
    return (*counted, *(_both(*two) for two in combinations(chosen, 2) if _are_apart(*two)))


def _are_apart(one: Way, other: Way) -> bool:
    """Whether two ways violate two clauses, and neither changes what the other does."""
    return one.rule != other.rule and not one.options.keys() & other.options.keys()


def _both(one: Way, other: Way) -> Pair:
    options: Options = {**one.options, **other.options}
    way = replace(one, move=first_that_improves(**options), patient=one.patient and other.patient)
    return Pair(way, {one.rule: one.seen, other.rule: other.seen})
