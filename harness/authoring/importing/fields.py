"""Read mappings of other systems' files: each key is asked for by name, and what nobody asked for is a fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importing.package import Faults
from harness.model.errors import UsageError, suggestion
from harness.spec.yaml.source import bounded_events

_LARGEST = 16 << 20
"""Bytes of a file of settings."""
_MOST_VALUES = 500_000
"""Values in it, each counted as often as it is used."""


def file_in(source: Path, names: Sequence[str]) -> Path:
    """The source where it is a file, else the first of these files in it; UsageError if there is none."""
    path = next((source / name for name in names if (source / name).is_file()), None) if source.is_dir() else source
    if path is None:
        raise UsageError(f"{source}: there is no {names[0]} in it")
    return path


def file_below(folder: Path, name: str) -> Path | None:
    """The file of a name; None if there is none, or it lies outside of the folder."""
    path = (folder / name).resolve()
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


def files_of(folder: Path) -> dict[str, Path]:
    """The files below a folder, sorted, by their names seen from it; none if it is not there."""
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


class Fields:
    """A mapping that is read key by key."""

    def __init__(self, content: object, place: str, faults: Faults) -> None:
        """``content``: what is there; something else than a mapping is a fault."""
        self.place = place
        self._faults = faults
        self._content: Mapping[str, Any] = content if isinstance(content, Mapping) else {}
        self._read: set[str] = set()
        if not isinstance(content, Mapping):
            faults.add(place, "expected a mapping")

    def text(self, key: str, default: str = "") -> str:
        """A text; a fault where something else stands there."""
        return str(self._value(key, str, default, "a text"))

    def number(self, key: str, default: float = 0) -> float:
        """A number, also one that is written as a text."""
        value = self._content.get(key)
        self._read.add(key)
        try:
            return default if value is None or value == "" else float(value)
        except (TypeError, ValueError):
            self._faults.add(f"{self.place}.{key}", f"expected a number, got {value!r}")
            return default

    def items(self, key: str) -> list[Any]:
        """A list, empty if there is none."""
        return list(self._value(key, list, [], "a list"))

    def raw(self, key: str) -> Any:
        """Whatever stands there; None if nothing does."""
        self._read.add(key)
        return self._content.get(key)

    def pairs(self) -> list[tuple[str, Any]]:
        """All keys with what is there."""
        self._read |= set(map(str, self._content))
        return [(str(key), value) for key, value in self._content.items()]

    def ignore(self, *keys: str) -> None:
        """Keys that change no verdict."""
        self._read |= set(keys)

    def end(self, *ignored: str) -> None:
        """Report the keys that were not read; ``ignored``: those that change no verdict."""
        self.ignore(*ignored)
        for key in self._content:
            if str(key) not in self._read:
                near = suggestion(str(key), self._read)
                self._faults.add(f"{self.place}.{key}", f"this key is not known{near}")

    def _value(self, key: str, kind: type, default: Any, what: str) -> Any:
        value = self._content.get(key)
        self._read.add(key)
        if value is None:
            return default
        if not isinstance(value, kind):
            self._faults.add(f"{self.place}.{key}", f"expected {what}, got {value!r}")
            return default
        return value


def read_data(
    path: Path, loader: type[yaml.SafeLoader] = yaml.SafeLoader, fill_in: Callable[[bytes], bytes] = bytes
) -> Any:
    """Return what a file of JSON or YAML holds; UsageError if it cannot be read or is too large.

    ``fill_in`` puts values into its text before it is read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise UsageError(f"{path}: this is larger than {_LARGEST >> 20} MiB")
        content = fill_in(content)
        text = content.decode("utf-8-sig")
        if path.suffix == ".json":
            return json.loads(text)
        _check_number_of_values(path, content)
        return yaml.load(text, loader)  # noqa: S506 - a safe one
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise UsageError(f"{path}: nested too deeply") from None
    except (yaml.YAMLError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read: {' '.join(str(error).split())}") from None


def _check_number_of_values(path: Path, content: bytes) -> None:
    """Raise UsageError where a few lines of aliases stand for more values than anybody could write."""
    open_values, names = [0], [""]
    anchors: dict[str, int] = {}
    for event in bounded_events(path, content):
        if isinstance(event, yaml.CollectionStartEvent):
            open_values.append(1)
            names.append(event.anchor or "")
            continue
        count, name = 0, ""
        if isinstance(event, yaml.CollectionEndEvent):
            count, name = open_values.pop(), names.pop()
        elif isinstance(event, yaml.ScalarEvent):
            count, name = 1, event.anchor or ""
        elif isinstance(event, yaml.AliasEvent):
            count = anchors.get(event.anchor or "", _MOST_VALUES + 1)  # one that is not complete holds itself
        if name:
            anchors[name] = count
        open_values[-1] += count
        if open_values[-1] > _MOST_VALUES:
            raise UsageError(f"{path}:{event.start_mark.line + 1}: its aliases stand for too many values")
