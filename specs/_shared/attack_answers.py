"""Say what a function overlooks that tells whether queens attack each other, by all of its answers.

Simple faults are tried in turn: each gives its own answer to every call. The first that gives all answers that came,
the right ones too, describes the function.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from harness.model.finding import LOSES_NONE, Finding, Parameter

from .attack_faults import Answer, Described, Words, faults

_SEVERAL = 2
"""Wrong answers from which on a description is no chance."""
_NUMBER = re.compile(r"\d+")
_LINE_OF_QUEEN = re.compile(r" from (?P<line>(?P<name>\w+) \d+)")


def type_fault(called: str, returned: object) -> Finding | None:
    """What is said of a result that is neither true nor false; None for one that is.

    1 and 0 are as good: the type is the heading's.
    """
    if returned in (True, False):
        return None
    instead = "nothing" if returned is None else "text" if isinstance(returned, str) else "something else"
    if isinstance(returned, int | float):
        instead = f"the number {str(returned)[:20]}"
    return Finding(
        f"{called} must return true or false, and returned {instead}", "the returned value", kind="other-type"
    )


def summary(first: Finding, answers: Sequence[Answer], words: Words) -> Finding | None:
    """The finding on the first wrong call with what describes all calls; None if nothing does."""
    described = description(answers, words)
    if described is None:
        return None
    message = f"{words.function} {described.text}: all {len(answers)} calls fit that. {first.message}"
    params: dict[str, Parameter] = {"all_calls": len(answers)}
    if all(_is_attack(answer, words) <= answer.is_attacked for answer in answers):
        params[LOSES_NONE] = True  # a search comes at least as far by it
    return replace(first, message=message, kind=described.kind, params=params)


def _is_attack(answer: Answer, words: Words) -> bool:
    """Whether a call was answered as for an attack."""
    return bool(answer.returned) is (words.values[0] == "true")


def description(answers: Sequence[Answer], words: Words) -> Described | None:
    """The simplest fault that gives all these answers; None for none, or if few of them are wrong."""
    if any(answer.returned not in (True, False) for answer in answers):
        return None
    came = [_is_attack(answer, words) for answer in answers]
    right = [answer.is_attacked for answer in answers]
    if sum(given != wanted for given, wanted in zip(came, right, strict=True)) < _SEVERAL or len({*right}) == 1:
        return None
    if len({*came}) == 1:
        return Described("same-answer", f"returns {words.values[not came[0]]} each time")
    if all(given != wanted for given, wanted in zip(came, right, strict=True)):
        return Described("opposite", "always returns the opposite of what is right")
    for group in faults(answers, words):
        fitting = [fault for fault, given in group if given == came]
        if fitting:
            return _alternatives(fitting, words)
    return _ignoring(answers, words)


def _alternatives(fitting: Sequence[Described], words: Words) -> Described:
    """Faults that give the same answers, as one; of places that differ in a number the last, which says least."""
    places: dict[str, dict[str, str]] = {}
    for fault in fitting:
        places.setdefault(fault.text, {})[_NUMBER.sub("", fault.place)] = fault.place
    alternatives = [text + _place(list(ends.values()), words) for text, ends in places.items()]
    return Described(fitting[0].kind, ", or ".join(alternatives))


def _place(ends: Sequence[str], words: Words) -> str:
    """Where attacks are overlooked; of a line and a place that no other queen has, both, as of one queen."""
    numbered = [match for end in ends if (match := _LINE_OF_QUEEN.fullmatch(end))]
    names = [match["name"] for match in numbered]
    if len(numbered) == len(ends) and sorted(names) == sorted((words.line, words.across)):
        first, second = (match["line"] for match in numbered)
        return f" of the queen in {first} and {second}"
    return " or".join(ends)


def _ignoring(answers: Sequence[Answer], words: Words) -> Described | None:
    """The arguments whatever values of which the answer is the same, though it should not be; None for none."""
    ignored = []
    for at, name in enumerate(words.args):
        groups: dict[object, list[Answer]] = {}
        for answer in answers:
            key = answer.board, *answer.args[:at], *answer.args[at + 1 :]
            groups.setdefault(key, []).append(answer)
        telling = [group for group in groups.values() if len({answer.is_attacked for answer in group}) > 1]
        is_same = all(len({answer.returned for answer in group}) == 1 for group in groups.values())
        if is_same and len(telling) >= _SEVERAL:
            ignored.append(name)
    if not ignored:
        return None
    names = f"{' and '.join(ignored)} {'is' if len(ignored) == 1 else 'are'}"
    return Described(words.args[ignored[0]], f"gives the same answer whatever {names}")
