"""Statements that a Python program may lack: an undo, a reset, a copy, and what a loop has to compute again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits, after, before
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.tree_missing import before_next_turn, undone
from harness.language.parsing.python import LOOPS, Def, is_bare_constant, names_in
from harness.language.parsing.syntax_trees import LOOPS as TREE_LOOPS
from harness.language.parsing.syntax_trees import function_name, functions_in, walk

_CHANGING = ("append", "insert", "extend", "add", "remove", "pop", "sort", "update")


def missing_statements(tree: ast.Module, nodes: Sequence[Any], text: PythonText) -> RankedEdits:
    """The statements that may be missing in the functions of a file. ``nodes``: all of its tree."""
    functions = [node for node in ast.walk(tree) if isinstance(node, Def)]
    names = {function.name for function in functions}
    initial = {
        text.text(target): text.text(statement.value)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Assign) and _is_initial(statement, tree, functions)
        for target in statement.targets
    }
    changed = {name for function in functions if function.name != "__init__" for name in _changed(function, text)}
    changed |= {name for function in functions for name in _touched(function, text)}
    kept = {name: value for name, value in initial.items() if name in changed}
    for function in functions:
        yield from _set_at_begin(function, kept, text)
        yield from _copied_parameters(function, text)
        yield from _put_back(function, text)
        for block in _blocks(function):
            yield from _in_both_branches(block, text)
    for block in _blocks(tree):
        yield from _of_loops(block, text)
    for definition in functions_in(nodes):
        for each in (node for node in walk(definition) if node.type == "block"):
            for call, undo in undone(each.children, function_name(definition), names):
                yield from after(-1, call.origin, undo, text) if "\n" not in undo else ()
    for loop in (node for node in nodes if node.type in TREE_LOOPS):
        for rank, skip, skipped in before_next_turn(loop, names):
            yield from before(rank, skip.origin, skipped, text)


def _is_initial(statement: ast.Assign, tree: ast.Module, functions: Sequence[ast.AST]) -> bool:
    """Whether a statement gives a variable of the file, or of an object, its first value."""
    is_plain = isinstance(statement.value, ast.Constant) or (
        isinstance(statement.value, (ast.List, ast.Dict)) and not list(ast.iter_child_nodes(statement.value))[1:]
    )
    in_init = (
        inner is statement for function in functions if getattr(function, "name", "") == "__init__"
        for inner in ast.walk(function)
    )  # fmt: skip
    return is_plain and (statement in tree.body or any(in_init))


def _set_at_begin(function: Def, kept: Mapping[str, str], text: PythonText) -> RankedEdits:
    """What keeps its value from one call to the next, set to its first value where it is used."""
    shared = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    own = {*_changed(function, text), *(argument.arg for argument in function.args.args)} - shared
    used = dict.fromkeys(text.text(node) for node in ast.walk(function) if isinstance(node, (ast.Name, ast.Attribute)))
    first = next(
        (each for each in function.body if not isinstance(each, ast.Global) and not is_bare_constant(each)), None
    )
    for name in used if function.name != "__init__" else ():
        if name in kept and ("." in name or name not in own):
            declared = "" if "." in name or name in shared else f"global {name}; "
            yield from before(-1, first, f"{declared}{name} = {kept[name]}", text)


def _copied_parameters(function: Def, text: PythonText) -> RankedEdits:
    """A copy of a list of the caller's that the function changes."""
    names = {argument.arg for argument in function.args.args}
    touched = {text.text(node.value) for node in ast.walk(function)
               if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)}  # fmt: skip
    touched |= _touched(function, text)
    first = next((each for each in function.body if not is_bare_constant(each)), None)
    for name in sorted(names & touched):
        yield from before(-1, first, f"{name} = {name}[:]", text)


def _touched(function: Def, text: PythonText) -> set[str]:
    """What a function changes by a method."""
    return {text.text(node.func.value) for node in ast.walk(function) if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING}  # fmt: skip


def _put_back(function: Def, text: PythonText) -> RankedEdits:
    """An old value that is kept, back in its place after the loop that tries others, and before each return."""
    for kept in ast.walk(function):
        if not isinstance(kept, ast.Assign) or not isinstance(kept.value, (ast.Subscript, ast.Attribute)):
            continue
        place, name = text.text(kept.value), kept.targets[0]
        if not isinstance(name, ast.Name):
            continue
        if place not in _changed(function, text):
            continue
        back = f"{place} = {name.id}"
        for node in ast.walk(function):
            is_later = getattr(node, "lineno", 0) > kept.lineno
            if is_later and isinstance(node, LOOPS) and place in _changed(node, text):
                yield from after(-1, node, back, text)
                yield from after(-1, node.body[-1], back, text)
            elif is_later and isinstance(node, ast.Return):
                yield from before(-1, node, back, text)


def _in_both_branches(block: Sequence[ast.stmt], text: PythonText) -> RankedEdits:
    """A call or a step that is made in one branch, also in the other."""
    for choice in block:
        if isinstance(choice, ast.If) and choice.orelse and not isinstance(choice.orelse[0], ast.If):
            for one, other in ((choice.body, choice.orelse), (choice.orelse, choice.body)):
                there = {text.text(statement) for statement in other}
                for step in one:
                    is_call = isinstance(step, ast.Expr) and isinstance(step.value, ast.Call)
                    if (is_call or isinstance(step, ast.AugAssign)) and text.text(step) not in there:
                        yield from before(-1, other[0], text.text(step), text)


def _of_loops(block: Sequence[ast.stmt], text: PythonText) -> RankedEdits:
    """What a loop adds to, set to 0 before it; what is computed before a loop, computed again in it."""
    for number, loop in enumerate(block):
        if not isinstance(loop, LOOPS):
            continue
        set_before = {name for earlier in block[:number] for name in _changed(earlier, text)}
        head = names_in(loop.target if isinstance(loop, ast.For) else loop.test)
        for name, summed in {text.text(summed): summed for summed in _sums(loop, text)}.items():
            if name not in set_before and not head & names_in(summed):
                yield from before(-1, loop, f"{name} = 0", text)
        changed = set(_changed(loop, text))
        for kept in block[:number]:
            if isinstance(kept, ast.Assign) and isinstance(kept.value, (ast.Call, ast.ListComp, ast.Attribute)):
                target, read = text.text(kept.targets[0]), names_in(kept.value)
                if target not in changed and read & changed and isinstance(kept.targets[0], ast.Name):
                    yield from before(-1, loop.body[0], text.text(kept), text)
                    yield from after(-1, loop.body[-1], text.text(kept), text)


def _sums(loop: ast.For | ast.While, text: PythonText) -> Iterator[ast.expr]:
    """What a loop adds to, or sets to what is larger."""
    for node in ast.walk(loop):
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            yield node.target
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
            changed = {*_changed(node, text)}
            yield from (each for each in (node.test.left, *node.test.comparators) if text.text(each) in changed)


def _changed(node: ast.AST, text: PythonText) -> Iterator[str]:
    """The variables and elements that are set within a node, in the order of the text."""
    for inner in ast.walk(node):
        if isinstance(getattr(inner, "ctx", None), ast.Store):
            yield text.text(inner)
            if isinstance(inner, (ast.Subscript, ast.Attribute)):
                yield text.text(inner.value)


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for inner in ast.walk(node):
        for name in ("body", "orelse"):
            body = getattr(inner, name, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body
