"""Parse YAML and keep the line of each value for messages; duplicate keys are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct, field

from harness.model.errors import SpecError

_MAX_DEPTH = 50
_MAX_NODES = 500_000
"""A spec of a thousand cases has some ten thousand."""

Key = str | int
KeyPath = tuple[Key, ...]


class Source(Struct, frozen=True):
    """A parsed YAML file: its plain value, and the line (from 1) of every path in it."""

    path: Path
    value: Any
    lines: dict[KeyPath, int]

    def at(self, key_path: KeyPath) -> str:
        """``specs/x/spec.yaml:41: cases[2].limits.cpu`` for a path, or for its nearest parent that the file has."""
        known = key_path
        while known and known not in self.lines:
            known = known[:-1]
        return f"{self.path}:{self.lines.get(known, 1)}: {dotted(key_path)}" if key_path else f"{self.path}:1"


def dotted(key_path: KeyPath) -> str:
    """``("cases", 2, "limits")`` as ``cases[2].limits``."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in key_path)
    return text.removeprefix(".")


def read(path: Path) -> Source:
    """Parse the file; SpecError when it cannot be read, is not YAML or repeats a key."""
    import yaml  # noqa: PLC0415 - a spec that was read before takes no parser

    try:
        text = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
    reader = _Reader(path, _loader(yaml)(text))
    try:
        root = reader.loader.get_single_node()
        value = None if root is None else reader.value(root, ())
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError) as error:  # PyYAML's on a bad tag
        raise SpecError(_syntax(path, error)) from None
    finally:
        reader.loader.dispose()
    return Source(path, value, reader.lines)


def _loader(yaml: Any) -> Any:
    """PyYAML's safe loader with a cache of the tags of plain scalars: the keys of a spec repeat a thousand times."""
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    tags: dict[str, Any] = {}

    class Loader(base):  # type: ignore[misc]
        """A loader without resolvers by path, so ``descend_resolver`` and ``ascend_resolver`` have nothing to do."""

        def descend_resolver(self, *_: Any) -> None:
            pass

        def ascend_resolver(self) -> None:
            pass

        def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
            if kind is not yaml.ScalarNode or not implicit[0]:
                return super().resolve(kind, value, implicit)
            if value not in tags:
                tags[value] = super().resolve(kind, value, implicit)
            return tags[value]

    return Loader


def _syntax(path: Path, error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    line = f":{mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return f"{path}{line}: not valid YAML: {problem}"


_TEXT, _LIST, _MAPPING, _MERGE = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map", "merge"))


class _Reader(Struct):
    """Turns PyYAML's nodes into values and notes their lines in one walk; unusual nodes are left to PyYAML itself."""

    path: Path
    loader: Any
    lines: dict[KeyPath, int] = field(default_factory=dict)

    def value(self, node: Any, key_path: KeyPath) -> Any:
        """The value of a node."""
        self.lines[key_path] = line = node.start_mark.line + 1
        if len(key_path) > _MAX_DEPTH or len(self.lines) > _MAX_NODES:  # aliases can make a few lines endless
            raise SpecError(f"{self.path}:{line}: nested too deeply or too large")
        if node.tag == _TEXT and node.id == "scalar":
            return node.value
        if node.tag == _LIST and node.id == "sequence":
            return [self.value(item, (*key_path, index)) for index, item in enumerate(node.value)]
        if node.id == "mapping":
            pairs = self._pairs(node, key_path)
            if pairs is not None:
                return pairs
        return self.loader.construct_object(node, deep=True)

    def _pairs(self, node: Any, key_path: KeyPath) -> dict[Any, Any] | None:
        """The value of a mapping; None when its keys are unusual."""
        pairs: dict[Any, Any] = {}
        usual = node.tag == _MAPPING
        for key, item in node.value:
            inner = (*key_path, key.value if key.id == "scalar" else str(key.value))
            line = key.start_mark.line + 1
            if inner in self.lines:
                where = f"{self.path}:{line}: {dotted(inner)}"
                raise SpecError(f'{where}: the key "{inner[-1]}" stands twice (first in line {self.lines[inner]})')
            value = self.value(item, inner)
            self.lines[inner] = line
            usual = usual and key.tag != _MERGE and key.id == "scalar"
            if usual:
                pairs[key.value if key.tag == _TEXT else self.loader.construct_object(key)] = value
        return pairs if usual else None
