"""Say what a function overlooks that tells whether queens attack each other, by all of its answers.

Simple faults are tried in turn: each gives its own answer to every call. The first that gives all answers that came,
the right ones too, describes the function.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from harness.model.finding import LOSES_NONE, NEIGHBOURS_ALONE, SHOWN_CALL, Finding, Parameter

from .attack_faults import NEAREST, ONLY, Answer, Described, Words, faults

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


def summary(
    findings: Sequence[Finding | None], answers: Sequence[Answer], words: Words, places: Sequence[int] = ()
) -> Finding | None:
    """The finding on the most telling wrong call with what describes all calls; None if nothing does.

    ``findings`` has one for each answer, None for a right one; ``places`` its index among the calls of the case, where
    the call alone may be shown: what describes all takes nothing from other calls.
    """
    described = description(answers, words)
    if described is None:
        return None
    finding = _most_telling(findings, answers, words)
    message = f"{words.function} {described.text}. {finding.message}"
    params: dict[str, Parameter] = {"all_calls": len(answers)}
    if all(_came(answer, words) <= answer.is_attacked for answer in answers):
        params[LOSES_NONE] = True  # a search comes at least as far by it
    if described.text == f"{ONLY} {words.neighbour}":
        params[NEIGHBOURS_ALONE] = True
    if places:
        params[SHOWN_CALL] = places[next(at for at, other in enumerate(findings) if other is finding)]
    return replace(finding, message=message, kind=described.kind, params=params)


def _most_telling(findings: Sequence[Finding | None], answers: Sequence[Answer], words: Words) -> Finding:
    """The finding on the wrong call that the fewest faults explain, of these on the one with the fewest queens.

    A queen in row 0 and column 0 shows of neither that it is overlooked.
    """
    tried = [(fault, given) for group in faults(answers, words) for fault, given in group if ONLY not in fault.text]

    def explained(at: int) -> tuple[int, int]:
        """By how many faults; a single queen is the first and the last one, which explains nothing."""
        pairs = answers[at].pairs
        ends = words.ends if len(pairs) == 1 else ()
        came = _came(answers[at], words)
        count = sum(given[at] == came for fault, given in tried if fault.place.strip() not in ends)
        return count, len(pairs)

    _, finding = min(((explained(at), found) for at, found in enumerate(findings) if found), key=lambda pair: pair[0])
    return finding


def description(answers: Sequence[Answer], words: Words) -> Described | None:
    """The simplest fault that gives all these answers; None for none, or if few of them are wrong."""
    if any(answer.returned not in (True, False) for answer in answers):
        return None
    came = [_came(answer, words) for answer in answers]
    right = [answer.is_attacked for answer in answers]
    if sum(given != wanted for given, wanted in zip(came, right, strict=True)) < _SEVERAL or len({*right}) == 1:
        return None
    if len({*came}) == 1:
        return Described("same-answer", f"returned {words.values[not came[0]]} in all {len(came)} calls of this test")
    if all(given != wanted for given, wanted in zip(came, right, strict=True)):
        return Described("opposite", "always returns the opposite of what is right")
    for group in faults(answers, words):
        fitting = [fault for fault, given in group if given == came]
        if fitting:
            return _alternatives(fitting, words)
    return _ignoring(answers, words)


def _came(answer: Answer, words: Words) -> bool:
    """Whether an answer says that there is an attack."""
    return bool(answer.returned) is (words.values[0] == "true")


def _alternatives(fitting: Sequence[Described], words: Words) -> Described:
    """Faults that give the same answers, as one; of places that differ in a number the last, which says least."""
    places: dict[str, dict[str, str]] = {}
    for fault in fitting:
        places.setdefault(fault.text, {})[_NUMBER.sub("", fault.place)] = fault.place
    alternatives = [text + _place(list(ends.values()), words) for text, ends in places.items()]
    return Described(fitting[0].kind, ", or ".join(alternatives))


def _place(ends: Sequence[str], words: Words) -> str:
    """Where attacks are overlooked; of a line and a place that no other queen has, both, as of one queen.

    Either may be the cause alone: of the place it is only said that the queen is there.
    """
    numbered = [match for end in ends if (match := _LINE_OF_QUEEN.fullmatch(end))]
    names = [match["name"] for match in numbered]
    if len(numbered) == len(ends) and sorted(names) == sorted((words.line, words.across)):
        first, second = (match["line"] for match in numbered)
        return f" of the queen in {first} (here in {second})"
    if NEAREST in words.ends and {*ends} == {f" {words.neighbour}", f" {NEAREST}"}:
        return f" {NEAREST}"  # in the next line, wherever both give the same answers
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
