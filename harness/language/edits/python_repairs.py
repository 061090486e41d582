"""Small changes that may repair a Python program, most likely faults first."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.language.edits.mutation_operators import PythonText
from harness.language.edits.repair import COMPARISONS, FunctionSpan, Ranked, RankedEdits, beside, inverted, ranked

_DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPOUND = (ast.For, ast.While, ast.If, ast.With)
_OPPOSITE = {ast.Eq: "!=", ast.NotEq: "=="}
_SIGNS = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Div: ("/", "//"), ast.FloorDiv: ("//", "/")}


class PythonRepairs(PythonText):
    """The changes to one Python file in UTF-8. Raises SyntaxError or ValueError where it cannot be parsed."""

    def __init__(self, source: bytes) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._tree = ast.parse(source.decode())  # as text: columns count bytes of UTF-8, whatever is declared
        super().__init__(source)
        self._no_numbers = set(_no_numbers(self._tree))

    def functions(self) -> Iterator[FunctionSpan]:
        """Every function, with the names of what it calls."""
        for node in ast.walk(self._tree):
            if isinstance(node, _DEFS):
                called = frozenset(_called(call) for call in ast.walk(node) if isinstance(call, ast.Call))
                yield FunctionSpan(node.name, *self.span(node), called)

    def edits(self) -> RankedEdits:
        """Every change with its rank."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.expr):
                yield from self._of_expression(node)
            for body in (getattr(node, name, None) for name in ("body", "orelse")):
                if isinstance(body, list):
                    yield from self._of_block(node, body)
            if isinstance(node, _DEFS):
                yield from self._of_function(node)

    def _of_expression(self, node: ast.expr) -> RankedEdits:
        if isinstance(node, ast.Compare):
            yield from self._of_comparison(node)
        elif isinstance(node, ast.BinOp):
            yield from self._of_arithmetic(node)
        elif isinstance(node, ast.BoolOp):
            for left, right in pairwise(node.values):
                other = {"and": "or", "or": "and"}
                yield from self._operator(left, right, {name: (new,) for name, new in other.items()}, 1)
                yield self._edit(3, self.span(left)[0], self.span(right)[0], "")
                yield self._edit(3, self.span(left)[1], self.span(right)[1], "")
        elif isinstance(node, ast.Constant):
            yield from self._of_constant(node)
        elif isinstance(node, ast.Subscript):
            index = node.slice
            bounds = (index.lower, index.upper) if isinstance(index, ast.Slice) else (index,)
            for bound in bounds:
                yield from self._one_more(1, bound)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node)

    def _of_comparison(self, node: ast.Compare) -> RankedEdits:
        for left, right in pairwise([node.left, *node.comparators]):
            yield from self._operator(left, right, COMPARISONS, 0)
        yield from self._one_more(1, node.comparators[0])
        if type(node.ops[0]) in _OPPOSITE:
            start, (begin, end) = self.span(node.left)[1], self.span(node.comparators[0])
            for number in beside(self.source[begin:end].decode(errors="replace")):
                yield self._edit(1, start, end, f" {_OPPOSITE[type(node.ops[0])]} {number}")
        for side in (node.left, node.comparators[0]):
            if isinstance(side, ast.BinOp) and isinstance(side.op, ast.Sub):
                yield self._around(2, side, "abs(", ")")

    def _of_arithmetic(self, node: ast.BinOp) -> RankedEdits:
        signs = _SIGNS.get(type(node.op))
        if signs is not None:
            yield from self._operator(node.left, node.right, {signs[0]: signs[1:]}, 1)
        if isinstance(node.op, (ast.Div, ast.FloorDiv)) and isinstance(node.left, ast.BinOp):
            yield self._around(1, node.left, "", " + 1")  # halves of an odd number
            yield self._around(1, node.left, "", " - 1")
        if isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(node.right, ast.Constant):
            yield self._edit(1, self.span(node.left)[1], self.span(node.right)[1], "")
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List) and len(node.left.elts) == 1:
            row = node.left.elts[0]
            if isinstance(row, (ast.BinOp, ast.List, ast.Name, ast.ListComp)):
                text = f"[{self._text(row)} for _ in range({self._text(node.right)})]"
                yield self._edit(0, *self.span(node), text)

    def _of_constant(self, node: ast.Constant) -> RankedEdits:
        if isinstance(node.value, bool):
            yield self._edit(2, *self.span(node), str(not node.value))
        elif isinstance(node.value, int):
            for number in (node.value + 1, node.value - 1):
                yield self._edit(0, *self.span(node), str(number) if number >= 0 else f"({number})")

    def _of_call(self, node: ast.Call) -> RankedEdits:
        name, arguments = _called(node), node.args
        for argument in arguments:
            yield from self._one_more(0 if name == "range" else 2, argument)
            if isinstance(argument, ast.Name) and name in ("append", "add", "insert", "extend"):
                yield self._around(1, argument, "", "[:]")
        for left, right in pairwise(arguments):
            yield self._swapped(2, self.span(left), self.span(right))
        if name == "print":
            yield from self._of_print(node)

    def _of_print(self, node: ast.Call) -> RankedEdits:
        """Between stdout and stderr, and with or without a newline."""
        end = self.span(node)[1] - 1
        named = {keyword.arg: keyword for keyword in node.keywords}
        for name, new, rank in (("file", 'file=__import__("sys").stderr', 2), ("end", 'end=""', 3)):
            if name not in named:
                yield self._edit(rank, end, end, f", {new}" if node.args or node.keywords else new)
            else:
                begin, last = self.span(named[name])
                before = self.source.rfind(b",", 0, begin)
                yield self._edit(1, max(before, 0), last, "")

    def _of_block(self, node: ast.AST, body: Sequence[ast.AST]) -> RankedEdits:
        statements = [statement for statement in body if isinstance(statement, ast.stmt)]
        for statement in statements:
            yield from self._of_statement(statement)
        for first, second in pairwise(statements):
            if not any(
                isinstance(each, (*_DEFS, ast.ClassDef, ast.Import, ast.ImportFrom)) for each in (first, second)
            ):
                yield self._swapped(3, self.span(first), self.span(second))
            if isinstance(first, _COMPOUND) and not getattr(first, "orelse", []) and not isinstance(second, _DEFS):
                yield from self._indented(first, second)
        if isinstance(node, _COMPOUND) and len(statements) > 1 and statements == node.body:
            yield from self._moved_out(node, statements[-1])

    def _of_statement(self, statement: ast.stmt) -> RankedEdits:
        span = self.span(statement)
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        simple = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Break, ast.Continue)
        if isinstance(statement, simple) and not is_text:
            yield self._edit(2, *span, "pass")
        if isinstance(statement, (ast.If, ast.While)):
            test = self.span(statement.test)
            yield self._edit(1, *test, f"not ({self._text(statement.test)})")
            yield self._edit(3, *test, "True")
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.Name) and value.id in self._no_numbers:
            yield self._around(2, value, "", "[:]")
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            at = self.source.index(b"=", self.span(statement.targets[0])[1])
            yield self._edit(3, at, at, "+")
        if isinstance(statement, ast.AugAssign):
            at = self.source.index(b"=", self.span(statement.target)[1])
            yield self._edit(3, at - 1, at, "")
            sign = {b"+": "-", b"-": "+"}.get(self.source[at - 1 : at])
            if sign is not None:
                yield self._edit(1, at - 1, at, sign)
        if isinstance(statement, ast.Return) and statement.value is not None:
            yield from self._one_more(2, statement.value)
        if isinstance(statement, ast.While):
            yield from self._counted(statement)

    def _counted(self, loop: ast.While) -> RankedEdits:
        """A loop that counts what its condition compares, at its end."""
        last = loop.body[-1]
        for name in dict.fromkeys(node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)):
            for step in ("+= 1", "-= 1"):
                yield self._edit(2, self.span(last)[1], self.span(last)[1], f"\n{' ' * last.col_offset}{name} {step}")

    def _of_function(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> RankedEdits:
        """Its variables for each other, and what undoes a change after a call of its own."""
        stored = [arg.arg for arg in function.args.args]
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        stored += [node.id for node in names if isinstance(node.ctx, ast.Store)]
        known = list(dict.fromkeys(stored))
        for node in names:
            if node.id in known and isinstance(node.ctx, ast.Load):
                alike = (other for other in known if self._is_number(other) == self._is_number(node.id))
                yield from (self._edit(3, *self.span(node), other) for other in alike if other != node.id)
        yield from self._of_parameters(function, {node.id for node in names})
        for block in ast.walk(function):
            body = getattr(block, "body", None)
            for before, call in pairwise(body if isinstance(body, list) else []):
                calls = (_called(inner) for inner in ast.walk(call) if isinstance(inner, ast.Call))
                undo = inverted(self._text(before))
                if undo and function.name in calls:
                    end = self.span(call)[1]
                    yield self._edit(1, end, end, f"\n{' ' * call.col_offset}{undo}")

    def _of_parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef, read: set[str]) -> RankedEdits:
        """A parameter in the place of a field's element; one that is not used also in the place of a call."""
        parameters = [arg.arg for arg in function.args.args if self._is_number(arg.arg)]
        for node in ast.walk(function):
            is_kept = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute)
            if isinstance(node, (ast.Call, ast.Subscript)) and not isinstance(getattr(node, "ctx", None), ast.Store):
                wanted = (name for name in parameters if is_kept or name not in read)
                yield from (self._edit(1, *self.span(node), name) for name in wanted)

    def _is_number(self, name: str) -> bool:
        """Whether a variable may be a number."""
        return name != "self" and name not in self._no_numbers

    def _moved_out(self, block: ast.stmt, last: ast.stmt) -> RankedEdits:
        """The last statement of a block, after the block."""
        if not getattr(block, "orelse", []) and last.lineno > block.lineno:
            yield from self._shifted(1 if isinstance(last, ast.Return) else 2, last, block.col_offset)

    def _indented(self, block: ast.stmt, statement: ast.stmt) -> RankedEdits:
        """The statement after a block, at the block's end."""
        inner = block.body[-1]  # type: ignore[attr-defined] # compound statements have one
        if inner.lineno > block.lineno:
            yield from self._shifted(2, statement, inner.col_offset)

    def _shifted(self, rank: int, statement: ast.stmt, column: int) -> RankedEdits:
        begin, end = self.starts[statement.lineno - 1], self.span(statement)[1]
        change = column - statement.col_offset
        lines = self.source[begin:end].split(b"\n")
        if b"\t" in self.source[begin:end] or not all(text[: statement.col_offset].isspace() for text in lines if text):
            return
        moved = [(b" " * change + text if change > 0 else text[-change:]) if text.strip() else text for text in lines]
        yield self._edit(rank, begin, end, b"\n".join(moved).decode(errors="replace"))

    def _one_more(self, rank: int, node: ast.expr | None) -> RankedEdits:
        """The value and one more or less; numbers change anyway, also at the end of a sum."""
        if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
            return
        if isinstance(node, ast.Name) and not self._is_number(node.id):
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.BinOp, ast.Call, ast.Subscript)):
            yield self._around(rank, node, "", " + 1")
            yield self._around(rank, node, "", " - 1")

    def _operator(self, left: ast.expr, right: ast.expr, table: dict[str, tuple[str, ...]], rank: int) -> RankedEdits:
        """Other operators between two operands; none if a comment stands there too."""
        at, last, operator = self.operator(left, right)
        for number, other in enumerate(table.get(operator, ())):
            yield self._edit(rank + 2 * (number > 0), at, last, other)

    def _around(self, rank: int, node: ast.expr, before: str, after: str) -> Ranked:
        begin, end = self.span(node)
        return self._edit(rank, begin, end, f"{before}{self._text(node)}{after}")

    def _swapped(self, rank: int, first: tuple[int, int], second: tuple[int, int]) -> Ranked:
        parts = (self.source[slice(*second)], self.source[first[1] : second[0]], self.source[slice(*first)])
        return self._edit(rank, first[0], second[1], b"".join(parts).decode(errors="replace"))

    def _edit(self, rank: int, start: int, end: int, new: str) -> Ranked:
        return ranked(rank, start, end, new)

    def _text(self, node: ast.AST) -> str:
        return self.source[slice(*self.span(node))].decode(errors="replace")


def _no_numbers(tree: ast.AST) -> Iterator[str]:
    """The names of variables that have elements or members, or are compared with texts."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.value, ast.Name):
            yield node.value.id
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Name):
            texts = [
                each for each in node.comparators if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
            yield from [node.left.id] if texts else []


def _called(call: ast.Call) -> str:
    """The simple name of what is called."""
    function = call.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
