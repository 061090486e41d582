"""Probe the isolation of a grading in a worker process, before anything is graded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from harness.isolation.base import Choice
from harness.model.errors import JudgeError
from harness.schedule.pool import begin_task


class _Probe(Struct, frozen=True):
    hidden: tuple[Path, ...]
    best: str | None

    def run(self, _worker: object) -> Choice:
        """Choose the best level that works here. The imports are made in the worker while the parent goes on."""
        from harness.isolation.choice import choose_isolation  # noqa: PLC0415
        from harness.run.process import observe  # noqa: PLC0415

        return choose_isolation(observe, self.hidden, self.best)


def begin_isolation(*hidden: Path, required: str | None = None, best: str | None = None) -> Callable[[], Choice]:
    """Begin to probe what isolation this machine gives; return a function that waits for the answer.

    Args:
        hidden: folders that no program may see.
        required: the weakest level that will do; None: any.
        best: the first level that is tried; None: the strongest.

    The function raises JudgeError when the machine gives less than is required.

    """
    probed = begin_task(None, _Probe(hidden, best))

    def wait() -> Choice:
        choice: Choice | JudgeError = probed()
        if isinstance(choice, JudgeError):
            raise choice
        if required is not None:
            _check(choice, required)
        return choice

    return wait


def _check(choice: Choice, required: str) -> None:
    """Raise JudgeError when a weaker level than the required one was chosen."""
    from harness.isolation import level_named  # noqa: PLC0415 - few require one

    level = choice.isolation.level
    if level.rank > level_named(required).rank:
        why = "; ".join(choice.refused) or "no better one is wanted"
        raise JudgeError(f"isolation {required} is required, and this machine gives {level.name}: {why}")


def isolate(*hidden: Path, required: str | None = None, best: str | None = None) -> Choice:
    """Probe what isolation this machine gives, with the arguments of ``begin_isolation``."""
    return begin_isolation(*hidden, required=required, best=best)()
