"""Read YAML in which every value is text, within bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from harness.model.errors import UsageError


def load_texts(path: Path, largest: int) -> Any:
    """Read a file as mappings, lists and texts; no tag makes an object.

    Args:
        path: the file.
        largest: how many bytes it may have.

    Raises:
        UsageError: when it is larger, or no such YAML.

    """
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise UsageError(f"{path}: this is larger than {largest // 1024**2} MiB")
    try:
        return yaml.load(content, _Loader)  # noqa: S506 - it makes texts, lists and mappings alone
    except (yaml.YAMLError, UnicodeError, RecursionError, ValueError, TypeError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise UsageError(f"{path}{'' if line is None else f':{line + 1}'}: this is no valid YAML") from None


class _Loader(yaml.BaseLoader):
    """YAML in which a value cannot be written once and used many times: a small file stays small."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Compose one value; YAMLError for an alias."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)
