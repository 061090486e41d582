"""The statements of two functions side by side, one of which takes back what the other does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations

from msgspec import Struct

from harness.model.patterns import lazy_regex

_NAME, _AT = r"(?P<name>[A-Za-z_][\w.]*)", r"\[(?:[^\[\]=;]|\[[^\[\]=;]*\])*\]"
_STEP = lazy_regex(rf"{_NAME}(?P<at>(?:{_AT})*) ?(?P<sign>[+-]=|\+\+|--)")
_LONG_STEP = lazy_regex(rf"(?P<what>{_NAME}(?:{_AT})*) ?= ?(?P=what) ?(?P<sign>[+-])")
_SET = lazy_regex(rf"{_NAME}(?:{_AT})+ ?= ?(?P<value>-?[\w.]+)(?=[ ;\n]|$)")
_OTHER_SIGN = {"+=": "-=", "-=": "+=", "++": "--", "--": "++", "+": "-", "-": "+"}
_CHANGES = (_LONG_STEP, _STEP, _SET)
_MOST_PAIRS = 400
"""Pairs of functions with the same parameters; more are no student's."""


class Step(Struct, frozen=True):
    """One statement."""

    text: str
    """Its words with single blanks and without comments."""
    start: int
    end: int
    """Where it begins and ends in the file, in bytes."""
    blocks: tuple[tuple[Step, ...], ...] = ()
    """What it runs, as a loop does."""
    head: str = ""
    """Its words before the first block."""
    is_alone: bool = False
    """Whether it is a body without braces, where only one may stand."""

    @property
    def ends(self) -> str:
        """What ends where it does: an ``if``, a ``loop``, or nothing that holds others."""
        return "" if not self.blocks else "if" if self.head.startswith("if") else "loop"

    @property
    def shape(self) -> str:
        """Its words, where a step up is like a step down, and each value that is set like any other."""
        return _any_value(_any_step(self.text))


class LeftOut(Struct, frozen=True):
    """Statements of one function that the other lacks."""

    steps: Sequence[Step]
    block: Sequence[Step]
    """The block that lacks them."""
    at: int
    """So many statements of the block stand before their place."""
    pairs: Sequence[tuple[Step, Step]]
    """The statements that both have."""
    is_opposite: bool
    """Whether these, or those around the block, have another sign or value in the other function."""

    def taken_back(self, source: str) -> str:
        """The text of the statements with the signs and values that the block's other statements have."""
        signs, values = dict[str, bool](), dict[str, str]()
        for own, other in self.pairs:
            signs |= _sign_differs(own.text, other.text)
            values |= dict(zip(_values(other.text), _values(own.text), strict=False))
        return _with_signs(_with_values(source, values), signs)


class FunctionSteps(Struct, frozen=True):
    """One function."""

    name: str
    parameters: str
    """Their names, with their types where it has them."""
    steps: tuple[Step, ...]


def lacks(functions: Sequence[FunctionSteps]) -> Iterator[tuple[LeftOut, str]]:
    """What a function lacks and one with the same parameters has, with the name of that if one undoes the other."""
    groups: dict[str, list[FunctionSteps]] = {}
    for function in functions:
        groups.setdefault(function.parameters, []).append(function)
    pairs = (pair for parameters, group in groups.items() if parameters for pair in permutations(group, 2))
    for own, other in islice(pairs, _MOST_PAIRS):
        for lack in _left_out(own.steps, other.steps):
            yield lack, other.name if lack.is_opposite and own.name != other.name else ""


def _left_out(own: Sequence[Step], other: Sequence[Step], *, is_opposite: bool = False) -> Iterator[LeftOut]:
    """The statements side by side that one block lacks and the other has, where all others are in both."""
    shapes, others = ([step.shape for step in block] for block in (own, other))
    more = len(others) - len(shapes)
    if more > 0 and own:
        for at in range(len(shapes) + 1):
            if shapes[:at] == others[:at] and shapes[at:] == others[at + more :]:
                pairs = [*zip(own[:at], other[:at], strict=True), *zip(own[at:], other[at + more :], strict=True)]
                yield LeftOut(other[at : at + more], own, at, pairs, is_opposite or _differ(pairs))
    elif not more:
        differ = [at for at, (shape, another) in enumerate(zip(shapes, others, strict=True)) if shape != another]
        first, second = (own[differ[0]], other[differ[0]]) if len(differ) == 1 else (None, None)
        if first is not None and second is not None and first.head == second.head:
            is_opposite |= _differ(pair for pair in zip(own, other, strict=True) if pair[0] is not first)
            for block, larger in zip(first.blocks, second.blocks, strict=False):
                yield from _left_out(block, larger, is_opposite=is_opposite)


def _differ(pairs: Iterable[tuple[Step, Step]]) -> bool:
    """Whether two statements of the same shape have another sign or value."""
    return any(own.text != other.text for own, other in pairs)


def _any_step(text: str) -> str:
    text = _LONG_STEP.sub(lambda step: f"{step['what']} = {step['what']} ±", text)
    return _STEP.sub(lambda step: f"{step['name']}{step['at']} ±", text)


def _any_value(text: str) -> str:
    return _SET.sub(lambda change: change[0][: change.start("value") - change.start()] + "?", text)


def _signs(text: str) -> list[tuple[str, str]]:
    """The variables that are moved up or down, each with its sign, in the order of the text."""
    steps = [match for pattern in (_LONG_STEP, _STEP) for match in pattern.finditer(text)]
    return [(step["name"], step["sign"][0]) for step in sorted(steps, key=lambda step: step.start())]


def _sign_differs(text: str, other: str) -> dict[str, bool]:
    """For each variable that both move: whether one goes up where the other goes down."""
    pairs = zip(_signs(text), _signs(other), strict=False)
    return {name: sign != another for (name, sign), (again, another) in pairs if name == again}


def _values(text: str) -> list[str]:
    return [change["value"] for change in _SET.finditer(text)]


def _with_signs(text: str, differs: Mapping[str, bool]) -> str:
    """The text, where what is moved otherwise in the other statements has the other sign."""
    elements_differ = any(differs.values())
    for pattern in (_LONG_STEP, _STEP):
        for step in reversed([*pattern.finditer(text)]):
            is_element = "[" in step[0]
            if differs.get(step["name"], is_element and elements_differ):
                text = text[: step.start("sign")] + _OTHER_SIGN[step["sign"]] + text[step.end("sign") :]
    return text


def _with_values(text: str, values: Mapping[str, str]) -> str:
    for change in reversed([*_SET.finditer(text)]):
        new = values.get(change["value"], change["value"])
        text = text[: change.start("value")] + new + text[change.end("value") :]
    return text
