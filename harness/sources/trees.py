"""Trees of Java and C++ files, by tree-sitter's grammars."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

_LONGEST_TABLE = 500
"""Bigger lists of values are data; what is computed inside them is not looked at."""
_TABLES = ("initializer_list", "array_initializer")


@cache
def parser(language: str) -> Any:
    """The parser of a language: ``java`` or ``cpp``."""
    from tree_sitter import Language, Parser  # noqa: PLC0415 - only cases on the source need it

    if language == "java":
        from tree_sitter_java import language as grammar  # noqa: PLC0415
    else:
        from tree_sitter_cpp import language as grammar  # noqa: PLC0415
    return Parser(Language(grammar()))


def walk(node: Any) -> Iterator[Any]:
    """A node and all below it, in the order of the text."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        if not (one.type in _TABLES and one.child_count > _LONGEST_TABLE):
            pending += reversed(one.children)


def text(node: Any) -> str:
    """What a node stands for; nothing for None."""
    return "" if node is None else node.text.decode(errors="replace")


def part(node: Any, name: str) -> Any:
    """The child of that role, or None."""
    return None if node is None else node.child_by_field_name(name)


def arguments(node: Any) -> int | None:
    """How many arguments a call has; None where it has no list of them, or an unpacked one."""
    given = part(node, "arguments")
    if given is None or any(child.type == "parameter_pack_expansion" for child in given.named_children):
        return None
    return sum(child.type not in ("comment", "line_comment", "block_comment") for child in given.named_children)


def dotted(node: Any) -> str:
    """A qualified name with points between its parts, without template arguments: ``std.sort``."""
    if node is None:
        return ""
    if node.type in ("template_function", "template_method", "template_type", "generic_type", "dependent_name"):
        return dotted(part(node, "name") or node.named_children[0])
    names = [dotted(child) for child in node.named_children if not child.type.endswith(("comment", "arguments"))]
    return ".".join(filter(None, names)) if names else text(node)
