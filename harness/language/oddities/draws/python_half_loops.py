"""Searches of Python that go from a random start to one end only, and never to what is on the other side."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from harness.language.oddities.draws import HALF_LOOP, MOST_DRAWS, MOST_NODES, is_tried_again
from harness.language.parsing.python import LOOPS, called_name
from harness.model.patterns import lazy_regex

_DRAW = lazy_regex(
    r"(?:random\.)?(?:randrange\((?:0, )?(?P<below>[\w.()\[\]]+)\)|randint\(0, (?P<last>[\w.()\[\]]+) - 1\))"
    r"|int\((?:random\.)?random\(\) \* (?P<times>[\w.()\[\]]+)\)"
)
"""A number from 0 on, and below what, as ``ast.unparse`` writes it."""
_NAMES = ("randrange", "randint", "int")
_REPEAT = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
_READS = lazy_regex(r"input|argv|stdin")


def half_loops(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines of the loops that count from a number drawn to one end, with the number's name.

    Only of a function that calls itself there and nowhere else: nothing goes through the rest then. None if the number
    is set otherwise, if the loop is in another one, if it reckons with the number, or if any of the callers may try
    again.
    """
    nodes = [*ast.walk(module)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    by_name: dict[str, list[ast.Call]] = {}
    for call in calls:
        by_name.setdefault(called_name(call), []).append(call)
    if not any(_below(ast.unparse(call)) for name in _NAMES for call in by_name.get(name, [])):
        return
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    drawing = _drawing(functions)
    callers = {id(node): function.name for function in functions for node in ast.walk(function)}
    repeated = {
        id(node)
        for loop in nodes
        if isinstance(loop, (*LOOPS, *_REPEAT)) and not _reads(loop)
        for node in ast.walk(loop)
    }

    def caller_of(call: ast.Call) -> str:
        return callers.get(id(call), "")

    def is_repeated(call: ast.Call) -> bool:
        return id(call) in repeated

    for function in functions:
        parts = [*islice(ast.walk(function), MOST_NODES + 1)]
        own = [call for call in by_name.get(function.name, []) if callers.get(id(call)) == function.name]
        is_once = bool(own) and not is_tried_again(function.name, by_name, (caller_of, is_repeated), set())
        draws = _draws(parts, drawing) if is_once and len(parts) <= MOST_NODES else {}
        loops = [node for node in parts if isinstance(node, LOOPS)] if draws else []
        inner = {id(node) for loop in loops for node in ast.walk(loop) if node is not loop}
        for loop in (node for node in loops if not node.orelse and id(node) not in inner):
            held = [node for statement in loop.body for node in ast.walk(statement)]
            is_flat = not any(isinstance(node, (*LOOPS, *_REPEAT)) for node in held)
            name = _start(loop, parts, draws) if is_flat else ""
            counter = ast.unparse(loop.target) if isinstance(loop, ast.For) else name
            if name and _is_handed_on(held, counter) and {*map(id, own)} <= {*map(id, held)}:
                yield HALF_LOOP, loop.lineno, name


def _reads(loop: ast.AST) -> bool:
    """Whether a loop goes through what is read."""
    through = loop.iter if isinstance(loop, ast.For) else loop.test if isinstance(loop, ast.While) else None
    return through is not None and _READS.search(ast.unparse(through)) is not None


def _given(parts: Sequence[ast.AST]) -> list[tuple[str, str]]:
    """What is given a value, and the value, as they are written."""
    assigned = (node for node in parts if isinstance(node, ast.Assign) and len(node.targets) == 1)
    return [(ast.unparse(node.targets[0]), ast.unparse(node.value)) for node in assigned]


def _below(text: str) -> str:
    match = _DRAW.fullmatch(text)
    return next(filter(None, match.groups()), "") if match else ""


def _drawing(functions: Sequence[ast.FunctionDef]) -> dict[str, tuple[str, int | None]]:
    """The functions that do nothing but return a number drawn: what it is below, and which of the parameters that is.

    None for no parameter.
    """
    drawing: dict[str, tuple[str, int | None]] = {}
    for function in functions:
        last = function.body[-1]
        value = ast.unparse(last.value) if isinstance(last, ast.Return) and last.value else ""
        below = _below(value) if len(function.body) == 1 else ""
        names = [each.arg for each in function.args.args]
        drawing |= {function.name: (below, names.index(below) if below in names else None)} if below else {}
    names = [function.name for function in functions]  # of two with one name nobody knows which is called
    return {name: known for name, known in drawing.items() if names.count(name) == 1}


def _draws(parts: Sequence[ast.AST], drawing: Mapping[str, tuple[str, int | None]]) -> Mapping[str, str]:
    """The variables that are given a number drawn, or another such variable, and what it is below; and draws."""
    drawn: dict[str, str] = {}
    for call in islice((node for node in parts if isinstance(node, ast.Call)), MOST_DRAWS * MOST_DRAWS):
        text = ast.unparse(call)
        below, place = drawing.get(called_name(call), (_below(text), None))
        given = [*map(ast.unparse, call.args)]
        if below and (place is None or place < len(given)):
            drawn[text] = below if place is None else given[place]
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


def _is_handed_on(body: Sequence[ast.AST], counter: str) -> bool:
    """Whether a loop's number is an argument or an index in it, and nothing but its own step reckons with it."""
    steps = {
        id(node.value) for node in body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == counter
    }
    sums = [node for node in body if isinstance(node, ast.BinOp) and id(node) not in steps]
    reckons = any(counter in (ast.unparse(node.left), ast.unparse(node.right)) for node in sums)
    given = [value for node in body if isinstance(node, ast.Call) for value in node.args]
    given += [node.slice for node in body if isinstance(node, ast.Subscript)]
    return not reckons and any(ast.unparse(value) == counter for value in given)


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
