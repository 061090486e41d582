"""Values and names of TESTed as a spec writes them: by their types, and by the conventions of a language."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from harness.authoring.importing.package import Faults, Tagged

WHOLE = {*(f"{sign}int{size}" for sign in ("", "u") for size in (8, 16, 32, 64)), "bigint", "integer"}
REAL = {"real", "single_precision", "double_precision", "double_extended"}
TEXTS = {"text", "string", "char"}
LISTS = {"sequence", "array", "list"}
MAPS = {"map", "dictionary", "object"}
TYPES = {*WHOLE, *REAL, *TEXTS, *LISTS, *MAPS, "fixed_precision", "tuple", "set", "boolean", "nothing", "null"} | {
    "undefined"
}
_SUMS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_NOT_TOLD_APART = {"object", "undefined", "fixed_precision"}
"""Types for which no plain value of ours stands in every language."""


class Values:
    """Converts values; what none of ours stands for is a fault."""

    def __init__(self, language: str, faults: Faults) -> None:
        """``language``: of the program."""
        self._language, self._faults = language, faults

    def expected(self, value: Any, place: str) -> Any:
        """What must come back, from YAML."""
        if isinstance(value, Tagged):
            is_source = value.tag == "!expression"
            kind = value.tag.removeprefix("!")
            return self._of_source(str(value.content), place) if is_source else self._typed(kind, value.content, place)
        if isinstance(value, list):
            return self._list("sequence", [self.expected(item, place) for item in value])
        if isinstance(value, dict):
            return _map([(self.expected(key, place), self.expected(item, place)) for key, item in value.items()])
        if value is None or isinstance(value, bool | int | float | str):
            return quoted(value)
        self._faults.add(place, f"the value {value!r}")
        return None

    def literal(self, node: ast.expr, place: str, inner: Callable[[ast.expr], Any], *, is_expected: bool) -> Any:
        """A value in source; ``inner`` converts what is inside it."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            content = [inner(argument) for argument in node.args]
            value = self._typed(node.func.id, content[0] if content else _empty(node.func.id), place)
            is_open = isinstance(value, Tagged) and value.tag == "!sequence" and not is_expected
            return value.content if is_open else value
        if isinstance(node, ast.List):
            items = [inner(item) for item in node.elts]
            return self._list("sequence", items) if is_expected else items
        if isinstance(node, ast.Tuple | ast.Set):
            return Tagged(f"!{type(node).__name__.lower()}", [inner(item) for item in node.elts])
        if isinstance(node, ast.Dict):
            return _map([(inner(key), inner(value)) for key, value in zip(node.keys, node.values, strict=True) if key])
        return quoted(_constant(node))

    def _of_source(self, text: str, place: str) -> Any:
        def inner(node: ast.expr) -> Any:
            return self.literal(node, place, inner, is_expected=True)

        try:
            return inner(ast.parse(text, mode="eval").body)
        except (SyntaxError, ValueError):
            self._faults.add(place, f"an expected value that is no literal: {text}")
            return None

    def _typed(self, name: str, content: Any, place: str) -> Any:
        if name not in TYPES or name in _NOT_TOLD_APART:
            self._faults.add(place, f"a value of the type {name}")
        if name in WHOLE | REAL:
            return (int if name in WHOLE else float)(content)
        if name in TEXTS:
            return quoted(content if isinstance(content, Tagged) else str(content))
        if name == "boolean":
            return bool(content)
        if isinstance(content, Tagged) and name in {*LISTS, "tuple", "set"}:
            content = content.content
        if name in LISTS:
            return self._list(name, [self.expected(item, place) for item in content])
        if name in ("tuple", "set"):
            return Tagged(f"!{name}", [self.expected(item, place) for item in content])
        return self.expected(content, place) if name in MAPS else None

    def _list(self, name: str, items: Sequence[Any]) -> Any:
        """A sequence is in Python a list as well as a tuple; a list is a list."""
        any_sequence = self._language == "python" and name != "list"
        return Tagged("!sequence", items) if any_sequence else list(items)


def quoted(value: Any) -> Any:
    """A text that would mean something else in a spec, with the tag that says that it is one."""
    return Tagged("!text", value) if isinstance(value, str) and (value == "*" or value.startswith("$")) else value


def has_real(value: Any) -> bool:
    """Whether a number with a fraction stands in a value."""
    content = value.content if isinstance(value, Tagged) else value
    parts = [*content, *content.values()] if isinstance(content, dict) else content if isinstance(content, list) else ()
    return isinstance(content, float) or any(map(has_real, parts))


def _empty(name: str) -> Any:
    return {} if name in MAPS else []


def _map(pairs: Sequence[tuple[Any, Any]]) -> Any:
    if all(isinstance(key, str | int) and not (isinstance(key, str) and key.startswith("!")) for key, _ in pairs):
        return dict(pairs)
    return Tagged("!map", [list(pair) for pair in pairs])


def _constant(node: ast.expr) -> Any:
    """A constant, also a negative one, or whole numbers that are added, subtracted or multiplied."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
        left, right = _constant(node.left), _constant(node.right)
        if type(left) is int and type(right) is int:
            return _SUMS[type(node.op)](left, right)
    if isinstance(node, ast.Name) and node.id == "Null":
        return None
    if isinstance(node, ast.Constant | ast.UnaryOp):
        value = ast.literal_eval(node)
        if value is None or isinstance(value, bool | int | float | str):
            return value
    raise ValueError(ast.unparse(node))


LANGUAGES = ("c", "cpp", "java", "javascript", "python")
_CAMEL = {"java": ("function", "property"), "javascript": ("function", "property"), "cpp": ("property",)}
_PASCAL_CLASSES = ("cpp", "java", "javascript", "python")


class Names:
    """The names of one language; ``is_literal``: the suite writes them as that language does."""

    def __init__(self, language: str, *, is_literal: bool) -> None:
        """Convert nothing if the suite is written for one language."""
        self.language = language
        self.is_literal = is_literal

    def function(self, name: str) -> str:
        """``to_string`` -> ``toString`` in Java."""
        return self._camel("function", name)

    def attribute(self, name: str) -> str:
        """The name of a method or of a field of an object."""
        return self._camel("property" if self.language == "cpp" else "function", name)

    def class_(self, name: str) -> str:
        """``equal_checker`` -> ``EqualChecker``."""
        return name if self.is_literal or self.language not in _PASCAL_CLASSES else _pascal(name)

    def constant(self, name: str) -> str:
        """A variable of the program."""
        return name if self.is_literal else name.upper()

    def _camel(self, kind: str, name: str) -> str:
        if self.is_literal or kind not in _CAMEL.get(self.language, ()):
            return name
        pascal = _pascal(name)
        return pascal[:1].lower() + pascal[1:]


def _pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split("_+", name))
