"""Loops that go on when their variable has passed one end, as their condition looks at the other end alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any, NamedTuple

from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import (
    CALLS,
    ELEMENTS,
    FUNCTIONS,
    LOOPS,
    LOOPS_THROUGH,
    ancestors,
    bare_text,
    enclosing,
    field,
    function_name,
    indices_of,
    is_inside,
    node_text,
    parameter_names,
    simple_call_name,
    target_of,
    values_of,
    walk,
)
from harness.model.finding import Place

_MOST_FRAMES = 6
_MOST_NODES, _MOST_ON_LINE = 5000, 300
"""Of a function, and on a line, that are looked at."""
_LONGEST = 60
"""Characters of a condition that is shown."""
_GETTERS = ("get", "charAt", "at")
"""Methods that take an index."""
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "==": "=="}
_STARTS = ("0", "-1", "1")
"""What a variable is compared with where it is asked whether it is below 0."""


class PassedEnd(NamedTuple):
    """A loop that goes on when its variable has passed an end."""

    path: str
    name: str
    condition: str
    loop: int
    """The line of the loop."""
    steps: tuple[int, ...]
    """The lines of the loop that move the variable towards that end."""


def passed_end(frames: Sequence[Place], read: Callable[[str], bytes], length: int, *, below: bool) -> PassedEnd | None:
    """The loop by which an index passed an end: the first (``below``) or the last one; None if that is not certain.

    ``frames``: the calls under way, the innermost, in which the index was used, first; ``read``: path -> source.
    An index that is a parameter is followed to the call that hands it on. It has to begin within the ``length``.
    """
    try:
        return _followed(frames, read, length, below=below)
    except (RecursionError, MemoryError):
        return None


def _followed(frames: Sequence[Place], read: Callable[[str], bytes], length: int, *, below: bool) -> PassedEnd | None:
    name, place, function = "", 0, None
    for frame in frames[:_MOST_FRAMES]:
        nodes = [node for node in nodes_of(frame.path, read(frame.path)) if node.start_point[0] + 1 == frame.line]
        if len(nodes) > _MOST_ON_LINE:
            return None
        values = _handed_on(nodes, function, place) if name else _indices(nodes)
        name = next(iter(values), "") if len(values) == 1 else ""
        around = next((node for node in nodes if node_text(node) == name), None)
        function = enclosing(around, FUNCTIONS) if around is not None and name.isidentifier() else None
        if around is None or function is None or len([*islice(walk(function), _MOST_NODES)]) == _MOST_NODES:
            return None
        parameters = parameter_names(function)
        if name not in parameters:
            return next(_loops(frame.path, around, name, length, below=below), None)
        if any(bare_text(target_of(node)) == name for node in walk(field(function, "body"))):
            return None
        place = parameters.index(name)
    return None


def _indices(on_line: Sequence[Any]) -> set[str]:
    """The indices on a line, as they are written."""
    calls = (node for node in on_line if node.type in CALLS and simple_call_name(node) in _GETTERS)
    indices = [index for node in on_line if node.type in ELEMENTS for index in indices_of(node)]
    indices += [value for call in calls for value in values_of(field(call, "arguments"))]
    return set(map(bare_text, indices))


def _handed_on(on_line: Sequence[Any], function: Any, place: int) -> set[str]:
    """What calls on a line give a function for a parameter, as it is written."""
    calls = (node for node in on_line if node.type in CALLS and simple_call_name(node) == function_name(function))
    given = (values_of(field(call, "arguments")) for call in calls)
    return {bare_text(values[place]) if place < len(values) else "" for values in given}


def _loops(path: str, used: Any, name: str, length: int, *, below: bool) -> Iterator[PassedEnd]:
    """The innermost loop around a use of a variable whose condition asks about it, where that passes over one end."""
    for loop in ancestors(used):
        if loop.type in FUNCTIONS or loop.type == "lambda_expression":
            return
        condition = field(loop, "condition") if loop.type in LOOPS and loop.type not in LOOPS_THROUGH else None
        if condition is None or not _mentions(condition, name):
            continue
        rest = [node for node in walk(loop) if not is_inside(node, condition)]
        changes = [node for node in rest if bare_text(target_of(node)) == name]
        wanted = -1 if below else 1
        steps = tuple(dict.fromkeys(node.start_point[0] + 1 for node in changes if _step(node, name) == wanted))
        end = _end(condition, name, below=below)
        is_certain = bool(steps and end) and all(_step(node, name) for node in changes)
        is_certain = is_certain and _begins_within(loop, used, name, length)
        is_certain = is_certain and all(_is_asked_between(node, used, loop) for node in changes)
        text = " ".join(node_text(condition).split()).removeprefix("(").removesuffix(")")
        if is_certain and not any(_looks_at(node, name, end) for node in rest) and len(text) <= _LONGEST:
            yield PassedEnd(path, name, text, loop.start_point[0] + 1, steps)
        return


def _is_asked_between(step: Any, used: Any, loop: Any) -> bool:
    """Whether a loop asks its condition again after a step and before the variable is used."""
    if loop.type == "do_statement" or is_inside(used, field(loop, "condition")):
        return False
    update = field(loop, "update")
    if update is not None and is_inside(step, update):
        return True
    inner = [node for node in takewhile(lambda node: node != loop, ancestors(used)) if node.type in LOOPS]
    is_after = step.start_byte > used.start_byte and step.start_point[0] > used.start_point[0]
    return is_after and not any(is_inside(step, node) for node in inner)


def _begins_within(loop: Any, used: Any, name: str, length: int) -> bool:
    """Whether a variable is declared in its function, and is set outside of a loop only to numbers below a length."""
    own = [*walk(enclosing(loop, FUNCTIONS))]
    if any(node.type in ("class_body", "lambda_expression") for node in own):
        return False
    declared = [node for node in own if node.type == "variable_declarator" and node_text(field(node, "name")) == name]
    outside = [node for node in own if bare_text(target_of(node)) == name and not is_inside(node, loop)]
    begins = [field(node, "value") for node in declared] + [field(node, "right") or node for node in outside]
    return any(is_inside(used, node.parent.parent) for node in declared) and all(
        begin is None or (bare_text(begin).isdecimal() and int(bare_text(begin)) < length) for begin in begins
    )


def _mentions(node: Any, name: str) -> bool:
    return any(part.type == "identifier" and node_text(part) == name for part in walk(node))


def _comparisons(node: Any, name: str) -> Iterator[tuple[str, str]]:
    """The operators by which a variable is compared in a node, with what it is compared with on the right."""
    for part in (part for part in walk(node) if part.type == "binary_expression"):
        operator, left, right = (bare_text(field(part, key)) for key in ("operator", "left", "right"))
        if operator in _MIRRORED and left == name:
            yield operator, right
        elif operator in _MIRRORED and right == name:
            yield _MIRRORED[operator], left


def _end(condition: Any, name: str, *, below: bool) -> str:
    """The other end, where a condition asks about a variable once, and only whether it is before that; else empty."""
    asked = [*_comparisons(condition, name)]
    uses = sum(part.type == "identifier" and node_text(part) == name for part in walk(condition))
    if len(asked) != 1 or uses != 1 or "||" in map(node_text, walk(condition)):
        return ""
    operator, end = asked[0]
    is_other = end not in _STARTS if below else end in _STARTS
    return end if is_other and operator in ("!=", *(("<", "<=") if below else (">", ">="))) else ""


def _looks_at(node: Any, name: str, end: str) -> bool:
    """Whether a node compares a variable with anything but the other end."""
    if node.type in ("switch_expression", "switch_statement"):
        return _mentions(field(node, "condition"), name)
    operator, left, right = (field(node, key) for key in ("operator", "left", "right"))
    if node.type != "binary_expression" or node_text(operator) not in _MIRRORED:
        return False
    for side, other in ((left, bare_text(right)), (right, bare_text(left))):
        if _mentions(side, name):
            is_other_end = other in _STARTS if end in _STARTS else other.startswith(end)
            return bare_text(side) != name or not is_other_end
    return False


def _step(node: Any, name: str) -> int:
    """1 or -1 for a step of a variable up or down, 0 for anything else."""
    target = target_of(node)
    if target is None or bare_text(target) != name:
        return 0
    text = bare_text(node)
    if node.type == "update_expression":
        return 1 if "++" in text else -1
    value = text.removeprefix(name)
    for sign, step in (("+", 1), ("-", -1)):
        prefixes = (f"{sign}=", f"={name}{sign}")
        if any(value.startswith(prefix) and value.removeprefix(prefix).isdecimal() for prefix in prefixes):
            return step
    return 0
