"""Read the YAML of TESTed: its tags name types of values, ``!int16 5``, expressions and oracles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importing.fields import read_data
from harness.authoring.importing.package import Tagged

_SOURCES = ("!expression", "!path", "!text", "!string", "!char")
"""Tags of texts, whatever stands there."""


class _Loader(yaml.SafeLoader):
    """Keeps each tag with its value."""


def _tagged(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> Tagged:
    tag = f"!{suffix}"
    if isinstance(node, yaml.MappingNode):
        return Tagged(tag, loader.construct_mapping(node, deep=True))
    if isinstance(node, yaml.SequenceNode):
        return Tagged(tag, loader.construct_sequence(node, deep=True))
    return Tagged(tag, yaml.safe_load(node.value) if tag not in _SOURCES else node.value)


_Loader.add_multi_constructor("!", _tagged)


def read_suite(path: Path) -> Any:
    """What a suite in YAML holds; UsageError where it cannot be read."""
    return read_data(path, _Loader)
