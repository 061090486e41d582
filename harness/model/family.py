"""Packages whose modules are a family: a new member is a new file, found by looking into the folder.

Modules that few gradings use are loaded when they are first used.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Collection, Iterable, Iterator
from importlib.machinery import all_suffixes
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any


class LazyModule:
    """Stands for a module, and loads it when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        """Return what the module has under this name."""
        value = getattr(importlib.import_module(self._name), name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import csv
    import json
    import textwrap
else:
    csv, json, textwrap = map(LazyModule, ("csv", "json", "textwrap"))

__all__ = ["csv", "has_part", "json", "member_names", "members", "parts", "textwrap"]


def member_names(folders: Iterable[str]) -> list[str]:
    """Return the names of the modules and packages in a package's folders, sorted.

    As ``pkgutil.iter_modules`` does, which takes longer to load than all else at the start of a short grading.
    """
    suffixes, names = tuple(all_suffixes()), set[str]()
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                stem = entry.name.partition(".")[0]
                is_package = stem == entry.name and Path(entry.path, "__init__.py").is_file()
                if (entry.name.endswith(suffixes) or is_package) and stem.isidentifier():
                    names.add(stem)
    return sorted(names - {"__init__"})


def members(package: str, folders: Iterable[str], besides: Collection[str] = ()) -> Iterator[ModuleType]:
    """Import and yield the modules of a package, in the order of their names; ``folders``: its ``__path__``."""
    for name in member_names(folders):
        if name not in besides:
            yield importlib.import_module(f"{package}.{name}")


def parts(package: str, folders: Iterable[str], part: str) -> Iterator[ModuleType]:
    """Import and yield the module ``part`` of each folder of a package that has one, in the order of their names."""
    names = set[str]()
    for folder in folders:
        with os.scandir(folder) as entries:
            names |= {entry.name for entry in entries if entry.name.isidentifier() and has_part(entry.path, part)}
    for name in sorted(names):
        yield importlib.import_module(f"{package}.{name}.{part}")


def has_part(folder: str, part: str) -> bool:
    """Whether a folder has a module of this name."""
    return any(os.path.isfile(f"{folder}/{part}{suffix}") for suffix in all_suffixes())  # noqa: PTH113 - at each start
