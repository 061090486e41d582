"""Lists of Java to which one array is added again and again, and changed after that: at last all items are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from harness.language.oddities.aliases.array_changes import (
    COUNTS,
    Methods,
    is_once,
    methods_of,
    parameters_of,
    simple_name,
)
from harness.language.parsing.syntax_trees import (
    FUNCTIONS,
    LOOPS,
    ancestors,
    expression_of,
    field,
    function_name,
    is_inside,
    node_text,
    walk,
)

_ADDS = ("add", "addFirst", "addLast", "offer", "push")
_TAKES = ("clear", "poll", "pollFirst", "pollLast", "pop", "remove", "removeFirst", "removeLast", "removeIf")
_LEAVES = ("return_statement", "break_statement", "throw_statement")
_EXITS = ("exit", "halt")
_MOST_ADDED = 20
"""Lines of a file that are looked at: a table written out has many."""
_BOUNDS = (*FUNCTIONS, *LOOPS, "lambda_expression", "switch_block")


def uncopied_items(nodes: Sequence[Any]) -> Iterator[tuple[int, str]]:
    """The lines that add an array or a list itself, where the loop or the recursion around goes on to change it.

    It does not count if the array is made again in between, the search ends with the first item, items are taken away
    again, or only their number is asked for.
    """
    methods, asked = methods_of(nodes), _asked(nodes)
    for method, statement, items, item in islice(_all_added(methods, asked), _MOST_ADDED):
        if _in_loop(methods, method, statement, item) or _in_recursion(methods, method, statement, (items, item)):
            yield statement.start_point[0] + 1, item


def _all_added(methods: Methods, asked: Mapping[str, set[str]]) -> Iterator[tuple[Any, Any, str, str]]:
    """Each statement that adds an array or a list to what is looked at later: its method, itself and both names."""
    for method in methods.nodes:
        for node in walk(field(method, "body")):
            items, item = _added(node)
            if item and methods.is_changeable(method, item) and asked.get(items, set()) - {function_name(method)}:
                yield method, node, items, item


def _added(statement: Any) -> tuple[str, str]:
    """The list to which a statement adds a variable, and that variable; empty for other statements."""
    call = expression_of(statement)
    if call is None or call.type != "method_invocation" or node_text(field(call, "name")) not in _ADDS:
        return "", ""
    arguments = field(call, "arguments").named_children
    is_plain = len(arguments) == 1 and arguments[0].type == "identifier" and field(call, "object") is not None
    return (simple_name(field(call, "object")), node_text(arguments[0])) if is_plain else ("", "")


def _asked(nodes: Sequence[Any]) -> dict[str, set[str]]:
    """Where the items of a list are asked for, and not only how many they are, by the names of all lists of a file.

    It is the names of the methods to which the list is given, and an empty name for all else. None of a list from which
    some items are taken away again.
    """
    lists = {items for node in nodes if (items := _added(node)[0])}
    asked: dict[str, set[str]] = {items: set() for items in lists}
    taken = set()
    for node in nodes:
        if node.type != "identifier" or (name := node_text(node)) not in lists:
            continue
        use = node.parent if node.parent.type == "field_access" else node
        parent = use.parent
        called = node_text(field(parent, "name")) if parent.type == "method_invocation" else ""
        taken |= {name} if called in _TAKES else set()
        if parent.type == "argument_list":
            asked[name].add(node_text(field(parent.parent, "name")))
        elif called not in (*_ADDS, *COUNTS) and not _is_set(use, parent):
            asked[name].add("")
    return {name: names for name, names in asked.items() if name not in taken}


def _is_set(use: Any, parent: Any) -> bool:
    """Whether a name stands where it is declared or set."""
    is_set = parent.type == "assignment_expression" and field(parent, "left") == use
    is_declared = parent.type in ("variable_declarator", "formal_parameter") and field(parent, "name") == use
    return is_set or is_declared


def _in_loop(methods: Methods, method: Any, statement: Any, item: str) -> bool:
    """Whether the loop around goes on after it has added a variable, and changes what that holds."""
    around = _around(statement)
    loop, blocks = around[-1], [node for node in around if node.type == "block"]
    if loop.type not in LOOPS or methods.renews(method, loop, item):
        return False
    if any(_leaves_after(block, statement) for block in blocks) or is_once([statement, *around], loop):
        return False
    if any(node.type == "if_statement" for node in around) and methods.renews(method, _outermost(loop), item):
        return False
    is_repeated = loop.type == "for_statement" or not any(node.type == "if_statement" for node in around)
    begin = loop.start_byte if is_repeated else statement.end_byte  # else it may be added once, after its last change
    changes = [node for node in walk(loop) if node.start_byte >= begin and methods.changes(node, item)]
    instead = [*_instead([statement, *around])]
    return any(not any(is_inside(node, branch) for branch in instead) for node in changes)


def _around(statement: Any) -> list[Any]:
    """The nodes around a statement, up to a loop or the method."""
    around = [*ancestors(statement)]
    bound = next((at for at, node in enumerate(around) if node.type in _BOUNDS), len(around))
    return around[: bound + 1]


def _leaves_after(block: Any, statement: Any) -> bool:
    """Whether a block ends the loop after a statement, or notes in a flag that it has to end."""
    after = [node for node in block.named_children if node.start_byte > statement.start_byte]
    kept = (expression_of(node) for node in block.named_children if block != statement.parent or node != statement)
    flags = (field(node, "right") for node in kept if node is not None and node.type == "assignment_expression")
    is_left = any(node.type in _LEAVES for node in after) or any(map(_ends_program, after))
    return is_left or any(value.type in ("true", "false") for value in flags)


def _ends_program(statement: Any) -> bool:
    call = expression_of(statement)
    is_call = call is not None and call.type == "method_invocation"
    return statement.type == "throw_statement" or (is_call and node_text(field(call, "name")) in _EXITS)


def _outermost(loop: Any) -> Any:
    """The outermost loop around a loop in its method."""
    node = loop
    while node.parent is not None and node.type not in (*FUNCTIONS, "lambda_expression"):
        node = node.parent
        loop = node if node.type in LOOPS else loop
    return loop


def _instead(around: Sequence[Any]) -> Iterator[Any]:
    """What is done where a statement is not reached: the other branches of the ifs around it."""
    for inner, node in pairwise(around):
        if node.type == "if_statement":
            branches = field(node, "consequence"), field(node, "alternative")
            yield from (branch for branch in branches if branch is not None and inner in branches and branch != inner)


def _in_recursion(methods: Methods, method: Any, statement: Any, names: tuple[str, str]) -> bool:
    """Whether a method that adds a variable to a list changes it, and calls itself with the same one.

    Not if the search may end with the first item: it says whether it was successful, or asks how many items there are.
    """
    (items, item), name, parameters = names, function_name(method), parameters_of(method)
    may_end = node_text(field(method, "type")).lower() == "boolean" or _ends_search(statement)
    asks = any(items in methods.counts.get(other, ()) for other in methods.reached_from([name]))
    if may_end or asks or methods.renews(method, method, item) or item not in (*parameters, *methods.fields):
        return False
    calls = (node for node in walk(method) if node.type == "method_invocation")
    given = [field(node, "arguments").named_children for node in calls if node_text(field(node, "name")) == name]
    at = parameters.index(item) if item in parameters else None
    is_same = any(at is None or (at < len(values) and node_text(values[at]) == item) for values in given)
    return is_same and any(methods.changes(node, item, within=name) for node in walk(method))


def _ends_search(statement: Any) -> bool:
    """Whether a statement is followed by an end of the search, or a flag for that stands beside it."""
    for block in (node for node in _around(statement) if node.type == "block"):
        beside = [expression_of(node) for node in block.named_children]
        flags = [node for node in beside if node is not None and node.type == "assignment_expression"]
        if any(_is_flag(node) for node in flags):
            return True
        if any(_ends_program(node) for node in block.named_children if node.start_byte > statement.start_byte):
            return True
    return False


def _is_flag(assignment: Any) -> bool:
    """Whether an assignment gives true or false to a variable; an element is rather a mark on a row or a column."""
    is_truth = field(assignment, "right").type in ("true", "false")
    return is_truth and field(assignment, "left").type != "array_access"
