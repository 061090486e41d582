"""The expressions of a Python file as terms."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.variables.terms import CALL, DEEPEST, ELEMENT, LIST, NAME, OTHER, Term
from harness.language.parsing.python import called_name

_ROOTS = (ast.Compare, ast.Assign, ast.AugAssign, ast.Return, ast.Call, ast.BinOp, ast.Subscript, ast.Tuple, ast.List)
_APART = (
    ast.BoolOp, ast.UnaryOp, ast.IfExp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.stmt, ast.Dict, ast.JoinedStr, ast.Slice,
)  # fmt: skip
"""What joins several expressions, each of which is one of its own."""
_Shape = tuple[str, list[ast.expr], str]


def python_terms(tree: ast.AST, text: PythonText) -> Iterator[Term]:
    """Each comparison, assignment, call or sum that is in no other one."""
    pending = [(tree, False)]
    while pending:
        node, is_inside = pending.pop()
        if not is_inside and isinstance(node, _ROOTS):
            yield _term(node, text)
            is_inside = True
        elif isinstance(node, _APART):
            is_inside = False
        pending += [(child, is_inside) for child in ast.iter_child_nodes(node)]


def made_by(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Each class, with the names of what its objects are made of."""
    for node in ast.walk(tree):
        body = node.body if isinstance(node, ast.ClassDef) else []
        makers = [each for each in body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
        fields = [
            each.target.id for each in body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]
        if isinstance(node, ast.ClassDef):
            yield node.name, [argument.arg for argument in makers[0].args.args[1:]] if makers else fields


def _term(node: ast.AST, text: PythonText, depth: int = 0) -> Term:
    """A node as a term; what joins several expressions, or is nested deeply, has no parts."""
    sign, parts, owner = _shape(node, text) if depth < DEEPEST else (OTHER, [], "")
    inner = tuple(_term(part, text, depth + 1) for part in parts)
    return Term(*text.span(node), "".join(text.text(node).split()), sign, inner, owner)


def _shape(node: ast.AST, text: PythonText) -> _Shape:
    """The sign, the parts and the owner of a node."""
    match node:
        case ast.Name():
            shape: _Shape = (NAME, [], "")
        case ast.Attribute():
            shape = (NAME if text.text(node).replace(".", "").isidentifier() else OTHER, [], "")
        case ast.Subscript():
            shape = _element(node, text)
        case ast.Call():
            shape = (CALL, [*node.args], called_name(node))
        case ast.BinOp():
            shape = (text.operator(node.left, node.right)[2], [node.left, node.right], "")
        case ast.Compare(left=left, comparators=[right]):
            shape = (text.operator(left, right)[2], [left, right], "")
        case ast.Assign(targets=[target], value=value) | ast.AugAssign(target=target, value=value):
            shape = ("=", [target, value], "")
        case ast.Return(value=ast.expr() as value):
            shape = ("return", [value], "")
        case ast.Tuple() | ast.List() | ast.Set():
            shape = (LIST, node.elts, "")
        case _:
            shape = ("", [], "")
    return shape


def _element(node: ast.Subscript, text: PythonText) -> _Shape:
    """An element of a list, with all its indices."""
    indices, array = [node.slice], node.value
    while isinstance(array, ast.Subscript):
        indices, array = [array.slice, *indices], array.value
    return ELEMENT, indices, text.text(array)
