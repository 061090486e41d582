"""Loops of Java and C++ that swap each pair of elements twice, as they go on beyond the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from harness.language.parsing.syntax_trees import (
    CALLS,
    DECLARATORS,
    ELEMENTS,
    NUMBERS,
    body_statements,
    dotted_name,
    expression_of,
    field,
    functions_in,
    indices_in_array,
    name_of,
    node_text,
    start_of,
    values_of,
    walk,
)
from harness.model.patterns import lazy_regex

_SWAP = lazy_regex(r"(?i)(?:.*\.)?(?:swap|exchange)(?:elements|values|items)?")
_DEEPEST = 20
"""Variables that stand for each other up to so deep are looked through."""

_Linear = Mapping[str, int]
"""A sum: variable -> how often it is taken; of the empty text, a number."""


class _Turns(NamedTuple):
    """A loop that counts upwards by one, from its first to its last value."""

    counter: str
    first: _Linear
    last: _Linear


def swapped_twice(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The loops after which all is as it was, as each pair is swapped once from either side."""
    for loop in loops_beyond_middle(functions_in(nodes)):
        yield "swapped-twice", loop.start_point[0] + 1, ""


def loops_beyond_middle(functions: Iterable[Any]) -> Iterator[Any]:
    """The same of some functions."""
    for function in functions:
        names = None
        for loop in walk(field(function, "body")):
            pair = _swapped(loop) if loop.type == "for_statement" else None
            if pair is None:
                continue
            names = names or _Names(function)
            if _is_beyond_middle(loop, pair, names):
                yield loop


def _is_beyond_middle(loop: Any, pair: tuple[Any, Any], names: _Names) -> bool:
    """Whether the first element of the first turn is the second one of the last turn."""
    turns = _turns(loop, names)
    first, second = map(names.linear, pair)
    if turns is None or first is None or second is None:
        return False
    counter = turns.counter
    rising, falling = (first, second) if first.get(counter) == 1 else (second, first)
    if (rising.get(counter), falling.get(counter)) != (1, -1):
        return False
    return not _sum((_at(rising, counter, turns.first), 1), (_at(falling, counter, turns.last), -1))


def _turns(loop: Any, names: _Names) -> _Turns | None:
    begin, condition = start_of(loop), field(loop, "condition")
    declarator = next((node for node in walk(begin) if node.type in DECLARATORS), None) if begin is not None else None
    if declarator is None or condition is None or condition.type != "binary_expression":
        return None
    counter = node_text(name_of(declarator))
    is_by_one = node_text(field(loop, "update")).replace(" ", "") in (f"{counter}++", f"++{counter}", f"{counter}+=1")
    first, end = names.linear(field(declarator, "value")), names.linear(field(condition, "right"))
    sign = node_text(field(condition, "operator"))
    is_counted = node_text(field(condition, "left")) == counter and sign in ("<", "<=")
    if not is_by_one or not is_counted or first is None or end is None or counter in end:
        return None
    return _Turns(counter, first, _sum((end, 1), ({"": 1}, -1)) if sign == "<" else end)


def _swapped(loop: Any) -> tuple[Any, Any] | None:
    """The indices of the two elements that each turn swaps; None if it does anything else."""
    body = field(loop, "body")
    if body is None:
        return None
    statements = body_statements(body)
    if len(statements) == 1:
        called = expression_of(statements[0])
        return None if called is None else _swapped_by_call(called)
    return _swapped_by_hand(statements) if len(statements) == 3 else None  # noqa: PLR2004 - by way of a third variable


def _swapped_by_call(call: Any) -> tuple[Any, Any] | None:
    if call.type not in CALLS or not _SWAP.fullmatch(dotted_name(field(call, "name") or field(call, "function"))):
        return None
    arguments = values_of(field(call, "arguments"))
    if len(arguments) == 2 and all(each.type in ELEMENTS for each in arguments):  # noqa: PLR2004 - std::swap
        return indices_in_array(*arguments)
    return (arguments[1], arguments[2]) if len(arguments) == 3 else None  # noqa: PLR2004 - an array and two indices


def _swapped_by_hand(statements: Sequence[Any]) -> tuple[Any, Any] | None:
    """``kept = a[i]; a[i] = a[j]; a[j] = kept;``."""
    steps = [step for statement in statements for step in _steps(statement)]
    if len(steps) != len(statements):
        return None
    (kept, first), (into, second), (back, again) = steps
    texts = [(node_text(left), node_text(right)) for left, right in steps]
    is_swap = texts[1][0] == texts[0][1] and texts[2] == (texts[1][1], texts[0][0])
    is_of_elements = kept.type == "identifier" and all(each.type in ELEMENTS for each in (first, into, second, back))
    return indices_in_array(first, second) if is_swap and is_of_elements and again.type == "identifier" else None


def _steps(statement: Any) -> Iterator[tuple[Any, Any]]:
    """What statements set, and to what."""
    for node in walk(statement):
        if node.type in DECLARATORS and field(node, "value") is not None:
            yield name_of(node), field(node, "value")
        elif node.type == "assignment_expression" and node_text(field(node, "operator")) == "=":
            yield field(node, "left"), field(node, "right")


class _Names:
    """The variables of a function: what those stand for that are set once."""

    def __init__(self, function: Any) -> None:
        nodes = [*walk(function)]
        declarators = [(node_text(name_of(node)), field(node, "value")) for node in nodes if node.type in DECLARATORS]
        declared = Counter(name for name, _ in declarators)
        changed = Counter(node_text(field(node, "left")) for node in nodes if node.type == "assignment_expression")
        changed += Counter(
            node_text(child) for node in nodes if node.type == "update_expression" for child in node.named_children
        )
        self._values = {
            name: value
            for name, value in declarators
            if value is not None and not changed[name] and declared[name] == 1
        }
        updates = [field(node, "update") for node in nodes if node.type == "for_statement"]
        counters = {node_text(node) for update in updates if update is not None for node in walk(update)}
        self._unsteady = {name for name in changed if name not in counters}

    def linear(self, node: Any, deep: int = 0) -> _Linear | None:
        """What a node adds up; None if that is not known."""
        text = node_text(node)
        if node is None or deep > _DEEPEST:
            return None
        if node.type in NUMBERS:
            return _sum(({"": int(text)}, 1)) if text.isdecimal() else None
        if node.type == "parenthesized_expression" and len(node.named_children) == 1:
            return self.linear(node.named_children[0], deep + 1)
        if node.type == "identifier":
            value = self._values.get(text)
            return {text: 1} if value is None and text not in self._unsteady else self.linear(value, deep + 1)
        if node.type == "binary_expression" and (sign := {"+": 1, "-": -1}.get(node_text(field(node, "operator")))):
            left, right = (self.linear(field(node, side), deep + 1) for side in ("left", "right"))
            return None if left is None or right is None else _sum((left, 1), (right, sign))
        is_length = node.type in ("field_access", "method_invocation", "call_expression")
        return {text: 1} if is_length and text.removesuffix("()").endswith((".length", ".size")) else None


def _sum(*parts: tuple[_Linear, int]) -> dict[str, int]:
    """The sum of several, each so often; without what is taken as often as it is taken off."""
    total: Counter[str] = Counter()
    for part, times in parts:
        for name, count in part.items():
            total[name] += times * count
    return {name: count for name, count in total.items() if count}


def _at(place: _Linear, counter: str, value: _Linear) -> dict[str, int]:
    """A sum where its counter has this value."""
    rest = {name: count for name, count in place.items() if name != counter}
    return _sum((rest, 1), (value, place[counter]))
