"""Small changes that may repair a Python program, most likely faults first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeGuard

from harness.language.edits.forms.arguments import swapped_rank
from harness.language.edits.forms.edit_forms import NO_NEWLINE, TO_STDERR, VALUE
from harness.language.edits.forms.ranked_edits import (
    COMPARISONS,
    RankedEdits,
    beside,
    hides_limit,
    look_alike,
    ranked,
)
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.omissions.caught_elsewhere import caught_elsewhere_python
from harness.language.edits.omissions.largest_alone import largest_alone_python
from harness.language.edits.omissions.python_counterparts import of_counterparts
from harness.language.edits.order.all_others import all_others_python
from harness.language.edits.order.early_returns import returned_if_python
from harness.language.edits.order.first_turn import printed_before_python
from harness.language.edits.order.pair_loops import each_pair_once_python, half_turns_python
from harness.language.edits.order.past_steps import moved_past_steps
from harness.language.edits.order.python_ends import other_ends
from harness.language.edits.order.python_undo import missing_undo
from harness.language.edits.order.separators import between_python
from harness.language.edits.python_missing import missing_statements
from harness.language.edits.python_slips import slips_of
from harness.language.edits.python_statements import PythonStatements
from harness.language.edits.repair import FunctionSpan
from harness.language.edits.variables.python_classes import made_by
from harness.language.edits.variables.python_parameters import parameters_instead
from harness.language.edits.variables.terms import NAME, Exchanges, Term
from harness.language.edits.variables.tree_terms import tree_terms
from harness.language.parsing.python import DEFS, called_name, called_names, last_name

_OPPOSITE = {ast.Eq: "!=", ast.NotEq: "=="}
_SAME = {ast.Eq: ("==", "or"), ast.NotEq: ("!=", "and")}
_ENDS = ("min", "max")
"""What looks for the least or the largest element, where the first may be meant."""
_SIGNS = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Div: ("/", "//"), ast.FloorDiv: ("//", "/")}


class PythonRepairs(PythonStatements):
    """The changes to one Python file. Raises SyntaxError or ValueError where it cannot be parsed."""

    def functions(self) -> Iterator[FunctionSpan]:
        """Every function, with the names of what it calls."""
        for node in ast.walk(self.tree):
            if isinstance(node, DEFS):
                yield FunctionSpan(node.name, *self.span(node), frozenset(called_names(node)))

    def edits(self) -> RankedEdits:
        """Every change with its rank."""
        yield from missing_statements(self.tree, self.nodes, self)
        yield from missing_undo(self.tree, self)
        yield from slips_of(self.tree, self)
        yield from of_counterparts(self.tree, self.nodes, self)
        yield from caught_elsewhere_python(self.tree, self)
        yield from all_others_python(self.tree, self)
        yield from largest_alone_python(self.tree, self)
        self._limits = set(map(id, _limits(self.tree)))
        nodes = [*ast.walk(self.tree)]
        self._answers = {id(each) for node in nodes if _is_table(node) for each in (*node.keys, *node.values)}
        self._not_0 = {id(node.right) for node in nodes if _is_sum(node)}  # a sum is left out with its sign
        self._not_0 |= {id(node.slice) for node in nodes if _is_argument(node)}  # 0 is the program's name
        functions = [node for node in ast.walk(self.tree) if isinstance(node, DEFS)]
        self._parameters = {each.name: [arg.arg for arg in each.args.args if arg.arg != "self"] for each in functions}
        terms, names = tree_terms(self.nodes[0]), dict(made_by(self.tree)) | self._parameters
        yield from Exchanges(self.source, terms, names, self._kind_of).edits()
        for block in (node for node in self.nodes if node.type == "block"):
            yield from moved_past_steps(block, self.source)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.expr):
                yield from self._of_expression(node)
            for body in (getattr(node, name, None) for name in ("body", "orelse")):
                if isinstance(body, list):
                    yield from self.of_block(node, body)
            if isinstance(node, DEFS):
                yield from self._of_function(node)
                yield from other_ends(node, self)
                yield from returned_if_python(node, self)
            elif isinstance(node, ast.While):
                yield from printed_before_python(node, self)
            elif isinstance(node, ast.For):
                yield from each_pair_once_python(node, self)
                yield from half_turns_python(node, self)
                yield from between_python(node, self)

    def _kind_of(self, operand: Term) -> bool:
        """Whether an operand may be a number."""
        return operand.sign != NAME or self.is_number(operand.text)

    def _of_expression(self, node: ast.expr) -> RankedEdits:
        if isinstance(node, ast.Compare):
            yield from self._of_comparison(node)
        elif isinstance(node, ast.BinOp):
            yield from self._of_arithmetic(node)
        elif isinstance(node, ast.BoolOp):
            for left, right in pairwise(node.values):
                other = {"and": "or", "or": "and"}
                yield from self._operator(left, right, {name: (new,) for name, new in other.items()}, 1)
                yield ranked(3, self.span(left)[0], self.span(right)[0], "")
                yield ranked(3, self.span(left)[1], self.span(right)[1], "")
        elif isinstance(node, ast.IfExp):
            yield from (ranked(1, *self.span(node), self.text(value)) for value in (node.body, node.orelse))
        elif isinstance(node, ast.Constant):
            yield from self._of_constant(node)
        elif isinstance(node, ast.Subscript):
            yield from self._of_element(node)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node)
        elif isinstance(node, ast.List) and isinstance(node.ctx, ast.Load) and len(node.elts) == 1:
            yield from (self.around(1, kept, "", "[:]") for kept in node.elts if isinstance(kept, ast.Name))

    def _of_element(self, node: ast.Subscript) -> RankedEdits:
        """The index beside the one that is meant, row and column for each other, and an argument as a number."""
        index = node.slice
        bounds = (index.lower, index.upper) if isinstance(index, ast.Slice) else (index,)
        for bound in bounds:
            yield from self.one_more(1, bound)
        outer = node.value.slice if isinstance(node.value, ast.Subscript) else index
        if not isinstance(index, ast.Slice) and self.text(outer) != self.text(index):  # row and column
            yield self.swapped(1, self.span(outer), self.span(index))
        if isinstance(node.value, ast.Attribute) and node.value.attr == "argv":
            yield self.around(1, node, "int(", ")")

    def _of_comparison(self, node: ast.Compare) -> RankedEdits:
        for left, right in pairwise([node.left, *node.comparators]):
            yield from self._operator(left, right, COMPARISONS, 0)
        yield from self.one_more(1, node.comparators[0])
        if type(node.ops[0]) in _OPPOSITE:
            start, (begin, end) = self.span(node.left)[1], self.span(node.comparators[0])
            for number in beside(self.source[begin:end].decode(errors="replace")):
                yield ranked(1, start, end, f" {_OPPOSITE[type(node.ops[0])]} {number}")
        yield from self._exchanged(node)
        for side in (node.left, node.comparators[0]):
            inner = side.args[0] if isinstance(side, ast.Call) and side.args else side
            sign, join = _SAME.get(type(node.ops[0]), ("", ""))
            if sign and isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub):  # the row beside a diagonal
                alike = f"{self.text(inner.left)} {sign} {self.text(inner.right)}"
                yield self.around(1, node, f"({alike} {join} ", ")")
            if isinstance(side, ast.BinOp) and isinstance(side.op, ast.Sub):
                rank = 2 if type(node.ops[0]) not in _OPPOSITE else 0 if b"abs(" in self.source else -1
                yield self.around(rank, side, "abs(", ")")

    def _exchanged(self, node: ast.Compare) -> RankedEdits:
        """A part of a sum or difference for one of that with which it is compared, as rows and columns are mixed up."""
        sides = (node.left, node.comparators[0])
        inner = (side.args[0] if isinstance(side, ast.Call) and side.args else side for side in sides)
        sums = [side for side in inner if isinstance(side, ast.BinOp) and isinstance(side.op, (ast.Add, ast.Sub))]
        start, end = self.span(node)
        others = [sums[1].left, sums[1].right] if len(sums) > 1 else []
        for other in (other for other in others if self.text(other) != self.text(sums[0].right)):
            rank, edit = self.swapped(1, self.span(sums[0].right), self.span(other))
            parts = (self.source[start : edit.start].decode(), edit.new, self.source[edit.end : end].decode())
            yield ranked(rank, start, end, "".join(parts))

    def _of_arithmetic(self, node: ast.BinOp) -> RankedEdits:
        signs = _SIGNS.get(type(node.op))
        if signs is not None:
            yield from self._operator(node.left, node.right, {signs[0]: signs[1:]}, 1)
        if isinstance(node.op, (ast.Div, ast.FloorDiv)) and isinstance(node.left, ast.BinOp):
            yield self.around(1, node.left, "", " + 1")  # halves of an odd number
            yield self.around(1, node.left, "", " - 1")
        if isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(node.right, ast.Constant):
            is_limit = id(node.right) in self._limits and node.right.value == 1
            yield ranked(0 if is_limit else 1, self.span(node.left)[1], self.span(node.right)[1], "")
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List) and len(node.left.elts) == 1:
            row = node.left.elts[0]
            if isinstance(row, (ast.BinOp, ast.List, ast.Name, ast.ListComp)):
                text = f"[{self.text(row)} for _ in range({self.text(node.right)})]"
                yield ranked(-1, *self.span(node), text)

    def _of_constant(self, node: ast.Constant) -> RankedEdits:
        if isinstance(node.value, bool):
            yield ranked(2, *self.span(node), str(not node.value))
        elif isinstance(node.value, int) and id(node) not in self._answers:  # others only hide the answers
            for number in (node.value + 1, node.value - 1):
                if number == 0 and id(node) in self._not_0:
                    continue
                rank = int(id(node) not in self._limits) + (number < 0)
                yield ranked(rank, *self.span(node), str(number) if number >= 0 else f"({number})")

    def _of_call(self, node: ast.Call) -> RankedEdits:
        name, arguments = called_name(node), node.args
        for argument in arguments:
            yield from self.one_more(0 if name == "range" else 2, argument)
            if isinstance(argument, (ast.Name, ast.Attribute)) and name in ("append", "add", "insert", "extend"):
                is_list = isinstance(argument, ast.Name) and not self.is_number(argument.id)
                yield self.around(-1 if is_list else 0, argument, "", "[:]")
        texts, parameters = [*map(self.text, arguments)], self._parameters.get(name, ())
        for at, (left, right) in enumerate(pairwise(arguments)):
            yield self.swapped(swapped_rank(parameters, texts, at), self.span(left), self.span(right))
        if isinstance(node.func, ast.Name) and name in _ENDS:
            yield ranked(1, *self.span(node.func), _ENDS[1 - _ENDS.index(name)])
        if name in _ENDS and len(texts) == 1 and isinstance(arguments[0], ast.Name):
            yield -1, Edit(*self.span(node), f"{texts[0]}[0]", form=(VALUE, self.text(node)))
        if name == "print":
            yield from self._of_print(node)
        elif name == "input":  # text is never equal to a number
            yield self.around(1, node, "int(", ")")
        elif name == "split":
            yield self.around(1, node, "list(map(int, ", "))")

    def _of_print(self, node: ast.Call) -> RankedEdits:
        """Between stdout and stderr, and with or without a newline."""
        end = self.span(node)[1] - 1
        named = {keyword.arg: keyword for keyword in node.keywords}
        for name, new, rank, does in (
            ("file", 'file=__import__("sys").stderr', 2, TO_STDERR),
            ("end", 'end=""', 3, NO_NEWLINE),
        ):
            if name not in named:
                yield rank, Edit(end, end, f", {new}" if node.args or node.keywords else new, form=(does,))
            else:
                begin, last = self.span(named[name])
                before = self.source.rfind(b",", 0, begin)
                yield ranked(1, max(before, 0), last, "")

    def _of_function(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> RankedEdits:
        """Its variables for each other."""
        stored = [arg.arg for arg in function.args.args]
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        stored += [node.id for node in names if isinstance(node.ctx, ast.Store)]
        known, parameters = list(dict.fromkeys(stored)), {arg.arg for arg in function.args.args if arg.arg != "self"}
        handed_on = {*_handed_on(function)}
        for node in names:
            is_parameter = node in handed_on and node.id in parameters
            if node.id in known and isinstance(node.ctx, ast.Load):
                alike = (other for other in known if self.is_number(other) == self.is_number(node.id))
                for other in (other for other in alike if other != node.id):
                    is_likely = is_parameter and other in parameters
                    yield ranked(1 if is_likely else 2 if look_alike(node.id, other) else 3, *self.span(node), other)
        yield from self._handed_on(function)
        yield from self._of_parameters(function, {node.id for node in names})
        yield from parameters_instead(function, self, self.is_number)

    def _handed_on(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> RankedEdits:
        """The variable that a function gets, or one more or less, in the place of what it hands on to itself there."""
        parameters = [arg.arg for arg in function.args.args if arg.arg != "self"]
        shared = {*_compared_with_shared(function)}
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            is_own = called_name(call) == function.name and len(call.args) == len(parameters)
            for parameter, argument in zip(parameters, call.args, strict=True) if is_own else ():
                if isinstance(argument, ast.Name) and argument.id != parameter:
                    yield ranked(1, *self.span(argument), parameter)
                yield from self.one_more(2 if getattr(argument, "id", "") in shared else 1, argument)

    def _of_parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef, read: set[str]) -> RankedEdits:
        """A parameter in the place of a field's element; one that is not used also in the place of a call."""
        parameters = [arg.arg for arg in function.args.args if self.is_number(arg.arg)]
        for node in ast.walk(function):
            is_kept = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute)
            if isinstance(node, (ast.Call, ast.Subscript)) and not isinstance(getattr(node, "ctx", None), ast.Store):
                wanted = (name for name in parameters if is_kept or name not in read)
                yield from (ranked(1, *self.span(node), name) for name in wanted)

    def _operator(self, left: ast.expr, right: ast.expr, table: dict[str, tuple[str, ...]], rank: int) -> RankedEdits:
        """Other operators between two operands; none if a comment stands there too."""
        at, last, operator = self.operator(left, right)
        for number, other in enumerate(table.get(operator, ())):
            is_hiding = hides_limit(operator, other, self.text(left), self.text(right))
            is_later = is_hiding or (not number and _is_sum(right))  # the number beside the limit may be too much
            yield ranked(rank + (2 if number else int(operator in ("==", "!="))) + is_later, at, last, other)


def _is_table(node: ast.AST) -> TypeGuard[ast.Dict]:
    """Whether a dictionary holds a number for each of some numbers, as answers that were worked out before."""
    return isinstance(node, ast.Dict) and all(
        isinstance(each, ast.Constant) and isinstance(each.value, int) for each in (*node.keys, *node.values)
    )


def _is_argument(node: ast.AST) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and last_name(node.value) == "argv"


def _is_sum(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Whether one is added to something, or taken away."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Add, ast.Sub)):
        return False
    return isinstance(node.right, ast.Constant) and node.right.value == 1


def _compared_with_shared(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The variables that are compared with more than the function's own ones and numbers: that may have to change."""
    nodes = [*ast.walk(function)]
    known = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    known |= {arg.arg for arg in function.args.args}
    for node in nodes:
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if not all(isinstance(each, ast.Constant) or getattr(each, "id", "") in known for each in sides):
            yield from (each.id for each in sides if isinstance(each, ast.Name))


def _handed_on(function: ast.AST) -> Iterator[ast.AST]:
    """The arguments of calls, and the indices of elements."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield from node.args
        elif isinstance(node, ast.Subscript):
            yield node.slice


def _limits(tree: ast.AST) -> Iterator[ast.AST]:
    """What is in a comparison, a range, or an index: there most numbers are one too large or too small."""
    for node in ast.walk(tree):
        is_range = isinstance(node, ast.Call) and called_name(node) == "range"
        if isinstance(node, ast.Subscript):
            yield from ast.walk(node.slice)
        elif isinstance(node, ast.Compare) or is_range:
            yield from ast.walk(node)
