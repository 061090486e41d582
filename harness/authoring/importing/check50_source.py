"""Read the checks of a check50 problem from its Python file: parsed, never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from harness.authoring.importing.package import Faults
from harness.language.parsing.python import is_bare_constant
from harness.model.errors import UsageError

END = "\x04"
"""Stands for ``EOF``, the end of the input."""
_ROOT = "check50"
_CHECK_OPTIONS = ("dependency", "timeout", "max_log_lines")
_END_NAMES = ("EOF", "check50.EOF")

Constant = str | bytes | int | float | bool | None


class Step(Struct, frozen=True):
    """One call of a chain: ``.stdout("Hello", regex=False)``."""

    name: str
    args: Sequence[Constant]
    options: dict[str, Constant]
    place: str


class Check(Struct, frozen=True):
    """A function with the decorator ``check50.check``."""

    name: str
    text: str
    """Its docstring."""
    place: str
    chains: Sequence[Sequence[Step]]
    """What it calls, in order; the first step of each is ``run``, ``exists``, ``include`` or another function."""
    dependency: str = ""
    hidden: bool = False
    timeout: Constant = None
    """Seconds for the whole of it; None: check50's own."""


def checks_of(path: Path, faults: Faults) -> list[Check]:
    """The checks in the order of the file; what is more than calls with constants is a fault with its line."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    return [*_Reader(path, faults).checks(tree)]


class _Reader:
    def __init__(self, path: Path, faults: Faults) -> None:
        self._path, self._faults = path, faults
        self._constants: dict[str, Constant] = {}

    def checks(self, tree: ast.Module) -> Iterator[Check]:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(_name(line) == "check" for line in node.decorator_list):
                yield self._check(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._constants[node.targets[0].id] = self._constant(node.value)
            elif not (isinstance(node, ast.Import | ast.ImportFrom) or is_bare_constant(node)):
                self._fault(node, "more than checks, imports and constants")

    def _check(self, node: ast.FunctionDef) -> Check:
        dependency, hidden, timeout = "", False, None
        for decorator in node.decorator_list:
            kind = _name(decorator)
            if kind == "check":
                dependency, timeout = self._decorator(decorator)
            elif kind == "hidden":
                hidden = True
            else:
                self._fault(decorator, f"the decorator {kind}")
        if node.args.args:
            self._fault(node, "a check that gets the state of another")
        body = [line for line in node.body if not is_bare_constant(line) and not isinstance(line, ast.Pass)]
        text = ast.get_docstring(node) or node.name.replace("_", " ")
        chains = [chain for line in body for chain in [self._chain(line)] if chain]
        return Check(node.name, text, self._place(node), chains, dependency, hidden, timeout)

    def _decorator(self, decorator: ast.expr) -> tuple[str, Constant]:
        """The check that one depends on, and its timeout: by position or by name."""
        call = decorator if isinstance(decorator, ast.Call) else None
        values = dict(zip(_CHECK_OPTIONS, call.args, strict=False)) if call else {}
        for word in call.keywords if call else ():
            if word.arg in _CHECK_OPTIONS:
                values[word.arg] = word.value
            else:
                self._fault(decorator, f"check with {word.arg or '**'}")
        needed = values.get("dependency")
        if needed is not None and not (isinstance(needed, ast.Name) or ast.unparse(needed) == "None"):
            self._fault(needed, f"a dependency that is no check: {ast.unparse(needed)}")
        timeout = self._constant(values["timeout"]) if "timeout" in values else None
        return needed.id if isinstance(needed, ast.Name) else "", timeout

    def _chain(self, line: ast.stmt) -> list[Step]:
        """The calls of one statement, the first one first."""
        if not isinstance(line, ast.Expr):
            self._fault(line, f"a statement that is no call: {ast.unparse(line).splitlines()[0]}")
            return []
        steps: list[Step] = []
        node: ast.expr = line.value
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _root(node.func) is None:
            steps.append(self._step(node, node.func.attr))
            node = node.func.value
        name = _root(node.func) if isinstance(node, ast.Call) else None
        if name is None or not isinstance(node, ast.Call):
            self._fault(line, f"a call that is none of check50: {ast.unparse(line)}")
            return []
        return [self._step(node, name), *reversed(steps)]

    def _step(self, call: ast.Call, name: str) -> Step:
        options = {word.arg or "**": self._constant(word.value) for word in call.keywords}
        return Step(name, tuple(self._constant(arg) for arg in call.args), options, self._place(call))

    def _constant(self, node: ast.expr) -> Constant:
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in _END_NAMES:
            return END
        if isinstance(node, ast.Name) and node.id in self._constants:
            return self._constants[node.id]
        if isinstance(node, ast.Call) and _name(node) == "open" and len(node.args) == 1:
            return self._content(node.args[0])
        try:
            value = ast.literal_eval(node)
        except ValueError:
            value = ()
        if value is not None and not isinstance(value, str | bytes | int | float | bool):
            self._fault(node, f"a value that is no constant: {ast.unparse(node)}")
            return ""
        return value

    def _content(self, name: ast.expr) -> str:
        path = self._path.parent / str(self._constant(name))
        if path.is_file():
            return path.read_text("utf-8")
        self._fault(name, f"there is no file {path.name} beside the checks")
        return ""

    def _place(self, node: ast.AST) -> str:
        return f"{self._path}:{getattr(node, 'lineno', 1)}"

    def _fault(self, node: ast.AST, text: str) -> None:
        self._faults.add(self._place(node), text)


def _name(node: ast.expr) -> str:
    """The last word of a name, or of what is called: ``check50.check()`` -> ``check``."""
    return ast.unparse(node.func if isinstance(node, ast.Call) else node).rpartition(".")[2]


def _root(function: ast.expr) -> str | None:
    """``check50.c.compile`` -> ``c.compile``, ``run`` -> ``run``; None for the method of a value."""
    text = ast.unparse(function)
    if not all(word.isidentifier() for word in text.split(".")):
        return None
    return text.removeprefix(f"{_ROOT}.")
