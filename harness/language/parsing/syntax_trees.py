"""Syntax trees of Java and C++ files, by tree-sitter's grammars."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

_MOST_VALUES = 500
"""Longer lists of values are data: what is computed inside them is not looked at."""
FUNCTIONS = ("method_declaration", "function_definition")
"""What ``function_name`` names."""
CALLS = ("method_invocation", "call_expression")
ELEMENTS = ("array_access", "subscript_expression")
BLOCKS = ("block", "compound_statement")
LOOPS_THROUGH = ("enhanced_for_statement", "for_range_loop")
"""Loops through all that something holds."""
LOOPS = ("while_statement", "do_statement", "for_statement", *LOOPS_THROUGH)
NAMES = ("identifier", "field_identifier")
"""What is named by a name alone: a variable, a member."""
DECLARATORS = ("variable_declarator", "init_declarator")
CHANGES = ("assignment_expression", "update_expression")
LOCALS = ("local_variable_declaration", "declaration")
"""Declarations of variables in functions."""
NUMBERS = ("decimal_integer_literal", "number_literal")
_VALUE_LISTS = ("initializer_list", "array_initializer")


@cache
def parser(language: str) -> Any:
    """The parser of a language: ``java``, ``javascript`` or ``cpp``."""
    from tree_sitter import Language, Parser  # noqa: PLC0415 - only cases on the source need it

    if language == "java":
        from tree_sitter_java import language as grammar  # noqa: PLC0415
    elif language == "javascript":
        from tree_sitter_javascript import language as grammar  # noqa: PLC0415
    else:
        from tree_sitter_cpp import language as grammar  # noqa: PLC0415
    return Parser(Language(grammar()))


def walk(node: Any) -> Iterator[Any]:
    """Yield a node and all below it, in the order of the source."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if not (current.type in _VALUE_LISTS and current.child_count > _MOST_VALUES):
            pending += reversed(current.children)


def node_text(node: Any) -> str:
    """The source text of a node; empty for None."""
    return "" if node is None else node.text.decode(errors="replace")


def bare_text(node: Any) -> str:
    """The source text of a node without blanks; empty for None."""
    return "".join(node_text(node).split())


def field(node: Any, name: str) -> Any:
    """The child in that field of the grammar's rule, or None."""
    return None if node is None else node.child_by_field_name(name)


def name_of(node: Any) -> Any:
    """The name in a declarator, a parameter or a declaration of a function; None if there is none."""
    return field(node, "name") or field(node, "declarator")


def array_of(element: Any) -> Any:
    """What an element is an element of; None for no element."""
    return field(element, "array") or field(element, "argument")


def indices_of(element: Any) -> Sequence[Any]:
    """The indices of an element; none for no element."""
    return values_of(field(element, "index") or field(element, "indices"))


def target_of(change: Any) -> Any:
    """What an assignment or a step by one changes; None for other nodes."""
    if change.type == "assignment_expression":
        return field(change, "left")
    return next(iter(change.named_children), None) if change.type == "update_expression" else None


def start_of(loop: Any) -> Any:
    """Where a ``for`` begins to count; None if it does not."""
    return field(loop, "init") or field(loop, "initializer")


def functions_in(nodes: Iterable[Any]) -> list[Any]:
    """The functions among some nodes that have a body."""
    return [node for node in nodes if node.type in FUNCTIONS and field(node, "body") is not None]


def values_of(node: Any) -> Sequence[Any]:
    """The values of a list of them, or the one value."""
    if node is None:
        return []
    return statements_of(node) if node.type in ("argument_list", "subscript_argument_list") else [node]


def statements_of(block: Any) -> list[Any]:
    """The statements of a block, or what else it holds, without comments."""
    return [child for child in block.named_children if not child.type.endswith("comment")]


def body_statements(body: Any) -> list[Any]:
    """The statements of a loop's or a branch's body: those of its block, or the only one."""
    return statements_of(body) if body is not None and body.type in BLOCKS else [body]


def is_inside(node: Any, outer: Any) -> bool:
    """Whether a node begins in another one."""
    return bool(outer.start_byte <= node.start_byte < outer.end_byte)


def expression_of(statement: Any) -> Any:
    """What a statement consists of; None if it is an empty one, or no such statement."""
    return next(iter(statement.named_children), None) if statement.type == "expression_statement" else None


def is_statement(expression: Any) -> bool:
    """Whether an expression is a statement of its own, which drops its value."""
    return expression.parent is not None and expression_of(expression.parent) == expression


def ancestors(node: Any) -> Iterator[Any]:
    """What a node is in, from the inside to the outside."""
    while (node := node.parent) is not None:
        yield node


def enclosing(node: Any, kinds: Container[str]) -> Any:
    """The innermost node of these types that a node is, or is in; None if there is none."""
    return next((around for around in chain([node], ancestors(node)) if around.type in kinds), None)


def owner_of(value: Any) -> str:
    """The first name in a value: of ``board[r][c]`` the board; empty for none."""
    names = (part for part in walk(value) if part.type == "identifier") if value is not None else ()
    return next(map(node_text, names), "")


def indices_in_array(first: Any, second: Any) -> tuple[Any, Any] | None:
    """The indices of two elements, if they have one each and are of one array; else None."""
    arrays = {node_text(array_of(each)) for each in (first, second)}
    indices = [index for each in (first, second) for index in indices_of(each)]
    return (indices[0], indices[1]) if len(arrays) == 1 and len(indices) == 2 else None  # noqa: PLR2004 - one of each


def argument_count(node: Any) -> int | None:
    """How many arguments a call has; None if it has no list of them, or an unpacked one."""
    argument_list = field(node, "arguments")
    if argument_list is None or any(child.type == "parameter_pack_expansion" for child in argument_list.named_children):
        return None
    return sum(child.type not in ("comment", "line_comment", "block_comment") for child in argument_list.named_children)


def dotted_name(node: Any) -> str:
    """A qualified name with points between its parts, without template arguments: ``std.sort``."""
    if node is None:
        return ""
    if node.type in ("template_function", "template_method", "template_type", "generic_type", "dependent_name"):
        return dotted_name(field(node, "name") or node.named_children[0])
    names = [dotted_name(child) for child in node.named_children if not child.type.endswith(("comment", "arguments"))]
    return ".".join(filter(None, names)) if names else node_text(node)


def function_name(definition: Any) -> str:
    """The simple name of a function or method, without that of its class; empty for a conversion of C++."""
    name = name_of(definition)
    while name is not None and name.type.endswith("_declarator"):  # of a reference it is no field
        name = field(name, "declarator") or next(reversed(name.named_children), None)
    while name is not None and name.type == "qualified_identifier":
        name = field(name, "name")
    return "" if name is None or name.type == "operator_cast" else dotted_name(name).rpartition(".")[2]


def parameter_names(function: Any) -> list[str]:
    """The names of a function's parameters, in their order; empty for one that has no name."""
    declarator = function
    while declarator is not None and field(declarator, "parameters") is None:
        declarator = field(declarator, "declarator")
    given = statements_of(field(declarator, "parameters")) if declarator is not None else []
    names = [
        [node_text(part) for part in walk(field(each, "declarator") or each) if part.type == "identifier"]
        for each in given
    ]
    return ["".join(each[-1:]) for each in names]


def simple_call_name(call: Any) -> str:
    """The name of what a call calls, without that of its object, class or namespace, or template arguments."""
    return dotted_name(field(call, "name") or field(call, "function")).rpartition(".")[2]


def position(path: str, node: Any) -> str:
    """Where a node begins, distinguished from all others of the submission."""
    return f"{path}:{node.start_byte}"


def line_of(node: Any) -> int:
    """The line in which a node begins."""
    return int(node.start_point[0]) + 1


def positions_around(path: str, node: Any, kinds: Container[str]) -> tuple[str, ...]:
    """Where the nodes of some kinds around a node begin, the outermost first."""
    return tuple(reversed([position(path, around) for around in ancestors(node) if around.type in kinds]))


def held_lambdas(nodes: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Each lambda that a variable holds, under the variable's name: ``f = n -> n + 1``, ``f = this::g``."""
    for node in nodes:
        if node.type in ("lambda_expression", "method_reference"):
            name = next(filter(None, (field(node.parent, key) for key in ("declarator", "name", "left"))), None)
            if name is not None:
                yield dotted_name(name).rpartition(".")[2], node
