"""The names of the verdicts."""

from __future__ import annotations

from harness.model.verdict import Verdict

MESSAGES = {f"verdict-{verdict.name}": verdict.value for verdict in Verdict}
