"""The checks of explicit backtracking."""

from .calls import conflicts, conflicts_before, no_conflicts, snapshot, tells_apart
from .output import oracle, solution

__all__ = ["conflicts", "conflicts_before", "no_conflicts", "oracle", "snapshot", "solution", "tells_apart"]
