"""Numbers in Prolog that stand where the size of a problem is meant: the last row, or how long a list is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import Clause, argument_texts, clauses_of
from harness.language.prolog.oddities import own_arguments, value_pairs

_RANGES = ("between", "numlist")
_FITTING = {"<": (0, 1), ">=": (0, 1), "=<": (0, -1), ">": (0, -1), "=:=": (0,), "==": (0,), "=": (0,), "=\\=": (0,)}
"""By operator: how much more than the size a number may be; what it ends counts from 0 or from 1."""
_WITH_SIZE = {"between": 3, "numlist": 3, "length": 2}
"""The goals whose second argument is a size, and how many arguments they have."""
_Token = tuple[str, str]


def prolog_size_numbers(source: bytes, size: int) -> Iterator[tuple[int, int]]:
    """The lines in which a number stands where this size may be meant, and the number: it may be 1 more or 1 less.

    Nothing is said of a clause that is for this size alone, as its head says.
    """
    for _, clause in clauses_of(decode(source)):
        if str(size) in own_arguments(clause):
            continue
        sizes = {text for at in range(len(clause)) for text in _lengths(clause, at)}
        for at in range(len(clause)):
            numbers = [text for text in _lengths(clause, at) if text == str(size + _begin(clause, at))]
            numbers += _compared(clause[at - 1 : at + 2], size, sizes) if at else []
            numbers += [str(size)] * _is_whole_list(clause[at:], size)
            yield from ((_line_of(clause, at, text), int(text)) for text in numbers)


def _lengths(clause: Clause, at: int) -> Iterator[str]:
    """The last number of a range, or the length of a list, where a goal for them begins here."""
    kind, name = clause[at]
    arguments = argument_texts(clause, at) if kind == "name" and name in _WITH_SIZE else []
    if arguments and len(arguments) == _WITH_SIZE[name]:
        yield arguments[1]


def _begin(clause: Clause, at: int) -> int:
    """How much less than the size the last number of a range is, by its first."""
    first = argument_texts(clause, at)[0]
    return -1 if clause[at][1] in _RANGES and first == "0" else 0


def _compared(tokens: Sequence[_Token], size: int, sizes: set[str]) -> Iterator[str]:
    """The number that these three tokens compare with what is not the size itself."""
    pairs = value_pairs([*tokens, ("", "")], tuple(_FITTING))
    for left, operator, right, _ in pairs:
        is_size = left in sizes or left.lower() in ("n", "size")
        if right.isdecimal() and int(right[:9]) - size in _FITTING[operator] and not is_size:
            yield right


def _is_whole_list(tokens: Sequence[_Token], size: int) -> bool:
    """Whether a list of all numbers up to the size begins here."""
    numbers = [str(number) for number in range(1, size + 1)]
    texts = [text for _, text in tokens[: 2 * size + 1]]
    return texts[:1] == ["["] and texts[1::2] == numbers and texts[-1:] == ["]"]


def _line_of(clause: Clause, at: int, number: str) -> int:
    """The line of the first such number from here on."""
    places = (place for place in range(max(at - 1, 0), len(clause)) if clause[place][1] == number)
    return clause.lines[next(places, at)]
