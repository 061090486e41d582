"""Get the isolation levels that this machine gives, probed."""

from __future__ import annotations

import os
from functools import cache

import pytest

from harness.isolation import backends
from harness.isolation.base import Isolation
from harness.isolation.probe import probe
from harness.model.errors import JudgeError
from harness.run.process import observe

_BACKENDS = {
    backend.level.name: backend
    for backend in backends()
    if backend.is_usable() and backend.level.confines_writes and (os.geteuid() == 0 or backend.level.name != "A")
}
LEVELS = tuple(_BACKENDS)
"""The names of the levels that can be tried here, the strongest first."""


@cache
def probed_isolation(level: str) -> Isolation | str:
    """Return the isolation of a level, probed; or why this machine does not give it."""
    try:
        isolation = _BACKENDS[level].create(())
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
