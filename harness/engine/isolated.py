"""The isolation of a grading: probed in a worker process, as it starts programs, before anything is graded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness.engine.pool import run_one
from harness.model.errors import JudgeError
from harness.run.choose import Choice, choose

LEVELS = "ABCDE"


@dataclass(frozen=True)
class _Probe:
    hidden: tuple[Path, ...]
    best: str

    def run(self, _worker: object) -> Choice:
        """The best level that holds here."""
        return choose(self.hidden, self.best)


def isolate(*hidden: Path, required: str = "E", best: str = "A") -> Choice:
    """Probe what isolation this machine gives.

    Args:
        hidden: folders that no program may see.
        required: the weakest level that will do.
        best: the first level that is tried.

    Raises:
        JudgeError: when the machine gives less than is required.

    """
    probed = run_one(None, _Probe(hidden, best))
    if isinstance(probed, JudgeError):
        raise probed
    choice: Choice = probed
    letter = choice.isolation.level.letter
    if LEVELS.index(letter) > LEVELS.index(required):
        why = "; ".join(choice.refused) or "no better one is wanted"
        raise JudgeError(f"isolation {required} is required, and this machine gives {letter}: {why}")
    return choice
