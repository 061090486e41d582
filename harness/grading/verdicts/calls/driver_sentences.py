"""Read the sentences that drivers say in English, so that reports can say them in any language. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judgement
from harness.judge.messages.drivers import DRIVER_SENTENCES
from harness.model.finding import NOWHERE, Place
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict

_LONGEST = 2000
_PLACEHOLDER = lazy_regex(r"\\\{(\w+)\\\}")


def driver_sentence(text: str) -> Mapping[str, str]:
    """The sentence's kind as ``detail``, and its parameters; empty if no driver of ours says that."""
    if len(text) > _LONGEST:
        return {}
    for kind, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            return {"detail": kind, **match.groupdict()}
    return {}


def not_callable(kind: str, text: str, *, built: bool = False) -> Judgement:
    """The verdict on a submission that a driver cannot make ready: its own sentence, or what a compiler wrote.

    ``built``: whether a build has worked before; then it is its functions that are wrong, and no compile error.
    """
    said = driver_sentence(text)
    evidence = None if said else text.encode(errors="replace")
    verdict = Verdict.WA if built else Verdict.CE
    fault = Judgement.fault(verdict, kind, NOWHERE if said else Place(part="compiler-output"), evidence, **said)
    return replace(fault, absent=True)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The templates as patterns: a placeholder takes any words, as few as will do."""
    return tuple(
        (kind, re.compile(_PLACEHOLDER.sub(r"(?P<\1>.*?)", re.escape(template)), re.DOTALL))
        for kind, template in DRIVER_SENTENCES.items()
    )
