"""Searches of C++ and Java that go from a random start to one end only, and never to what is on the other side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.oddities.draws import HALF_LOOP, MOST_DRAWS, MOST_NODES, is_tried_again
from harness.language.parsing.syntax_trees import (
    CALLS,
    DECLARATORS,
    FUNCTIONS,
    LOOPS,
    enclosing,
    field,
    function_name,
    functions_in,
    is_inside,
    node_text,
    parameter_names,
    simple_call_name,
    start_of,
    values_of,
    walk,
)
from harness.model.patterns import lazy_regex

_SIZE = r"[\w.\->]+(?:\(\))?"
_DRAW = lazy_regex(
    r"\(?(?:(?:std::)?(?:rand|random|lrand48)\(\)|\w*(?:gen|rng|engine|mt|rnd|rand)\w*\(\))%\(?"
    rf"(?P<of>{_SIZE})\)?\)?|(?:\w+\.)?nextInt\((?:0,)?(?P<below>{_SIZE})\)|\(Math\.random\(\)\*(?P<times>{_SIZE})\)"
)
"""A number from 0 on, and below what; without blanks."""
_DISTRIBUTION = lazy_regex(rf"uniform_int_distribution(?:<\w*>)?(?P<name>\w+)[({{]0,(?P<below>{_SIZE})-1[)}}];")
_FROM_DISTRIBUTION = lazy_regex(r"(\w+)\([\w.]+(?:\(\))?\)")
_CAST = lazy_regex(r"\((?:unsigned|int|long|size_t)\)|(?:int|static_cast<\w+>)(?=\()")
_READS = lazy_regex(r">>|hasNext|scanf|getline|eof|good")
"""In the condition of a loop through the sizes of the input."""
_MOST_OF_DRAW = 200
"""Nodes of a function that only draws a number."""
_SETS = ("assignment_expression", "update_expression", *DECLARATORS)


def half_loops(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines of the loops that count from a number drawn to one end, with what they count.

    Only of a function that calls itself there and nowhere else: nothing goes through the rest then. None if the number
    is set otherwise in the loop, if the loop is in another one, if it reckons with the number, or if any of the callers
    may try again.
    """
    functions = functions_in(nodes)
    calls: dict[str, list[Any]] = {}
    drawing = _drawing(functions)
    for call in (node for node in nodes if node.type in CALLS) if drawing or any(map(_is_draw, nodes)) else ():
        calls.setdefault(simple_call_name(call), []).append(call)
    for function in functions if calls and not any(node.type == "goto_statement" for node in nodes) else ():
        own = [call for call in calls.get(function_name(function), []) if is_inside(call, function)]
        if not own or is_tried_again(function_name(function), calls, (_caller, _is_repeated), set()):
            continue
        parts = [*islice(walk(field(function, "body")), MOST_NODES + 1)]
        draws = dict(islice(_draws(parts, drawing), MOST_DRAWS))
        for loop in (node for node in parts if node.type in LOOPS) if draws and len(parts) <= MOST_NODES else ():
            name = _counted(loop, parts, draws)
            if name and all(_around(call, function) == [loop] for call in own):
                yield HALF_LOOP, loop.start_point[0] + 1, name


def _is_draw(node: Any) -> bool:
    """Whether a value is a number drawn, or a distribution is declared of which such numbers are drawn."""
    if node.type == "declaration" and _DISTRIBUTION.search(_bare(node)):
        return True
    value = field(node, "right") or field(node, "value") if node.type in _SETS else None
    return value is not None and _DRAW.fullmatch(_bare(value)) is not None


def _caller(call: Any) -> str:
    """The function that a call is in."""
    function = enclosing(call, FUNCTIONS)
    return function_name(function) if function is not None else ""


def _is_repeated(call: Any) -> bool:
    """Whether a call is in a loop that does not read the input."""
    return any(_READS.search(node_text(field(loop, "condition"))) is None for loop in _around(call, None))


def _around(node: Any, last: Any) -> list[Any]:
    """The loops around a node, and what may be called in one."""
    loops = []
    while (node := node.parent) is not None and node != last:
        loops += [node] if node.type in (*LOOPS, "lambda_expression") else []
    return loops


def _given(parts: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """What is given a value, and the value, both as they are written without blanks and casts."""
    for node in parts:
        target = field(node, "left") or field(node, "declarator") or field(node, "name")
        value = field(node, "right") or field(node, "value") if node.type in _SETS else None
        is_plain = node.type in DECLARATORS or node_text(field(node, "operator")) == "="
        if target is not None and value is not None and is_plain:
            yield _bare(target), _bare(value)


def _bare(node: Any) -> str:
    return _CAST.sub("", re.sub(r"\s+", "", node_text(node))) if node is not None else ""


def _drawing(functions: Sequence[Any]) -> dict[str, tuple[str, int | None]]:
    """The functions that only return a number drawn: what it is below, and which of the parameters that is, if any."""
    drawing: dict[str, tuple[str, int | None]] = {}
    for function in functions:
        parts = [*islice(walk(field(function, "body")), _MOST_OF_DRAW + 1)]
        returned = [node for node in parts if node.type == "return_statement"]
        values = returned[0].named_children if len(returned) == 1 and len(parts) <= _MOST_OF_DRAW else []
        below = _below(_bare(values[0]), _distributions(parts)) if len(values) == 1 else ""
        drawing |= {function_name(function): (below, _place_of(below, function))} if below else {}
    names = [*map(function_name, functions)]  # of two with one name nobody knows which is called
    return {name: known for name, known in drawing.items() if names.count(name) == 1}


def _place_of(name: str, function: Any) -> int | None:
    """Which parameter of a function has that name, from 0 on; None for none."""
    names = parameter_names(function)
    return names.index(name) if name in names else None


def _distributions(parts: Sequence[Any]) -> dict[str, str]:
    """The distributions of C++ that begin at 0, and below what their numbers are."""
    declared = (match for node in parts if node.type == "declaration" for match in [_DISTRIBUTION.search(_bare(node))])
    return {match["name"]: match["below"] for match in declared if match}


def _below(value: str, known: dict[str, str]) -> str:
    """Below what a number drawn is; empty for another value. ``known``: that of variables and distributions."""
    if match := _DRAW.fullmatch(value):
        return next(filter(None, match.groups()), "")
    drawn = _FROM_DISTRIBUTION.fullmatch(value)
    return known.get(drawn[1] if drawn else value, "")


def _draws(parts: Sequence[Any], drawing: dict[str, tuple[str, int | None]]) -> Iterator[tuple[str, str]]:
    """The variables that are given a number drawn, or another such variable, and what the number is below.

    So are the calls by which a number is drawn, as they are written.
    """
    drawn = _distributions(parts)
    for call in (node for node in parts if node.type in CALLS and simple_call_name(node) in drawing):
        below, place = drawing[simple_call_name(call)]
        values = values_of(field(call, "arguments"))
        if below and (place is None or place < len(values)):
            drawn[_bare(call)] = below if place is None else _bare(values[place])
    for target, value in _given(parts):
        if below := drawn.get(value, "") or _below(value, drawn):
            drawn[target] = below
    yield from drawn.items()


def _counted(loop: Any, parts: Sequence[Any], draws: dict[str, str]) -> str:
    """The variable that a loop counts from a number drawn to an end; empty for none."""
    condition = field(loop, "condition")
    comparisons = (
        [node for node in walk(condition) if node.type == "binary_expression"] if condition is not None else []
    )
    operators = {node_text(field(node, "operator")) for node in comparisons}
    if "||" in operators:
        return ""
    values = [*_given(parts)]
    for comparison in comparisons:
        name, end = _bare(field(comparison, "left")), _bare(field(comparison, "right"))
        step = _step(node_text(field(comparison, "operator")), end, draws.get(name, ""), values)
        if step and _is_counted(loop, parts, name, step, draws):
            return name
    return ""


def _step(operator: str, end: str, below: str, values: Sequence[tuple[str, str]]) -> str:
    """How the loop counts: ``++`` up to the end of what is drawn from, ``--`` down to 0; empty for another end."""
    if not below:
        return ""
    sizes = {below, *(value for target, value in values if target == below)}
    ends = {end, *(value for target, value in values if target == end)}
    last = {f"{size}-1" for size in sizes}
    if (operator in ("<", "!=") and sizes & ends) or (operator == "<=" and last & ends):
        return "++"
    return "--" if (operator, end) in ((">=", "0"), (">", "-1"), ("!=", "-1")) else ""


def _is_counted(loop: Any, parts: Sequence[Any], name: str, step: str, draws: dict[str, str]) -> bool:
    """Whether the loop changes its variable only by this step, hands it on, and does not reckon with it or another."""
    begins = start_of(loop)
    inside = [node for node in walk(loop) if begins is None or not is_inside(node, begins)]
    sets = [node for node in inside if node.type in _SETS and name in (_bare(field(node, "left")), _updated(node))]
    is_step = all(re.sub(r"\s", "", node_text(node)) in _steps(name, step) for node in sets)
    held = {node.id for node in inside}
    outside = [value for target, value in _given([node for node in parts if node.id not in held]) if target == name]
    is_drawn = len(outside) == 1 and bool(_below(outside[0], draws))
    is_handed_on = re.search(rf"[(\[,]{name}[)\],]", _bare(field(loop, "body"))) is not None
    return (
        bool(sets) and is_step and is_drawn and is_handed_on and not any(_reckons(node, name, sets) for node in inside)
    )


def _reckons(node: Any, name: str, steps: Sequence[Any]) -> bool:
    """Whether a node divides, or adds to a variable other than by a step."""
    if node.type != "binary_expression" or any(is_inside(node, step) for step in steps):
        return False
    sides = [_bare(field(node, side)) for side in ("left", "right")]
    operator = node_text(field(node, "operator"))
    return operator == "%" or (operator in ("+", "-") and name in sides)


def _updated(node: Any) -> str:
    """The variable of ``x++``."""
    is_update = node.type == "update_expression"
    return node_text(node).replace("+", "").replace("-", "").strip() if is_update else ""


def _steps(name: str, step: str) -> tuple[str, ...]:
    sign = step[0]
    return f"{name}{step}", f"{step}{name}", f"{name}{sign}=1", f"{name}={name}{sign}1"
