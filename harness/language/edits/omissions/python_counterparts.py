"""The statements and conditions of a Python file as its counterparts are compared."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PythonText, indent_at
from harness.language.edits.omissions.conditions import (
    MOST_AROUND,
    Condition,
    above_one,
    flagged,
    lacking_terms,
    mirrored_terms,
    same_of_another,
    same_place,
    unbounded,
)
from harness.language.edits.omissions.mirrored import one_direction
from harness.language.edits.omissions.only_if import only_if
from harness.language.edits.omissions.python_results import left_out_results, moved
from harness.language.edits.omissions.steps import FunctionSteps, LeftOut, Step, lacks
from harness.language.edits.omissions.tree_counterparts import distances
from harness.language.parsing.python import Def, is_bare_constant


def of_counterparts(tree: ast.Module, nodes: Sequence[Any], text: PythonText) -> RankedEdits:
    """What a function or a condition lacks, and its counterpart has. ``nodes``: those of the file."""
    conditions = [*_conditions(tree, text)]
    yield from lacking_terms(conditions)
    yield from mirrored_terms(conditions, is_python=True)
    yield from unbounded(conditions, is_python=True)
    yield from above_one(conditions, is_python=True)
    yield from same_of_another(conditions)
    yield from flagged(conditions, is_python=True)
    yield from same_place(conditions, {*distances(nodes)}, is_python=True)
    blocks = (block for block in _blocks(tree) if all(text.indent(statement) is not None for statement in block))
    yield from one_direction(text.source, (([*map(text.span, block)], ()) for block in blocks))
    functions = [node for node in ast.walk(tree) if isinstance(node, Def)]
    for function in functions:
        yield from only_if(function, text)
        yield from left_out_results(function, text)
    for loop in nodes:
        yield from moved(loop, text) if loop.type == "while_statement" else ()
    for lack, counterpart in lacks([_function_steps(function, text) for function in functions]):
        yield from _inserted(lack, counterpart, text)


def _function_steps(function: Def, text: PythonText) -> FunctionSteps:
    parameters = ", ".join(argument.arg for argument in function.args.args)
    return FunctionSteps(function.name, parameters, _steps(function.body, text))


def _steps(block: Sequence[ast.stmt], text: PythonText) -> tuple[Step, ...]:
    """The statements of a block, without a text that only describes it."""
    return tuple(_step(statement, text) for statement in block if not is_bare_constant(statement))


def _step(statement: ast.stmt, text: PythonText) -> Step:
    inner = [getattr(statement, name, None) for name in ("body", "orelse")]
    blocks = tuple(_steps(block, text) for block in inner if isinstance(block, list) and block)
    words = ast.unparse(statement)
    head = words.partition("\n")[0] if blocks else ""
    return Step(" ".join(words.split()), *text.span(statement), blocks, head)


def _inserted(lack: LeftOut, counterpart: str, text: PythonText) -> RankedEdits:
    """The statements in their place, taken back as those around them are; none if they would share a line."""
    begin, end = lack.steps[0].start, lack.steps[-1].end
    own = lack.block[max(lack.at - 1, 0)]
    indent, other = indent_at(text.source, own.start), indent_at(text.source, begin)
    if indent is None or other is None:
        return
    first, *lines = lack.taken_back(text.source[begin:end].decode(errors="replace")).split("\n")
    moved = (indent + line.removeprefix(other) if line.startswith(other) else line for line in lines)
    block = "\n".join((first, *moved))
    if lack.at:
        yield ranked(-1, own.end, own.end, f"\n{indent}{block}", ends=own.ends, counterpart=counterpart)
    else:
        yield ranked(-1, own.start, own.start, f"{block}\n{indent}", counterpart=counterpart)


def _conditions(tree: ast.Module, text: PythonText) -> Iterator[Condition]:
    """Every condition of a choice or of what is returned."""
    seen = set[int]()
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.BoolOp):
            join = "or" if isinstance(node.op, ast.Or) else "and"
            terms = tuple(map(ast.unparse, node.values))
            seen |= {*map(id, node.values)}
            yield _condition(node, terms, join, parents, text)
        elif isinstance(node, (ast.If, ast.While)) and not isinstance(node.test, (ast.BoolOp, ast.Compare)):
            yield _condition(node.test, (ast.unparse(node.test),), "", parents, text)
        elif isinstance(node, ast.Compare) and id(node) not in seen:
            yield _condition(node, (ast.unparse(node),), "", parents, text)


def _condition(
    node: ast.expr, terms: tuple[str, ...], join: str, parents: Mapping[ast.AST, ast.AST], text: PythonText
) -> Condition:
    around, parent = list[str](), parents.get(node)
    is_negated = isinstance(parent, ast.UnaryOp)
    while parent is not None and len(around) < MOST_AROUND:
        test = parent.test if isinstance(parent, (ast.If, ast.While, ast.IfExp)) else parent
        around += [text.text(test)] if test is not parent or isinstance(parent, ast.BoolOp) else []
        parent = parents.get(parent)
    return Condition(terms, join, text.text(node), *text.span(node), tuple(around), is_negated)


def _blocks(tree: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    """Every block in a function."""
    for node in ast.walk(tree):
        names = () if isinstance(node, (ast.Module, ast.ClassDef)) else ("body", "orelse")
        blocks = [getattr(node, name, None) for name in names]
        yield from (block for block in blocks if isinstance(block, list) and block and isinstance(block[0], ast.stmt))
