"""Python's syntax trees with the nodes by which tree-sitter reads C++, so that one rule is for all languages."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib.util import decode_source
from itertools import accumulate
from typing import Any, NamedTuple

_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.And: "&&", ast.Or: "||",
}  # fmt: skip
_KINDS: dict[type[ast.AST], str] = {
    ast.Name: "identifier", ast.Return: "return_statement", ast.Break: "break_statement", ast.Raise: "throw_statement",
    ast.Continue: "continue_statement", ast.Expr: "expression_statement",
    ast.UnaryOp: "unary_expression", ast.IfExp: "conditional_expression", ast.ExceptHandler: "catch_clause",
    ast.arg: "parameter_declaration",
}  # fmt: skip
"""What has no fields that a rule asks for; other nodes have the names of Python's classes."""
_CONSTANTS: dict[type[Any], str] = {
    int: "number_literal", float: "number_literal", str: "string_literal", type(None): "null"
}  # fmt: skip
_MOST_JOINED = 50
"""Terms of one condition, beyond which it is no choice between two: each would be in the next."""
_Parts = Sequence[tuple[str, Any]]
"""Field -> a node, the statements of a block, or a text such as an operator's."""


class _Joint(NamedTuple):
    """A node that Python's own tree does not have, from the begin of one node to the end of another."""

    kind: str
    parts: _Parts
    first: Any
    last: Any


class PythonNode:
    """A node as tree-sitter has it."""

    is_named, has_error = True, False

    def __init__(self, kind: str, origin: Any, parent: PythonNode | None, span: tuple[int, int], source: bytes) -> None:
        """``origin``: the node of Python's own tree; None if that has none. ``source``: what the span is of."""
        self.type, self.origin, self.parent = kind, origin, parent
        self.start_byte, self.end_byte = span
        self._source, self._place = source, 0
        self.id = id(self)
        self.start_point = (getattr(origin, "lineno", 0) - 1, 0)
        self.children: list[PythonNode] = []
        self._fields: dict[str, PythonNode] = {}

    @property
    def named_children(self) -> list[PythonNode]:
        """All children: an operator is in its field alone."""
        return self.children

    @property
    def text(self) -> bytes:
        """Its source."""
        return self._source[self.start_byte : self.end_byte]

    @property
    def child_count(self) -> int:
        """How many children there are."""
        return len(self.children)

    @property
    def is_set(self) -> bool:
        """Whether a variable or an element stands where it is given a value, or none."""
        return not isinstance(getattr(self.origin, "ctx", ast.Load()), ast.Load)

    @property
    def next_sibling(self) -> PythonNode | None:
        """The child of the same node after this one."""
        return self._beside(1)

    @property
    def prev_sibling(self) -> PythonNode | None:
        """The one before it."""
        return self._beside(-1)

    next_named_sibling = next_sibling

    def _beside(self, step: int) -> PythonNode | None:
        children = self.parent.children if self.parent is not None else [self]
        at = self._place + step
        return children[at] if 0 <= at < len(children) else None

    def child_by_field_name(self, name: str) -> PythonNode | None:
        """The child in that field."""
        return self._fields.get(name)

    def children_by_field_name(self, name: str) -> list[PythonNode]:
        """The same as a list: no field of these has several."""
        return [self._fields[name]] if name in self._fields else []

    def put(self, name: str, child: PythonNode) -> None:
        """Add a child, in a field if that has a name."""
        self._fields |= {name: child} if name else {}
        if child.type not in ("operator", "name"):
            child._place = len(self.children)
            self.children.append(child)


class _Word(PythonNode):
    """A name or an operator, whose place in the source is not known: that of the end of what it belongs to."""

    def __init__(self, kind: str, word: bytes, parent: PythonNode) -> None:
        """``word``: its text."""
        super().__init__(kind, None, parent, (parent.end_byte - len(word), parent.end_byte), b"")
        self._word = word

    @property
    def text(self) -> bytes:
        """The word."""
        return self._word


def python_tree(module: ast.Module, source: bytes) -> PythonNode:
    """The root of the tree of a module. ``source``: in UTF-8."""
    starts = [0, *accumulate(len(line) + 1 for line in source.split(b"\n"))]
    root = PythonNode("module", module, None, (0, len(source)), source)
    pending = deque((root, *part) for part in _inner(module))
    while pending:
        parent, name, part = pending.popleft()
        if isinstance(part, str):
            kind = "field_identifier" if name == "field" else name
            parent.put(name, _Word(kind, part.encode(), parent))
        elif part:
            part = _Joint("block", [("", each) for each in part], part[0], part[-1]) if isinstance(part, list) else part
            kind, parts, first, last = part if isinstance(part, _Joint) else (*_shape(part), part, part)
            span = starts[first.lineno - 1] + first.col_offset, starts[last.end_lineno - 1] + last.end_col_offset
            node = PythonNode(kind, first if first is last else None, parent, span, source)
            parent.put(name, node)
            pending.extend((node, *inner) for inner in parts)
    return root


def decoded(source: bytes) -> bytes:
    """The source of a module that was parsed as bytes, in UTF-8, as its nodes count lines and columns."""
    try:
        return decode_source(source).encode()
    except (SyntaxError, UnicodeDecodeError):  # in a comment, which Python's own parser passes over
        return source.replace(b"\r\n", b"\n").decode(errors="replace").encode()


def _shape(node: Any) -> tuple[str, _Parts]:
    if isinstance(node, ast.Constant):
        kind = str(node.value).lower() if isinstance(node.value, bool) else _CONSTANTS.get(type(node.value), "constant")
        return kind, ()
    shape = _SHAPES.get(type(node))
    return shape(node) if shape is not None else (_KINDS.get(type(node), type(node).__name__), [*_inner(node)])


def _inner(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """The parts of a node in no fields, each list of statements as a block; of what has no place, its own parts."""
    for _, part in ast.iter_fields(node):
        children = part if isinstance(part, list) else [part]
        if any(isinstance(child, ast.stmt) for child in children):
            yield "", children
            continue
        for child in (each for each in children if isinstance(each, ast.AST)):
            if isinstance(child, ast.comprehension):
                parts = [("declarator", child.target), ("right", child.iter), *(("", each) for each in child.ifs)]
                yield "", _Joint("comprehension", parts, child.target, [child.iter, *child.ifs][-1])
            elif isinstance(child, ast.withitem) and child.optional_vars is not None:
                yield "", _assignment([child.optional_vars], "=", child.context_expr, child.context_expr)
            elif hasattr(child, "lineno"):
                yield "", child
            else:
                yield from _inner(child)


def _assignment(targets: Sequence[ast.AST], sign: str, value: ast.AST | None, whole: ast.AST) -> _Joint:
    parts = [("left", targets[0]), *(("", each) for each in targets[1:]), ("operator", sign), ("right", value)]
    return _Joint("assignment_expression", parts, whole, whole)


def _set(node: Any, sign: str = "=") -> tuple[str, _Parts]:
    """The statement of an assignment."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if node.value is None:  # a type alone
        return type(node).__name__, [*_inner(node)]
    return "expression_statement", [
        ("", _assignment(targets, sign, node.value, node)), ("", getattr(node, "annotation", None)),
    ]  # fmt: skip


def _binary(left: ast.AST, sign: ast.AST, right: ast.AST) -> tuple[str, _Parts]:
    return "binary_expression", [("left", left), ("operator", _SIGNS[type(sign)]), ("right", right)]


def _joined(node: ast.BoolOp) -> tuple[str, _Parts]:
    *before, last = node.values
    if len(before) > _MOST_JOINED:
        return "joined_values", [("", each) for each in node.values]
    left = before[0] if len(before) == 1 else ast.BoolOp(node.op, before)
    if isinstance(left, ast.BoolOp) and len(before) > 1:
        left.lineno, left.col_offset = node.lineno, node.col_offset
        left.end_lineno, left.end_col_offset = before[-1].end_lineno, before[-1].end_col_offset
    return _binary(left, node.op, last)


def _compared(node: ast.Compare) -> tuple[str, _Parts]:
    """A comparison; of several, that of the first two and the rest."""
    sides = [node.left, *node.comparators]
    if len(node.ops) == 1:
        return _binary(sides[0], node.ops[0], sides[1])
    pairs = zip(sides, node.ops, sides[1:], strict=False)
    return "comparison_chain", [("", _Joint(*_binary(*pair), pair[0], pair[2])) for pair in pairs]


def _loop(node: ast.For | ast.AsyncFor) -> tuple[str, _Parts]:
    parts = [("declarator", node.target), ("right", node.iter), ("body", node.body), ("", node.orelse)]
    return "for_range_loop", parts


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, _Parts]:
    return "function_definition", [("name", node.name), *_inner_of(node), ("body", node.body)]


def _inner_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, Any]]:
    yield from (("", each) for each in node.decorator_list)
    yield from (*_inner(node.args), ("", node.returns))


def _call(node: ast.Call) -> tuple[str, _Parts]:
    given = [("", each) for each in (*node.args, *node.keywords)]
    last = [node.func, *node.args, *node.keywords][-1]
    arguments = _Joint("argument_list", given, given[0][1] if given else last, last)
    return "call_expression", [("function", node.func), ("arguments", arguments)]


_SHAPES: dict[type[ast.AST], Callable[[Any], tuple[str, _Parts]]] = {
    ast.If: lambda node: (
        "if_statement", [("condition", node.test), ("consequence", node.body), ("alternative", node.orelse)],
    ),
    ast.While: lambda node: ("while_statement", [("condition", node.test), ("body", node.body), ("", node.orelse)]),
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.Assign: _set,
    ast.AnnAssign: _set,
    ast.AugAssign: lambda node: _set(node, f"{_SIGNS[type(node.op)]}="),
    ast.NamedExpr: lambda node: (
        "assignment_expression", [("left", node.target), ("operator", "="), ("right", node.value)],
    ),
    ast.Delete: lambda node: ("expression_statement", [("", _Joint("delete_expression", [*_inner(node)], node, node))]),
    ast.BinOp: lambda node: _binary(node.left, node.op, node.right),
    ast.BoolOp: _joined,
    ast.Compare: _compared,
    ast.Call: _call,
    ast.Attribute: lambda node: ("field_expression", [("argument", node.value), ("field", node.attr)]),
    ast.Subscript: lambda node: ("subscript_expression", [("argument", node.value), ("indices", node.slice)]),
}  # fmt: skip
"""What has fields."""
