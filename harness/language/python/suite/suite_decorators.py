"""Stand-ins for decorators that say what a test is worth: the spec has read them, and here they do nothing."""

from __future__ import annotations

import sys
import types
from typing import Any, Callable

_NAMES = ("weight", "points", "number", "visibility", "clause", "hide_errors", "tags", "leaderboard", "partial_credit")


def _nothing(*_: Any, **__: Any) -> Callable[[Any], Any]:
    return lambda test: test


def provide() -> None:
    """Let the tests import them by the names that they have in ``gradescope_utils``, and from ``grade_tests``."""
    names = ("gradescope_utils", "gradescope_utils.autograder_utils", "gradescope_utils.autograder_utils.decorators")
    for name in (*names, "grade_tests"):
        module = types.ModuleType(name)
        vars(module).update(dict.fromkeys(_NAMES, _nothing), __path__=[])
        sys.modules[name] = module
