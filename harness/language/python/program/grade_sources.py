"""Which of a student's files a case means: what each defines, as far as its text shows it."""

from __future__ import annotations

import ast
import builtins
import os
from collections.abc import Set as AbstractSet
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
    depth: int = 0
    """How many folders above it are packages that it belongs to."""

    @property
    def module(self) -> str:
        """The name it is imported by inside its folder."""
        return self.path.rpartition("/")[2][:-3]

    @property
    def dotted(self) -> str:
        """The name it is imported by from the folder above its packages: ``sales.reader``."""
        parts = self.path[:-3].split("/")[-1 - self.depth :]
        return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)

    def is_module(self, dotted: str) -> bool:
        """Whether a dotted name means it, with whatever folders above."""
        whole = self.path[:-3].removesuffix("/__init__").replace("/", ".")
        return f".{whole}".endswith(f".{dotted}")


def survey() -> list[Source]:
    """Parse all sources below the working folder; nothing is known about one that has a syntax error."""
    sources = []
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        paths = (os.path.normpath(os.path.join(folder, name)) for name in sorted(names) if name.endswith(".py"))
        sources += [_read(path) for path in paths if os.path.isfile(path)]
    packages = {source.path.rpartition("/")[0] for source in sources if source.path.endswith("__init__.py")}
    sources = [source._replace(depth=_depth(source.path, packages)) for source in sources]
    exported = {source.module: source.names for source in sources}
    return [
        source._replace(
            names=source.names.union(*(exported.get(name[1:], ()) for name in source.names if name[0] == "*"))
        )
        for source in sources[:_MOST_FILES]
    ]


def _depth(path: str, packages: set[str]) -> int:
    depth, folder = 0, path.rpartition("/")[0]
    while folder and folder in packages:
        depth, folder = depth + 1, folder.rpartition("/")[0]
    return depth


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
        score = sum(max(_rank_of(source, known, name) for name in names) for names in called)
        path, name = source.path.lower(), source.path.lower().rpartition("/")[2]
        wanted = path in required or f"**/{name}" in required
        return not wanted, -score, source.module in imported, source.path.count("/"), source.path

    chosen = min(sources, key=rank)
    prefixes = [name.rpartition(".")[0] for names in called for name in names if "." in name]
    depths = [prefix.count(".") for prefix in prefixes if chosen.is_module(prefix)]
    return chosen._replace(depth=max([chosen.depth, *depths]))


def _rank_of(source: Source, known: AbstractSet[str], name: str) -> int:
    """2 where a source defines a name; one with points names the module as well, which alone is 1: ``sales.read``."""
    module, _, last = name.rpartition(".")
    if module and not source.is_module(module):
        return 0
    return 2 * (last in known) or int(bool(module))


def own_modules(sources: list[Source]) -> set[str]:
    """The names by which the student's files and folders are imported."""
    top = {source.path.partition("/")[0].removesuffix(".py") for source in sources}
    return top | {source.dotted.partition(".")[0] for source in sources if source.depth}
