"""Programs in Python 2, which this machine does not know: where any language is allowed they may be right."""

from __future__ import annotations

from harness.model.finding import Finding
from harness.model.runs.observation import Observation
from harness.model.text.lazy_regex import lazy_regex

_PYTHON_2 = lazy_regex(rb"Missing parentheses in call to 'print'|multiple exception types must be parenthesized")
_READ = 1 << 20
"""Bytes of the messages that are looked at."""


def old_python(observation: Observation | None) -> Finding | None:
    """Say that a program is in Python 2, by what Python 3 says of its grammar; None where it is not."""
    if observation is None or observation.command[:1] != ("python3",):
        return None
    is_old = _PYTHON_2.search(observation.stderr[:_READ])
    return Finding.of("python-2-missing-here") if is_old else None
