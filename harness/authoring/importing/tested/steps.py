"""Statements and expressions of TESTed as calls: what is inside another call is a step of its own before it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from harness.authoring.importing.package import Faults, Tagged
from harness.authoring.importing.tested.values import TYPES, Names, Values


class Steps:
    """The calls of one context, in their order, with the variables that they share."""

    def __init__(self, names: Names, values: Values, faults: Faults, namespace: str) -> None:
        """``namespace``: what sources call the student's module or class."""
        self.calls: list[dict[str, Any]] = []
        self.fields: dict[str, Any] = {}
        self._names, self._values, self._faults = names, values, faults
        self._namespaces = {"submission", namespace.lower()}
        self._variables: dict[str, Any] = {}
        self._used: set[str] = set()
        self._kept: set[str] = set()

    def variables(self) -> Mapping[str, Any]:
        """The variables with a literal value that calls are given."""
        return {name: value for name, value in self._variables.items() if name in self._used}

    def add(self, source: str, place: str, expected: Mapping[str, Any]) -> None:
        """Add what a test does; ``expected``: the keys of a call that say what must come of it."""
        try:
            statement = ast.parse(source.strip().removesuffix(";")).body
        except (SyntaxError, ValueError):
            statement = []
        if len(statement) != 1 or not isinstance(statement[0], ast.Expr | ast.Assign | ast.AnnAssign):
            self._refuse(place, source)
            return
        before = len(self.calls)
        try:
            self._statement(statement[0], place, dict(expected))
        except ValueError:
            self._refuse(place, source)
        if len(self.calls) - before > 1 and (expected.get("stdout") or "raises" in expected):
            self._faults.add(place, f"output or an exception of calls inside each other: {source}")

    def _statement(self, statement: ast.stmt, place: str, expected: dict[str, Any]) -> None:
        if isinstance(statement, ast.Expr):
            self._expression(statement.value, place, expected)
            return
        if isinstance(statement, ast.Assign):
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target, value = statement.target, statement.value
        else:
            raise ValueError
        if not isinstance(target, ast.Name) or target.id in self._variables or target.id in self._kept:
            raise ValueError
        if _is_call(value):
            self._kept.add(target.id)
            keep = {} if "raises" in expected else {"keep": target.id}
            self.calls.append(self._call(value, place) | keep | expected)
        else:
            self._variables[target.id] = self._value(value, place)

    def _expression(self, node: ast.expr, place: str, expected: dict[str, Any]) -> None:
        if _is_call(node):
            self.calls.append(self._call(node, place) | expected)
        elif isinstance(node, ast.Attribute) and not self._is_namespace(node.value) and "returns" in expected:
            owner = self._object(node.value, place)
            self.calls.append({"of": owner, "fields": {self._names.attribute(node.attr): expected["returns"]}})
        elif self._is_global(node) and "returns" in expected:
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if self._names.language in ("c", "cpp"):
                self._faults.add(place, f"a constant of a program in {self._names.language}: {name}")
            self.fields[self._names.constant(name)] = expected["returns"]
        else:
            raise ValueError

    def _is_global(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute):
            return self._is_namespace(node.value)
        return isinstance(node, ast.Name) and node.id not in self._kept and node.id.isupper()

    def _is_namespace(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id.lower() in self._namespaces and node.id not in self._kept

    def _call(self, node: ast.expr, place: str) -> dict[str, Any]:
        if not isinstance(node, ast.Call) or node.keywords:
            raise ValueError
        call: dict[str, Any] = {}
        if isinstance(node.func, ast.Name):
            name = node.func.id
            is_class = name[0].isupper() and self._names.language != "c"
            call = {"new": self._names.class_(name)} if is_class else {"function": self._names.function(name)}
        elif isinstance(node.func, ast.Attribute) and self._is_namespace(node.func.value):
            call = {"function": self._names.function(node.func.attr)}
        elif isinstance(node.func, ast.Attribute):
            call = {"of": self._object(node.func.value, place), "function": self._names.attribute(node.func.attr)}
        else:
            raise ValueError
        return call | {"args": [self._argument(argument, place) for argument in node.args]}

    def _object(self, node: ast.expr, place: str) -> str:
        """The object that a method belongs to: a variable, or what another call gives."""
        if isinstance(node, ast.Name) and node.id in self._kept:
            return f"${node.id}"
        if isinstance(node, ast.Name) and node.id in self._variables:
            raise ValueError
        if isinstance(node, ast.Name):
            return self._names.class_(node.id)
        return self._intermediate(node, place)

    def _intermediate(self, node: ast.expr, place: str) -> str:
        """A call inside another one; nothing may be printed by it."""
        call = self._call(node, place)
        name = f"step{len(self.calls) + 1}"
        self.calls.append(call | {"keep": name, "stdout": ""})
        return f"${name}"

    def _argument(self, node: ast.expr, place: str) -> Any:
        return self._variable(node) or self._value(node, place)

    def _variable(self, node: ast.expr) -> str:
        if not isinstance(node, ast.Name) or node.id not in {*self._kept, *self._variables}:
            return ""
        self._used.add(node.id)
        return f"${node.id}"

    def _value(self, node: ast.expr, place: str) -> Any:
        """A value that is handed over; inside it variables have a tag."""
        if _is_call(node):
            return self._intermediate(node, place)

        def inner(part: ast.expr) -> Any:
            name = self._variable(part) or (self._intermediate(part, place) if _is_call(part) else "")
            if name:
                return Tagged("!var", name.removeprefix("$"))
            return self._values.literal(part, place, inner, is_expected=False)

        return self._values.literal(node, place, inner, is_expected=False)

    def _refuse(self, place: str, source: str) -> None:
        self._faults.add(place, f"more than calls of functions and methods with literal values: {source}")


def _is_call(node: ast.expr) -> bool:
    """Whether it is a call, and not a value with its type, such as ``int16(1)``."""
    return isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in TYPES)
