"""Get the isolation levels that this machine gives, probed."""

from __future__ import annotations

import os
from functools import cache

import pytest

from harness.model.errors import JudgeError
from harness.sandbox.isolation import backends
from harness.sandbox.isolation.base import Backend, Isolation
from harness.sandbox.isolation.choice import probe
from harness.sandbox.isolation.supervised import Supervised
from harness.sandbox.run.process import observe


def names_of_backends() -> dict[str, Backend]:
    """Return all backends that confine: by the level's name the preferred one, as ``A-2`` the next of that level."""
    named: dict[str, Backend] = {}
    for backend in backends():
        level = backend.level.name
        count = sum(name.startswith(level) for name in named)
        if backend.level.confines_writes:
            named[f"{level}-{count + 1}" if count else level] = backend
    return named


_BACKENDS = {
    name: backend
    for name, backend in names_of_backends().items()
    if backend.is_usable() and (os.geteuid() == 0 or backend.level.name != "A")
}
LEVELS = tuple(_BACKENDS)
"""The names of the levels that can be tried here, the strongest first; at ``A-2`` and ``B-2`` no sandbox stays."""


created_isolations: list[Isolation] = []
"""All that have been made in this process."""


def sandbox_processes() -> set[int]:
    """Return the processes of all sandboxes that stay below this process."""
    supervised = (isolation for isolation in created_isolations if isinstance(isolation, Supervised))
    return {pid for isolation in supervised for pid in isolation.own_processes()}


@cache
def probed_isolation(level: str) -> Isolation | str:
    """Return the isolation of a level, probed; or why this machine does not give it."""
    try:
        isolation = _BACKENDS[level].create(())
        created_isolations.append(isolation)
        probe(isolation, observe)
    except (JudgeError, OSError) as error:
        return str(error)
    return isolation


def isolation_at(level: str) -> Isolation:
    """Return the isolation of a level; skip the test where this machine does not give it."""
    isolation = probed_isolation(level)
    if isinstance(isolation, str):
        pytest.skip(f"this machine does not give level {level}: {isolation}")
    return isolation
