"""A spec that was read and found sound before is taken as it was: reading a long one takes longer than its cases."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import harness
from harness.plan.build_cache import user_cache
from harness.spec.assignment import Assignment
from harness.spec.course_modules import functions_of, module_files
from harness.spec.folder import PROVING, SPEC_FILE
from harness.spec.load import load


def load_cached(specs: Path, name: str, *, goldens: bool = True) -> Assignment:
    """The assignment, as ``load`` gives it; what ``load`` found sound is kept in the user's store."""
    cache = user_cache()
    if cache is None:
        return load(specs, name, goldens=goldens)
    folder = specs / name
    key = _key(specs, folder, goldens=goldens)
    kept = cache.get(key)
    known = _unpickled(kept) if kept is not None else None
    if known is not None:
        return Assignment(name, folder, *known, _Functions(folder))
    assignment = load(specs, name, goldens=goldens)
    cache.put(key, pickle.dumps((assignment.spec, assignment.cases), pickle.HIGHEST_PROTOCOL))
    return assignment


def _unpickled(kept: bytes) -> tuple[Any, Any] | None:
    """The spec and its cases; None where they cannot be made again here, as with a checker that is not installed."""
    try:
        spec, cases = pickle.loads(kept)  # noqa: S301 - our own, from a folder that only this user can write
    except (AttributeError, EOFError, ImportError, TypeError, ValueError, pickle.UnpicklingError):
        return None
    return spec, cases


class _Functions(Mapping[str, Callable[..., Any]]):
    """The functions of ``checks.py``, loaded when the first of them is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __reduce__(self) -> tuple[type[_Functions], tuple[Path]]:
        """Another process loads them for itself: a function goes by its module's name, which there is none of yet."""
        return _Functions, (self._folder,)

    @cached_property
    def _loaded(self) -> Mapping[str, Callable[..., Any]]:
        return functions_of(self._folder)

    def __getitem__(self, name: str) -> Callable[..., Any]:
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


def _key(specs: Path, folder: Path, *, goldens: bool) -> str:
    """All that decides what ``load`` gives: the spec's bytes, the names of what is beside it, the course's modules."""
    told = [str(folder), str(goldens), sys.version, *_code()]
    for path, folders, _ in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in PROVING)
        told.append(f"{path} {Path(path).stat().st_mtime_ns}")  # it changes with every name in it
    told += [_facts(path) for path in module_files(folder)]
    references = specs.parent / "reference" / folder.name
    told += sorted(path.name for path in references.iterdir()) if references.is_dir() else []
    text = (folder / SPEC_FILE).read_bytes()
    return hashlib.sha256("\0".join(told).encode("utf-8", "surrogateescape") + b"\0" + text).hexdigest()


@cache
def _code() -> tuple[str, ...]:
    """The harness itself, as far as it has a say in what a spec means."""
    root = Path(harness.__file__).parent
    parts = ("checkers", "diagnose", "languages", "model", "plan", "sources", "spec")
    return tuple(_facts(path) for part in parts for path in sorted((root / part).glob("*.py")))


def _facts(path: Path) -> str:
    facts = path.stat()
    return f"{path} {facts.st_size} {facts.st_mtime_ns}"
