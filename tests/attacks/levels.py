"""The levels of isolation that this machine gives."""

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


@cache
def given(letter: str) -> Isolation | str:
    """The isolation of a level, probed; or why this machine does not give it."""
    try:
        made = _BACKENDS[letter].create(())
        probe(made, observe)
    except (JudgeError, OSError) as error:
        return str(error)
    return made


def sandbox(letter: str) -> Isolation:
    """The isolation of a level, where this machine gives it: no attack is ever run without one."""
    made = given(letter)
    if isinstance(made, str):
        pytest.skip(f"this machine does not give level {letter}: {made}")
    return made
