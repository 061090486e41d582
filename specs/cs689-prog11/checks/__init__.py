"""The checks of the randomised boards."""

from .output import answered, no_solution, placed, printed, reached, refused, safe, size_named, solution

__all__ = [
    "answered",
    "no_solution",
    "placed",
    "printed",
    "reached",
    "refused",
    "safe",
    "size_named",
    "solution",
]
