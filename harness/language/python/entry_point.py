"""Which of a Python program's files is started."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from harness.language.parsing.python import python_module


def entry_point(sources: Mapping[str, bytes]) -> tuple[str, ...] | None:
    """Return the words after ``python3`` that start a program of these files; None if there are none.

    That is the file that no other file imports; of several, one with a main guard, else one named main. Test files are
    not considered. A package whose ``__main__.py`` imports from it is started as ``-m PACKAGE``.
    """
    names = [name for name in sources if not _is_test(name)] or [*sources]
    trees = {name: python_module(sources[name]) or ast.Module([], []) for name in names}
    imported = {module for tree in trees.values() for module in _imports(tree)}
    roots = [name for name in trees if Path(name).stem not in imported] or list(trees)
    package = next((name for name in roots if _is_package(name, trees[name])), None)
    if package is not None:
        return "-m", Path(package).parent.name

    def preference(name: str) -> tuple[bool, bool, int, str]:
        return not _has_guard(trees[name]), Path(name).stem != "main", name.count("/"), name

    return (min(roots, key=preference),) if roots else None


def _is_test(name: str) -> bool:
    """Whether pytest or unittest would take the file for a test, by its name."""
    path = Path(name)
    return path.stem.startswith("test_") or path.stem.endswith("_test") or path.stem in ("test", "tests", "conftest")


def _is_package(name: str, tree: ast.Module) -> bool:
    """Whether the file starts a top-level package with relative imports, which only ``-m`` allows."""
    relative = any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))
    return Path(name).name == "__main__.py" and name.count("/") == 1 and relative


def _imports(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.rpartition(".")[2] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)}
    return names


def _has_guard(tree: ast.Module) -> bool:
    tests = (node.test for node in tree.body if isinstance(node, ast.If))
    return any(isinstance(node, ast.Name) and node.id == "__name__" for test in tests for node in ast.walk(test))
