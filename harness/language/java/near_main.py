"""Methods of Java that were meant as the main program, and that Java does not start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.language.java.language import members_of, modifiers_of
from harness.language.parsing.syntax_trees import field, node_text
from harness.model.finding import NEAR_MAINS

_WRONG_NAME, _LACKS = NEAR_MAINS
_FORM = ("public", "static", "void")


def near_mains(roots: Mapping[str, Any]) -> list[tuple[str, str, int, str]]:
    """List such methods of outer classes; none if Java can start one of the classes.

    ``roots``: the trees of the files of Java by their paths. Each is given as a kind of suspicious code, its file and
    line, and its name or what it lacks.
    """
    near = []
    methods = ((path, method) for path, root in roots.items() for method in _outer_methods(root))
    for path, method in methods:
        name = field(method, "name")
        written, line = node_text(name), name.start_point[0] + 1
        if written == "main":
            missing = _missing(method)
            if not missing:
                return []
            near.append((_LACKS, path, line, missing))
        elif written.lower() == "main":
            near.append((_WRONG_NAME, path, line, written))
    return near


def _outer_methods(root: Any) -> Iterator[Any]:
    bodies = (body for child in root.children if (body := field(child, "body")) is not None)
    return (member for body in bodies for member in members_of(body) if member.type == "method_declaration")


def _missing(method: Any) -> str:
    """The first part of Java's form of ``main`` that a method lacks; empty if it lacks none."""
    words = {*modifiers_of(method), node_text(field(method, "type"))}
    missing = next((word for word in _FORM if word not in words), "")
    parameters = field(method, "parameters").named_children
    return missing or ("" if len(parameters) == 1 and "String" in node_text(parameters[0]) else "String[] args")
