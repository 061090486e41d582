"""Probe the isolation of a grading in a worker process, before anything is graded; once for each boot of the machine.

What was found is kept in the user's cache together with all that it depends on, where the strongest isolation held. A
machine that gives less is probed each time, as that may change at any time.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.grading.schedule.pool import begin_task
from harness.language.tools.build_cache import get_cached, put_cached, unpickled
from harness.model.errors import JudgeError
from harness.sandbox.isolation.base import Choice
from harness.sandbox.isolation.choice import machine_facts


class _Probe(Struct, frozen=True):
    hidden: tuple[Path, ...]
    best: str | None

    def run(self, _worker: object) -> Choice:
        """Choose the best level that works here. The imports are made in the worker while the parent goes on."""
        from harness.sandbox.isolation.choice import choose_isolation  # noqa: PLC0415
        from harness.sandbox.run.process import observe  # noqa: PLC0415

        return choose_isolation(observe, self.hidden, self.best)


def begin_isolation(
    *hidden: Path, required: str | None = None, best: str | None = None, again: bool = False
) -> Callable[[], Choice]:
    """Begin to probe what isolation this machine gives; return a function that waits for the answer.

    Args:
        hidden: folders that no program may see.
        required: the weakest level that will do; None: any.
        best: the first level that is tried; None: the strongest.
        again: whether to probe also where the answer is known.

    The function raises JudgeError when the machine gives less than is required.

    """
    facts = _facts(hidden, best)
    known: Choice | JudgeError | None = None if again or facts is None else _known(facts)
    probed: Callable[[], Any] = (lambda: known) if known is not None else begin_task(None, _Probe(hidden, best))

    def wait() -> Choice:
        nonlocal known
        choice: Choice | JudgeError = probed()
        if facts is not None and choice is not known:
            _remember(facts, choice)
            known = choice
        if isinstance(choice, JudgeError):
            raise choice
        if required is not None:
            _check(choice, required)
        return choice

    return wait


def _facts(hidden: tuple[Path, ...], best: str | None) -> str | None:
    """All that the answer depends on; None if it is not known."""
    try:
        facts = ("isolation", *(str(path.resolve()) for path in hidden), f"best {best}", machine_facts())
    except (OSError, JudgeError):
        return None
    return "\0".join(facts).encode("utf-8", "backslashreplace").decode()


def _known(facts: str) -> Choice | None:
    choice = unpickled(get_cached(facts))
    return choice if isinstance(choice, Choice) else None


def _remember(facts: str, choice: Choice | JudgeError) -> None:
    """Keep the answer if nothing was refused; else forget an earlier one."""
    held = isinstance(choice, Choice) and not choice.refused and not choice.slower
    put_cached(facts, pickle.dumps(choice) if held else b"")


def _check(choice: Choice, required: str) -> None:
    """Raise JudgeError when a weaker level than the required one was chosen."""
    from harness.sandbox.isolation import level_named  # noqa: PLC0415 - few require one

    level = choice.isolation.level
    if level.rank > level_named(required).rank:
        why = "; ".join(choice.refused) or "no better one is wanted"
        raise JudgeError(f"isolation {required} is required, and this machine gives {level.name}: {why}")


def isolate(*hidden: Path, required: str | None = None, best: str | None = None, again: bool = False) -> Choice:
    """Probe what isolation this machine gives, with the arguments of ``begin_isolation``."""
    return begin_isolation(*hidden, required=required, best=best, again=again)()
