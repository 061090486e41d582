"""Methods of Java that were meant as the main program, and that Java does not start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.language.java.language import modifiers_of
from harness.language.parsing.syntax_trees import ancestors, field, node_text
from harness.model.finding import NEAR_MAINS
from harness.model.patterns import lazy_regex

_WRONG_NAME, _LACKS = NEAR_MAINS
_FORM, _METHOD = ("public", "static", "void"), "method_declaration"
_CLASSES = ("class_declaration", "enum_declaration", "interface_declaration", "record_declaration")
_MOST_MISSING = 2
"""Parts of the form; a method that lacks more is hardly meant as the main program."""
_TEXTS = lazy_regex(r"\bString\s*(?:\[|\.\.\.|\w+\s*\[)")


def near_mains(files: Mapping[str, Sequence[Any]]) -> list[tuple[str, str, int, str]]:
    """List such methods of outer classes; none if Java can start one of the classes.

    ``files``: the nodes of the files of Java by their paths. Each is given as a kind of suspicious code, its file and
    line, and its name or what it lacks.
    """
    near = []
    methods = ((path, node) for path, nodes in files.items() for node in nodes if node.type == _METHOD)
    for path, method in methods:
        name = field(method, "name")
        written, line, missing = node_text(name), name.start_point[0] + 1, _missing(method)
        if written == "main" and not missing:
            return []
        is_outer = sum(around.type in _CLASSES for around in ancestors(method)) == 1
        if is_outer and written == "main" and len(missing) <= _MOST_MISSING:
            near.append((_LACKS, path, line, " ".join(missing)))
        elif is_outer and written.lower() == "main" != written:
            near.append((_WRONG_NAME, path, line, written))
    return near


def _missing(method: Any) -> list[str]:
    """The parts of Java's form of ``main`` that a method lacks."""
    words = {*modifiers_of(method), node_text(field(method, "type"))}
    parameters = [node_text(each) for each in field(method, "parameters").named_children]
    takes_texts = len(parameters) == 1 and _TEXTS.search(parameters[0]) is not None
    return [*(word for word in _FORM if word not in words), *([] if takes_texts else ["String[] args"])]
