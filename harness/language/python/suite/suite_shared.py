"""Lists, dicts and sets that both processes of a suite hold: each crossing brings the changes of the other side.

So a list that a student's function sorts in place is sorted in the test, and one that an object keeps is the same
list when the test changes it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any, Callable

CONTAINERS: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    deque: "deque",
    OrderedDict: "OrderedDict",
    defaultdict: "defaultdict",
    Counter: "Counter",
}
_MADE = {name: kind for kind, name in CONTAINERS.items()}
_OWN_REFERENCES = 3
"""Those of our table, of a variable and of the call that counts."""
_SEQUENCES = ("list", "deque", "bytearray")


class Shared:
    """The containers that crossed, by number; the two sides count in different directions."""

    def __init__(self, step: int) -> None:
        self.objects: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.last: dict[int, str] = {}
        self.next = self.step = step

    def number(self, value: Any) -> int:
        """The number of a container; a new one where it crosses for the first time."""
        known = self.numbers.get(id(value))
        if known is None:
            known, self.next = self.next, self.next + self.step
            self._keep(known, value)
        return known

    def changes(self, encode: Callable[[Any], Any]) -> list[Any]:
        """Number, kind and content of each container that the other side does not know as it is now."""
        changed: list[Any] = []
        seen: set[int] = set()
        while len(seen) < len(self.objects):
            for number in [number for number in self.objects if number not in seen]:
                seen.add(number)
                value = self.objects[number]
                content = _content(value, encode)
                text = json.dumps(content)
                if self.last.get(number) != text:
                    self.last[number] = text
                    changed.append([number, CONTAINERS[type(value)], content])
        return changed

    def update(self, changed: list[Any], decode: Callable[[Any], Any]) -> None:
        """Take over what the other side changed."""
        for number, kind, _ in changed:
            if number not in self.objects:
                self._keep(int(number), _MADE[kind]())
        for number, kind, content in changed:
            value = self.objects[number]
            if CONTAINERS[type(value)] != kind:
                raise ValueError(kind)
            _fill(value, kind, content, decode)
            self.last[number] = json.dumps(content)

    def forget(self, numbers: list[int]) -> None:
        """Drop containers."""
        for number in numbers:
            value = self.objects.pop(number, None)
            if value is not None:
                self.numbers.pop(id(value), None)
                self.last.pop(number, None)

    def unused(self) -> list[int]:
        """The containers that nobody on this side holds any more."""
        numbers = []
        for number in list(self.objects):
            value = self.objects[number]
            if sys.getrefcount(value) <= _OWN_REFERENCES:
                numbers.append(number)
        return numbers

    def _keep(self, number: int, value: Any) -> None:
        self.objects[number] = value
        self.numbers[id(value)] = number


def _content(value: Any, encode: Callable[[Any], Any]) -> list[Any]:
    if isinstance(value, dict):
        return [[encode(key), encode(item)] for key, item in value.items()]
    items = [encode(item) for item in value]
    return sorted(items, key=json.dumps) if isinstance(value, set) else items


def _fill(value: Any, kind: str, content: list[Any], decode: Callable[[Any], Any]) -> None:
    """Change a container in its place."""
    if kind in _SEQUENCES:
        items = [decode(item) for item in content]
        value.clear()
        value.extend(items)
    elif kind == "set":
        items = [decode(item) for item in content]
        value.clear()
        value.update(items)
    else:
        pairs = [(decode(key), decode(item)) for key, item in content]
        value.clear()
        value.update(dict(pairs))
