"""Which text of a course's own modules decides what a function of them does: its own, and that of all it may use."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct, field

from harness.spec.loading.course_modules import module_files

_OPAQUE = {"eval", "exec", "globals", "locals", "vars", "getattr", "attrgetter", "methodcaller", "import_module"} | {
    "__import__",
    "__dict__",
    "modules",
    "__subclasses__",
    "__init_subclass__",
    "metaclass",
}
"""What reaches names that stand nowhere: what uses one of these may use everything."""
_PURE_DECORATORS = {"cache", "lru_cache", "cached_property", "dataclass", "property", "total_ordering", "wraps"}


class _Part(Struct, frozen=True):
    """A statement of a module's outermost level, or one name that it imports."""

    module: int
    text: str
    """Without comments and blanks."""
    names: frozenset[str]
    """The names that occur in it."""
    imports: bool = False


class CourseCode(Struct):
    """The statements of an assignment's modules, by the names that they bind.

    A name that a module does not bind means what any module binds to it: rather too much is taken for used. What a
    module does while it is loaded counts as part of each function, except for the values that are given to names.
    """

    parts: list[_Part] = field(default_factory=list)
    bound: dict[str, list[int]] = field(default_factory=dict)
    """Name -> the indices of its statements."""
    always: list[int] = field(default_factory=list)
    """The indices of the statements that may change what any function does."""

    @classmethod
    def of(cls, folder: Path) -> CourseCode:
        """Read the modules of the assignment in a folder."""
        code = cls()
        for number, path in enumerate(module_files(folder)):
            content = path.read_bytes()
            try:
                statements = ast.parse(content).body if path.suffix == ".py" else None
            except (SyntaxError, ValueError):
                statements = None
            if statements is None:
                code.always.append(code._add(_Part(number, f"{path.name} {content!r}", frozenset()), ()))
                continue
            modules = {name for statement in statements if _imports(statement) for name in _bound(statement)}
            for statement in statements:
                code._add_statement(number, statement, modules)
        return code

    def _add_statement(self, module: int, statement: ast.stmt, modules: set[str]) -> None:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            source = ast.dump(ast.ImportFrom(getattr(statement, "module", None), [], getattr(statement, "level", 0)))
            for alias in statement.names:
                part = _Part(module, f"{source} {ast.dump(alias)}", frozenset(alias.name.split(".")), imports=True)
                self._add(part, [alias.asname or alias.name.partition(".")[0]])
            return
        names = [*_bound(statement)]
        index = self._add(_Part(module, ast.dump(statement), frozenset(_names(statement, modules))), names)
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_text and (not names or _is_registered(statement)):
            self.always.append(index)

    def _add(self, part: _Part, names: Iterable[str]) -> int:
        self.parts.append(part)
        for name in names:
            self.bound.setdefault(name, []).append(len(self.parts) - 1)
        return len(self.parts) - 1

    def used_by(self, names: Iterable[str]) -> list[str]:
        """The texts of all statements that may decide what the functions of these names do."""
        pending = [*self.always, *(index for name in names for index in self.bound.get(name, ()))]
        used = set[int]()
        while pending:
            index = pending.pop()
            if index not in used:
                used.add(index)
                if not self.parts[index].names.isdisjoint(_OPAQUE):
                    return [part.text for part in self.parts]
                pending += self._uses(self.parts[index])
        return [self.parts[index].text for index in sorted(used)]

    def _uses(self, part: _Part) -> Iterator[int]:
        for name in part.names:
            meant = self.bound.get(name, [])
            own = [index for index in meant if self.parts[index].module == part.module]
            yield from own if own and not part.imports else meant


def _imports(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.Import, ast.ImportFrom))


def _is_registered(statement: ast.stmt) -> bool:
    """Whether a decorator may note a function or class elsewhere."""
    decorators = getattr(statement, "decorator_list", [])
    return any(_PURE_DECORATORS.isdisjoint(_names(decorator, {*_names(decorator)})) for decorator in decorators)


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names to which a statement of a module's outermost level gives a meaning; none if it does more."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        targets = [name for target in targets for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
        if all(isinstance(target, ast.Name) for target in targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def _names(node: ast.AST, modules: Iterable[str] = ()) -> Iterator[str]:
    """The names that occur in a piece of code, and the attributes of these modules."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute) and (part.attr in _OPAQUE or _root(part) in modules):
            yield part.attr
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield part.name
        elif isinstance(part, ast.keyword) and part.arg in _OPAQUE:
            yield str(part.arg)


def _root(attribute: ast.Attribute) -> str:
    value: ast.expr = attribute
    while isinstance(value, ast.Attribute):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""
