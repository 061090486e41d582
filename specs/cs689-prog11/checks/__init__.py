"""The checks of the randomised boards."""

from .calls import placed, refused, safe
from .output import answered, no_solution, printed, size_named, solution
from .random_runs import independent, reached

__all__ = [
    "answered",
    "independent",
    "no_solution",
    "placed",
    "printed",
    "reached",
    "refused",
    "safe",
    "size_named",
    "solution",
]
