"""YAML with its line numbers: parsed once, duplicate keys refused, each value's place kept for messages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from harness.model.errors import SpecError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 50
_MOST = 500_000
"""Nodes; a spec of a thousand cases has some ten thousand."""

Key = str | int
Place = tuple[Key, ...]


@dataclass(frozen=True)
class Source:
    """A parsed YAML file: its plain value, and the line (from 1) of every path in it."""

    path: Path
    value: Any
    lines: dict[Place, int]

    def at(self, place: Place) -> str:
        """``specs/x/spec.yaml:41: cases[2].limits.cpu`` for a place, or for the nearest one that the file has."""
        known = place
        while known and known not in self.lines:
            known = known[:-1]
        return f"{self.path}:{self.lines.get(known, 1)}: {dotted(place)}" if place else f"{self.path}:1"


def dotted(place: Place) -> str:
    """``("cases", 2, "limits")`` as ``cases[2].limits``."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)
    return text.removeprefix(".")


def read(path: Path) -> Source:
    """Parse the file; SpecError when it cannot be read, is not YAML or repeats a key."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        loader = _Loader(text)
        try:
            root = loader.get_single_node()
            value = None if root is None else loader.construct_document(root)
        finally:
            loader.dispose()
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError) as error:  # PyYAML's on a bad tag
        raise SpecError(_syntax(path, error)) from None
    lines: dict[Place, int] = {}
    if root is not None:
        _walk(path, root, (), lines)
    return Source(path, value, lines)


def _syntax(path: Path, error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    line = f":{mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return f"{path}{line}: not valid YAML: {problem}"


def _walk(path: Path, node: yaml.Node, place: Place, lines: dict[Place, int]) -> None:
    lines[place] = node.start_mark.line + 1
    if len(place) > _DEEPEST or len(lines) > _MOST:  # aliases can make a few lines endless
        raise SpecError(f"{path}:{lines[place]}: nested too deeply or too large")
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _walk(path, item, (*place, index), lines)
    elif isinstance(node, yaml.MappingNode):
        for key, item in node.value:
            inner = (*place, key.value)
            if inner in lines:
                where = f"{path}:{key.start_mark.line + 1}: {dotted(inner)}"
                raise SpecError(f'{where}: the key "{key.value}" stands twice (first in line {lines[inner]})')
            _walk(path, item, inner, lines)
            lines[inner] = key.start_mark.line + 1
