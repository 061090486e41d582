"""Expressions of C and C++ as steps of a case and as values of a spec."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from harness.authoring.importing.package import Tagged
from harness.language.parsing.syntax_trees import field, node_text

Step = dict[str, Any]
"""A call, with the keys that a spec has for it."""
_LITERALS: dict[str, Any] = {"true": True, "false": False, "nullptr": None, "NULL": None}
_APPROXIMATE = ("Approx", "Catch::Approx", "doctest::Approx")


class Unknown(Exception):
    """No call of a spec says it."""


class Expressions:
    """Knows the variables of one test, and collects its steps."""

    def __init__(self) -> None:
        """No variable is known."""
        self.steps: list[Step] = []
        self.results: dict[str, Step] = {}
        """Variable -> the step whose result it holds."""
        self.plain: dict[str, Any] = {}
        """Variable -> its value."""
        self.changed: dict[str, tuple[Step, int]] = {}
        """Variable -> the last step that got its address, and the place of the argument."""

    def step(self, node: Any) -> Step:
        """A call as a step, which is not in the list yet."""
        if node.type == "call_expression":
            function = field(node, "function")
            given = [*field(node, "arguments").named_children]
            if function.type == "field_expression":
                step: Step = {"of": self.object(field(function, "argument"))}
                step["function"] = node_text(field(function, "field"))
            elif function.type in ("identifier", "template_function", "qualified_identifier"):
                step = {"function": node_text(function)}
            else:
                raise Unknown
            step["args"] = [self.argument(each) for each in given]
            for place, each in enumerate(given):
                if each.type == "pointer_expression" and node_text(field(each, "argument")) in self.plain:
                    self.changed[node_text(field(each, "argument"))] = (step, place)
            return step
        if node.type in ("binary_expression", "subscript_expression"):
            left, right = (*node.named_children, None, None)[:2]
            operator = node_text(field(node, "operator")) if node.type == "binary_expression" else "[]"
            if right is not None and right.type == "subscript_argument_list":
                right = right.named_children[0]
            return {"of": self.object(left), "function": f"operator{operator}", "args": [self.argument(right)]}
        raise Unknown

    def object(self, node: Any) -> str:
        """The variable of a kept object; a call is made a step of its own."""
        name = node_text(node)
        if name in self.results:
            return f"${name}"
        step = self.step(node)
        kept = f"value{len(self.steps) + 1}"
        self.steps.append(step | {"keep": kept})
        return f"${kept}"

    def argument(self, node: Any) -> Any:
        """An argument of a call."""
        if node is None:
            raise Unknown
        if node.type == "pointer_expression":
            inner = node_text(field(node, "argument"))
            if inner in self.plain:
                return self.plain[inner]
            return self.object(field(node, "argument"))
        try:
            return self.value(node)
        except Unknown:
            return self.object(node)

    def value(self, node: Any) -> Any:
        """A literal, or a variable that holds one."""
        text = node_text(node)
        if node.type in _READERS:
            return _READERS[node.type](text)
        if text in _LITERALS:
            return _LITERALS[text]
        if node.type == "identifier" and text in self.plain and text not in self.changed:
            return self.plain[text]
        if node.type == "unary_expression" and text.startswith("-"):
            number = self.value(field(node, "argument"))
            if isinstance(number, int | float):
                return -number
        if node.type == "initializer_list":
            return [self.value(each) for each in node.named_children]
        return self._built(node)

    def _built(self, node: Any) -> Any:
        """``std::string("a")``, ``std::vector<int>{1, 2}``, ``Approx(1.5)``."""
        if node.type == "parenthesized_expression":
            return self.value(node.named_children[0])
        if node.type not in ("compound_literal_expression", "call_expression"):
            raise Unknown
        kind = node_text(field(node, "function") or field(node, "type"))
        inside = field(node, "arguments") or field(node, "value")
        if kind in _APPROXIMATE:
            return Tagged("!approx", {"value": self.value(inside.named_children[0])})
        if re.match(r"(std::)?string$", kind) and len(inside.named_children) == 1:
            return self.value(inside.named_children[0])
        if re.match(r"(std::)?(vector|list|deque|set)\b", kind) and inside.type == "initializer_list":
            return [self.value(each) for each in inside.named_children]
        raise Unknown


def _number(text: str) -> int | float:
    bare = re.sub(r"(?i)(?<=[\d.])[ful]+$", "", text) if not text.lower().startswith("0x") else text.rstrip("uUlL")
    try:
        return int(bare.replace("'", ""), 0)
    except ValueError:
        try:
            return float(bare)
        except ValueError:
            raise Unknown from None


def _unquoted(text: str) -> str:
    if not re.match(r"""^(["']).*\1$""", text, re.DOTALL):
        raise Unknown
    return text[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape")


_READERS: dict[str, Callable[[str], Any]] = {
    "number_literal": _number, "string_literal": _unquoted, "char_literal": _unquoted,
}  # fmt: skip
