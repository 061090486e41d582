"""Outlines of C++ files, and of C files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from harness.sources.outline import Call, Function, Outline
from harness.sources.text import decoded
from harness.sources.trees import arguments, dotted, parser, part, text, walk
from harness.sources.types import canonical

SUFFIXES = (".cc", ".cpp", ".cxx", ".c", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl")

_DECLARATIONS = ("function_definition", "declaration", "field_declaration")
_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration")
_SCOPES = ("class_specifier", "struct_specifier", "union_specifier", "namespace_definition")
_HANDING_ON = ("argument_list", "pointer_expression")
_VARIABLES = ("declaration", "for_range_loop")
_WRAPPED = ("pointer_declarator", "reference_declarator", "parenthesized_declarator", "attributed_declarator")
_NOT_FREE = ("field_declaration_list", "template_declaration")
_INSIDE = ("field_declaration_list", "compound_statement", "template_declaration", "parameter_list")
_FIXED = (b"const", b"constexpr")
_LITERAL = re.compile(r"[-+(\s]*(?:\.?\d|[LuU]?8?[\"']|(?:true|false)\b)")
_EMPTY_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]*(?://.*|/\*.*\*/[ \t]*)?\r?$", re.MULTILINE)
_OTHER_BRANCH = re.compile(
    rb"^[ \t]*#[ \t]*(?:else|elif)\b.*?(?=^[ \t]*#[ \t]*endif\b)|^[ \t]*#[ \t]*(?:if|endif)[^\n]*",
    re.MULTILINE | re.DOTALL,
)


def outline(path: str, source: bytes, blanks: Iterable[bytes] = ()) -> Outline:
    """The outline; what does not parse is left out, as the grammar goes on behind an error.

    ``blanks`` are macros of all files that stand for nothing.
    """
    plain = decoded(source).encode()
    nodes = list(walk(_root(_without(plain, {*blanks, *empty_macros(plain)}))))
    scopes = {text(part(node, "name")) for node in nodes if node.type in _SCOPES} - {"std", ""}
    return Outline(
        path,
        tuple(found for node in nodes for found in _functions(node, scopes)),
        frozenset(_imports(nodes)),
        frozenset(name for name, _ in _calls(nodes)),
        frozenset(dotted(node) for node in nodes if node.type == "qualified_identifier" and _is_value(node)),
        frozenset(scopes),
        dict(_aliases(nodes)),
        frozenset(_constants(nodes)),
        frozenset(_imports(list(_preamble(nodes)))),
    )


def _root(source: bytes) -> Any:
    """The tree. Branches of ``#if`` may each open a brace that only one closes: then the first branch alone is read."""
    root = parser("cpp").parse(source).root_node
    if root.has_error:
        other = parser("cpp").parse(_OTHER_BRANCH.sub(_blank, source)).root_node
        return root if other.has_error else other
    return root


def empty_macros(source: bytes) -> frozenset[bytes]:
    """The macros that a file defines as nothing, such as ``#define EXPORT``."""
    return frozenset(_EMPTY_MACRO.findall(source))


def _without(source: bytes, names: set[bytes]) -> bytes:
    """The source without the uses of macros that stand for nothing: ``EXPORT bool isSafe(...)``."""
    if not names:
        return source
    use = re.compile(rb"\b(?:%s)\b" % b"|".join(map(re.escape, sorted(names))))
    lines = source.split(b"\n")
    return b"\n".join(line if line.lstrip().startswith(b"#") else use.sub(_blank, line) for line in lines)


def _blank(found: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", found[0])


def _functions(node: Any, scopes: set[str]) -> Iterator[Function]:
    if node.type not in _DECLARATIONS or (node.type == "declaration" and node.parent.type == "compound_statement"):
        return
    body = part(node, "body")
    for outer in node.children_by_field_name("declarator"):
        declarator, behind = outer, ""
        while declarator.type in _WRAPPED:
            behind += {"pointer_declarator": "*", "reference_declarator": "&"}.get(declarator.type, "")
            declarator = part(declarator, "declarator") or declarator.named_children[-1]
        if declarator.type != "function_declarator":
            continue
        name = re.sub(r"<.*", "", text(part(declarator, "declarator"))).rpartition("::")[2].strip()
        given = [one for one in part(declarator, "parameters").named_children if one.type in _PARAMETERS]
        params = tuple(one for one in map(_param, given) if one != "void")
        yield Function(
            name,
            params,
            _result(node, declarator, behind),
            static=any(text(child) == "static" for child in node.children),
            defined=body is not None,
            calls=frozenset(_inside(node)) if body is not None else frozenset(),
            optional=sum(one.type == "optional_parameter_declaration" for one in given),
            variadic=any(child.type == "..." for child in part(declarator, "parameters").children),
            makes=part(node, "type") is None and (name in scopes or name.startswith("~") or _is_maker(declarator)),
            free="::" not in text(part(declarator, "declarator")) and not _is_within(node, _NOT_FREE),
        )


def _is_maker(declarator: Any) -> bool:
    """Whether a definition outside its class is a constructor: ``Queens::Queens``."""
    names = dotted(part(declarator, "declarator")).split(".")
    return len(names) > 1 and names[-1] == names[-2]


def _result(node: Any, declarator: Any, behind: str) -> str:
    later = next((child for child in declarator.children if child.type == "trailing_return_type"), None)
    if later is not None:
        return canonical(text(later).removeprefix("->"))
    kept = [child for child in node.children if child.type == "type_qualifier"]
    return canonical(" ".join(text(one) for one in (*kept, part(node, "type")) if one is not None) + behind)


def _param(param: Any) -> str:
    """A parameter's type: all but its name and default value."""
    name = part(param, "declarator")
    while name is not None and name.type != "identifier" and not name.type.startswith("abstract_"):
        inner = [one for one in name.named_children if one.type != "type_qualifier"]
        name = part(name, "declarator") or (inner[-1] if inner else None)
    whole, default = param.text, part(param, "default_value")
    if default is not None:
        whole = whole[: default.start_byte - param.start_byte].rstrip().removesuffix(b"=")
    if name is not None and name.type == "identifier":
        whole = whole[: name.start_byte - param.start_byte] + b" " + whole[name.end_byte - param.start_byte :]
    return canonical(whole.decode(errors="replace"))


def _inside(node: Any) -> Iterator[Call]:
    """What a function's body calls, the functions that it hands on, and the classes that it names: it may make some."""
    nodes = list(walk(part(node, "body")))
    variables = {text(one) for one in walk(node) if one.type == "identifier" and _is_declared(one)}
    yield from _calls(nodes)
    yield from ((text(one), None) for one in nodes if one.type == "type_identifier")
    handed_on = (text(one) for one in nodes if one.type == "identifier" and one.parent.type in _HANDING_ON)
    yield from ((name, None) for name in handed_on if name not in variables)


def _is_declared(name: Any) -> bool:
    """Whether a name stands where a variable or a parameter is declared."""
    kind = name.parent.type
    declares = kind.endswith(("_declarator", "parameter_declaration")) or kind in _VARIABLES
    return bool(declares and kind != "function_declarator")


def _calls(nodes: Iterable[Any]) -> Iterator[Call]:
    for node in nodes:
        if node.type == "call_expression":
            called = part(node, "function")
            if called.type == "field_expression":
                called = part(called, "field")
            yield dotted(called).rpartition(".")[2], arguments(node)


def _is_value(node: Any) -> bool:
    """Whether a qualified name is used, and is a function or a variable and no type."""
    if node.parent.type in ("qualified_identifier", "using_declaration", "function_declarator"):
        return False
    last = node
    while last.type == "qualified_identifier":
        last = part(last, "name")
    return last.type in ("identifier", "template_function")


def _imports(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type == "preproc_include":
            yield text(part(node, "path")).strip('<>"')


def _preamble(nodes: list[Any]) -> Iterator[Any]:
    """All that stands above the first declaration; names taken from a namespace declare nothing."""
    kinds = (*_DECLARATIONS, *_SCOPES, "template_declaration", "type_definition", "alias_declaration", "enum_specifier")
    for node in nodes:
        if node.type in kinds:
            return
        yield node


def _constants(nodes: list[Any]) -> Iterator[str]:
    """Constants by ``const``, ``constexpr``, ``enum`` and ``#define``, outside functions and classes."""
    for node in nodes:
        if node.type == "preproc_def":
            if _LITERAL.match(text(part(node, "value"))):
                yield text(part(node, "name"))
        elif node.type == "enumerator" and not _is_within(node, _INSIDE):
            yield text(part(node, "name"))
        elif node.type == "declaration" and _is_fixed(node) and not _is_within(node, _INSIDE):
            yield from filter(None, map(_variable, node.children_by_field_name("declarator")))


def _is_fixed(declaration: Any) -> bool:
    return any(child.type == "type_qualifier" and child.text in _FIXED for child in declaration.children)


def _variable(declarator: Any) -> str:
    """The name of a variable that is declared here; nothing for a function or a member of a class."""
    while declarator is not None and declarator.type != "identifier":
        if declarator.type in ("function_declarator", "qualified_identifier"):
            return ""
        declarator = part(declarator, "declarator") or next(iter(declarator.named_children), None)
    return "" if declarator is None else text(declarator)


def _is_within(node: Any, kinds: tuple[str, ...]) -> bool:
    while (node := node.parent) is not None:
        if node.type in kinds:
            return True
    return False


def _aliases(nodes: list[Any]) -> Iterator[tuple[str, str]]:
    """Names for types, by ``using``, ``typedef`` and ``#define``."""
    for node in nodes:
        if node.type == "alias_declaration" and node.parent.type != "template_declaration":
            yield text(part(node, "name")), text(part(node, "type"))
        elif node.type == "preproc_def" and part(node, "value") is not None:
            yield text(part(node, "name")), text(part(node, "value"))
        elif node.type == "type_definition":
            for declarator in node.children_by_field_name("declarator"):
                if declarator.type == "type_identifier":
                    kept = [text(child) for child in node.children if child.type == "type_qualifier"]
                    yield text(declarator), " ".join((*kept, text(part(node, "type"))))
