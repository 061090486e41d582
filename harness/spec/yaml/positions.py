"""Where each part of a YAML file stands: looked up in the nodes of PyYAML when a message needs it."""

from __future__ import annotations

from typing import Any

from harness.spec.yaml.location import Key, KeyPath

LIST = "tag:yaml.org,2002:seq"


class Positions:
    """The lines of a file's keys and entries, and its numbers as they are written."""

    def __init__(self, root: Any, written: dict[int, str], merged: dict[int, list[Any]]) -> None:
        """Keep the root, and by the id of a node what it was before its value was made.

        ``written``: the text of scalars that are no texts. ``merged``: the keys and values of unusual mappings.
        """
        self._root, self._written, self._merged = root, written, merged
        self._below: dict[int, dict[Key, tuple[Any, Any]]] = {}

    def line(self, key_path: KeyPath) -> int | None:
        """The line of a path, from 1; None if the file does not have it."""
        place = self._place(key_path)
        return None if place is None else int(place[0].start_mark.line) + 1

    def written(self, key_path: KeyPath) -> str | None:
        """A number, date or word such as ``yes`` as it is written; None for all else."""
        place = self._place(key_path)
        return None if place is None else self._written.get(id(place[1]))

    def keys(self, key_path: KeyPath) -> list[str]:
        """The keys of a mapping, or the numbers of a list's entries, as texts."""
        place = self._place(key_path)
        return [] if place is None else [str(key) for key in _children(place[1], self._own_items(place[1]))]

    def _place(self, key_path: KeyPath) -> tuple[Any, Any] | None:
        """The node with which a part begins, which may be its key, and the node of its value."""
        place = None if self._root is None else (self._root, self._root)
        for key in key_path:
            place = None if place is None else self._children(place[1]).get(key)
        return place

    def _children(self, node: Any) -> dict[Key, tuple[Any, Any]]:
        """The keys or numbers right below a node, each with its nodes; of a key that occurs twice the last.

        Those that a mapping has from another one, which it merges, give way to its own.
        """
        if id(node) not in self._below:
            merged = _children(node, node.value) if id(node) in self._merged else {}
            self._below[id(node)] = merged | _children(node, self._own_items(node))
        return self._below[id(node)]

    def _own_items(self, node: Any) -> list[Any]:
        items: list[Any] = self._merged.get(id(node), node.value)
        return items


def _children(node: Any, items: list[Any]) -> dict[Key, tuple[Any, Any]]:
    if node.id == "mapping":
        return {key_text(key): (key, item) for key, item in items if not key.tag.startswith("!")}
    if node.id == "sequence" and (node.tag == LIST or node.tag.startswith("!")):
        return {index: (item, item) for index, item in enumerate(items)}
    return {}


def key_text(key: Any) -> str:
    """The text of a key, as paths have it."""
    return key.value if key.id == "scalar" else str(key.value)
