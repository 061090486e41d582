"""Statements that a Java or a C++ program may lack: an undo, a reset, a copy, a close, and a value computed again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import MOST_SKIPPED, RankedEdits, ranked, undoing
from harness.language.edits.forms.tree_nodes import (
    FUNCTIONS,
    called_name,
    declared_in,
    inserted_after,
    inserted_at_begin,
    inserted_at_end,
    inserted_before,
)
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    DECLARATORS,
    LOOPS,
    body_statements,
    enclosing,
    expression_of,
    field,
    function_name,
    name_of,
    node_text,
    statements_of,
    target_of,
    walk,
)

_ELEMENTS = ("array_access", "subscript_expression", "field_access", "field_expression")
_BRANCHED = ("if_statement", "else_clause")
_PLAIN = ("true", "false", "null", "decimal_integer_literal", "number_literal")
_SIZES = ("size", "length")
_WRITERS = ("PrintWriter", "BufferedWriter", "FileWriter", "PrintStream", "BufferedOutputStream")


def missing_statements(root: Any) -> RankedEdits:
    """The statements that may be missing in the functions of a file."""
    nodes = list(walk(root))
    functions = [node for node in nodes if node.type in FUNCTIONS and field(node, "body") is not None]
    names = {function_name(function) for function in functions}
    initial = {}
    for node in nodes:
        is_field = node.parent is not None and node.parent.type == "field_declaration"
        is_global = node.parent is not None and node.parent.parent == root
        value = field(node, "value") or field(node, "default_value")
        if node.type in DECLARATORS and (is_field or is_global) and _is_plain(value):
            initial[node_text(name_of(node))] = node_text(value)
    changed = {name for function in functions for name in _changed(function)}
    kept = {name: value for name, value in initial.items() if name in changed}
    for function in functions:
        blocks = [statements_of(node) for node in walk(function) if node.type in BLOCKS]
        yield from _set_at_begin(function, kept)
        yield from _copied_parameters(function)
        yield from _put_back(function)
        yield from _closed(function)
        for block in blocks:
            own = function_name(function)
            yield from (inserted_after(-1, call, undo) for call, undo in undone(block, own, names))
            yield from _again(block)
        for node in walk(function):
            if node.type in LOOPS:
                yield from _reset(node)
                yield from (inserted_before(*skipped) for skipped in before_next_turn(node, names))
            elif node.type == "if_statement":
                yield from _in_both_branches(node)


def _is_plain(value: Any) -> bool:
    """Whether a first value is a constant, or a text of Java that holds nothing yet."""
    return value is not None and (value.type in _PLAIN or node_text(value) == '""')


def _set_at_begin(function: Any, kept: Mapping[str, str]) -> RankedEdits:
    """What keeps its value from one call to the next, set to its first value where it is used."""
    own, used = dict(declared_in(walk(function))), dict.fromkeys(map(node_text, walk(function)))
    for name in used:
        if name in kept and name not in own and function_name(function) != "main":
            yield inserted_at_begin(-1, field(function, "body"), f"{name} = {kept[name]};")


def _copied_parameters(function: Any) -> RankedEdits:
    """A copy of an array of the caller's that the function changes; a parameter by value (C++)."""
    changed = {*_changed(function)}
    for node in walk(function):
        if node.type == "formal_parameter" and (name := node_text(field(node, "name"))) in changed:
            if "[" in node_text(field(node, "type")):
                yield inserted_at_begin(-1, field(function, "body"), f"{name} = {name}.clone();")
        elif node.type == "reference_declarator" and node.parent.type == "parameter_declaration":
            yield ranked(2, node.start_byte, node.start_byte + 1, "")


def _put_back(function: Any) -> RankedEdits:
    """An old value that is kept, back in its place after the loop that tries others, and before each return."""
    for kept in walk(function):
        value = field(kept, "value")
        if kept.type not in DECLARATORS or value is None or value.type not in _ELEMENTS:
            continue
        place = node_text(value)
        if place not in _changed(function):
            continue
        back = f"{place} = {node_text(field(kept, 'name') or field(kept, 'declarator'))};"
        for node in walk(function):
            is_later = node.start_byte > kept.end_byte
            if is_later and node.type in LOOPS and place in _changed(node):
                yield inserted_after(-1, node, back)
            elif is_later and node.type == "return_statement":
                yield inserted_before(-1, node, back)


def _closed(function: Any) -> RankedEdits:
    """What is written to, closed at the function's end."""
    statements = statements_of(field(function, "body"))
    for node in walk(function):
        kind = node_text(field(node, "type"))
        if node.type == "local_variable_declaration" and kind in _WRITERS and node.parent == field(function, "body"):
            close = f"{node_text(field(field(node, 'declarator'), 'name'))}.close();"
            if close not in node_text(function):
                yield inserted_after(-1, statements[-1], close)


def undone(block: Sequence[Any], name: str, functions: Collection[str]) -> Iterator[tuple[Any, str]]:
    """The calls of a function by itself, each with what undoes a change before it and does not stand there."""
    there = {*map(node_text, block)}
    for number, call in enumerate(block):
        calls = any(called_name(node) == name for node in walk(call) if node.type in CALLS)
        for before in block[:number] if calls else ():
            undo = undoing(node_text(before), functions)
            if undo and undo not in there:
                yield call, undo


def before_next_turn(loop: Any, functions: Collection[str]) -> Iterator[tuple[int, Any, str]]:
    """What skips the calls at the end of a loop's body, each with a rank and a call that may have to be before it.

    Likely those that undo what was done before.
    """
    block = body_statements(field(loop, "body"))
    undone = {undoing(node_text(statement), functions) for statement in block if statement is not None}
    for number, choice in enumerate(block):
        changes = [(each, expression_of(each)) for each in block[number + 1 :]]
        later = [node_text(each) for each, change in changes if change is not None and change.type in CALLS]
        inner = walk(choice) if later and choice.type == "if_statement" else ()
        for skip in (node for node in inner if node.type == "continue_statement" and enclosing(node, LOOPS) == loop):
            yield from ((-1 if call in undone else 1, skip, call) for call in later[-MOST_SKIPPED:])


def _again(block: Sequence[Any]) -> RankedEdits:
    """What is computed before a loop, computed again in it."""
    for number, loop in enumerate(block):
        body = field(loop, "body")
        if loop.type not in LOOPS or body is None or body.type not in BLOCKS:
            continue
        changed = {*_changed(loop)}
        if number and block[number - 1].type in LOOPS and changed & {*_changed(block[number - 1])}:
            yield inserted_at_begin(-1, body, node_text(block[number - 1]))
        for before in block[:number]:
            declarator = field(before, "declarator")
            value = field(declarator, "value")
            name = node_text(name_of(declarator))
            if value is not None and value.type in CALLS and name not in changed and called_name(value) not in _SIZES:
                yield inserted_at_begin(-1, body, f"{name} = {node_text(value)};")
                yield inserted_at_end(-1, body, f"{name} = {node_text(value)};")
            elif (called := expression_of(before)) is not None and called.type in CALLS:
                inner = [node for node in walk(body) if node.type in BLOCKS and node.parent.type in _BRANCHED]
                for place in (body, *inner):
                    if node_text(before) not in map(node_text, statements_of(place)):
                        yield inserted_at_end(0, place, node_text(before))


def _reset(loop: Any) -> RankedEdits:
    """What a loop adds to, set to 0 before it."""
    own, changed = dict(declared_in(walk(loop))), {*_changed(loop)}
    earlier = [node_text(each) for each in statements_of(loop.parent) if each.end_byte <= loop.start_byte]
    earlier += [node_text(each) for each in walk(loop) if node_text(field(each, "right")).isdecimal()]
    head = {node_text(node) for key in ("condition", "update") for node in walk(field(loop, key) or loop.children[0])}
    for target in _sums(loop):
        name = node_text(target)
        inner = {node_text(node) for node in walk(target) if node.type == "identifier"}
        moves = inner & changed - {name, node_text(target.named_children[0] if target.named_children else None)}
        is_set = any(f"{name} = " in statement for statement in earlier)
        if name not in head and not is_set and not inner & own.keys() and not moves:
            yield inserted_before(-1, loop, f"{name} = 0;")


def _sums(loop: Any) -> Iterator[Any]:
    """What a loop adds to, or sets to what is larger."""
    for node in walk(loop):
        left = field(node, "left")
        if node.type == "update_expression" and "++" in node_text(node) and node.parent.type != "for_statement":
            yield node.named_children[0]
        elif node.type == "assignment_expression" and node_text(field(node, "operator")) == "+=":
            yield left
        elif node.type == "assignment_expression" and node_text(field(node, "operator")) == "=":
            around = node.parent.parent
            around = around.parent if around.type in BLOCKS else around
            is_choice = around is not None and around.type == "if_statement"
            if is_choice and node_text(left) in {*map(node_text, walk(field(around, "condition")))}:
                yield left


def _in_both_branches(choice: Any) -> RankedEdits:
    """A call or a step that is made in one branch, also in the other."""
    first, second = field(choice, "consequence"), field(choice, "alternative")
    second = second.named_children[-1] if second is not None and second.type == "else_clause" else second
    if second is None or first.type not in BLOCKS or second.type not in BLOCKS:
        return
    for branch, other in ((first, second), (second, first)):
        there = {*map(node_text, statements_of(other))}
        for step in statements_of(branch):
            change = expression_of(step)
            inner = "" if change is None else change.type
            if inner in (*CALLS, "update_expression") and node_text(step) not in there:
                yield inserted_at_begin(-1, other, node_text(step))


def _changed(node: Any) -> Iterator[str]:
    """The variables and elements that are set within a node, and those that hold these elements."""
    for inner in walk(node):
        target = target_of(inner)
        while target is not None:
            yield node_text(target)
            target = target.named_children[0] if target.type in _ELEMENTS else None
