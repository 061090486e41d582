"""Judge the prompts of a dialogue: those that came nearly right, and the one that did not come."""

from __future__ import annotations

from msgspec.structs import replace

from harness.judge.diagnose.values import answer_pair
from harness.model.family import json
from harness.model.finding import Finding, Place
from harness.model.observation import Observation, OtherPrompt
from harness.spec.format.model import Case

_SCREEN = Place(part="screen")
_SHOWN = 1500
"""Bytes of a screen that are shown, the last ones."""
_PROMPT_SHOWN = 80


def until_other_prompt(observation: Observation, case: Case) -> Observation:
    """The observation as if the program had been ended at the first prompt that no near miss of the case explains."""
    known = set(case.near_misses or {})
    for prompt in observation.other_prompts:
        finding = _finding(prompt, case)
        if not finding.near_misses or not known.issuperset(finding.near_misses):
            return replace(
                observation,
                stuck_at=prompt.step,
                waits=prompt.waits,
                prompted=False,
                transcript=prompt.transcript,
                exit=None,
                signal=None,
                ended_by=None,
                other_prompts=(),
            )
    return observation


def near_prompt_findings(observation: Observation, case: Case) -> tuple[Finding, ...]:
    """A finding for each prompt that came nearly right, with its near misses."""
    return tuple(_finding(prompt, case) for prompt in observation.other_prompts)


def _finding(prompt: OtherPrompt, case: Case) -> Finding:
    """What is wrong with a prompt; the near misses are those of the end of what came that needs fewest."""
    awaited = (case.dialogue[prompt.step].expect or "").encode()
    ends = _ends(prompt.came, awaited)
    names = min((names for end in ends if (names := _near_misses(end, awaited))), key=len, default=())
    number, count = prompt.step + 1, len(case.dialogue)
    words = _quoted(awaited.decode())
    finding = Finding.of("prompt-nearly-right", _SCREEN, awaited, ends[0], number=number, count=count, prompt=words)
    return replace(finding, near_misses=names)


def _near_misses(came: bytes, awaited: bytes) -> tuple[str, ...]:
    if came == awaited:
        return ()
    from harness.judge.comparing.comparison import compare_texts  # noqa: PLC0415 - what is right is not explained

    return compare_texts(came, awaited)[0].near_misses


def _ends(came: bytes, awaited: bytes) -> list[bytes]:
    """Ends of what came that may be meant for the prompt: as many lines, one less or more, as many bytes, all of it."""
    lines = came.splitlines(keepends=True)
    count = max(1, len(awaited.splitlines()))
    parts = [b"".join(lines[-number:]) for number in (count, count + 1, count - 1) if number > 0]
    return [*parts, came[-len(awaited) :] if awaited else b"", came]


def missing_prompt(case: Case, observation: Observation) -> Finding:
    """What was awaited at the step of a dialogue that did not go as it should, beside what stood on the screen."""
    step, count = observation.stuck_at or 0, len(case.dialogue)
    screen = observation.transcript[-_SHOWN:] or observation.stdout[-_SHOWN:]
    if step >= count:
        return Finding.of("more-input-wanted", _SCREEN, None, screen, count=count)
    exchange = case.dialogue[step]
    if observation.prompted:
        return Finding.of("input-not-wanted", _SCREEN, None, screen)
    awaited = exchange.expect or exchange.pattern or ""
    how = "waits" if observation.waits else "limit" if observation.ended_by else "ended"
    exact = exchange.expect is not None
    came = {"came": other} if exact and (other := _with_other_number(case, step, screen)) else {}
    return Finding.of(
        "prompt-missing",
        _SCREEN,
        awaited.encode(),
        screen,
        number=step + 1,
        count=count,
        prompt=_quoted(awaited),
        how=how,
        exact=exact,
        **came,
    )


def _with_other_number(case: Case, step: int, screen: bytes) -> str:
    """The end of the screen, if a number in it is all that keeps it from being the prompt; empty if it is not.

    Nor if it may be a prompt that came before.
    """
    awaited = (case.dialogue[step].expect or "").encode().strip()
    end = b"\n".join(screen.rstrip().splitlines()[-len(awaited.splitlines()) :])
    is_earlier = any(before.expect and before.expect.strip().encode() in end for before in case.dialogue[:step])
    if is_earlier or answer_pair(awaited, end) is None:
        return ""
    return _quoted(end.decode(errors="replace"))


def _quoted(prompt: str) -> str:
    """The beginning of a prompt in quotation marks."""
    return json.dumps(prompt[:_PROMPT_SHOWN], ensure_ascii=False)
