"""Read mappings of other systems' files: each key is asked for by name, and what nobody asked for is a fault."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importing.package import Faults
from harness.model.errors import UsageError, suggestion


class Fields:
    """A mapping that is read key by key."""

    def __init__(self, content: object, place: str, faults: Faults) -> None:
        """``content``: what stands there; something else than a mapping is a fault."""
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
        """A list, empty where there is none."""
        return list(self._value(key, list, [], "a list"))

    def raw(self, key: str) -> Any:
        """Whatever stands there; None where nothing does."""
        self._read.add(key)
        return self._content.get(key)

    def ignore(self, *keys: str) -> None:
        """Keys that change no verdict."""
        self._read |= set(keys)

    def end(self) -> None:
        """Tell the keys that were not read."""
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


def read_data(path: Path) -> Any:
    """What a file of JSON or YAML holds; UsageError where it cannot be read."""
    try:
        text = path.read_text("utf-8-sig")
        return json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read: {' '.join(str(error).split())}") from None
