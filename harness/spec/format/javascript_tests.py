"""Find the tests of node:test in the course's own files, without running them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.model.errors import SpecError
from harness.spec.format.suite_tests import SuiteTest

JAVASCRIPT_ENDINGS = (".js", ".mjs", ".cjs")
_TESTS, _GROUPS = ("test", "it"), ("describe", "suite")
_NO_WORDS = re.compile(r"[^\w]+")
_FUNCTIONS = ("arrow_function", "function_expression")
_IMPORT = re.compile(r"""(?:from|import|require)\s*\(?\s*["'](\.{1,2}/[^"'\s]+)["']""")
_ANY = "\0"
"""Stands for what a template fills in."""


class _Call(Struct, frozen=True):
    """A call that declares a test or a group of tests."""

    node: Any
    name: str
    """With ``_ANY`` for each value of a template."""
    is_test: bool


def javascript_tests(paths: Mapping[str, Path]) -> list[SuiteTest]:
    """The tests in these files, by the names of their groups and their own, in words joined by hyphens.

    Raises:
        SpecError: when a file is no JavaScript, or a test's name is no text.

    """
    from tree_sitter import Language, Parser  # noqa: PLC0415 - few specs have tests in JavaScript
    from tree_sitter_javascript import language  # noqa: PLC0415

    tests: dict[str, SuiteTest] = {}
    for name, path in paths.items():
        if name.endswith(JAVASCRIPT_ENDINGS):
            root = Parser(Language(language())).parse(path.read_bytes()).root_node
            if root.has_error:
                raise SpecError(f'"suite": {path} cannot be read as JavaScript')
            for test in _tests(name, path, root, ()):
                if test.pattern or test.name not in tests:
                    tests[test.name] = test
                else:
                    raise SpecError(f'"suite": two tests are named {test.name}; rename one, or make two cases of them')
    return [*tests.values()]


def imported_files(paths: Mapping[str, Path]) -> Iterator[str]:
    """The files that these import and that are not among them: ``cart.js`` for ``require("../cart")``."""
    names: dict[str, None] = {}
    for name, path in paths.items():
        if name.endswith(JAVASCRIPT_ENDINGS):
            for match in _IMPORT.finditer(path.read_text(encoding="utf-8", errors="replace")):
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))
                if not any(target + ending in paths for ending in ("", *JAVASCRIPT_ENDINGS)):
                    file = target.removeprefix("../").removeprefix("tests/")
                    names[file if file.endswith((*JAVASCRIPT_ENDINGS, ".json")) else f"{file}.js"] = None
    yield from names


def _tests(file: str, path: Path, node: Any, groups: tuple[str, ...]) -> Iterator[SuiteTest]:
    """The tests below a node; what a test itself declares inside is a part of it."""
    for child in node.children:
        call = _declared(path, child)
        if call is None:
            yield from _tests(file, path, child, groups)
        elif call.is_test:
            yield _test(file, call, (*groups, call.name))
        else:
            yield from _tests(file, path, child, (*groups, call.name))


def _declared(path: Path, node: Any) -> _Call | None:
    """The test or group that a call declares: ``test("adds", ...)``, ``describe.skip("Cart", ...)``."""
    if node.type != "call_expression":
        return None
    callee = node.child_by_field_name("function")
    word = _text(callee.child_by_field_name("object") if callee.type == "member_expression" else callee)
    arguments = node.child_by_field_name("arguments").named_children
    if word not in (*_TESTS, *_GROUPS) or not any(each.type in _FUNCTIONS for each in arguments):
        return None
    if arguments[0].type not in ("string", "template_string"):
        line = node.start_point[0] + 1
        raise SpecError(f'"suite": {path}, line {line}: the name of a test is a text, such as "adds" or `adds ${{n}}`')
    parts = [_ANY if part.type == "template_substitution" else _text(part) for part in arguments[0].named_children]
    return _Call(node, "".join(parts), word in _TESTS)


def _test(file: str, call: _Call, names: tuple[str, ...]) -> SuiteTest:
    """A test with what its options say: ``{weight: 2, visibility: "hidden", clause: "adds"}``."""
    said: dict[str, str] = {}
    for each in call.node.child_by_field_name("arguments").named_children:
        if each.type == "object":
            pairs = [pair for pair in each.named_children if pair.type == "pair"]
            said = {_text(pair.named_children[0]): _text(pair.named_children[-1]).strip("\"'") for pair in pairs}
    try:
        weight = float(said.get("weight", 1))
    except ValueError:
        weight = 1.0
    is_dynamic = any(_ANY in name for name in names)
    pattern = "[.]".join(map(_pattern, names)) if is_dynamic else ""
    words = ".".join(_words(name.replace(_ANY, " ")) for name in names)
    return SuiteTest(words, file, weight, said.get("visibility", ""), said.get("clause", ""), pattern)


def _words(name: str) -> str:
    return _NO_WORDS.sub("-", name).strip("-")


def _pattern(name: str) -> str:
    """A regular expression for the names that a template can become, once their words are joined."""
    return "-?.*-?".join(_words(part) for part in name.split(_ANY))


def _text(node: Any) -> str:
    return str(node.text.decode(errors="replace"))
