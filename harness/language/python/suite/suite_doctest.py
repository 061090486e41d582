"""Run the examples in the course's files: the docstrings of a module, or a text."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path
from typing import Any

from suite_modules import names_of
from suite_recorder import Results

_PARSER = doctest.DocTestParser()


class _Runner(doctest.DocTestRunner):
    """Keeps the first thing that is wrong."""

    def __init__(self, results: Results) -> None:
        super().__init__(verbose=False)
        self.results = results

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
        expected = example.want.rstrip("\n")
        printed = got.rstrip("\n")
        self._wrong(test, example, "assertion", None, f"expected {expected or 'nothing'}, got {printed or 'nothing'}")

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        self._wrong(test, example, "raised", exc_info[1], "")

    def report_start(self, out: Any, test: Any, example: Any) -> None:
        pass

    def _wrong(self, test: Any, example: Any, why: str, error: BaseException | None, message: str) -> None:
        is_first = test.name not in self.results.wrong
        self.results.fail(test.name, why, error, message)
        if is_first:
            self.results.wrong[test.name]["line"] = example.source.strip()


def run(files: list[Path], results: Results, names: frozenset[str], modules: list[str]) -> None:
    """Run the examples of these files that have one of the names.

    Those of a file named as a student's module see the names of that module.
    """
    for path in files:
        text = path.read_text(encoding="utf-8")
        for name, lines, number in _texts(path, text):
            if name not in names:
                continue
            results.begin(name)
            try:
                space = _names(path.stem) if path.suffix == ".py" and path.stem in modules else {}
                test = _PARSER.get_doctest(lines, space, name, str(path), number)
            except BaseException as error:
                results.fail(name, "raised", error)
                results.end(name, passed=False)
                continue
            outcome = _Runner(results).run(test, out=lambda _: None, clear_globs=False)
            results.end(name, passed=outcome.failed == 0 and outcome.attempted > 0)


def _names(name: str) -> dict[str, Any]:
    import importlib  # noqa: PLC0415 - the finder of the student's modules is there by now

    return names_of(importlib.import_module(name))


def _texts(path: Path, text: str) -> list[tuple[str, str, int]]:
    """The texts with examples in a file: name, text, and its line from 0."""
    if path.suffix != ".py":
        return [(path.stem, text, 0)]
    found: list[tuple[str, str, int]] = []

    def look(node: Any, name: str) -> None:
        documentation = ast.get_docstring(node, clean=False)
        if documentation and ">>>" in documentation:
            found.append((name or path.stem, documentation, node.body[0].lineno - 1))
        for child in node.body:
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                look(child, f"{name}.{child.name}" if name else child.name)

    look(ast.parse(text), "")
    return found
