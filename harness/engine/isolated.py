"""The isolation of a grading: probed in a worker process, as it starts programs, before anything is graded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.engine.pool import begin_one
from harness.model.errors import JudgeError

if TYPE_CHECKING:
    from harness.run.choose import Choice

LEVELS = "ABCDE"


class _Probe(Struct, frozen=True):
    hidden: tuple[Path, ...]
    best: str

    def run(self, _worker: object) -> Choice:
        """The best level that holds here."""
        from harness.run.choose import choose  # noqa: PLC0415 - while the parent goes on, and loads what it takes itself

        return choose(self.hidden, self.best)


def begin_isolation(*hidden: Path, required: str = "E", best: str = "A") -> Callable[[], Choice]:
    """Begin to probe what isolation this machine gives, and go on; a function that waits for what was found.

    Args:
        hidden: folders that no program may see.
        required: the weakest level that will do.
        best: the first level that is tried.

    The function raises JudgeError when the machine gives less than is required.

    """
    probed = begin_one(None, _Probe(hidden, best))

    def found() -> Choice:
        choice: Choice | JudgeError = probed()
        if isinstance(choice, JudgeError):
            raise choice
        letter = choice.isolation.level.letter
        if LEVELS.index(letter) > LEVELS.index(required):
            why = "; ".join(choice.refused) or "no better one is wanted"
            raise JudgeError(f"isolation {required} is required, and this machine gives {letter}: {why}")
        return choice

    return found


def isolate(*hidden: Path, required: str = "E", best: str = "A") -> Choice:
    """Probe what isolation this machine gives; the rest is as for ``begin_isolation``."""
    return begin_isolation(*hidden, required=required, best=best)()
