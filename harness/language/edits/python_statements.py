"""Changes to the statements of a Python program: one less, another place or order, and what they store."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.language.edits.forms.ranked_edits import FEW, SHORT, Ranked, RankedEdits, ranked, swapped
from harness.language.edits.forms.source_text import NO_UTF8, PythonText
from harness.language.edits.order.else_branches import asked_otherwise_python
from harness.language.edits.order.exits import PYTHON_LEAVES, before_exits_python, leaves_python
from harness.language.edits.order.set_again import set_again_python
from harness.language.parsing.python import DEFS, LOOPS, names_in
from harness.language.parsing.syntax_trees import walk
from harness.language.python.python_trees import python_tree
from harness.model.patterns import lazy_regex

_NO_UTF8 = lazy_regex("[\udc80-\udcff]")
_FIXED = (*DEFS, ast.ClassDef, ast.Import, ast.ImportFrom)
_DEEPEST = 12
"""Blocks in each other out of which a return is moved."""
_COMPOUND = (*LOOPS, ast.If, ast.With)


class PythonStatements(PythonText):
    """The statements of one Python file. Raises SyntaxError or ValueError where it cannot be parsed."""

    def __init__(self, source: bytes) -> None:
        """``source``: the whole file; for each byte that is no UTF-8 another stands, so that all places stay."""
        source = _NO_UTF8.sub(NO_UTF8, source.decode(errors="surrogateescape")).encode()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(source.decode())  # as text: columns count bytes of UTF-8, whatever is declared
        super().__init__(source)
        self.nodes = [*walk(python_tree(self.tree, source))]
        self._no_numbers = set(_no_numbers(self.tree))

    def of_block(self, node: ast.AST, body: Sequence[ast.AST]) -> RankedEdits:
        """The changes to the statements of one block of ``node``."""
        statements = [statement for statement in body if isinstance(statement, ast.stmt)]
        for statement in statements:
            yield from self._of_statement(statement)
        for first, second in pairwise(statements):
            is_fixed = isinstance(first, _FIXED) or isinstance(second, _FIXED)
            both_leave = leaves_python(first) and leaves_python(second)  # what is asked first counts
            if both_leave or (not is_fixed and _are_related(first, second)):
                rank = 0 if both_leave or _is_read_after(first, second) else 2
                yield self.swapped(rank, self.span(first), self.span(second))
            if isinstance(first, _COMPOUND) and not getattr(first, "orelse", []) and not isinstance(second, DEFS):
                yield from self._indented(first, second)
        yield from before_exits_python(statements, self)
        yield from asked_otherwise_python(statements, self)
        yield from set_again_python(statements, self)
        yield from self._put_first(statements)
        yield from self._left_out(statements)
        if isinstance(node, ast.For):
            yield from self._distances(node)
        if isinstance(node, _COMPOUND) and len(statements) > 1 and statements == node.body:
            yield from self._moved_out(node, statements[-1])
        if isinstance(node, LOOPS) and statements == node.body:
            for inner in statements:
                yield from self._returned_after(node, inner)

    def _of_statement(self, statement: ast.stmt) -> RankedEdits:
        span = self.span(statement)
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        simple = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Break, ast.Continue)
        if isinstance(statement, simple) and not is_text:
            rank = 0 if isinstance(statement, ast.Break) else 1 if _prints(statement) else 2
            yield ranked(rank, *span, "pass")
        if isinstance(statement, (ast.If, ast.While)):
            test = self.span(statement.test)
            yield ranked(1, *test, f"not ({self.text(statement.test)})")
            yield ranked(3, *test, "True")
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.Name) and value.id in self._no_numbers:
            yield self.around(2, value, "", "[:]")
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            at = self.source.index(b"=", self.span(statement.targets[0])[1])
            yield ranked(3, at, at, "+")
        if isinstance(statement, ast.AugAssign):
            at = self.source.index(b"=", self.span(statement.target)[1])
            yield ranked(3, at - 1, at, "")
            sign = {b"+": "-", b"-": "+"}.get(self.source[at - 1 : at])
            if sign is not None:
                yield ranked(1, at - 1, at, sign)
        if isinstance(statement, ast.Return) and statement.value is not None:
            yield from self.one_more(2, statement.value)

    def is_number(self, name: str) -> bool:
        """Whether a variable may be a number."""
        return name != "self" and name not in self._no_numbers

    def _moved_out(self, block: ast.stmt, last: ast.stmt) -> RankedEdits:
        """The last statement of a block, after the block."""
        if not getattr(block, "orelse", []) and last.lineno > block.lineno:
            yield from self._shifted(0, last, block.col_offset, leaves_loop=isinstance(block, LOOPS))

    def _left_out(self, statements: Sequence[ast.stmt]) -> RankedEdits:
        """No break right after something is counted, as all may have to be, and no statement twice in a row."""
        for first, second in pairwise(statements):
            ends_counting = isinstance(first, ast.AugAssign) and isinstance(second, ast.Break)
            is_simple = isinstance(second, (ast.Expr, ast.AugAssign))
            if ends_counting or (is_simple and self.text(first) == self.text(second)):
                yield ranked(-1, *self.span(second), "pass")

    def _put_first(self, statements: Sequence[ast.stmt]) -> RankedEdits:
        """A statement that sets a variable, before those that may need it."""
        for number, statement in enumerate(statements[2:FEW], 2):
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                passed = (self.span(statements[0])[0], self.span(statements[number - 1])[1])
                yield self.swapped(0, passed, self.span(statement))

    def _distances(self, loop: ast.For) -> RankedEdits:
        """The distance from where a loop's counter began in the place of the counter, in sums and differences."""
        begin = loop.iter.args[0] if isinstance(loop.iter, ast.Call) and len(loop.iter.args) > 1 else None
        first = next((node.id for node in ast.walk(begin) if isinstance(node, ast.Name)), "") if begin else ""
        sums = [node for part in loop.body for node in ast.walk(part) if isinstance(node, ast.BinOp)]
        for node in sums if first else ():
            sides = [side.id for side in (node.left, node.right) if isinstance(side, ast.Name)]
            for side in (node.left, node.right):
                is_counter = isinstance(side, ast.Name) and self.text(side) == self.text(loop.target)
                if is_counter and isinstance(node.op, (ast.Add, ast.Sub)) and first not in sides:
                    yield self.around(0, side, "(", f" - {first})")

    def _returned_after(self, loop: ast.For | ast.While, inner: ast.stmt, depth: int = 0) -> RankedEdits:
        """A return that ends a block deeper within a short loop, after the loop."""
        (begin, _), (_, end) = self.span(inner), self.span(loop)
        is_near = depth < _DEEPEST and end - begin <= SHORT
        for name in ("body", "orelse") if is_near and isinstance(inner, _COMPOUND) else ():
            block = getattr(inner, name, [])
            for statement in block:
                yield from self._returned_after(loop, statement, depth + 1)
            if len(block) > 1 and isinstance(block[-1], ast.Return):
                yield from self._shifted(0, block[-1], loop.col_offset, end, leaves_loop=True)

    def _indented(self, block: ast.stmt, statement: ast.stmt) -> RankedEdits:
        """The statement after a block, at the block's end."""
        inner = block.body[-1]  # type: ignore[attr-defined] # compound statements have one
        if inner.lineno > block.lineno and not isinstance(inner, PYTHON_LEAVES):
            yield from self._shifted(0, statement, inner.col_offset)

    def _shifted(
        self, rank: int, statement: ast.stmt, column: int, after: int = 0, *, leaves_loop: bool = False
    ) -> RankedEdits:
        """A statement in another column; ``after``: the end of the part below it that then goes first, in bytes."""
        begin, end = self.starts[statement.lineno - 1], self.span(statement)[1]
        change = column - statement.col_offset
        lines = self.source[begin:end].split(b"\n")
        if b"\t" in self.source[begin:end] or not all(text[: statement.col_offset].isspace() for text in lines if text):
            return
        moved = [(b" " * change + text if change > 0 else text[-change:]) if text.strip() else text for text in lines]
        passed = self.source[end:after].lstrip(b"\n")
        new = b"\n".join([passed, *moved] if passed else moved).decode(errors="replace")
        yield ranked(rank, begin, max(end, after), new, leaves_loop=leaves_loop)

    def one_more(self, rank: int, node: ast.expr | None) -> RankedEdits:
        """The value and one more or less; numbers change anyway, also at the end of a sum."""
        if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
            return
        if isinstance(node, ast.Name) and not self.is_number(node.id):
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.BinOp, ast.Call, ast.Subscript)):
            yield self.around(rank, node, "", " + 1")
            yield self.around(rank, node, "", " - 1")

    def around(self, rank: int, node: ast.expr, before: str, after: str) -> Ranked:
        """A text before and after an expression."""
        begin, end = self.span(node)
        return ranked(rank, begin, end, f"{before}{self.text(node)}{after}")

    def swapped(self, rank: int, first: tuple[int, int], second: tuple[int, int]) -> Ranked:
        """Two places of the source for each other; what is between them stays."""
        return swapped(self.source, rank, first, second)


def _prints(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but print."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func) in ("print", "sys.stdout.write")


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


def _are_related(first: ast.stmt, second: ast.stmt) -> bool:
    """Whether two statements have a name in common, so that their order matters."""
    return not names_in(first).isdisjoint(names_in(second))


def _is_read_after(first: ast.stmt, second: ast.stmt) -> bool:
    """Whether one of two simple statements sets a variable, or its element, that the other reads."""
    simple = (ast.Expr, ast.Assign, ast.AugAssign)
    if not isinstance(first, simple) or not isinstance(second, simple):
        return False
    return any(not _stored(one).isdisjoint(_read(other)) for one, other in ((first, second), (second, first)))


def _read(statement: ast.stmt) -> set[str]:
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Load)}


def _stored(statement: ast.stmt) -> set[str]:
    targets = (node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store))
    held = (node.value if isinstance(node, (ast.Subscript, ast.Attribute)) else node for node in targets)
    return {node.id for node in held if isinstance(node, ast.Name)}
