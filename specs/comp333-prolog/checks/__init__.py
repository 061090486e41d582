"""The checks of what ``queens(N, Qs)`` gives."""

from .search import complete, ends, ends_after_answers, once, once_after_answers, one_base, right

__all__ = ["complete", "ends", "ends_after_answers", "once", "once_after_answers", "one_base", "right"]
