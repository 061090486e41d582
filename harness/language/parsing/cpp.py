"""Parse C++ and C files into outlines, with tree-sitter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from harness.language.parsing.outline import Call, Function, Outline, decode
from harness.language.parsing.syntax_trees import (
    ancestors,
    argument_count,
    dotted_name,
    field,
    held_lambdas,
    node_text,
    parser,
    position,
    positions_around,
    walk,
)
from harness.language.parsing.types import canonical_type
from harness.model.patterns import lazy_regex

SUFFIXES = (".cc", ".cpp", ".cxx", ".c", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl")

_DECLARATIONS = ("function_definition", "declaration", "field_declaration")
_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration")
_SCOPES = ("class_specifier", "struct_specifier", "union_specifier", "namespace_definition")
_HANDING_ON = ("argument_list", "pointer_expression", "initializer_list", "return_statement")
_SETTING = {"init_declarator": "value", "assignment_expression": "right"}
_VARIABLES = ("declaration", "field_declaration", "for_range_loop")
_WRAPPED = ("pointer_declarator", "reference_declarator", "parenthesized_declarator", "attributed_declarator")
_NOT_FREE = ("field_declaration_list", "template_declaration")
_INSIDE = ("field_declaration_list", "compound_statement", "template_declaration", "parameter_list")
_FIXED = (b"const", b"constexpr")
_WITH_BODIES = ("function_definition", "lambda_expression")
_LITERAL = lazy_regex(r"[-+(\s]*(?:\.?\d|[LuU]?8?[\"']|(?:true|false)\b)")
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
    scopes = {node_text(field(node, "name")) for node in nodes if node.type in _SCOPES} - {"std", ""}
    return Outline(
        path,
        tuple(function for node in nodes for function in _functions(path, node, scopes)),
        frozenset(_imports(nodes)),
        frozenset(name for name, _ in _calls(nodes)),
        frozenset(dotted_name(node) for node in nodes if node.type == "qualified_identifier" and _is_value(node)),
        frozenset(scopes),
        dict(_aliases(nodes)),
        frozenset(_constants(nodes)),
        frozenset(_imports(list(_preamble(nodes)))),
        foreign=frozenset(_handed_on(nodes, nodes)),
        named=frozenset(_named(nodes)),
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
    if node.type not in _DECLARATIONS or (node.type == "declaration" and node.parent.type == "compound_statement"):
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
            is_free="::" not in node_text(field(declarator, "declarator")) and not _is_within(node, _NOT_FREE),
            at=position(path, node),
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
    yield from ((name, None) for name in _handed_on(nodes, walk(node)))


def _handed_on(nodes: Iterable[Any], scope: Iterable[Any]) -> Iterator[str]:
    """The names that are handed on or kept, except for those of variables: of functions, if of anything of its own."""
    variables = {node_text(name) for name in scope if name.type == "identifier" and _is_declared(name)}
    handed_on = (node_text(name) for name in nodes if name.type == "identifier" and _is_handed_on(name))
    yield from (name for name in handed_on if name not in variables)


def _named(nodes: Iterable[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type in ("identifier", "field_identifier") and _is_declared(node):
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


def _calls(nodes: Iterable[Any]) -> Iterator[Call]:
    for node in nodes:
        if node.type == "call_expression":
            called = field(node, "function")
            if called.type == "field_expression":
                called = field(called, "field")
            yield dotted_name(called).rpartition(".")[2], argument_count(node)


def _is_value(node: Any) -> bool:
    """Whether a qualified name is used, and is a function or a variable and no type."""
    if node.parent.type in ("qualified_identifier", "using_declaration", "function_declarator"):
        return False
    last = node
    while last.type == "qualified_identifier":
        last = field(last, "name")
    return last.type in ("identifier", "template_function")


def _imports(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type == "preproc_include":
            yield node_text(field(node, "path")).strip('<>"')


def _preamble(nodes: list[Any]) -> Iterator[Any]:
    """All that is above the first declaration; names taken from a namespace declare nothing."""
    kinds = (*_DECLARATIONS, *_SCOPES, "template_declaration", "type_definition", "alias_declaration", "enum_specifier")
    for node in nodes:
        if node.type in kinds:
            return
        yield node


def _constants(nodes: list[Any]) -> Iterator[str]:
    """Constants by ``const``, ``constexpr``, ``enum`` and ``#define``, outside functions and classes."""
    for node in nodes:
        if node.type == "preproc_def":
            if _LITERAL.match(node_text(field(node, "value"))):
                yield node_text(field(node, "name"))
        elif node.type == "enumerator" and not _is_within(node, _INSIDE):
            yield node_text(field(node, "name"))
        elif node.type == "declaration" and _is_fixed(node) and not _is_within(node, _INSIDE):
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


def _is_within(node: Any, kinds: tuple[str, ...]) -> bool:
    return any(around.type in kinds for around in ancestors(node))


def _aliases(nodes: list[Any]) -> Iterator[tuple[str, str]]:
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
