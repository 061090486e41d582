"""Searches of Python that go from a random start to one end only, and never to what is on the other side."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from harness.language.oddities.draws import HALF_LOOP, MOST_DRAWS, MOST_NODES
from harness.model.patterns import lazy_regex

_DRAW = lazy_regex(
    r"(?:random\.)?(?:randrange\((?:0, )?(?P<below>[\w.()\[\]]+)\)|randint\(0, (?P<last>[\w.()\[\]]+) - 1\))"
    r"|int\((?:random\.)?random\(\) \* (?P<times>[\w.()\[\]]+)\)"
)
"""A number from 0 on, and below what, as ``ast.unparse`` writes it."""
_NAMES = ("randrange", "randint", "int")
_LOOPS = (ast.For, ast.While)
_READS = lazy_regex(r"input|argv|stdin")


def half_loops(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines of the loops that count from a number drawn to one end, with the number's name.

    Only of a function that calls itself there and nowhere else: nothing goes through the rest then. None if the number
    is set otherwise, if the loop is in another one, or if a caller may try again.
    """
    nodes = [*ast.walk(module)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    by_name: dict[str, list[ast.Call]] = {}
    for call in calls:
        by_name.setdefault(_called(call), []).append(call)
    if not any(_below(ast.unparse(call)) for name in _NAMES for call in by_name.get(name, [])):
        return
    loops = [(loop, {id(node) for node in ast.walk(loop)}) for loop in nodes if isinstance(loop, _LOOPS)]
    for function in (node for node in nodes if isinstance(node, ast.FunctionDef)):
        parts = [*islice(ast.walk(function), MOST_NODES + 1)]
        inside = {id(node) for node in parts}
        named = by_name.get(function.name, [])
        own = [call for call in named if id(call) in inside]
        is_tried_again = any(_may_repeat(call, loops) for call in named if id(call) not in inside)
        draws = _draws(parts) if own and not is_tried_again and len(parts) <= MOST_NODES else {}
        inner = [pair for pair in loops if id(pair[0]) in inside] if draws else []
        for loop, held in inner:
            around = [other for other, all_held in inner if id(loop) in all_held]
            name = _start(loop, parts, draws) if around == [loop] else ""
            if name and all(id(call) in held for call in own):
                yield HALF_LOOP, loop.lineno, name


def _called(call: ast.Call) -> str:
    """The name of the function that is called, alone or of an object."""
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def _may_repeat(call: ast.Call, loops: Sequence[tuple[ast.For | ast.While, set[int]]]) -> bool:
    """Whether a call is in a loop, other than one through what is read."""
    around = [loop for loop, held in loops if id(call) in held]
    return any(
        _READS.search(ast.unparse(loop.iter if isinstance(loop, ast.For) else loop.test)) is None for loop in around
    )


def _given(parts: Sequence[ast.AST]) -> list[tuple[str, str]]:
    """What is given a value, and the value, as they are written."""
    assigned = (node for node in parts if isinstance(node, ast.Assign) and len(node.targets) == 1)
    return [(ast.unparse(node.targets[0]), ast.unparse(node.value)) for node in assigned]


def _below(text: str) -> str:
    match = _DRAW.fullmatch(text)
    return next(filter(None, match.groups()), "") if match else ""


def _draws(parts: Sequence[ast.AST]) -> Mapping[str, str]:
    """The variables that are given a number drawn, or another such variable, and what it is below; and draws."""
    texts = (ast.unparse(node) for node in parts if isinstance(node, ast.Call))
    drawn = {text: below for text in islice(texts, MOST_DRAWS * MOST_DRAWS) if (below := _below(text))}
    for target, value in _given(parts) if drawn else ():
        if value in drawn:
            drawn[target] = drawn[value]
    return drawn


def _start(loop: ast.For | ast.While, parts: Sequence[ast.AST], draws: Mapping[str, str]) -> str:
    """The number drawn from which a loop counts to an end; empty for none."""
    body = [node for statement in loop.body for node in ast.walk(statement)]
    if any(isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) for node in body):
        return ""
    values = _given(parts)
    if isinstance(loop, ast.For):
        start, end, step = _range(loop.iter)
        is_kept = [target for target, _ in values].count(start) <= 1
        is_half = is_kept and _is_end(end, draws.get(start, ""), values, step)
        return (start if start.isidentifier() else ast.unparse(loop.target)) if is_half else ""
    tests = loop.test.values if isinstance(loop.test, ast.BoolOp) and isinstance(loop.test.op, ast.And) else [loop.test]
    for test in tests:
        name, end, step = _compared(test)
        if _is_end(end, draws.get(name, ""), values, step) and _is_counted(body, parts, name, step):
            return name
    return ""


def _range(iterated: ast.expr) -> tuple[str, str, str]:
    """The start, the end and the step of a range; empty texts for anything else."""
    is_range = isinstance(iterated, ast.Call) and ast.unparse(iterated.func) == "range"
    texts = [ast.unparse(value) for value in iterated.args] if is_range and isinstance(iterated, ast.Call) else []
    padded = [*texts, "1"] if len(texts) == 2 else texts  # noqa: PLR2004 - from a start to an end
    return (padded[0], padded[1], padded[2]) if len(padded) == 3 else ("", "", "")  # noqa: PLR2004 - and by a step


def _compared(test: ast.expr) -> tuple[str, str, str]:
    """The variable that is compared with an end, the end, and the step towards it."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return "", "", ""
    name, end = ast.unparse(test.left), ast.unparse(test.comparators[0])
    is_down = (isinstance(test.ops[0], ast.GtE) and end == "0") or (isinstance(test.ops[0], ast.Gt) and end == "-1")
    is_up = isinstance(test.ops[0], (ast.Lt, ast.NotEq))
    return (name, "-1", "-1") if is_down else (name, end, "1") if is_up else ("", "", "")


def _is_end(end: str, below: str, values: Sequence[tuple[str, str]], step: str) -> bool:
    """Whether it is the end of what is drawn from, or the place before 0."""
    if not below or step not in ("1", "-1"):
        return False
    sizes = {below, *(value for target, value in values if target == below)}
    ends = {end, *(value for target, value in values if target == end)}
    return end == "-1" if step == "-1" else not sizes.isdisjoint(ends)


def _is_counted(body: Sequence[ast.AST], parts: Sequence[ast.AST], name: str, step: str) -> bool:
    """Whether a loop changes its variable only by this step, and it is given one value before."""
    stores = [node for node in parts if isinstance(node, ast.Name) and node.id == name and not _is_read(node)]
    steps = [re.sub(r"\s", "", ast.unparse(node)) for node in body if isinstance(node, (ast.AugAssign, ast.Assign))]
    sign = "-" if step == "-1" else "+"
    counted = [text for text in steps if text in (f"{name}{sign}=1", f"{name}={name}{sign}1")]
    return bool(counted) and len(stores) == len(counted) + 1


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)
