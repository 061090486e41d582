"""Faults of functions that tell whether queens attack each other: what each overlooks, or takes for an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

_FARTHEST = 4
"""Lines apart up to which a limit is looked for."""
_SIDES = (-1, 0, 1)
ONLY = "sees attacks only"
"""How what is said of a function begins that overlooks all attacks but these."""
NEAREST = "from the nearest queen"
"""The place of a queen that is in the next line where each line has one."""


class Pair(NamedTuple):
    """A queen and the square, or the second queen, that she may attack."""

    first: int
    """The line of the queen: her row, or her column."""
    second: int
    """The line of the other one, a larger number."""
    at: int
    """The place of the queen in her line."""
    aside: int
    """How far the other one stands from this place; 0 for the same."""

    @property
    def apart(self) -> int:
        """How many lines there are from one to the other."""
        return self.second - self.first

    @property
    def side(self) -> int | None:
        """The direction of the attack: -1 and 1 for the diagonals, 0 for straight on; None for no attack."""
        if self.aside and abs(self.aside) != self.apart:
            return None
        return (self.aside > 0) - (self.aside < 0)


class Answer(NamedTuple):
    """A call: the pairs that it is about, in order, and what the function returned."""

    pairs: Sequence[Pair]
    returned: object
    size: int
    args: Sequence[int] = ()
    """The arguments that are numbers."""
    board: object = None
    """What else the call is about."""

    @property
    def is_attacked(self) -> bool:
        return any(pair.side is not None for pair in self.pairs)


class Words(NamedTuple):
    """How a function's faults are named."""

    function: str
    sides: Mapping[int, str]
    """The directions of attack, as "on the diagonal to the upper left"."""
    line: str
    """What queens are counted by: "row" or "column"."""
    across: str
    """The other of the two."""
    neighbour: str
    """A queen of the next line, as "from the row just above"."""
    ends: tuple[str, str]
    """The first and the last queen or pair, as "from the topmost queen"."""
    base: int = 0
    """The number of the first line."""
    args: Mapping[str, str] = {}
    """The parameters that are numbers, each with the kind of a finding that says it is ignored."""
    values: tuple[str, str] = ("true", "false")
    """What is returned for an attack, and for none."""
    of_all_pairs: bool = False
    """Whether each queen is compared with each other one."""


class Described(NamedTuple):
    """What describes all answers."""

    kind: str
    """How it is called in hints, as ``opposite``."""
    text: str
    """What the function does, as the rest of a sentence."""
    place: str = ""
    """The end of the sentence, as " from row 0"; of a fault that is tried."""


_Test = Callable[[Pair, Answer], bool]
Fault = tuple[Described, list[bool]]
"""A fault with the answers that it gives."""


def faults(answers: Sequence[Answer], words: Words) -> Iterator[list[Fault]]:
    """The faults that are tried, the simple ones first; those of one list are as simple as each other."""
    sides = [side for side in _SIDES if side in words.sides]
    places = list(_places(words))
    for count in range(1, len(sides)):
        yield [_overlooking(answers, words, part, "", _everywhere) for part in combinations(sides, count)]
    for only in (False, True):
        yield [_overlooking(answers, words, sides, phrase, test, only=only) for phrase, test in places]
    yield [
        (Described(kind, text), [any(map(attacks, answer.pairs)) for answer in answers])
        for kind, rules in (("integer-division", _quotients(words)), ("attack-imagined", _other_rules(words)))
        for text, attacks in rules
    ]
    for parts in [(side,) for side in sides], [(-1, 1)] if len(sides) == len(_SIDES) else []:
        yield [
            _overlooking(answers, words, part, phrase, test)
            for part in parts
            for phrase, test in places
            if part != (0,) or words.across not in phrase
        ]


def _everywhere(_pair: Pair, _answer: Answer) -> bool:
    return True


def _overlooking(
    answers: Sequence[Answer], words: Words, sides: Sequence[int], phrase: str, test: _Test, *, only: bool = False
) -> Fault:
    """The fault of overlooking attacks in these directions where the test is true, or where it is not."""
    given = [
        any(pair.side is not None and (pair.side not in sides or test(pair, answer) is only) for pair in answer.pairs)
        for answer in answers
    ]
    seen = [side for side in words.sides if side not in sides]
    if len(seen) == 1 and not phrase and len(sides) > 1 and seen != [0]:
        text = f"{ONLY} {words.sides[seen[0]]}"
    elif sides == (-1, 1) and len(words.sides) == len(_SIDES):
        text = "overlooks attacks on diagonals"
    elif seen:
        text = f"overlooks attacks {' and '.join(words.sides[side] for side in sides)}"
    else:
        text = ONLY if only else "overlooks attacks"
    kind = "side-overlooked" if not phrase else "line-overlooked"
    if phrase in _edges(words):
        kind = "edge-overlooked"
    if only and phrase.strip() in words.ends:
        kind = "one-pair-alone"
    return Described(kind, text, phrase), given


def _places(words: Words) -> Iterator[tuple[str, _Test]]:
    """Where queens may be overlooked, each as the end of a sentence, with its test."""
    line, base = words.line, words.base
    yield f" {words.neighbour}", lambda pair, _: pair.apart == 1
    yield f" {'with' if words.of_all_pairs else 'from'} {line} {base}", lambda pair, _: pair.first == base
    first, last = words.ends
    yield f" {first}", lambda pair, answer: pair == answer.pairs[0]
    yield f" {last}", lambda pair, answer: pair == answer.pairs[-1]
    if words.of_all_pairs:
        yield f" between the last two {line}s", lambda pair, answer: pair.first == answer.size - 2 + base
        yield f" with the last {line}", lambda pair, answer: pair.second == answer.size - 1 + base
    else:
        first_edge, last_edge = _edges(words)
        yield first_edge, lambda pair, _: pair.at == base
        yield last_edge, lambda pair, answer: pair.at == answer.size - 1 + base
    for far in range(2, _FARTHEST + 1):
        yield f" from more than {far} {line}s away", _farther_than(far)


def _edges(words: Words) -> tuple[str, str]:
    """The two edges beside the lines, each as the end of a sentence."""
    return f" from {words.across} {words.base}", f" from the last {words.across}"


def _farther_than(far: int) -> _Test:
    return lambda pair, _: pair.apart > far


_Rules = Iterator[tuple[str, Callable[[Pair], bool]]]


def _quotients(words: Words) -> _Rules:
    """Quotients without what remains in the place of the right rule."""
    who = "two queens seem" if words.of_all_pairs else "the square seems"
    quotient = f"divides whole numbers: 3 / 2 is 1, so {who} to be on a diagonal"
    yield quotient, lambda pair: pair.side == 0 or abs(pair.aside) // pair.apart == 1
    yield quotient, lambda pair: pair.side == 0 or pair.apart // (abs(pair.aside) or 2 * pair.apart) == 1


def _other_rules(words: Words) -> _Rules:
    """Other rules for attacks than the right one, each as a sentence's part."""
    line, across = words.line, words.across
    yield "takes all between the two diagonals for attacked", lambda pair: abs(pair.aside) <= pair.apart
    yield "takes all beside the two diagonals for attacked", lambda pair: not 0 < abs(pair.aside) < pair.apart
    yield (
        f"compares each queen's {across} with its own {line}, not {across} with {across}",
        lambda pair: pair.side == 0 or abs(pair.at - pair.first) == abs(pair.at + pair.aside - pair.second),
    )
    yield (
        f"takes the {across}s beside the queen's for diagonals, however far the {line} is",
        lambda pair: abs(pair.aside) <= 1,
    )
    sentence = "takes for diagonals what is one {} {} away than {}s"
    yield sentence.format(across, "more", line), lambda pair: pair.side == 0 or abs(pair.aside) == pair.apart + 1
    yield sentence.format(across, "fewer", line), lambda pair: pair.side == 0 or abs(pair.aside) == pair.apart - 1
