"""Types of C and C++ whose copies have elements or members of their own, as far as the files of a program tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import field, node_text, walk
from harness.model.patterns import lazy_regex

_ALIASES = ("alias_declaration", "type_definition")
_CLASSES = ("struct_specifier", "class_specifier", "union_specifier")
_UNSEEN = ("base_class_clause", "operator_name", "operator_cast", "destructor_name")
"""By which setting a part of an object, or its end, may change something elsewhere."""
_CONTAINERS = lazy_regex(
    r"(?:std\s*::\s*)?(?:vector|array|string|deque|list|bitset|valarray|(?:unordered_)?(?:multi)?(?:map|set)|pair|tuple)\b"
)
"""Types of the standard library that copy what they hold, at the beginning of a type."""
_SHARED = lazy_regex(r"[*&]|\b(?:span|mdspan|string_view|shared_ptr|unique_ptr|weak_ptr|reference_wrapper|static)\b")
"""In a type whose copies show the same elements."""
_WORD = lazy_regex(r"\b[A-Za-z_]\w*\b")
_MOST_NAMES = 50
"""Names that are looked up for one type."""


class ValueTypes:
    """What a program's files say about the types of the parameters."""

    def __init__(self, trees: Mapping[str, Sequence[Any]]) -> None:
        """Read the aliases and the classes; a name that stands for two things says nothing."""
        self._meanings: dict[str, set[str]] = {}
        self._classes: set[str] = set()
        for node in (node for nodes in trees.values() for node in nodes):
            if node.type in _ALIASES:
                self._add_alias(node)
            elif node.type in _CLASSES and field(node, "body") is not None and field(node, "name") is not None:
                self._meanings.setdefault(node_text(field(node, "name")), set()).add(_members(node))
                self._classes.add(node_text(field(node, "name")))

    def is_owned(self, kind: Any) -> bool:
        """Whether a copy of a type certainly has its own elements or members."""
        text = _written(kind)
        is_defined = any(name in self._meanings for name in _WORD.findall(text)[:1])
        return (is_defined or _CONTAINERS.match(text) is not None) and not self.may_share(kind)

    def may_share(self, kind: Any) -> bool:
        """Whether something that the type is made of shows the same elements in each copy, or means two things."""
        return self._names_in(kind) is None

    def is_made_of_classes(self, kind: Any) -> bool:
        """Whether a type is, or holds, a class of the program: its methods may change something elsewhere."""
        return not self._classes.isdisjoint(self._names_in(kind) or ())

    def _names_in(self, kind: Any) -> set[str] | None:
        """The names of all that a type is made of; None if a part is shared, or a name means two things."""
        pending, seen = [_written(kind)], set[str]()
        while pending:
            text = pending.pop()
            if _SHARED.search(text) or len(seen) > _MOST_NAMES:
                return None
            for name in set(_WORD.findall(text)) - seen:
                seen.add(name)
                meanings = self._meanings.get(name, set())
                if len(meanings) > 1:
                    return None
                pending += meanings
        return seen

    def _add_alias(self, node: Any) -> None:
        kind = field(node, "type")
        declarators = node.children_by_field_name("declarator")
        if node.type == "alias_declaration":
            whole = kind if field(kind, "type") is None else field(kind, "type")
            shares = field(kind, "declarator") is not None
            self._meanings.setdefault(node_text(field(node, "name")), set()).add("*" if shares else _meaning(whole))
            return
        for declarator in declarators:  # of an array's name the parameter is a pointer
            name = next((part for part in walk(declarator) if part.type == "type_identifier"), None)
            is_plain = declarator.type == "type_identifier"
            self._classes |= {node_text(name)} if kind.type in _CLASSES else set()
            self._meanings.setdefault(node_text(name), set()).add(_meaning(kind) if is_plain else "*")


def _meaning(kind: Any) -> str:
    """What a name of a type stands for: the members of a class, or another type."""
    if kind.type in _CLASSES:
        return _members(kind) if field(kind, "body") is not None else node_text(field(kind, "name"))
    return _written(kind)


def _written(kind: Any) -> str:
    """A type as it is written, of a class only the name."""
    return node_text(field(kind, "name")) if kind.type in _CLASSES else node_text(kind)


def _members(kind: Any) -> str:
    """The declarations of a class's variables; what it inherits, its operators and its end count as shared."""
    if any(node.type in _UNSEEN for node in walk(kind)):
        return "*"
    members = [node for node in field(kind, "body").named_children if node.type == "field_declaration"]
    return " ".join(
        node_text(node) for node in members if not any(part.type == "function_declarator" for part in walk(node))
    )
