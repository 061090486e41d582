"""Parse C++ and C files into outlines, with tree-sitter: their functions, and macros that stand for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from harness.language.parsing.cpp_names import (
    DECLARATIONS,
    SCOPES,
    aliases,
    constants,
    handed_on,
    imports,
    is_value,
    is_within,
    named,
    preamble,
)
from harness.language.parsing.outline import Call, Function, Outline, decode
from harness.language.parsing.syntax_trees import (
    argument_count,
    dotted_name,
    field,
    held_lambdas,
    line_of,
    node_text,
    parser,
    position,
    positions_around,
    walk,
)
from harness.language.parsing.types import canonical_type
from harness.model.patterns import lazy_regex

SUFFIXES = (".cc", ".cpp", ".cxx", ".c", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl")

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration")
_WRAPPED = ("pointer_declarator", "reference_declarator", "parenthesized_declarator", "attributed_declarator")
_NOT_FREE = ("field_declaration_list", "template_declaration")
_WITH_BODIES = ("function_definition", "lambda_expression")
_EMPTY_MACRO = lazy_regex(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]*(?://.*|/\*.*\*/[ \t]*)?\r?$", re.MULTILINE)
_OTHER_BRANCH = lazy_regex(
    rb"^[ \t]*#[ \t]*(?:else|elif)\b.*?(?=^[ \t]*#[ \t]*endif\b)|^[ \t]*#[ \t]*(?:if|endif)[^\n]*",
    re.MULTILINE | re.DOTALL,
)


def outline(path: str, source: bytes, macros: Iterable[bytes] = ()) -> Outline:
    """Parse a file; what has a syntax error is left out, for the grammar goes on after it.

    ``macros``: names of macros of all files that stand for nothing.
    """
    plain = decode(source).encode()
    nodes = list(walk(_root(_remove_macros(plain, {*macros, *empty_macros(plain)}))))
    scopes = {node_text(field(node, "name")) for node in nodes if node.type in SCOPES} - {"std", ""}
    return Outline(
        path,
        tuple(function for node in nodes for function in _functions(path, node, scopes)),
        frozenset(imports(nodes)),
        frozenset(name for name, _ in _calls(nodes)),
        frozenset(dotted_name(node) for node in nodes if node.type == "qualified_identifier" and is_value(node)),
        frozenset(scopes),
        dict(aliases(nodes)),
        frozenset(constants(nodes)),
        frozenset(imports(list(preamble(nodes)))),
        foreign=frozenset(handed_on(nodes, nodes)),
        named=frozenset(named(nodes)),
        lambdas=tuple(_lambdas(path, nodes)),
    )


def _root(source: bytes) -> Any:
    """The tree. Branches of ``#if`` may each open a brace that only one closes: then the first branch alone is read."""
    root = parser("cpp").parse(source).root_node
    if root.has_error:
        first_branch = parser("cpp").parse(_OTHER_BRANCH.sub(_blank_out, source)).root_node
        return root if first_branch.has_error else first_branch
    return root


def empty_macros(source: bytes) -> frozenset[bytes]:
    """The macros that a file defines as nothing, such as ``#define EXPORT``."""
    return frozenset(_EMPTY_MACRO.findall(source))


def _remove_macros(source: bytes, names: set[bytes]) -> bytes:
    """The source without the uses of macros that stand for nothing: ``EXPORT bool isSafe(...)``."""
    if not names:
        return source
    use = re.compile(rb"\b(?:%s)\b" % b"|".join(map(re.escape, sorted(names))))
    lines = source.split(b"\n")
    return b"\n".join(line if line.lstrip().startswith(b"#") else use.sub(_blank_out, line) for line in lines)


def _blank_out(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", match[0])


def _functions(path: str, node: Any, scopes: set[str]) -> Iterator[Function]:
    if node.type not in DECLARATIONS or (node.type == "declaration" and node.parent.type == "compound_statement"):
        return
    body = field(node, "body")
    for outer in node.children_by_field_name("declarator"):
        declarator, suffix = outer, ""
        while declarator.type in _WRAPPED:
            suffix += {"pointer_declarator": "*", "reference_declarator": "&"}.get(declarator.type, "")
            declarator = field(declarator, "declarator") or declarator.named_children[-1]
        if declarator.type != "function_declarator":
            continue
        name = re.sub(r"<.*", "", node_text(field(declarator, "declarator"))).rpartition("::")[2].strip()
        parameters = [child for child in field(declarator, "parameters").named_children if child.type in _PARAMETERS]
        params = tuple(kind for kind in map(_parameter_type, parameters) if kind != "void")
        yield Function(
            name,
            params,
            _return_type(node, declarator, suffix),
            static=any(node_text(child) == "static" for child in node.children),
            defined=body is not None,
            calls=frozenset(_calls_inside(node)) if body is not None else frozenset(),
            optional=sum(child.type == "optional_parameter_declaration" for child in parameters),
            variadic=any(child.type == "..." for child in field(declarator, "parameters").children),
            is_constructor=field(node, "type") is None and _is_constructor(name, declarator, scopes),
            is_free="::" not in node_text(field(declarator, "declarator")) and not is_within(node, _NOT_FREE),
            at=position(path, node),
            line=line_of(field(declarator, "declarator")),
            around=positions_around(path, node, _WITH_BODIES),
        )


def _lambdas(path: str, nodes: Iterable[Any]) -> Iterator[Function]:
    """The lambdas that variables hold. One that calls a parameter with that parameter calls itself."""
    for name, node in held_lambdas(nodes):
        calls = frozenset(_calls_inside(node))
        itself = any(_hands_itself_on(call) for call in walk(node) if call.type == "call_expression")
        here, around = position(path, node), positions_around(path, node, _WITH_BODIES)
        yield Function(name, calls=calls | {(name, None)} if itself else calls, at=here, around=around)


def _hands_itself_on(call: Any) -> bool:
    """Whether a call is ``self(self, n - 1)``."""
    first = next(iter(field(call, "arguments").named_children), None)
    return first is not None and first.type == "identifier" and first.text == field(call, "function").text


def _is_constructor(name: str, declarator: Any, scopes: set[str]) -> bool:
    """Whether a function without a type is a constructor or destructor, also outside its class: ``Queens::Queens``."""
    if name in scopes or name.startswith("~"):
        return True
    names = dotted_name(field(declarator, "declarator")).split(".")
    return len(names) > 1 and names[-1] == names[-2]


def _return_type(node: Any, declarator: Any, suffix: str) -> str:
    later = next((child for child in declarator.children if child.type == "trailing_return_type"), None)
    if later is not None:
        return canonical_type(node_text(later).removeprefix("->"))
    qualifiers = [child for child in node.children if child.type == "type_qualifier"]
    words = map(node_text, filter(None, (*qualifiers, field(node, "type"))))
    return canonical_type(" ".join(words) + suffix)


def _parameter_type(param: Any) -> str:
    """A parameter's type: all but its name and default value."""
    name = field(param, "declarator")
    while name is not None and name.type != "identifier" and not name.type.startswith("abstract_"):
        inner = [child for child in name.named_children if child.type != "type_qualifier"]
        name = field(name, "declarator") or (inner[-1] if inner else None)
    whole, default = param.text, field(param, "default_value")
    if default is not None:
        whole = whole[: default.start_byte - param.start_byte].rstrip().removesuffix(b"=")
    if name is not None and name.type == "identifier":
        whole = whole[: name.start_byte - param.start_byte] + b" " + whole[name.end_byte - param.start_byte :]
    return canonical_type(whole.decode(errors="replace"))


def _calls_inside(node: Any) -> Iterator[Call]:
    """What a function's body calls, the functions that it hands on, and the classes that it names: it may make some."""
    nodes = list(walk(field(node, "body")))
    yield from _calls(nodes)
    yield from ((node_text(name), None) for name in nodes if name.type == "type_identifier")
    yield from ((name, None) for name in handed_on(nodes, walk(node)))


def _calls(nodes: Iterable[Any]) -> Iterator[Call]:
    for node in nodes:
        if node.type == "call_expression":
            called = field(node, "function")
            if called.type == "field_expression":
                called = field(called, "field")
            yield dotted_name(called).rpartition(".")[2], argument_count(node)
