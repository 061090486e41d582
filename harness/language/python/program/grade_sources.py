"""Which of a student's files a case means: what each defines, as far as its text shows it."""

from __future__ import annotations

import ast
import builtins
import os
from typing import Any, NamedTuple

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_MOST_FILES = 300
_LARGEST = 4 << 20


class Source(NamedTuple):
    """One of the student's files, as far as it is known from its text."""

    path: str
    """Relative to the folder."""
    names: frozenset[str]
    """The names that it defines or imports."""
    imports: frozenset[str]
    """The modules that it imports."""

    @property
    def module(self) -> str:
        """The name it is imported by."""
        return self.path.rpartition("/")[2][:-3]


def survey() -> list[Source]:
    """Parse all sources below the working folder; nothing is known of one that has a syntax error."""
    sources = []
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        paths = (os.path.normpath(os.path.join(folder, name)) for name in sorted(names) if name.endswith(".py"))
        sources += [_read(path) for path in paths if os.path.isfile(path)]
    exported = {source.module: source.names for source in sources}
    return [
        source._replace(
            names=source.names.union(*(exported.get(name[1:], ()) for name in source.names if name[0] == "*"))
        )
        for source in sources[:_MOST_FILES]
    ]


def _read(path: str) -> Source:
    names: set[str] = set()
    imports: set[str] = set()
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read(_LARGEST))
        for node in ast.walk(tree):
            _add_names(node, names, imports)
    except (SyntaxError, ValueError, OSError, RecursionError, MemoryError):
        pass
    return Source(path, frozenset(names), frozenset(imports))


def _add_names(node: ast.AST, names: set[str], imports: set[str]) -> None:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        names.add(node.name)
    elif isinstance(node, ast.Assign):
        names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.Import):
        imports.update(alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = (node.module or "").rpartition(".")[2]
        imports.add(module)
        names.update(f"*{module}" if alias.name == "*" else alias.asname or alias.name for alias in node.names)


def choose(sources: list[Source], request: dict[str, Any]) -> Source:
    """The file that the handout requires, else the one that defines most of the functions."""
    patterns = [name.removeprefix("(?i)") for pattern in request["files"] for name in pattern.split("|")]
    required = [pattern.lower() for pattern in patterns]
    imported = frozenset[str]().union(*(source.imports for source in sources))

    called = [part["functions"] for call in request["calls"] for part in (call, call["of"]) if part.get("functions")]

    def rank(source: Source) -> tuple[Any, ...]:
        known = {name.lower() for name in source.names} | source.names
        score = sum(any(name in known for name in names) for names in called)
        path, name = source.path.lower(), source.path.lower().rpartition("/")[2]
        wanted = path in required or f"**/{name}" in required
        return not wanted, -score, source.module in imported, source.path.count("/"), source.path

    return min(sources, key=rank)


def own_modules(sources: list[Source]) -> set[str]:
    """The names by which the student's files and folders are imported."""
    return {source.path.partition("/")[0].removesuffix(".py") for source in sources}
