"""Isolate students' programs: one module a backend. Every module of this folder with ``BACKENDS`` is one."""

from __future__ import annotations

from functools import cache

from harness.model.errors import UsageError
from harness.model.family import members
from harness.sandbox.isolation.base import Backend, Level


@cache
def _family() -> tuple[Backend, ...]:
    """Import every module of this folder, and return the backends of all, the strongest first."""
    modules = members(__name__, __path__)
    family = [backend for module in modules for backend in getattr(module, "BACKENDS", ())]
    return tuple(sorted(family, key=lambda backend: (backend.level.rank, -backend.preference)))


def backends(best: str | None = None) -> tuple[Backend, ...]:
    """Return the backends, the strongest first; with ``best`` only those from that level on.

    Raises UsageError for an unknown level.
    """
    if best is None:
        return _family()
    return tuple(backend for backend in _family() if backend.level.rank >= level_named(best).rank)


def level_named(name: str) -> Level:
    """Return the level of that name, in any letter case; UsageError for an unknown one."""
    for backend in _family():
        if backend.level.name.lower() == name.lower():
            return backend.level
    known = ", ".join(dict.fromkeys(backend.level.name for backend in _family()))
    raise UsageError(f'there is no isolation level "{name}"; known, the strongest first: {known}')
