"""Lists of Java to which one array is added again and again, and changed after that: at last all items are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

from harness.language.oddities.aliases.array_changes import Methods, methods_of, parameters_of, simple_name
from harness.language.parsing.syntax_trees import FUNCTIONS, LOOPS, expression_of, field, function_name, node_text, walk

_ADDS = ("add", "addFirst", "addLast", "offer", "push")
_TAKES = ("clear", "poll", "pollFirst", "pollLast", "pop", "remove", "removeFirst", "removeLast", "removeIf")
_COUNTS = ("isEmpty", "size")
_LEAVES = ("return_statement", "break_statement", "throw_statement")
_MOST_ADDED = 20
"""Lines of a method that are looked at: a table written out has many."""
_BOUNDS = (*FUNCTIONS, *LOOPS, "lambda_expression", "switch_block")


def uncopied_items(nodes: Sequence[Any]) -> Iterator[tuple[int, str]]:
    """The lines that add an array or a list itself, where the loop or the recursion around goes on to change it.

    It does not count if the array is made again in between, the search ends with the first item, items are taken away
    again, or only their number is asked for.
    """
    methods = methods_of(nodes)
    for method in methods.nodes:
        added = ((node, *_added(node)) for node in walk(field(method, "body")))
        for statement, items, item in islice((each for each in added if each[2]), _MOST_ADDED):
            if not methods.is_changeable(method, item) or not _is_looked_at(nodes, method, items):
                continue
            if _in_loop(methods, method, statement, item) or _in_recursion(methods, method, item):
                yield statement.start_point[0] + 1, item


def _added(statement: Any) -> tuple[str, str]:
    """The list to which a statement adds a variable, and that variable; empty for other statements."""
    call = expression_of(statement)
    if call is None or call.type != "method_invocation" or node_text(field(call, "name")) not in _ADDS:
        return "", ""
    arguments = field(call, "arguments").named_children
    is_plain = len(arguments) == 1 and arguments[0].type == "identifier" and field(call, "object") is not None
    return (simple_name(field(call, "object")), node_text(arguments[0])) if is_plain else ("", "")


def _is_looked_at(nodes: Sequence[Any], method: Any, items: str) -> bool:
    """Whether the items are asked for, and not only how many they are; not where some are taken away again."""
    uses = [node for node in nodes if node.type == "identifier" and node_text(node) == items]
    around = (use.parent.parent if use.parent.type == "field_access" else use.parent for use in uses)
    called = {node_text(field(node, "name")) for node in around if node.type == "method_invocation"}
    own = function_name(method)
    return called.isdisjoint(_TAKES) and not all(_is_harmless(use, own) for use in uses)


def _is_harmless(use: Any, method: str) -> bool:
    """Whether a name stands where it is declared or set, where items are added or counted, or given to the method."""
    use = use.parent if use.parent.type == "field_access" else use
    parent = use.parent
    if parent.type == "method_invocation":
        return node_text(field(parent, "name")) in (*_ADDS, *_COUNTS)
    if parent.type == "argument_list":
        return node_text(field(parent.parent, "name")) == method
    is_set = parent.type == "assignment_expression" and field(parent, "left") == use
    is_declared = parent.type in ("variable_declarator", "formal_parameter") and field(parent, "name") == use
    return is_set or is_declared


def _in_loop(methods: Methods, method: Any, statement: Any, item: str) -> bool:
    """Whether the loop around goes on after it has added a variable, and changes what that holds."""
    around = _around(statement)
    loop, blocks = around[-1], [node for node in around if node.type == "block"]
    if loop.type not in LOOPS or methods.renews(method, loop, item):
        return False
    if any(_leaves_after(block, statement) for block in blocks):
        return False
    is_repeated = loop.type == "for_statement" or not any(node.type == "if_statement" for node in around)
    begin = loop.start_byte if is_repeated else statement.end_byte  # else it may be added once, after its last change
    changes = [node for node in walk(loop) if node.start_byte >= begin and methods.changes(node, item)]
    instead = [*_instead([statement, *around])]
    return any(not any(_holds(branch, node) for branch in instead) for node in changes)


def _around(statement: Any) -> list[Any]:
    """The nodes around a statement, up to a loop or the method."""
    around = [statement.parent]
    while around[-1].type not in _BOUNDS and around[-1].parent is not None:
        around.append(around[-1].parent)
    return around


def _leaves_after(block: Any, statement: Any) -> bool:
    """Whether a block ends the loop after a statement, or notes in a flag that it has to end."""
    after = (node.type for node in block.named_children if node.start_byte > statement.start_byte)
    kept = (expression_of(node) for node in block.named_children if block != statement.parent or node != statement)
    flags = (field(node, "right") for node in kept if node is not None and node.type == "assignment_expression")
    return any(kind in _LEAVES for kind in after) or any(value.type in ("true", "false") for value in flags)


def _instead(around: Sequence[Any]) -> Iterator[Any]:
    """What is done where a statement is not reached: the other branches of the ifs around it."""
    for inner, node in pairwise(around):
        if node.type == "if_statement":
            branches = field(node, "consequence"), field(node, "alternative")
            yield from (branch for branch in branches if branch is not None and inner in branches and branch != inner)


def _in_recursion(methods: Methods, method: Any, item: str) -> bool:
    """Whether a method that adds a variable changes it, and calls itself with the same one.

    Not if it says whether it was successful: the search may end with the first item.
    """
    name, parameters = function_name(method), parameters_of(method)
    says_success = node_text(field(method, "type")).lower() == "boolean"
    if says_success or methods.renews(method, method, item) or (item not in (*parameters, *methods.fields)):
        return False
    calls = (node for node in walk(method) if node.type == "method_invocation")
    given = [field(node, "arguments").named_children for node in calls if node_text(field(node, "name")) == name]
    at = parameters.index(item) if item in parameters else None
    is_same = any(at is None or (at < len(values) and node_text(values[at]) == item) for values in given)
    return is_same and any(methods.changes(node, item, within=name) for node in walk(method))


def _holds(outer: Any, node: Any) -> bool:
    return bool(outer.start_byte <= node.start_byte < outer.end_byte)
