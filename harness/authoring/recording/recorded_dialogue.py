"""A dialogue from the answers that are to be typed: the prompts are what the reference shows when it waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness.authoring.recording.case_text import in_quotes
from harness.model.errors import UsageError
from harness.model.observation import Exchange, Observation
from harness.model.output import read_whole

Observe = Callable[[tuple[Exchange, ...]], Observation]


def held_dialogue(answers: Sequence[str], observe: Observe) -> tuple[tuple[Exchange, ...], str]:
    """The steps with the prompts that came, and the whole screen.

    The program is started once for each answer and once more: what it waits with is the prompt.

    Raises:
        UsageError: when the program does not ask for an answer, or for more than there are.

    """
    steps: tuple[Exchange, ...] = ()
    seen = 0
    for answer in answers:
        observation = observe((*steps, Exchange(end="waiting")))
        screen = _screen(observation)
        if not observation.waits:
            raise UsageError(f'the program does not wait for the answer "{answer}"; it shows: {_end_of(screen)}')
        steps = (*steps, Exchange(expect=_prompt(screen[seen:]), send=answer))
        seen = len(screen)
    observation = observe(steps)
    if observation.waits:
        shown = _prompt(_screen(observation)[seen:]) or "nothing"
        raise UsageError(f'the program waits for more; give another --answer (it shows "{shown}")')
    return steps, _screen(observation)


def dialogue_text(steps: Sequence[Exchange]) -> list[str]:
    """The lines of ``dialogue`` in a spec."""
    return ["dialogue:", *(f"  - {{{', '.join(_parts(step))}}}" for step in steps)]


def _parts(step: Exchange) -> list[str]:
    expect = [f"expect: {in_quotes(step.expect)}"] if step.expect else []
    return [*expect, f"send: {in_quotes(step.send or '')}"]


def _prompt(screen: str) -> str | None:
    """The last line that is not blank."""
    lines = [line for line in screen.split("\n") if line.strip()]
    return lines[-1] if lines else None


def _screen(observation: Observation) -> str:
    return read_whole(observation.stdout).decode(errors="replace")


def _end_of(screen: str) -> str:
    return in_quotes(screen[-80:]) if screen else "nothing"
