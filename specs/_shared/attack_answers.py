"""Say what a function overlooks that tells whether queens attack each other, by all of its answers.

Simple faults are tried in turn: each gives its own answer to every call. The first that gives all answers that came,
the right ones too, describes the function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from harness.model.finding import Finding

from .attack_faults import Answer, Described, Words, faults

_SEVERAL = 2
"""Wrong answers from which on a description is no chance."""


def summary(first: Finding, answers: Sequence[Answer], words: Words) -> Finding | None:
    """The finding on the first wrong call with what describes all calls; None if nothing does."""
    described = description(answers, words)
    if described is None:
        return None
    message = f"{described.sentence}: all {len(answers)} calls fit that. {first.message}"
    return replace(first, message=message, kind=described.kind, params={"all_calls": len(answers)})


def description(answers: Sequence[Answer], words: Words) -> Described | None:
    """The simplest fault that gives all these answers; None for none, or if few of them are wrong."""
    came = [answer.says_attack for answer in answers]
    right = [answer.is_attacked for answer in answers]
    if sum(given != wanted for given, wanted in zip(came, right, strict=True)) < _SEVERAL or len({*right}) == 1:
        return None
    name = words.function
    if len({*came}) == 1:
        return Described("same-answer", f"{name} returns {words.values[not came[0]]} each time")
    if all(given != wanted for given, wanted in zip(came, right, strict=True)):
        return Described("opposite", f"{name} always returns the opposite of what is right")
    ignored = next(_ignored(answers, words), None)
    if ignored is not None:
        return ignored
    return next((fault for fault, given in faults(answers, words) if given == came), None)


def _ignored(answers: Sequence[Answer], words: Words) -> Iterator[Described]:
    """An argument whatever value of which the answer is the same, though it should not be."""
    for at, name in enumerate(words.args):
        groups: dict[object, list[Answer]] = {}
        for answer in answers:
            key = answer.board, *answer.args[:at], *answer.args[at + 1 :]
            groups.setdefault(key, []).append(answer)
        telling = [group for group in groups.values() if len({answer.is_attacked for answer in group}) > 1]
        is_same = all(len({answer.says_attack for answer in group}) == 1 for group in groups.values())
        if is_same and len(telling) >= _SEVERAL:
            yield Described("argument-ignored", f"{words.function} gives the same answer whatever {name} is")
