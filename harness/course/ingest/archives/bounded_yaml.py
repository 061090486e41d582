"""Read YAML in which every value is text, within bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from harness.model.errors import UsageError
from harness.spec.yaml.source import bounded_events


def load_texts(path: Path, largest: int) -> Any:
    """Read a file as mappings, lists and texts; no tag makes an object, and no value stands for others.

    Args:
        path: the file.
        largest: how many bytes it may have.

    Raises:
        UsageError: when it cannot be read, is larger, nested deeply, or no such YAML.

    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise UsageError(f"{path}: it cannot be read: {error.strerror or error}") from None
    if len(content) > largest:
        raise UsageError(f"{path}: this is larger than {largest // 1024**2} MiB")
    try:
        return _value(path, content)
    except (yaml.YAMLError, UnicodeError, ValueError, TypeError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise UsageError(f"{path}{'' if line is None else f':{line + 1}'}: this is no valid YAML") from None


def _value(path: Path, content: bytes) -> Any:
    """The document's value: made of events, as PyYAML's own nodes take thirty times the file's size."""
    documents: list[Any] = []
    open_values: list[list[Any]] = [documents]
    for event in bounded_events(path, content):
        if isinstance(event, yaml.AliasEvent):  # a value that is written once and used many times
            raise yaml.YAMLError("aliases are not read")
        if isinstance(event, yaml.ScalarEvent):
            open_values[-1].append(event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            open_values.append([])
        elif isinstance(event, yaml.CollectionEndEvent):
            items = open_values.pop()
            is_mapping = isinstance(event, yaml.MappingEndEvent)
            open_values[-1].append(dict(zip(items[::2], items[1::2], strict=True)) if is_mapping else items)
    if len(documents) > 1:
        raise yaml.YAMLError("one document is expected")
    return documents[0] if documents else None
