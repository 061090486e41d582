"""Statements that look in one direction only, and the same in the other: along one diagonal, then along both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import indent_at
from harness.model.patterns import lazy_regex

_INDEX = lazy_regex(r"\[\s*([A-Za-z_]\w*)\s*([-+])\s*([A-Za-z_]\w*|1)\s*\]")
_MOVED = lazy_regex(r"\b([A-Za-z_]\w*)\s*(?:(-|\+)=\s*1\b|(--|\+\+))")
_UPPER = lazy_regex(
    r"[\w)\]]\s*(<=?)\s*(\(int\)\s*)?([A-Za-z_][\w.]*(?:\(\w*\))?)(?=\s*(?:[;:)&]|and\b|$))", re.MULTILINE
)
_NEW = lazy_regex(r"\bnew\s+[\w.:]+\s*(?:\[[^\[\]]*\]\s*)*$")
_RANGE = lazy_regex(r"\brange\((?:[^(),]*,)?\s*((?:[^(),]|\([^()]*\))+)\)")
_BEGINS = (
    r", {}\s*=[^,;\n=]*,\s*\w+\s*([-+])\s*1\b",  # the second of two in Python
    r"(?:\bint |; |, |^\s*)\b{}\s*=\s*\w+\s*([-+])\s*1\b",
)
"""How a variable begins beside another one."""
_MOST_BOUNDS, _MOST_BYTES = 3, 600
_LOWEST = ("0", "1")
Block = tuple[Sequence[tuple[int, int]], Container[int]]
"""Where the statements of a block begin and end, in bytes, and where those begin that declare a variable.

A block declares none twice.
"""


def one_direction(source: bytes, blocks: Iterable[Block]) -> RankedEdits:
    """The statements of the blocks of a file, each followed by the same in the other direction."""
    file = source.decode(errors="replace")
    bounds, plain = upper_bounds(file), "".join(file.split())
    for begin, start, end, is_loop in (each for block in blocks for each in _looking(source, *block)):
        turned = [*mirrored(source[begin:end].decode(errors="replace"), bounds)]
        if not any("".join(text.split()) in plain for text in turned):
            new = f"\n{indent_at(source, start) or ''}"
            yield from (ranked(0, end, end, new + text, ends="loop" * is_loop) for text in turned)


def _looking(
    source: bytes, block: Sequence[tuple[int, int]], declarations: Container[int]
) -> Iterator[tuple[int, int, int, bool]]:
    """Where what is turned begins, where its statement begins and ends, and whether that is a loop.

    A loop is turned also with the statement before it, which may set where it begins.
    """
    for number, (start, end) in enumerate(block):
        is_loop = source.startswith((b"for", b"while"), start)
        for begin in dict.fromkeys((start, block[number - 1][0] if is_loop and number else start)):
            if begin not in declarations:
                yield begin, start, end, is_loop


def upper_bounds(source: str) -> list[tuple[str, str]]:
    """The bounds that a file has for what grows, each with its sign, the most usual first."""
    bounds = Counter((match[1], f"{match[2] or ''}{match[3]}") for match in _UPPER.finditer(source))
    bounds.update(("<", end[1].strip()) for end in _RANGE.finditer(source))
    return [bound for bound, _ in bounds.most_common(_MOST_BOUNDS)]


def mirrored(text: str, bounds: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The statement in the other direction: of each index that is a sum or a difference, or that a loop moves.

    Args:
        text: the statement, with the one before it where that sets where a loop begins.
        bounds: for what grows where it shrank, and has a bound.

    """
    if len(text) > _MOST_BYTES:
        return
    for name, sign, step in dict.fromkeys(_indices(text)):
        place = rf"\b{name}\s*\{sign}\s*{step}\b"
        turned = re.sub(place, f"{name} {_other(sign)} {step}", text)
        turned_place = rf"\b{name}\s*\{_other(sign)}\s*{step}"
        if re.search(turned_place, text) is None:  # else it goes both ways
            yield from _bounded(turned, turned_place, sign, bounds)
    for name in dict.fromkeys(match[1] for match in _MOVED.finditer(text)):
        yield from _moved(text, name, bounds)


def _indices(text: str) -> Iterator[tuple[str, str, str]]:
    """The sums and differences that are indices, and not the size of a new array: the name, the sign, the step."""
    for match in _INDEX.finditer(text):
        if _NEW.search(text[: match.start()]) is None:
            yield match[1], match[2], match[3]


def _moved(text: str, name: str, bounds: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The loop in which a variable moves the other way, from the other side of where it begins."""
    begins = next(filter(None, (re.search(begin.format(name), text, re.MULTILINE) for begin in _BEGINS)), None)
    moves = re.search(rf"\b{name}\s*([-+])[-+=]", text)
    if begins is None or moves is None or begins[1] != moves[1]:
        return
    sign, other = moves[1], _other(moves[1])
    turned = text[: begins.start(1)] + other + text[begins.end(1) :]
    turned = re.sub(rf"\b({name}\s*)\{sign}([-+=])", lambda m: f"{m[1]}{other}{'=' if m[2] == '=' else other}", turned)
    yield from _bounded(turned, rf"\b{name}", sign, bounds)


def _bounded(text: str, place: str, sign: str, bounds: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A statement that now goes the other way, with the bound on that side; as it is if it has none.

    Nothing of a bound that is not read to its end.
    """
    old = r"\s*>=?\s*-?\d+" if sign == "-" else r"\s*<=?\s*(?:\(int\)\s*)?[A-Za-z_][\w.]*(?:\(\w*\))?(?:\s*[-+]\s*\d+)?"
    if re.search(place + old, text) is None:
        yield text
        return
    old = rf"{old}(?!\w|\s*[-+*/%.(\[])"
    news = [f" {how} {bound}" for how, bound in bounds] if sign == "-" else [f" >= {lowest}" for lowest in _LOWEST]
    is_read = re.search(place + old, text) is not None
    for new in (new for new in news if is_read and "\\" not in new):
        yield re.sub(f"({place}){old}", rf"\g<1>{new}", text)


def _other(sign: str) -> str:
    return "+" if sign == "-" else "-"
