"""Small changes that may repair a Java or a C++ program, most likely faults first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.repair import COMPARISONS, FunctionSpan, Ranked, RankedEdits, beside, inverted, ranked
from harness.language.parsing.syntax_trees import field, node_text, parser, walk
from harness.model.patterns import lazy_regex

_FUNCTIONS = ("method_declaration", "constructor_declaration", "function_definition")
_CALLS = ("method_invocation", "call_expression")
_BLOCKS = ("block", "compound_statement")
_LOOPS = (
    "for_statement",
    "while_statement",
    "do_statement",
    "enhanced_for_statement",
    "for_range_loop",
    "if_statement",
)
_SIMPLE = ("expression_statement", "return_statement", "break_statement", "continue_statement")
_NUMBERS = ("decimal_integer_literal", "number_literal")
_VALUES = ("identifier", "binary_expression", "field_access", "field_expression", "array_access",
           "subscript_expression", "method_invocation", "call_expression")  # fmt: skip
_OF_BOUNDS = ("binary_expression", "variable_declarator", "init_declarator", "array_access", "subscript_argument_list")
_NUMBER = lazy_regex(r"(?:(?:unsigned|signed|long|short|int|char|byte|double|float|size_t|std::size_t)\s*)+")
_WHOLE = lazy_regex(r"(\d{1,18})([uUlL]*)")
_OTHER_OPERATORS = {"+": "-", "-": "+", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "++": "--", "--": "++"}
_OPPOSITE = {"==": "!=", "!=": "=="}
_OTHER_NAMES = {"out": "err", "err": "out", "cout": "cerr", "cerr": "cout", "println": "print", "print": "println",
                "startsWith": "equals", "contains": "equals"}  # fmt: skip


class TreeRepairs:
    """The changes to one file. ``language``: ``java`` or ``cpp``."""

    def __init__(self, language: str, source: bytes) -> None:
        self._is_java, self._source = language == "java", source
        self._root = parser(language).parse(source).root_node
        self._nodes = list(walk(self._root))
        outer = [node for node in self._nodes if node.type == "field_declaration"]
        outer += [node for node in self._root.children if node.type == "declaration"]
        self._shared = {name for node in outer for name, _ in _declared(walk(node))}

    def functions(self) -> Iterator[FunctionSpan]:
        """Every function, with the names of what it calls."""
        for node in self._nodes:
            if node.type in _FUNCTIONS:
                called = frozenset(_called(inner) for inner in walk(node) if inner.type in _CALLS)
                yield FunctionSpan(_name(node), node.start_byte, node.end_byte, called)

    def edits(self) -> RankedEdits:
        """Every change with its rank."""
        for node in self._nodes:
            yield from self._of_node(node)
            if node.type in _BLOCKS:
                yield from self._of_block(node)
            if node.type in _FUNCTIONS:
                yield from self._of_function(node)

    def _of_node(self, node: Any) -> RankedEdits:
        of_type = {
            "binary_expression": self._of_operation,
            "assignment_expression": self._of_assignment,
            "update_expression": self._of_assignment,
            "local_variable_declaration": self._of_declaration,
            "declaration": self._of_declaration,
            "parameter_declaration": self._of_parameter,
            "variable_declarator": self._of_value,
            "init_declarator": self._of_value,
            **dict.fromkeys(_NUMBERS, _of_number),
            **dict.fromkeys(_CALLS, self._of_call),
            **dict.fromkeys(("if_statement", "while_statement"), _of_condition),
        }
        if node.type in of_type:
            yield from of_type[node.type](node)
        elif node.type in ("true", "false"):
            yield _over(2, node, "false" if node.type == "true" else "true")
        elif node.type in ("array_access", "subscript_expression"):
            for index in _named(field(node, "index") or field(node, "indices")):
                yield from _one_more(1, index)
        elif node.type == "identifier" and node_text(node) in _OTHER_NAMES:
            yield _over(1, node, _OTHER_NAMES[node_text(node)])
        elif node.type == "return_statement" and node.named_children:
            yield from _one_more(2, node.named_children[0])

    def _of_parameter(self, node: Any) -> RankedEdits:
        """An object that is handed over as a copy (C++)."""
        name, kind = field(node, "declarator"), field(node, "type")
        if name is not None and name.type == "identifier" and kind is not None and kind.type != "primitive_type":
            yield _over(1, name, f"& {node_text(name)}")

    def _of_operation(self, node: Any) -> RankedEdits:
        left, operator, right = field(node, "left"), field(node, "operator"), field(node, "right")
        text = node_text(operator)
        for number, other in enumerate(COMPARISONS.get(text, ())):
            yield _over(2 * (number > 0), operator, other)
        if text in COMPARISONS:
            yield from self._of_comparison(node, left, text, right)
        elif text in _OTHER_OPERATORS:
            yield _over(1, operator, _OTHER_OPERATORS[text])
            if text in ("&&", "||"):
                yield _over(3, node, node_text(left))
                yield _over(3, node, node_text(right))
            elif right.type in _NUMBERS:
                yield _over(1, node, node_text(left))
        elif text == "/":
            yield ranked(2, left.start_byte, left.start_byte, "(double) ")
            if (divided := _bare(left)).type == "binary_expression":
                yield _over(1, divided, f"{node_text(divided)} + 1")  # halves of an odd number
                yield _over(1, divided, f"{node_text(divided)} - 1")

    def _of_comparison(self, node: Any, left: Any, sign: str, right: Any) -> RankedEdits:
        yield from _one_more(1, right)
        for number in beside(node_text(right)) if sign in _OPPOSITE else ():
            yield _over(1, node, f"{node_text(left)} {_OPPOSITE[sign]} {number}")
        is_text = any(side.type == "string_literal" for side in (left, right))
        if self._is_java and sign == "==" and is_text:
            yield _over(0, node, f"{node_text(left)}.equals({node_text(right)})")
        for side in (left, right):
            if side.type == "binary_expression" and node_text(field(side, "operator")) == "-":
                yield _over(2, side, f"{'Math.' * self._is_java}abs({node_text(side)})")

    def _of_assignment(self, node: Any) -> RankedEdits:
        for operator in (child for child in node.children if not child.is_named):
            text = node_text(operator)
            if text in _OTHER_OPERATORS:
                yield _over(1, operator, _OTHER_OPERATORS[text])
            if text == "=":
                yield _over(2, operator, "+=")
                yield _over(3, operator, "==")
            elif text in ("+=", "-="):
                yield _over(3, operator, "=")

    def _of_call(self, node: Any) -> RankedEdits:
        arguments = _named(field(node, "arguments"))
        for argument in arguments:
            yield from _one_more(2, argument)
            if self._is_java and argument.type == "identifier" and _called(node) in ("add", "push", "addLast"):
                yield _over(1, argument, f"{node_text(argument)}.clone()")
        for left, right in pairwise(arguments):
            yield self._swapped(2, left, right)

    def _of_declaration(self, node: Any) -> RankedEdits:
        """A variable of its own that hides another one of its name, and one that is too small."""
        declarator, kind = field(node, "declarator"), field(node, "type")
        name = field(declarator, "name") or field(declarator, "declarator")
        if name is not None and field(declarator, "value") is not None and node_text(name) in self._shared:
            yield ranked(0, node.start_byte, name.start_byte, "")
        if kind is not None and node_text(kind) == "int":
            yield _over(2, kind, "long" if self._is_java else "long long")
        if node_text(node).startswith("static "):
            yield ranked(1, node.start_byte, node.start_byte + len("static "), "")

    def _of_value(self, declarator: Any) -> RankedEdits:
        """An array that is no copy (Java), and bounds that a constructor gets (C++)."""
        value, kind = field(declarator, "value"), field(declarator.parent, "type")
        if value is not None and value.type == "argument_list":
            for argument in _named(value):
                yield from _one_more(1, argument)
        elif value is not None and value.type == "identifier" and kind is not None and kind.type == "array_type":
            yield _over(1, value, f"{node_text(value)}.clone()")

    def _of_block(self, block: Any) -> RankedEdits:
        statements = [child for child in block.named_children if not child.type.endswith("comment")]
        for statement in statements:
            if statement.type in _SIMPLE and not (self._is_java and statement.type == "return_statement"):
                yield _over(2, statement, ";")
        for first, second in pairwise(statements):
            yield self._swapped(3, first, second)
            inner = _body(first)
            if inner is not None and second.type in _SIMPLE:  # into the block before it
                brace = inner.end_byte - 1
                yield ranked(2, brace, second.end_byte, f"{node_text(second)} }}")
        is_inner = block.parent is not None and block.parent.type in _LOOPS
        if is_inner and len(statements) > 1 and statements[-1].type in _SIMPLE:
            last = statements[-1]
            rank = 1 if last.type == "return_statement" else 2
            yield ranked(rank, last.start_byte, block.end_byte, f"}} {node_text(last)}")

    def _of_function(self, function: Any) -> RankedEdits:
        """Its variables for each other, and what undoes a change after a call of its own."""
        nodes, name = list(walk(function)), _name(function)
        known = dict(_declared(nodes))
        values = [node for node in nodes if node.type == "identifier" and _is_value(node)]
        for node in values:
            alike = [other for other, kind in known.items() if kind == known.get(node_text(node))]
            yield from (_over(3, node, other) for other in alike if other != node_text(node))
        parameters = dict(_declared(node for node in nodes if "parameter" in node.type))
        unread = [other for other in parameters if other not in map(node_text, values)]
        for node in nodes if unread else ():
            if node.type in (*_CALLS, "array_access", "subscript_expression") and _gives_value(node):
                yield from (_over(1, node, other) for other in unread)
        for block in (node for node in nodes if node.type in _BLOCKS):
            for before, after in pairwise(block.named_children):
                undo = inverted(node_text(before))
                if undo and any(_called(node) == name for node in walk(after) if node.type in _CALLS):
                    yield ranked(1, after.end_byte, after.end_byte, f" {undo}")

    def _swapped(self, rank: int, first: Any, second: Any) -> Ranked:
        between = self._source[first.end_byte : second.start_byte].decode(errors="replace")
        return ranked(rank, first.start_byte, second.end_byte, f"{node_text(second)}{between}{node_text(first)}")


def _of_number(node: Any) -> RankedEdits:
    number = _WHOLE.fullmatch(node_text(node))
    rank = 0 if node.parent.type in _OF_BOUNDS else 1
    if number is not None:
        for value in (int(number[1]) + 1, int(number[1]) - 1):
            yield _over(rank, node, f"{value}{number[2]}" if value >= 0 else f"({value})")


def _of_condition(node: Any) -> RankedEdits:
    condition = _bare(field(node, "condition"))
    if condition is not None:
        yield _over(1, condition, f"!({node_text(condition)})")
        yield _over(3, condition, "true")


def _over(rank: int, node: Any, new: str) -> Ranked:
    return ranked(rank, node.start_byte, node.end_byte, new)


def _one_more(rank: int, node: Any) -> RankedEdits:
    """The value and one more or less; numbers change anyway."""
    ends_in_number = node is not None and (right := field(node, "right")) is not None and right.type in _NUMBERS
    if node is not None and node.type in _VALUES and not ends_in_number:
        yield _over(rank, node, f"{node_text(node)} + 1")
        yield _over(rank, node, f"{node_text(node)} - 1")


def _named(node: Any) -> Sequence[Any]:
    """The values of a list of them, or the one value."""
    if node is None:
        return []
    is_list = node.type in ("argument_list", "subscript_argument_list")
    return [child for child in node.named_children if not child.type.endswith("comment")] if is_list else [node]


def _bare(condition: Any) -> Any:
    """What is in the parentheses."""
    while condition is not None and condition.type in ("parenthesized_expression", "condition_clause"):
        condition = field(condition, "value") or next(iter(condition.named_children), None)
    return condition


def _body(statement: Any) -> Any:
    """The block of a statement without an else; None if it has none."""
    if statement.type not in _LOOPS or field(statement, "alternative") is not None:
        return None
    body = field(statement, "body") or field(statement, "consequence")
    return body if body is not None and body.type in _BLOCKS else None


def _name(function: Any) -> str:
    """The simple name of a function."""
    name = field(function, "name") or field(function, "declarator")
    while name is not None and (inner := field(name, "declarator") or field(name, "name")) is not None:
        name = inner
    return node_text(name)


def _called(call: Any) -> str:
    return node_text(field(call, "name") or field(call, "function")).rpartition(".")[2].rpartition("::")[2]


def _declared(nodes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The variables and parameters that a function declares, with their types; all of numbers are one."""
    for node in nodes:
        if node.type in ("variable_declarator", "formal_parameter", "init_declarator", "parameter_declaration"):
            name = field(node, "name") or field(node, "declarator")
            while name is not None and name.type in ("reference_declarator", "pointer_declarator"):
                name = next(iter(name.named_children), None)
            if name is not None and name.type == "identifier":
                kind = node_text(field(node, "type") or field(node.parent, "type"))
                yield node_text(name), "number" if _NUMBER.fullmatch(kind) else kind


def _gives_value(node: Any) -> bool:
    """Whether something is made of what a call or an element is."""
    is_set = node.parent.type == "assignment_expression" and field(node.parent, "left") == node
    return not is_set and node.parent.type not in ("expression_statement", "update_expression")


def _is_value(node: Any) -> bool:
    """Whether an identifier is read or set, and neither declared nor the name of a member or of what is called."""
    parent = node.parent
    if parent is None or "declarator" in parent.type or "parameter" in parent.type:
        return parent is not None and field(parent, "value") == node
    return all(field(parent, name) != node for name in ("name", "function", "field"))
