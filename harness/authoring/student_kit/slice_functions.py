"""Cut a course's Python down to the functions that visible cases use.

A definition stays where a function that is used names it, directly or through others. Comments and docstrings go, and
so does every other function. Code in which nobody can tell what is used is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from harness.language.parsing.python import is_bare_constant, names_in
from harness.spec.format.folder import CHECKS, SHARED
from harness.spec.loading.course_modules import module_files

_DYNAMIC = frozenset({"__file__", "__import__", "eval", "exec", "globals", "importlib", "locals", "vars"})
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Target = tuple[str, str]
"""A module, and a name in it; the name is empty if the module itself is meant."""


class UnclearUse(Exception):
    """What a function uses is not clear from its text."""


def sliced_functions(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The files below the folder of specs that hold these functions of an assignment and what they use.

    Raises:
        UnclearUse: when that is not clear.

    """
    modules = {name: _Module(name, path) for name, path in _modules(folder)}
    root = f"{folder.name}.{CHECKS}"
    todo: list[_Target] = [(root, name) for name in names]
    while todo:
        module, name = todo.pop()
        todo += modules[module].need(name, modules)
    used = [module for module in modules.values() if module.kept]
    files = {module.file: module.text() for module in used}
    for file in list(files):
        for parent in PurePosixPath(file).parents:
            beside = f"{parent}/__init__.py"
            if any(module.file == beside for module in modules.values()):
                files.setdefault(beside, b"")
    return files


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every module of the assignment and of ``_shared``, by its dotted name below the folder of specs."""
    for path in module_files(folder):
        if path.suffix == ".py":
            parts = path.relative_to(folder.parent).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


class _Module:
    """One module: its statements, and which of them stay."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.is_package = path.name == "__init__.py"
        parts = name.split(".")
        self.file = "/".join([*parts, "__init__.py"] if self.is_package else parts) + ("" if self.is_package else ".py")
        self._statements = ast.parse(path.read_bytes()).body
        self._bound = [_bound(statement) for statement in self._statements]
        self._needed: set[str] = set()
        self.kept: set[int] = set()

    def need(self, name: str, modules: Mapping[str, _Module]) -> Iterator[_Target]:
        """Keep what binds this name; yield what it uses in turn."""
        if name in self._needed:
            return
        if not self._needed:
            self._refuse_side_effects()
        self._needed.add(name)
        binding = [position for position, bound in enumerate(self._bound) if name in bound]
        if not binding and f"{self.name}.{name}" not in modules:
            raise UnclearUse(f"{self.file}: nothing there is called {name}")
        for position in binding:
            statement = self._statements[position]
            self.kept.add(position)
            if isinstance(statement, ast.Import | ast.ImportFrom):
                yield from self._imported(statement, name, modules)
            else:
                yield from self._used(statement, modules)

    def _refuse_side_effects(self) -> None:
        own = self._own()
        for statement in self._statements:
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            plain = isinstance(statement, (*_DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign))
            if not plain and not is_text:
                raise UnclearUse(f"{self.file}:{statement.lineno}: a statement that does something when it is imported")
            if isinstance(statement, _DEFINITIONS):
                self._refuse_registered(statement, own)

    def _refuse_registered(self, statement: _Definition, own: set[str]) -> None:
        """Refuse a decorator of the course's own: it may note functions that nothing names."""
        for decorator in statement.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if own & names_in(called):
                raise UnclearUse(f"{self.file}:{statement.lineno}: a decorator of the course's own")

    def _own(self) -> set[str]:
        """The names that this module binds to what is the course's."""
        names: set[str] = set()
        for statement, bound in zip(self._statements, self._bound, strict=True):
            foreign = isinstance(statement, ast.ImportFrom) and self._source(statement) is None
            if not foreign and not isinstance(statement, ast.Import):
                names |= bound
        return names

    def _source(self, statement: ast.ImportFrom) -> str | None:
        """The course's module that is imported from; None for another's."""
        module = statement.module or ""
        if statement.level:
            package = self.name.split(".") if self.is_package else self.name.split(".")[:-1]
            package = package[: len(package) - statement.level + 1]
            return ".".join([*package, *filter(None, [module])])
        return module if module.split(".")[0] == SHARED else None

    def _imported(
        self, statement: ast.Import | ast.ImportFrom, name: str, modules: Mapping[str, _Module]
    ) -> Iterator[_Target]:
        if isinstance(statement, ast.Import):
            if any(alias.name.split(".")[0] in (SHARED, *_DYNAMIC) for alias in statement.names):
                raise UnclearUse(f"{self.file}:{statement.lineno}: import names from this module, not the module")
            return
        source = self._source(statement)
        if source is None:
            return
        for alias in statement.names:
            if alias.name == "*" or source not in modules:
                raise UnclearUse(f"{self.file}:{statement.lineno}: an import whose names are not known")
            is_module = f"{source}.{alias.name}" in modules
            if (alias.asname or alias.name) == name and not is_module:
                yield source, alias.name

    def _used(self, statement: ast.stmt, modules: Mapping[str, _Module]) -> Iterator[_Target]:
        """What a statement uses of this module and, through modules that it imports, of others."""
        inner = [node for node in ast.walk(statement) if isinstance(node, ast.Import | ast.ImportFrom)]
        for inside in inner:
            for alias in inside.names:
                yield from self._imported(inside, alias.asname or alias.name, modules)
        submodules = self._submodules(inner, modules)
        through = {
            id(node.value): (submodules[node.value.id], node.attr)
            for node in ast.walk(statement)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in submodules
        }
        yield from through.values()
        bound = set().union(*self._bound)
        for node in ast.walk(statement):
            if not isinstance(node, ast.Name):
                continue
            if node.id in _DYNAMIC or (node.id in submodules and id(node) not in through):
                raise UnclearUse(f"{self.file}:{node.lineno}: what {node.id} stands for here is not known")
            if node.id in bound:
                yield self.name, node.id

    def _submodules(self, inner: list[ast.Import | ast.ImportFrom], modules: Mapping[str, _Module]) -> dict[str, str]:
        """The names that stand for modules of the course -> the modules."""
        submodules: dict[str, str] = {}
        for statement in (*self._statements, *inner):
            source = self._source(statement) if isinstance(statement, ast.ImportFrom) else None
            if source is not None and isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    if f"{source}.{alias.name}" in modules:
                        submodules[alias.asname or alias.name] = f"{source}.{alias.name}"
        return submodules

    def text(self) -> bytes:
        """The module with what is used, without comments and docstrings."""
        kept = [
            self._only_needed(statement) for position, statement in enumerate(self._statements) if self._stays(position)
        ]
        for statement in kept:
            for node in ast.walk(statement):
                if isinstance(node, _DEFINITIONS):
                    node.body = [part for part in node.body if not is_bare_constant(part)] or [ast.Pass()]
        return (ast.unparse(ast.Module(kept, [])) + "\n").encode()

    def _stays(self, position: int) -> bool:
        statement = self._statements[position]
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        return future or position in self.kept

    def _only_needed(self, statement: ast.stmt) -> ast.stmt:
        if isinstance(statement, ast.Import | ast.ImportFrom) and getattr(statement, "module", "") != "__future__":
            statement.names = [alias for alias in statement.names if _name_of(alias) in self._needed]
        return statement


def _name_of(alias: ast.alias) -> str:
    return alias.asname or alias.name.split(".")[0]


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement at the top of a module binds."""
    if isinstance(statement, _DEFINITIONS):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {_name_of(alias) for alias in statement.names}
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return {node.id for target in targets if target for node in ast.walk(target) if isinstance(node, ast.Name)}
