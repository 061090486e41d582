"""Slips in the statements of a Python program: what is not left, left too early, overwritten or not undone."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from harness.language.edits.forms.ranked_edits import MOST_STEPS, RankedEdits, after, before, compares_two, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.order.exits import PYTHON_LEAVES
from harness.language.parsing.python import LOOPS, Def, inside, is_bare_constant, names_in

_SIGNS = {ast.Sub: "+", ast.Add: "-"}
_UPPER, _LOWER = (ast.Lt, ast.LtE), (ast.Gt, ast.GtE)


def slips_of(tree: ast.Module, text: PythonText) -> RankedEdits:
    """The changes to the functions of a file."""
    functions = [node for node in ast.walk(tree) if isinstance(node, Def)]
    gives_nothing = {function.name for function in functions if not any(map(_gives_value, ast.walk(function)))}
    steps: dict[str, dict[tuple[str, str], None]] = {}
    for name, step in (found for node in ast.walk(tree) for found in _step_back(node, text)):
        steps.setdefault(name, {})[step] = None
    for node in ast.walk(tree):
        if isinstance(node, LOOPS):
            yield from _of_loop(node, text)
        elif isinstance(node, ast.Assign):
            yield from _not_counted(node, steps, text)
        elif isinstance(node, ast.BoolOp):
            yield from _regrouped(node, text)
        elif isinstance(node, (ast.If, ast.IfExp, ast.comprehension)):
            yield from _one_side(node, text)
    yield from _of_functions(functions, gives_nothing, text)


def _of_functions(functions: Sequence[Def], gives_nothing: Container[str], text: PythonText) -> RankedEdits:
    for function in functions:
        yield from _sizes(function, text)
        yield from _goes_on(function, text)
        for other in functions:
            yield from _not_set_back(function, other, text)
        for choice in function.body[:-1] if function.name in gives_nothing else ():
            if isinstance(choice, ast.If):
                yield from _ended(1 if function.name == "main" else -1, choice, "return", text)


def _of_loop(loop: ast.For | ast.While, text: PythonText) -> RankedEdits:
    """A loop that goes on after what was looked for, is left too early, or forgets what it found before."""
    for node in inside(loop.body):
        if isinstance(node, ast.If):
            sets = any(isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name) for each in node.body)
            yield from _ended(-1 if sets else 1, node, "break", text)
            if node.orelse and isinstance(node.orelse[0], (ast.Return, ast.Break)):
                yield ranked(-1, text.span(node.body[-1])[1], text.span(node.orelse[-1])[1], "")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Name, ast.Subscript)):
            yield from _overwritten(node, text)


def _goes_on(function: Def, text: PythonText) -> RankedEdits:
    """An if in a loop that leaves it where it was only to go on with the next turn, or the other way round.

    Likely where it gives the same as the function's end: then nothing was found yet.
    """
    last = text.text(function.body[-1])
    inner = (node for loop in ast.walk(function) if isinstance(loop, LOOPS) for node in inside(loop.body))
    for choice in inner:
        first = choice.body[0] if isinstance(choice, ast.If) and len(choice.body) == 1 else None
        if isinstance(first, (ast.Return, ast.Break, ast.Continue)):
            rank = -1 if text.text(first) == last else 1
            yield ranked(rank, *text.span(first), "break" if isinstance(first, ast.Continue) else "continue")


def _ended(rank: int, choice: ast.If, last: str, text: PythonText) -> RankedEdits:
    """The body of an if that is left at its end."""
    is_left = any(isinstance(node, PYTHON_LEAVES) for each in choice.body for node in ast.walk(each))
    if not is_left and choice.body[0].lineno > choice.lineno:
        yield from after(rank, choice.body[-1], last, text)


def _overwritten(change: ast.Assign, text: PythonText) -> RankedEdits:
    """What each turn of a loop sets again, where it goes on from what it was."""
    target, value = change.targets[0], change.value
    name = text.text(target)
    if isinstance(target, ast.Subscript):
        if isinstance(value, ast.List) and len(value.elts) == 1:
            array, key = text.text(target.value), text.text(target.slice)
            new = f"{array}.setdefault({key}, []).append({text.text(value.elts[0])})"
            yield ranked(-1, *text.span(change), new)
    elif isinstance(value, ast.Call) and name not in {text.text(node) for node in ast.walk(value)}:
        yield ranked(-1, text.span(target)[1], text.span(value)[0], " += ")
        yield ranked(1, *text.span(value), f"{name} or {text.text(value)}")


def _step_back(node: ast.AST, text: PythonText) -> Iterator[tuple[str, tuple[str, str]]]:
    """What a statement counts up or down, with the sign and the size of the step back."""
    if isinstance(node, ast.AugAssign) and type(node.op) in _SIGNS:
        yield _array(node.target, text), (_SIGNS[type(node.op)], text.text(node.value))
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
        target, sums = node.targets[0], node.value
        if type(sums.op) in _SIGNS and text.text(sums.left) == text.text(target):
            yield _array(target, text), (_SIGNS[type(sums.op)], text.text(sums.right))


def _not_counted(change: ast.Assign, steps: Mapping[str, Iterable[tuple[str, str]]], text: PythonText) -> RankedEdits:
    """An element that is set to a number, where the file counts up or down elsewhere: the step back."""
    target, value = change.targets[0], change.value
    value = value.operand if isinstance(value, ast.UnaryOp) else value
    if isinstance(target, ast.Subscript) and isinstance(value, ast.Constant):
        for sign, size in islice(steps.get(_array(target, text), ()), MOST_STEPS):
            yield ranked(-1, text.span(target)[1], text.span(change)[1], f" {sign}= {size}")


def _not_set_back(function: Def, other: Def, text: PythonText) -> RankedEdits:
    """What a function of the same parameters sets, set to 0 in its counterpart that does not set it."""
    names = [argument.arg for argument in function.args.args]
    if function is other or not names or names != [argument.arg for argument in other.args.args]:
        return
    own = {text.text(target) for target in _elements(function)}
    for target in _elements(other):
        read = names_in(target)
        if text.text(target) not in own and read <= {*names} and target in _set_at_top(other):
            first = next((each for each in function.body if not is_bare_constant(each)), function.body[0])
            yield from before(-1, first, f"{text.text(target)} = 0", text)


def _elements(function: Def) -> Iterator[ast.Subscript]:
    """The elements that a function sets."""
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield node


def _set_at_top(function: Def) -> list[ast.expr]:
    """What a function sets in any case."""
    return [target for each in function.body if isinstance(each, ast.Assign) for target in each.targets]


def _regrouped(node: ast.BoolOp, text: PythonText) -> RankedEdits:
    """`a and b or c`, which is `(a and b) or c`, as `a and (b or c)`."""
    first, *rest = node.values
    if isinstance(node.op, ast.Or) and isinstance(first, ast.BoolOp) and len(first.values) > 1:
        begin, (start, end) = text.span(first.values[-1])[0], text.span(node)
        if text.text(first).count("(") == text.text(first).count(")") and rest:
            source = text.source
            yield ranked(-1, start, end, f"{source[start:begin].decode()}({source[begin:end].decode()})")


def _one_side(choice: ast.If | ast.IfExp | ast.comprehension, text: PythonText) -> RankedEdits:
    """A choice that leaves out all things on one side of another, where that alone may be meant."""
    for test in choice.ifs if isinstance(choice, ast.comprehension) else [choice.test]:
        for node in ast.walk(test):
            if isinstance(node, ast.Compare) and len(node.ops) == 1:
                sides = (node.left, node.comparators[0])
                at, last, sign = text.operator(*sides)
                if compares_two(text.text(sides[0]), sign, text.text(sides[1])):
                    yield ranked(0, at, last, "!=")


def _sizes(function: Def, text: PythonText) -> RankedEdits:
    """The sizes of two differences, where their values are compared."""
    differences = {
        text.text(node.targets[0])
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Sub)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq) and len(node.ops) == 1:
            sides = (node.left, node.comparators[0])
            if all(isinstance(side, ast.Name) for side in sides) and {*map(text.text, sides)} & differences:
                yield ranked(-1, *text.span(node), " == ".join(f"abs({text.text(side)})" for side in sides))


def _gives_value(node: ast.AST) -> bool:
    return isinstance(node, (ast.Yield, ast.YieldFrom)) or (isinstance(node, ast.Return) and node.value is not None)


def _array(target: ast.expr, text: PythonText) -> str:
    """What an element is an element of; the variable itself for others."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return text.text(target)
