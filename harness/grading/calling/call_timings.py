"""What cases of calls used of the process that made their calls."""

from __future__ import annotations

from collections.abc import Mapping

from harness.model.grade import Timing
from harness.model.result import CallsReport
from harness.model.runs.observation import Observation


def call_timings(
    finished: Mapping[int, CallsReport], observation: Observation, cpu_limits: Mapping[int, float]
) -> dict[int, Timing]:
    """Return the measurements of cases by index, as far as one process tells them apart.

    A case that was ended at a limit used that much, and the others share the rest equally. The memory is that of the
    process, which all of them had.
    """
    late = {index: _limit_of(calls_report) for index, calls_report in finished.items()}
    cpu = _shares(observation.cpu_s, {index: cpu_limits[index] for index in finished if late[index] == "cpu"}, finished)
    waited = {index: observation.wall_s for index in finished if late[index] == "wall"}
    wall = _shares(observation.wall_s, waited or {index: cpu[index] for index in finished if late[index]}, finished)
    return {index: Timing(cpu[index], wall[index], cpu_limits[index], memory=observation.memory) for index in finished}


def _limit_of(calls_report: CallsReport) -> str:
    return str(calls_report.end.get("limit", ""))


def _shares(total: float, known: Mapping[int, float], indices: Mapping[int, object]) -> dict[int, float]:
    """Each index's share of a total: what is known of it, else an equal part of what is left."""
    if len(known) == len(indices):
        return dict.fromkeys(indices, total / len(indices)) if indices else {}
    taken = {index: min(share, total / len(known)) for index, share in known.items()}
    rest = (total - sum(taken.values())) / (len(indices) - len(known))
    return dict.fromkeys(indices, rest) | taken
