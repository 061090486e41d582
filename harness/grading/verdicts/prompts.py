"""Prompts of a dialogue that came nearly as they should: near misses, as on what a run prints. Pure."""

from __future__ import annotations

import json

from msgspec.structs import replace

from harness.model.finding import Finding
from harness.model.place import Place
from harness.model.runs.observation import Observation, OtherPrompt
from harness.spec.format.model import Case

_SHOWN = 80


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
    words = json.dumps(awaited.decode()[:_SHOWN], ensure_ascii=False)
    finding = Finding.of(
        "prompt-nearly-right", Place(part="screen"), awaited, ends[0], number=number, count=count, prompt=words
    )
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
