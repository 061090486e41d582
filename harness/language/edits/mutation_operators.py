"""Small mechanical changes to a source, one at a time: what no case notices shows what the cases do not prove."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from harness.language.edits.forms.source_text import Edit, PrologToken, PythonText, prolog_tokens
from harness.language.edits.prolog.terms import neck_of
from harness.language.parsing import cpp, java, python
from harness.language.parsing.python import is_bare_constant
from harness.language.parsing.syntax_trees import field, node_text, parser, walk
from harness.language.prolog.language import Prolog
from harness.model.patterns import lazy_regex

_PROLOG_SWAPS = {"<": "=<", "=<": "<", ">": ">=", ">=": ">", "=:=": "=\\=", "=\\=": "=:=", "==": "\\==", "\\==": "==",
          "=": "\\=", "\\=": "=", "#<": "#=<", "#=<": "#<", "#>": "#>=", "#>=": "#>", "#=": "#\\=", "#\\=": "#=",
          "+": "-", "-": "+", "*": "+", "//": "*", "mod": "*", "rem": "*", "\\+": "", ";": ","}  # fmt: skip
_NECKS, _BETWEEN = (":-", "-->"), (",", ";", "->", "*->", ".")
_OPEN, _CLOSED = ("(", "[", "{"), (")", "]", "}")


def prolog_edits(source: bytes) -> Iterator[Edit]:
    """Operators turned, whole numbers one more, goals of a body always true, clauses away; directives are let alone."""
    clause: list[PrologToken] = []
    for token in prolog_tokens(source):
        clause.append(token)
        if token.text == ".":
            if clause[0].text != ":-":
                yield from _clause(clause)
            clause = []


def _clause(clause: Sequence[PrologToken]) -> Iterator[Edit]:
    yield Edit(clause[0].start, clause[-1].end, "")
    for token in clause:
        if token.text in _PROLOG_SWAPS:
            yield Edit(token.start, token.end, _PROLOG_SWAPS[token.text])
        elif token.is_integer:
            yield Edit(token.start, token.end, str(int(token.text) + 1))
    neck = neck_of(clause, _NECKS)
    if neck is not None:
        yield from _goals(clause[neck + 1 :], "[]" if clause[neck].text == "-->" else "true")


def _goals(body: Sequence[PrologToken], nothing: str) -> Iterator[Edit]:
    """Each goal that is in no brackets gives way to one that changes nothing."""
    begin, depth = 0, 0
    for number, token in enumerate(body):
        depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if depth == 0 and token.text in _BETWEEN:
            if number > begin and body[begin].text != nothing:
                yield Edit(body[begin].start, body[number - 1].end, nothing)
            begin = number + 1


_SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "/": "*",
          "//": "*", "%": "*", "&&": "||", "||": "&&", "and": "or", "or": "and", "++": "--", "--": "++", "+=": "-=",
          "-=": "+=", "is": "is not", "is not": "is", "in": "not in", "not in": "in", "true": "false", "false": "true",
          "True": "False", "False": "True"}  # fmt: skip
_TREES = ("binary_expression", "update_expression", "assignment_expression", "true", "false", "if_statement",
          "while_statement", "decimal_integer_literal", "number_literal", "expression_statement")  # fmt: skip
_WHOLE = lazy_regex(r"(\d+)([uUlL]*)")


class Change(Struct, frozen=True):
    """One change to one file."""

    line: int
    """Where it begins, from 1."""
    before: str
    """The lines that it touches, joined by a blank and without their indentation."""
    after: str
    """The same lines as they are then."""
    source: bytes
    """The whole changed file."""


def is_known(path: str) -> bool:
    """Whether such a file can be read here."""
    return path.lower().endswith((*python.SUFFIXES, *java.SUFFIXES, *cpp.SUFFIXES, *Prolog.suffixes))


def changes(path: str, source: bytes) -> list[Change]:
    """Every change to a file, in the order of its text.

    Comparisons, arithmetic, boolean operators and constants are turned, whole numbers get one more, conditions are
    negated, statements that are an expression or set a variable, and Prolog's clauses and goals, are taken away.
    """
    name = path.lower()
    if name.endswith(python.SUFFIXES):
        text = _Python(source)
        edits = {edit for node in ast.walk(ast.parse(source)) for edit in text.edits(node)}
    elif name.endswith(Prolog.suffixes):
        edits = set(prolog_edits(source))
    else:
        edits = set(_tree("java" if name.endswith(java.SUFFIXES) else "cpp", source))
    return [_change(source, edit) for edit in sorted(edits, key=lambda edit: (edit.start, edit.end, edit.new))]


def evenly(possible: list[Change], most: int) -> list[Change]:
    """At most so many of them, spread over all; the same ones every time."""
    if len(possible) <= most:
        return possible
    return [possible[number * len(possible) // most] for number in range(most)]


def _change(source: bytes, edit: Edit) -> Change:
    changed = source[: edit.start] + edit.new.encode() + source[edit.end :]
    begin = source.rfind(b"\n", 0, edit.start) + 1
    end = source.find(b"\n", edit.end)
    end = len(source) if end < 0 else end
    line = source.count(b"\n", 0, edit.start) + 1
    return Change(line, _plain(source[begin:end]), _plain(changed[begin : end + len(changed) - len(source)]), changed)


def _plain(lines: bytes) -> str:
    return " ".join(lines.decode(errors="replace").split())


def _tree(language: str, source: bytes) -> Iterator[Edit]:
    """The edits of a Java or a C++ file."""
    for node in walk(parser(language).parse(source).root_node):
        if node.type not in _TREES:
            continue
        operator = node if node.type in ("true", "false") else field(node, "operator")
        condition = field(node, "condition")
        number = _WHOLE.fullmatch(node_text(node)) if node.type.endswith("_literal") else None
        if operator is not None and node_text(operator) in _SWAPS:
            yield Edit(operator.start_byte, operator.end_byte, _SWAPS[node_text(operator)])
        elif number:
            yield Edit(node.start_byte, node.end_byte, f"{int(number[1]) + 1}{number[2]}")
        elif condition is not None:
            yield Edit(condition.start_byte, condition.end_byte, f"(!{node_text(condition)})")
        elif node.type == "expression_statement":
            yield Edit(node.start_byte, node.end_byte, ";")
        if node.type == "update_expression":
            yield from _update(node)


def _update(node: Any) -> Iterator[Edit]:
    """The sign of ``i++``, which is no field in one of the grammars."""
    for child in node.children:
        if node_text(child) in ("++", "--"):
            yield Edit(child.start_byte, child.end_byte, _SWAPS[node_text(child)])


class _Python(PythonText):
    """The mutants of a Python file."""

    def edits(self, node: ast.AST) -> Iterator[Edit]:
        """The edits of one node alone."""
        if isinstance(node, ast.Compare):
            yield from self._between(node.left, node.comparators[0])
        elif isinstance(node, ast.BinOp):
            yield from self._between(node.left, node.right)
        elif isinstance(node, ast.BoolOp):
            yield from self._between(node.values[0], node.values[1])
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield Edit(*self.span(node), _SWAPS.get(str(node.value), str(int(node.value) + 1)))
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            begin, end = self.span(node.test)
            yield Edit(begin, end, f"not ({self.source[begin:end].decode(errors='replace')})")
        elif isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign)) and not is_bare_constant(node):
            yield Edit(*self.span(node), "pass")
        if isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
            sign = self.source.index(b"=", self.span(node.target)[1]) - 1
            yield Edit(sign, sign + 1, _SWAPS[self.source[sign : sign + 1].decode()])

    def _between(self, left: ast.expr, right: ast.expr) -> Iterator[Edit]:
        """The operator that is between two operands; none if a comment stands there too."""
        at, last, operator = self.operator(left, right)
        if operator in _SWAPS:
            yield Edit(at, last, _SWAPS[operator])
