"""Read a course's own tests in C and C++ as cases of calls: what a test asserts stays out of the student's process.

Catch2, doctest, GoogleTest, Unity, Criterion and plain ``assert`` are known. A test is read statement by statement;
what no call can say is left out by line, with all that follows it in the test where that may depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from harness.authoring.importing.native_expressions import Expressions, Step, Unknown
from harness.language.parsing.syntax_trees import field, node_text, parser, walk

_TEST = re.compile(
    r"\b(?:TEST_CASE(?:_METHOD|_FIXTURE)?|SCENARIO|TEST(?:_[FP])?|Test)\s*\((?P<test>[^{;]*)\)\s*(?=\{)"
    r"|\b(?:SECTION|SUBCASE|GIVEN|WHEN|THEN)\s*\((?P<section>[^{;]*)\)\s*(?=\{)"
)
_TEST_FUNCTION = re.compile(r"(?i)^(test\w*|\w+_tests?|main)$")
_MACROS = {
    "true": r"assert|(REQUIRE|CHECK)(_UNARY)?|(EXPECT|ASSERT)_TRUE|TEST_ASSERT(_TRUE)?"
    r"|cr_(assert|expect)|CU_ASSERT(_TRUE)?",
    "false": r"(REQUIRE|CHECK)(_UNARY)?_FALSE|(EXPECT|ASSERT)_FALSE|TEST_ASSERT_FALSE|cr_(assert|expect)_not",
    "equal": r"(EXPECT|ASSERT)_(EQ|STREQ|FLOAT_EQ|DOUBLE_EQ)|(REQUIRE|CHECK)_EQ|TEST_ASSERT_EQUAL\w*"
    r"|cr_(assert|expect)_(str_)?eq|CU_ASSERT_(STRING_)?EQUAL",
    "near": r"(EXPECT|ASSERT)_NEAR",
    "throws": r"(REQUIRE|CHECK)_THROWS(_AS)?|(EXPECT|ASSERT)_(ANY_)?THROW",
    "null": r"TEST_ASSERT_NULL|cr_(assert|expect)_null",
}
"""What a macro asserts -> its names."""
_IGNORED = re.compile(r"^(printf|puts|INFO|CAPTURE|RUN_TEST|UNITY_BEGIN|UNITY_END|free|delete)$")
_NUMBERS = (
    "int", "unsigned", "long", "short", "double", "float", "char", "bool", "size_t", "std::size_t", "unsigned int",
)  # fmt: skip


class NativeTest(Struct):
    """A test, or a section of one."""

    name: str
    group: str
    """The test that it is a section of; its own name if it is none."""
    steps: list[Step]
    left_out: list[tuple[int, str]]
    """Line and text of what no call says."""


def read_tests(source: str) -> list[NativeTest]:
    """The tests of a file, in its order."""
    names: dict[str, str] = {}

    def plain(match: re.Match[str]) -> str:
        key = f"grade_{len(names)}"
        is_test = match["test"] is not None
        names[key] = _title(match["test"] if is_test else match["section"])
        lines = "\n" * match[0].count("\n")
        return f"void {key}(){lines} " if is_test else f"while ({key}){lines} "

    root = parser("cpp").parse(_TEST.sub(plain, source).encode()).root_node
    bodies: dict[str, list[Any]] = {}
    for node in walk(root):
        if node.type == "function_definition":
            name = node_text(field(field(node, "declarator"), "declarator"))
            if name in names or _TEST_FUNCTION.match(name):
                bodies[name] = [*field(node, "body").named_children]
    if len(bodies) > 1:
        bodies.pop("main", None)  # it calls the others
    titles = {name: names.get(name, name) for name in bodies}
    tests = [test for name, body in bodies.items() for test in _sections(titles[name], titles[name], [], body, names)]
    return [test for test in tests if test.steps or test.left_out]


def _asserted(macro: str) -> str:
    """What a macro asserts; empty for a call that asserts nothing."""
    return next((kind for kind, names in _MACROS.items() if re.fullmatch(names, macro)), "")


def _title(arguments: str) -> str:
    quoted = re.match(r'\s*"((?:[^"\\]|\\.)*)"', arguments)
    return quoted[1] if quoted else arguments.replace(",", " ").strip()


def _sections(group: str, name: str, before: list[Any], body: list[Any], names: dict[str, str]) -> Iterator[NativeTest]:
    """A test for each section without sections; each has what is before it."""
    statements, has_sections = list(before), False
    for node in body:
        key = node_text(field(node, "condition")).strip("() ") if node.type == "while_statement" else ""
        if key in names:
            has_sections = True
            inner = [*field(node, "body").named_children]
            yield from _sections(group, f"{name} {names[key]}", statements, inner, names)
        else:
            statements.append(node)
    if not has_sections:
        reader = _Reader()
        for node in statements:
            reader.read(node)
        yield NativeTest(name, group, reader.steps, reader.left_out)


class _Reader(Expressions):
    """Turns the statements of one test into steps."""

    def __init__(self) -> None:
        super().__init__()
        self.left_out: list[tuple[int, str]] = []
        self.is_lost = False
        """Whether something was left out on which what follows may depend."""

    def read(self, node: Any) -> None:
        """Take a statement over, or leave it out."""
        if node.type in ("comment", "return_statement", ";"):
            return
        known = len(self.steps)
        inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
        macro = node_text(field(inner, "function")) if inner.type == "call_expression" else ""
        try:
            if not self.is_lost:
                self._statement(inner, macro)
                return
        except Unknown:
            del self.steps[known:]
        self.left_out.append((node.start_point[0] + 1, " ".join(node_text(node).split())[:80]))
        self.is_lost = self.is_lost or not _asserted(macro)

    def _statement(self, node: Any, macro: str) -> None:
        arguments = [*field(node, "arguments").named_children] if node.type == "call_expression" else []
        asserted = _asserted(macro)
        if node.type == "declaration":
            self._declare(node)
        elif _IGNORED.match(macro):
            return
        elif asserted in ("true", "false"):
            self._holds(arguments[0], expected=asserted == "true")
        elif asserted in ("equal", "near"):
            step = self._equal(*arguments[:2])
            step |= {"tolerance": {"absolute": self.value(arguments[2])}} if asserted == "near" else {}
        elif asserted == "null":
            self._expect(arguments[0], None)
        elif asserted == "throws":
            step = self.step(arguments[0])
            step["raises"] = node_text(arguments[1]) if len(arguments) > 1 else "*"
            self.steps.append(step)
        elif node.type == "assignment_expression":
            self._assign(node_text(field(node, "left")), field(node, "right"))
        else:
            self.steps.append(self.step(node))

    # ---- Variables

    def _declare(self, node: Any) -> None:
        kind = node_text(field(node, "type"))
        for declarator in node.children_by_field_name("declarator"):
            value, name = field(declarator, "value"), declarator
            while field(name, "declarator") is not None:
                name = field(name, "declarator")
            if value is not None and value.type not in ("argument_list", "initializer_list"):
                self._assign(node_text(name), value)
            elif name.type != "identifier" or declarator.type == "array_declarator":
                raise Unknown
            elif value is None and (kind in _NUMBERS or declarator.type == "pointer_declarator"):
                self.plain[node_text(name)] = 0
            elif value is not None and kind.removeprefix("std::").startswith(("vector", "string", "initializer")):
                self.plain[node_text(name)] = [self.argument(each) for each in value.named_children]
            else:
                given = [] if value is None else value.named_children
                self._keep(node_text(name), {"new": kind, "args": [self.argument(each) for each in given]})

    def _assign(self, name: str, value: Any) -> None:
        try:
            self.plain[name] = self.value(value)
        except Unknown:
            self._keep(name, self.step(value))

    def _keep(self, name: str, step: Step) -> None:
        step["keep"] = name
        self.steps.append(step)
        self.results[name] = step
        self.plain.pop(name, None)

    # ---- What is asserted

    def _holds(self, node: Any, *, expected: bool) -> None:
        while node.type == "parenthesized_expression":
            node = node.named_children[0]
        operator = node_text(field(node, "operator"))
        if node.type == "unary_expression" and operator == "!":
            self._holds(field(node, "argument"), expected=not expected)
        elif operator == "&&" and expected:
            self._holds(field(node, "left"), expected=True)
            self._holds(field(node, "right"), expected=True)
        elif operator == "==" and expected:
            self._equal(field(node, "left"), field(node, "right"))
        elif node.type == "binary_expression":
            raise Unknown
        else:
            self._expect(node, expected)

    def _equal(self, left: Any, right: Any) -> Step:
        for node, other in ((left, right), (right, left)):
            try:
                value = self.value(other)
            except Unknown:
                continue
            if node.type == "call_expression" and node_text(field(node, "function")).endswith("strcmp") and value == 0:
                return self._equal(*field(node, "arguments").named_children[:2])
            return self._expect(node, value)
        raise Unknown

    def _expect(self, node: Any, value: Any) -> Step:
        """What an expression must be: of a step that was made for a variable, of an argument, or of a new one."""
        name = node_text(node)
        if name in self.changed:
            step, place = self.changed[name]
            after = step.setdefault("after", ["*"] * len(step["args"]))
            if after[place] != "*":
                raise Unknown
            after[place] = value
            return step
        if name in self.results:
            step = self.results[name]
            if "returns" in step or "new" in step:
                raise Unknown
            step["returns"] = value
            return step
        if node.type == "field_expression" and node_text(field(node, "argument")) in self.results:
            step = {"of": f"${node_text(field(node, 'argument'))}", "fields": {node_text(field(node, "field")): value}}
        else:
            step = self.step(node)
            step["returns"] = value
        self.steps.append(step)
        return step
