"""Find the tests of JUnit in the course's own Java files, without running them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.model.errors import SpecError
from harness.spec.format.suite_tests import SuiteTest

_TESTS = {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"}
_TAGS = ("clause:", "visibility:", "weight:")
_MOST_BASES = 20


class _Class(Struct, frozen=True):
    """A class of the tests."""

    name: str
    """``CartTest``, or ``CartTest.Empty`` for a nested one."""
    file: str
    node: Any

    @property
    def said(self) -> dict[str, Any]:
        return _annotations(self.node)

    @property
    def base(self) -> str:
        above = self.node.child_by_field_name("superclass")
        return "" if above is None else _text(above).removeprefix("extends").split("<")[0].strip().rpartition(".")[2]

    @property
    def is_abstract(self) -> bool:
        return any(_text(child) == "abstract" for each in _modifiers(self.node) for child in each.children)


def java_tests(paths: Mapping[str, Path]) -> list[SuiteTest]:
    """The tests in these files, by the names of their classes without packages; SpecError where one is no Java."""
    classes = [each for name, path in paths.items() if name.endswith(".java") for each in _classes(name, path)]
    known = {each.name: each for each in classes}
    tests: list[SuiteTest] = []
    for each in classes:
        if not each.is_abstract and ("." not in each.name or "Nested" in each.said):
            methods = _methods(each, known).values()
            tests += [_test(each, method) for method in methods if _is_test(method, each, known)]
    return tests


def _classes(name: str, path: Path) -> Iterator[_Class]:
    from tree_sitter import Language, Parser  # noqa: PLC0415 - few specs have tests in Java
    from tree_sitter_java import language  # noqa: PLC0415

    root = Parser(Language(language())).parse(path.read_bytes()).root_node
    if root.has_error:
        raise SpecError(f'"suite": {path} cannot be read: it is no Java near line {_first_error(root)}')
    yield from _classes_below(name, root, "")


def _first_error(node: Any) -> int:
    while True:
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
        if inner is None or node.type == "ERROR":
            return int(node.start_point[0]) + 1
        node = inner


def _classes_below(file: str, node: Any, outer: str) -> Iterator[_Class]:
    for child in node.children:
        if child.type == "class_declaration":
            name = f"{outer}{_text(child.child_by_field_name('name'))}"
            yield _Class(name, file, child)
            yield from _classes_below(file, child.child_by_field_name("body"), f"{name}.")


def _methods(each: _Class, known: Mapping[str, _Class], depth: int = _MOST_BASES) -> dict[str, Any]:
    """The methods of a class, with those of the classes above it in these files."""
    base = known.get(each.base)
    methods = {} if base is None or not depth else _methods(base, known, depth - 1)
    for child in each.node.child_by_field_name("body").children:
        if child.type == "method_declaration":
            methods[_text(child.child_by_field_name("name"))] = child
    return methods


def _is_test(method: Any, owner: _Class, known: Mapping[str, _Class]) -> bool:
    if _TESTS & _annotations(method).keys():
        return True
    return _text(method.child_by_field_name("name")).startswith("test") and _is_test_case(owner, known)


def _is_test_case(each: _Class, known: Mapping[str, _Class], depth: int = _MOST_BASES) -> bool:
    """Whether a class is one of JUnit 3."""
    base = known.get(each.base)
    return each.base == "TestCase" or (base is not None and depth > 0 and _is_test_case(base, known, depth - 1))


def _test(owner: _Class, method: Any) -> SuiteTest:
    """A test with what its annotations say; those of its class hold if it has none."""
    said = _worth(owner.said) | _worth(_annotations(method))
    name = f"{owner.name}.{_text(method.child_by_field_name('name'))}"
    try:
        weight = float(said.get("weight", 1))
    except ValueError:
        weight = 1.0
    return SuiteTest(name, owner.file, weight, said.get("visibility", ""), said.get("clause", ""))


def _worth(annotations: Mapping[str, dict[str, str]]) -> dict[str, str]:
    """What ``@Tag("weight:2")`` says, and ``@GradedTest(max_score = 2)`` of jh61b."""
    graded = annotations.get("GradedTest", {})
    said = {
        key: graded[name] for key, name in (("weight", "max_score"), ("visibility", "visibility")) if name in graded
    }
    for tag in annotations.get("Tag", {}).values():
        key, colon, value = tag.partition(":")
        if f"{key}{colon}" in _TAGS:
            said[key] = value.strip()
    return said


def _annotations(node: Any) -> dict[str, dict[str, str]]:
    """The annotations of a declaration by their last names, with their arguments; each ``@Tag`` has its own number."""
    found: dict[str, dict[str, str]] = {}
    for modifiers in _modifiers(node):
        for child in modifiers.children:
            if child.type in ("annotation", "marker_annotation"):
                name = _text(child.child_by_field_name("name")).rpartition(".")[2]
                arguments = found.setdefault(name, {})
                for number, argument in enumerate(_arguments(child), len(arguments)):
                    key, value = argument
                    arguments[key or str(number)] = value
    return found


def _arguments(annotation: Any) -> Iterator[tuple[str, str]]:
    given = annotation.child_by_field_name("arguments")
    for child in () if given is None else given.named_children:
        if child.type == "element_value_pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            yield _text(key), _text(value).strip('"')
        else:
            yield "", _text(child).strip('"')


def _modifiers(node: Any) -> Iterator[Any]:
    return (child for child in node.children if child.type == "modifiers")


def _text(node: Any) -> str:
    return str(node.text.decode(errors="replace"))
