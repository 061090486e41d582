"""The signals that a check may be wrong: a new one is one new file of this folder with ``SIGNALS``."""

from __future__ import annotations

from harness.model.family import members
from harness.reports.audit.base import Signal

SIGNALS: tuple[Signal, ...] = tuple(
    signal for module in members(__name__, __path__, besides=("audit",)) for signal in getattr(module, "SIGNALS", ())
)
"""All signals, in the order of their modules' names."""
