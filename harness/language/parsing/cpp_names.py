"""Names in C++ and C files: what is included, handed on, fixed, used with its scope, or another name of a type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from harness.language.parsing.syntax_trees import NAMES, ancestors, field, node_text
from harness.model.patterns import lazy_regex

SCOPES = ("class_specifier", "struct_specifier", "union_specifier", "namespace_definition")
DECLARATIONS = ("function_definition", "declaration", "field_declaration")
_HANDING_ON = ("argument_list", "pointer_expression", "initializer_list", "return_statement")
_SETTING = {"init_declarator": "value", "assignment_expression": "right"}
_VARIABLES = ("declaration", "field_declaration", "for_range_loop")
_INSIDE = ("field_declaration_list", "compound_statement", "template_declaration", "parameter_list")
_FIXED = (b"const", b"constexpr")
_LITERAL = lazy_regex(r"[-+(\s]*(?:\.?\d|[LuU]?8?[\"']|(?:true|false)\b)")


def handed_on(nodes: Iterable[Any], scope: Iterable[Any]) -> Iterator[str]:
    """The names that are handed on or kept, except for those of variables: of functions, if of anything of its own."""
    variables = {node_text(name) for name in scope if name.type == "identifier" and _is_declared(name)}
    handed_on = (node_text(name) for name in nodes if name.type == "identifier" and _is_handed_on(name))
    yield from (name for name in handed_on if name not in variables)


def named(nodes: Iterable[Any]) -> Iterator[str]:
    """The names of what is declared or defined, macros and enumerators too."""
    for node in nodes:
        if node.type in NAMES and _is_declared(node):
            yield node_text(node)
        elif node.type in ("preproc_def", "preproc_function_def", "enumerator"):
            yield node_text(field(node, "name"))


def _is_handed_on(name: Any) -> bool:
    parent = name.parent  # looked up from the root
    return parent.type in _HANDING_ON or field(parent, _SETTING.get(parent.type, "")) == name


def _is_declared(name: Any) -> bool:
    """Whether a name stands where a variable or a parameter is declared."""
    parent = name.parent
    kind = parent.type
    if kind == "init_declarator" and field(parent, "declarator") != name:
        return False
    declares = kind.endswith(("_declarator", "parameter_declaration")) or kind in _VARIABLES
    return bool(declares and kind != "function_declarator")


def is_value(node: Any) -> bool:
    """Whether a qualified name is used, and is a function or a variable and no type."""
    if node.parent.type in ("qualified_identifier", "using_declaration", "function_declarator"):
        return False
    last = node
    while last.type == "qualified_identifier":
        last = field(last, "name")
    return last.type in ("identifier", "template_function")


def imports(nodes: list[Any]) -> Iterator[str]:
    """The files that are included."""
    for node in nodes:
        if node.type == "preproc_include":
            yield node_text(field(node, "path")).strip('<>"')


def preamble(nodes: list[Any]) -> Iterator[Any]:
    """All that is above the first declaration; names taken from a namespace declare nothing."""
    kinds = (*DECLARATIONS, *SCOPES, "template_declaration", "type_definition", "alias_declaration", "enum_specifier")
    for node in nodes:
        if node.type in kinds:
            return
        yield node


def constants(nodes: list[Any]) -> Iterator[str]:
    """Constants by ``const``, ``constexpr``, ``enum`` and ``#define``, outside functions and classes."""
    for node in nodes:
        if node.type == "preproc_def":
            if _LITERAL.match(node_text(field(node, "value"))):
                yield node_text(field(node, "name"))
        elif node.type == "enumerator" and not is_within(node, _INSIDE):
            yield node_text(field(node, "name"))
        elif node.type == "declaration" and _is_fixed(node) and not is_within(node, _INSIDE):
            yield from filter(None, map(_variable, node.children_by_field_name("declarator")))


def _is_fixed(declaration: Any) -> bool:
    return any(child.type == "type_qualifier" and child.text in _FIXED for child in declaration.children)


def _variable(declarator: Any) -> str:
    """The name of a variable that is declared here; nothing for a function or a member of a class."""
    while declarator is not None and declarator.type != "identifier":
        if declarator.type in ("function_declarator", "qualified_identifier"):
            return ""
        declarator = field(declarator, "declarator") or next(iter(declarator.named_children), None)
    return "" if declarator is None else node_text(declarator)


def is_within(node: Any, kinds: tuple[str, ...]) -> bool:
    """Whether a node is in one of these types."""
    return any(around.type in kinds for around in ancestors(node))


def aliases(nodes: list[Any]) -> Iterator[tuple[str, str]]:
    """Names for types, by ``using``, ``typedef`` and ``#define``."""
    for node in nodes:
        if node.type == "alias_declaration" and node.parent.type != "template_declaration":
            yield node_text(field(node, "name")), node_text(field(node, "type"))
        elif node.type == "preproc_def" and field(node, "value") is not None:
            yield node_text(field(node, "name")), node_text(field(node, "value"))
        elif node.type == "type_definition":
            for declarator in node.children_by_field_name("declarator"):
                if declarator.type == "type_identifier":
                    qualifiers = [node_text(child) for child in node.children if child.type == "type_qualifier"]
                    yield node_text(declarator), " ".join((*qualifiers, node_text(field(node, "type"))))
