"""Judging a number that got lost. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.grading.verdicts.judgement import Judgement
from harness.model.place import NOWHERE, Place
from harness.model.verdict import Verdict

_LARGEST_INT = (1 << 31) - 1
_KINDS = ("product", "sum", "conversion", "comparison")


def judge_lost_number(facts: Mapping[str, Any]) -> Judgement | None:
    """The verdict on a run in which a number came out too large for its type; None where none was seen to."""
    lost, value, line = facts.get("lost"), facts.get("value"), facts.get("line")
    if lost not in _KINDS or type(value) is not int or type(line) is not int:
        return None  # the program runs beside what writes the report, and may have written it
    where = Place(line=line) if line > 0 else NOWHERE
    return Judgement.fault(Verdict.WA, "number-lost", where, lost=lost, value=value, largest=_LARGEST_INT)
