"""The checks of what ``queens(N, Qs)`` gives."""

from .search import complete, ends, ends_after_answers, once, one_base, right

__all__ = ["complete", "ends", "ends_after_answers", "once", "one_base", "right"]
