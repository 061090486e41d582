"""Find the loop in which a program was: the innermost one around lines of a function."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator
from typing import Any

from harness.language.parsing.cpp import SUFFIXES as CPP_SUFFIXES
from harness.language.parsing.outline import decode
from harness.language.parsing.syntax_trees import field, node_text, parser, walk

Span = tuple[int, int, bool, bool]
"""The first and the last line of a loop or a function, whether it is a loop, and one that goes through something."""

_LOOPS_THROUGH = ("enhanced_for_statement", "for_range_loop")
LOOPS = ("while_statement", "do_statement", "for_statement", *_LOOPS_THROUGH)
_FUNCTIONS = {
    "java": (
        "method_declaration", "constructor_declaration", "compact_constructor_declaration", "lambda_expression",
        "static_initializer", "class_body",
    ),
    "cpp": ("function_definition", "lambda_expression", "class_specifier", "struct_specifier"),
}  # fmt: skip
_PYTHON_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def loop_around(path: str, source: bytes, lines: Collection[int]) -> int | None:
    """The line with which the innermost loop around all these lines begins; None if a function lies between.

    Lines of the loop's first line alone are not enough where it goes through something: that may be made there.
    """
    spans = _python_spans(source) if path.endswith(".py") else _parsed_spans(path, source)
    first, last = min(lines), max(lines)
    around = [span for span in spans if span[0] <= first and last <= span[1]]
    if not around:
        return None
    begin, _, is_loop, goes_through = max(around, key=lambda span: (span[0], -span[1]))
    return begin if is_loop and not (goes_through and last == begin) else None


def _python_spans(source: bytes) -> Iterator[Span]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            yield node.lineno, node.body[-1].end_lineno or node.lineno, True, not isinstance(node, ast.While)
        elif isinstance(node, _PYTHON_FUNCTIONS):
            yield node.lineno, node.end_lineno or node.lineno, False, False


def _parsed_spans(path: str, source: bytes) -> Iterator[Span]:
    language = "java" if path.endswith(".java") else "cpp" if path.lower().endswith(CPP_SUFFIXES) else ""
    if not language:
        return
    for node in walk(parser(language).parse(decode(source).encode()).root_node):
        is_loop, first, last = node.type in LOOPS, node.start_point[0] + 1, node.end_point[0] + 1
        if (is_loop and not _is_whole_turn(node)) or (
            node.type in _FUNCTIONS[language] and not (node.type == "lambda_expression" and first == last)
        ):
            yield first, last, is_loop, node.type in _LOOPS_THROUGH


def _is_whole_turn(node: Any) -> bool:
    """Whether a loop is all that each turn of another does, of which no line but its own is then executed."""
    around = node.parent
    if around.type in ("compound_statement", "block"):
        others = [child for child in around.named_children if not child.type.endswith("comment")]
        around = around.parent if len(others) == 1 else None
    if around is None or around.type not in LOOPS or around.type in _LOOPS_THROUGH:
        return False
    condition = field(around, "condition")
    return condition is None or node_text(condition).strip("( )") in ("true", "1")


_OPAQUE = ("method_invocation", "call_expression", "field_access", "field_expression", "array_access",
           "subscript_expression", "assignment_expression", "update_expression", "pointer_expression")  # fmt: skip
"""What in a condition may change without its variables being set."""
_CALLS = ("method_invocation", "object_creation_expression", "call_expression", "new_expression", "lambda_expression")
_OWN_CALLS = ("call_expression", "lambda_expression", "pointer_expression")
"""What may change a variable of C++ that it is given."""


def unchanged_in_loop(path: str, source: bytes, line: int) -> tuple[str, ...]:
    """The variables of the condition of the loop that begins in a line, where nothing in the loop can change any.

    Empty if something may: an assignment, a call that sees the variable, or a condition of more than variables.
    """
    if path.endswith(".py"):
        return _unchanged_in_python(source, line)
    language = "java" if path.endswith(".java") else "cpp" if path.lower().endswith(CPP_SUFFIXES) else ""
    nodes = walk(parser(language).parse(decode(source).encode()).root_node) if language else ()
    loops = [node for node in nodes if node.type in LOOPS and node.start_point[0] + 1 == line]
    condition = field(loops[0], "condition") if len(loops) == 1 else None
    if condition is None or any(node.type in _OPAQUE for node in walk(condition)):
        return ()
    loop, names = loops[0], dict.fromkeys(node_text(node) for node in walk(condition) if node.type == "identifier")
    function = loop
    while function is not None and function.type not in _FUNCTIONS[language]:
        function = function.parent
    if function is None or any(_may_change(name, loop, function, language) for name in names):
        return ()
    return tuple(names)


def _may_change(name: str, loop: Any, function: Any, language: str) -> bool:
    """Whether a variable may be changed in a loop of Java or C++."""
    begin = field(loop, "init") or field(loop, "initializer")
    within = [node for node in walk(loop) if begin is None or not begin.start_byte <= node.start_byte < begin.end_byte]
    is_own = any(_declares(node, name) for node in walk(function))
    if not is_own and any(node.type in _CALLS for node in within):
        return True
    for node in within:
        target = field(node, "left") if node.type == "assignment_expression" else None
        target = node if node.type == "update_expression" or _reads_into(node) else target
        if target is not None and any(node_text(inner) == name for inner in walk(target)):
            return True
    own = [node for node in walk(function) if language == "cpp" and _takes_reference(node)]
    return any(node_text(inner) == name for node in own for inner in walk(node))


def _declares(node: Any, name: str) -> bool:
    """Whether a node declares a variable of this name, as a parameter or within the function."""
    if node.type in ("variable_declarator", "formal_parameter"):
        return node_text(field(node, "name")) == name
    is_declared = node.type in ("init_declarator", "parameter_declaration", "declaration")
    return is_declared and node_text(field(node, "declarator")) == name


def _takes_reference(node: Any) -> bool:
    """Whether what a node of C++ is given may be changed by it, now or later."""
    is_named_again = node.type == "init_declarator" and field(node, "declarator").type == "reference_declarator"
    return is_named_again or node.type in _OWN_CALLS


def _reads_into(node: Any) -> bool:
    return bool(node.type == "binary_expression" and node_text(field(node, "operator")) in (">>", "<<"))


def _unchanged_in_python(source: bytes, line: int) -> tuple[str, ...]:
    """The same for a while loop of Python whose condition compares variables with < and the like, so numbers."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    loop = next((node for node in ast.walk(tree) if isinstance(node, ast.While) and node.lineno == line), None)
    if loop is None or not isinstance(loop.test, ast.Compare):
        return ()
    plain = (ast.Compare, ast.Name, ast.Load, ast.Constant, ast.BinOp, ast.operator, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    if not all(isinstance(node, plain) for node in ast.walk(loop.test)):
        return ()
    names = dict.fromkeys(node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name))
    inner = [node for statement in loop.body for node in ast.walk(statement)]
    is_set = any(
        isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id in names for node in inner
    )
    calls = any(isinstance(node, (ast.Call, ast.Attribute, ast.Await, ast.Yield)) for node in inner)
    shared = [name for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names]
    return () if is_set or (calls and not names.keys().isdisjoint(shared)) else tuple(names)
