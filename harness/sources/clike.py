"""Outlines of Java and C++ files, by tree-sitter's grammars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from harness.sources.outline import Function, Outline

JAVA = (".java",)
CPP = (".cc", ".cpp", ".cxx", ".C", ".c++", ".h", ".hh", ".hpp", ".hxx")
SUFFIXES = (*JAVA, *CPP)

_CALLS = {"method_invocation": "name", "call_expression": "function"}
_IMPORTS = ("import_declaration", "preproc_include")


def outline(path: str, source: bytes) -> Outline:
    """The outline; what does not parse is left out, as the grammars go on behind an error."""
    java = path.endswith(JAVA)
    nodes = list(_walk(_parser(java=java).parse(source).root_node))
    functions = tuple(found for node in nodes if (found := (_java if java else _cpp)(node)))
    imports = frozenset(_import(node) for node in nodes if node.type in _IMPORTS)
    return Outline(path, functions, imports, frozenset(_calls(nodes)))


@cache
def _parser(*, java: bool) -> Any:
    from tree_sitter import Language, Parser  # noqa: PLC0415 - only cases on the source need it

    if java:
        from tree_sitter_java import language  # noqa: PLC0415
    else:
        from tree_sitter_cpp import language  # noqa: PLC0415
    return Parser(Language(language()))


def _walk(node: Any) -> Iterator[Any]:
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        pending += reversed(one.children)


def _text(node: Any) -> str:
    return "" if node is None else node.text.decode(errors="replace")


def squeeze(text: str) -> str:
    """A type without blanks, ``std::`` and parameter names' traces: ``const vector<vector<bool>>&``."""
    words = re.sub(r"\bstd\s*::\s*", "", text)
    words = re.sub(r"\bunsigned\s+int\b", "unsigned", words)
    return re.sub(r"\s*([<>,&*\[\]().])\s*", r"\1", " ".join(words.split()))


def _calls(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        field = _CALLS.get(node.type)
        if field:
            name = _text(node.child_by_field_name(field))
            yield re.split(r"::|\.|->", name.partition("<")[0])[-1]


def _import(node: Any) -> str:
    if node.type == "preproc_include":
        return _text(node.child_by_field_name("path")).strip('<>"')
    return squeeze(" ".join(_text(child) for child in node.named_children))


def _java(node: Any) -> Function | None:
    if node.type != "method_declaration":
        return None
    modifiers = next((child for child in node.children if child.type == "modifiers"), None)
    params = [
        squeeze(_text(one.child_by_field_name("type")) + _text(one.child_by_field_name("dimensions")))
        for one in node.child_by_field_name("parameters").named_children
        if one.type == "formal_parameter"
    ]
    params += [
        squeeze(_text(one.named_children[0])) + "[]"
        for one in node.child_by_field_name("parameters").named_children
        if one.type == "spread_parameter"
    ]
    body = node.child_by_field_name("body")
    return Function(
        _text(node.child_by_field_name("name")),
        tuple(params),
        squeeze(_text(node.child_by_field_name("type")) + _text(node.child_by_field_name("dimensions"))),
        static=modifiers is not None and any(child.type == "static" for child in modifiers.children),
        defined=body is not None,
        calls=frozenset(_calls(list(_walk(body)))) if body is not None else frozenset(),
    )


def _cpp(node: Any) -> Function | None:
    if node.type not in ("function_definition", "declaration", "field_declaration"):
        return None
    declarator = node.child_by_field_name("declarator")
    stars = ""
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        stars += "*" if declarator.type == "pointer_declarator" else "&"
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    if declarator is None or declarator.type != "function_declarator":
        return None
    body = node.child_by_field_name("body")
    return Function(
        _text(declarator.child_by_field_name("declarator")).rpartition("::")[2],
        tuple(_cpp_type(one) for one in declarator.child_by_field_name("parameters").named_children
              if one.type in ("parameter_declaration", "optional_parameter_declaration")),
        squeeze(_text(node.child_by_field_name("type")) + stars),
        static=any(_text(child) == "static" for child in node.children),
        defined=body is not None,
        calls=frozenset(_calls(list(_walk(body)))) if body is not None else frozenset(),
    )  # fmt: skip


def _cpp_type(param: Any) -> str:
    """A parameter's type: all but its name and default value; ``const`` stands in front."""
    name = param.child_by_field_name("declarator")
    while name is not None and name.type not in ("identifier", "abstract_reference_declarator"):
        name = name.child_by_field_name("declarator") or next(iter(reversed(name.named_children)), None)
    text = param.text
    default = param.child_by_field_name("default_value")
    if default is not None:
        text = text[: default.start_byte - param.start_byte].rstrip().removesuffix(b"=")
    if name is not None and name.type == "identifier":
        text = text[: name.start_byte - param.start_byte] + text[name.end_byte - param.start_byte :]
    plain = squeeze(text.decode(errors="replace"))
    if not plain.startswith("const ") and re.search(r"\bconst\b", plain):
        plain = "const " + re.sub(r"\s*\bconst\b", "", plain)
    return plain
