"""Loops of Java and C++ through a list that change it: they pass over elements, or read where none is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    CALLS,
    CHANGES,
    LOOPS,
    NAMES,
    bare_text,
    body_statements,
    field,
    node_text,
    walk,
)
from harness.model.patterns import lazy_regex

_LEAVES = ("return_statement", "throw_statement", "break_statement")
_GROWS = ("push_back", "emplace_back", "push_front", "emplace_front", "insert", "emplace")
_IN_ORDER = lazy_regex(r"\b(?:vector|deque|string)\b")
"""Types of C++ in which all elements after one that goes, or comes, change their places."""
_SIZED = lazy_regex(r"(?P<index>\w{1,80})(?:<|!=)(?:\(int\))?(?P<owner>\w{1,80})\.size\(\)")


def changed_lists(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The loops that go on after a change of what they go over: the kind of sentence, the line, and the list."""
    for loop in (node for node in nodes if node.type in ("for_range_loop", "for_statement")):
        owner, takes = _through_all(loop, nodes) if loop.type == "for_range_loop" else _counted(loop)
        calls = [call for call in walk(field(loop, "body")) if call.type in CALLS] if owner else []
        names = {_method(call) for call in calls if _method(call).startswith(f"{owner}.")}
        grows = names & {f"{owner}.{name}" for name in _GROWS} if loop.type == "for_range_loop" else set()
        puts_back = names & {f"{owner}.{name}" for name in ("add", "insert", "emplace")}
        changes = [call for call in calls if bare_text(call) in takes or _method(call) in {*takes, *grows}]
        if changes and (grows or not puts_back) and any(not _is_left(call, loop) for call in changes):
            yield "growing-list" if grows else "shrinking-list", loop.start_point[0] + 1, owner


def _through_all(loop: Any, nodes: Sequence[Any]) -> tuple[str, Collection[str]]:
    """The list that a loop of C++ goes through, and the methods that take elements off it; empty for no list."""
    owner = node_text(field(loop, "right"))
    kinds = ("declaration", "parameter_declaration", "field_declaration")
    types = [node_text(field(node, "type")) for node in nodes if node.type in kinds and owner in _named(node)]
    is_list = owner.isidentifier() and types and all(_IN_ORDER.search(each) for each in types)
    return (owner, (f"{owner}.erase",)) if is_list else ("", ())


def _named(declaration: Any) -> set[str]:
    """The variables of a declaration."""
    declarators = declaration.children_by_field_name("declarator")
    inner = (field(node, "declarator") if node.type == "init_declarator" else node for node in declarators)
    return {node_text(part) for node in inner if node is not None for part in walk(node) if part.type in NAMES}


def _counted(loop: Any) -> tuple[str, Collection[str]]:
    """The list of a loop that counts up to its size, and the calls that take off the element of the turn."""
    sized = _SIZED.fullmatch(bare_text(field(loop, "condition")))
    if sized is None:
        return "", ()
    owner, index = sized["owner"], sized["index"]
    steps = {f"{index}++", f"++{index}", f"{index}+=1"}
    changes = [node for node in walk(field(loop, "body")) if node.type in CHANGES]
    changed = {node_text(field(node, "left") or next(iter(node.named_children), None)) for node in changes}
    if bare_text(field(loop, "update")) not in steps or not changed.isdisjoint((owner, index)):
        return "", ()
    return owner, (f"{owner}.remove({index})", f"{owner}.erase({owner}.begin()+{index})")


def _method(call: Any) -> str:
    """What a call calls, with its object."""
    return bare_text(call).partition("(")[0]


def _is_left(call: Any, loop: Any) -> bool:
    """Whether a loop certainly ends after a call in it."""
    node, leaves = call, {*_LEAVES}
    while node.parent is not None and node != loop:
        parent = node.parent
        following = [each for each in body_statements(parent) if each.start_byte > node.start_byte]
        if any(each.type in leaves for each in following) or node.type == "return_statement":
            return True
        leaves -= {"break_statement"} if parent.type in LOOPS and parent != loop else set()
        node = parent
    return False
