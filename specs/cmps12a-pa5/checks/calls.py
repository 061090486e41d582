"""Check isSolution by the results of single calls, and by the elements of arrays that these read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from _shared.attack_answers import summary, type_fault
from _shared.attack_faults import Answer, Pair, Words
from harness.model.finding import LAST_STEP, Finding, Parameter
from harness.model.result import CallResult

from .lines import LONGEST_LINE

_WORDS = Words(
    "isSolution",
    {1: "on rising diagonals", -1: "on falling diagonals"},
    "column",
    "row",
    "between neighbouring columns",
    ("between columns 1 and 2", "between the last two columns"),
    base=1,
    values=("false", "true"),
    of_all_pairs=True,
)


def right_answers(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of isSolution against the diagonals; 1 and 0 are as good as true and false here.

    The second of two calls only shows whether a solution and what is full of attacks have different answers.
    """
    del params
    match results:
        case (judged, other):
            if type_fault("", judged.returned) is None and judged.returned == other.returned:
                same = str(judged.returned).lower()
                text = f"isSolution returns {same} for {judged.args[0]} and for {other.args[0]}"
                yield Finding(f"{text}; only one of them is a solution", "the call", kind="same-for-all")
                return
            results = (judged,)
    findings = [next(_answer_faults(result), None) for result in results]
    faults = [finding for finding in findings if finding is not None]
    described = summary(findings, [*map(_answer, results)], _WORDS) if faults else None
    yield from faults if described is None else [described]


def _answer_faults(result: CallResult) -> Iterator[Finding]:
    answer = _answer(result)
    of_other_type = type_fault(f"isSolution({result.args[0]})", result.returned)
    if of_other_type is not None:
        yield of_other_type
        return
    if result.returned == (not answer.is_attacked):
        return
    pair = next((pair for pair in answer.pairs if pair.side is not None), None)
    why = "no two queens are on one diagonal"
    if pair is not None:
        why = f"the queens in columns {pair.first} and {pair.second} share a diagonal"
    yield Finding(
        f"isSolution({result.args[0]}) has to return {str(pair is None).lower()}: {why}",
        "the call",
        actual=str(result.returned).lower()[:LONGEST_LINE].encode(errors="replace"),
        kind="attack-overlooked" if pair is not None else "attack-imagined",
    )


def _answer(result: CallResult) -> Answer:
    """The call as one of a function that looks for attacks: every two columns are a pair."""
    rows = result.args[0]
    pairs = [Pair(i, j, rows[i], rows[j] - rows[i]) for i, j in combinations(range(1, len(rows)), 2)]
    return Answer(pairs, result.returned, len(rows) - 1)


def step_taken(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Say which step of the pseudo-code explains the first wrong permutation; nothing if none does.

    That the permutation is wrong, the expected array says.
    """
    del params
    for result in results:
        before, after = (
            values[0][1:] if values and isinstance(values[0], list) else [] for values in (result.args, result.after)
        )
        if not before or sorted(before) != [*range(1, len(before) + 1)]:
            return
        right = _successor(before)
        if after != right:
            kind, text = _all_reversed(result, right) or _foreign(before, after) or _wrong_step(before, after)
            is_plain_last = not text and _pivot(before) < 0  # the numbers are the same, so nothing else is spoiled
            if is_plain_last:
                kind, text = "no-first", f"{_row(before)} is the last permutation: the first has to come next"
            several = len(_rises(before)) > 2  # noqa: PLR2004 - the leftmost is not the one before the rightmost
            long = len(right) > 2  # noqa: PLR2004 - in a shorter one it may be another step
            is_plain = (kind == "wrong-pivot" and several) or (kind == "reversed-from-0" and long)
            is_shown_best = is_plain and len(results) == 1  # one call is tried more easily
            telling: dict[str, Parameter] = {"never": "stepped"} if is_shown_best else {}
            telling |= {LAST_STEP: True} if is_plain_last else {}
            yield from [Finding(text, "the arguments", kind=kind, params=telling)] if text else []
            return


def _all_reversed(result: CallResult, right: Sequence[int]) -> tuple[str, str] | None:
    """That the last permutation was reversed with the element before it, A[0], which belongs to none."""
    before, after = result.args[0], result.after[0]
    if list(after) != before[::-1] or right != before[:0:-1]:
        return None
    if len(right) == 1:  # whatever changed the places of two elements
        return "reversed-from-0", "A[0] and A[1] changed places, and A[0] belongs to no permutation"
    return "reversed-from-0", f"A was reversed from A[0] on. Reverse only A[1] to A[{len(right)}]"


def _foreign(before: Sequence[int], after: Sequence[int]) -> tuple[str, str] | None:
    """That the numbers are no longer those that were given, whatever their order; None if they are, or are fewer."""
    if len(before) != len(after) or sorted(before) == sorted(after):
        return None
    at = next((at for at, number in enumerate(after) if number not in before), None)
    if at is not None:
        return "foreign-number", f"A[{at + 1}] became {after[at]}, which is none of the numbers 1 to {len(before)}"
    lost = next(number for number in before if number not in after)
    twice = [at for at, number in enumerate(after) if list(after).count(number) > 1]
    return "number-lost", f"A[{twice[0] + 1}] = {after[twice[0]]} came more than once, and {lost} is lost"


def _rises(rows: Sequence[int]) -> list[int]:
    """The places of the elements that are less than their right neighbours, from 0."""
    return [at for at in range(len(rows) - 1) if rows[at] < rows[at + 1]]


def _pivot(rows: Sequence[int]) -> int:
    """The rightmost of these places; -1 if there is none."""
    return max(_rises(rows), default=-1)


def _successor(rows: Sequence[int], pivot: int | None = None, other: int | None = None) -> list[int]:
    """The permutation after this one, or what this pivot and the element swapped with it make of it."""
    at = _pivot(rows) if pivot is None else pivot
    if at < 0:
        return [*reversed(rows)]
    larger = [place for place in range(at + 1, len(rows)) if rows[place] > rows[at]]
    place = larger[-1] if other is None else other
    swapped = [*rows]
    swapped[at], swapped[place] = swapped[place], swapped[at]
    return swapped[: at + 1] + swapped[:at:-1]


def _wrong_step(before: Sequence[int], after: Sequence[int]) -> tuple[str, str]:
    """The kind and a sentence for the one wrong step that makes this of a permutation; empty for none known."""
    at, right = _pivot(before), _successor(before)
    rest, came = right[at + 1 :], [*after[at + 1 :]]
    if at >= 0 and [*after[: at + 1]] == right[: at + 1] and sorted(came) == sorted(rest):
        text = (
            f"the swap with the pivot A[{at + 1}] is right. The numbers after it must then be {_row(rest)} (reversed), "
            f"and are {_row(came)}"
        )
        return "rest-not-reversed", text
    if at >= 0 and [*before] != [*after] == [*before[: at + 1], *before[:at:-1]]:
        text = f"what follows the pivot A[{at + 1}] = {before[at]} was reversed, but the pivot was not swapped before"
        return "pivot-not-swapped", text
    for pivot in range(-1, len(before) - 1):
        for other in range(pivot + 1, len(before) if pivot >= 0 else 1):
            if list(after) != _successor(before, pivot, other):
                continue
            if pivot == at:
                wanted = before.index(right[at])
                text = (
                    f"the pivot A[{at + 1}] = {before[at]} was swapped with A[{other + 1}] = {before[other]}; "
                    f"the rightmost number larger than the pivot is A[{wanted + 1}] = {before[wanted]}"
                )
                return "wrong-swap", text
            used = f"as if A[{pivot + 1}] = {before[pivot]} was the pivot" if pivot >= 0 else "as if there was no pivot"
            wanted_pivot = f"the pivot is A[{at + 1}] = {before[at]}" if at >= 0 else "there is none"
            rises = _rises(before)
            if len(rises) > 2 and pivot == rises[0]:  # noqa: PLR2004 - else it may be the one before the rightmost
                used += ", the leftmost of those less than their right neighbours"
                wanted_pivot += ", the rightmost"
            return "wrong-pivot", f"the result is {used}, but {wanted_pivot}"
    return "", ""


def _row(rows: Sequence[int]) -> str:
    return " ".join(map(str, rows))


def pairs_once(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """No pair of queens is compared again after another pair was, as far as the reads of arrays tell.

    Where one element is kept in a variable, pairs cannot be distinguished; but then a right program reads few elements.
    """
    del params
    result = results[-1]
    n = len(result.args[0]) - 1
    pairs = n * (n - 1) // 2
    if len(set(result.indices)) < 2:  # noqa: PLR2004 - a pair
        yield Finding("isSolution compares no queens", "the call", kind="compares-nothing")
        return
    changes = [index for index, before in zip(result.indices, (None, *result.indices), strict=False) if index != before]
    if len(changes) <= pairs + 3 * n:  # each element kept once, each pair's other one, and two looks at the whole array
        return
    # The array may be looked at first, to copy it for one: what is read by then belongs to no pair.
    again = min(_revisited_pairs(changes[start:]) for start in range(2 * n + 3))
    if again > n + 2:  # where a copy is made in the middle, or elements are kept, some pairs only seem to be there
        which = "each pair twice" if _is_each_twice(result.indices, pairs) else "some pairs again"
        text = f"isSolution compares {which}: {n} queens are {pairs} pairs"
        if (result.reads or 0) > 2 * pairs:  # fewer say nothing, where elements are kept
            text += f". To compare each pair once takes {2 * pairs} reads of elements; {result.reads} were counted"
        yield Finding(text, "the call", kind="pairs-again")


def _is_each_twice(reads: Sequence[int], pairs: int) -> bool:
    """Whether two elements after two are those of a pair, and each of so many pairs comes twice."""
    counts = Counter(frozenset(pair) for pair in zip(reads[::2], reads[1::2], strict=False))
    return len(counts) == pairs and {*counts.values()} == {2}


def stops_at_attack(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hardly more is read than the pair that attacks each other and, for a copy or a table, the array itself.

    What misses the attack goes on for that reason, which is charged elsewhere.
    """
    del params
    result = results[-1]
    n = len(result.args[0]) - 1
    if not result.reads:
        yield Finding("isSolution compares no queens", "the call", kind="compares-nothing")
    elif not result.returned and result.reads > 5 * n:  # all pairs take 6 n and more, even with one element read once
        yield Finding(
            "the queens in columns 1 and 2 attack each other; that is enough to return false, but isSolution read "
            f"{result.reads} elements",
            "the call",
            kind="goes-on-after-attack",
        )


def _revisited_pairs(reads: Sequence[int]) -> int:
    """How many pairs are visited again after another pair was; reads belong to one visit while two indices suffice."""
    visited: set[frozenset[int]] = set()
    again = 0
    pair: list[int] = []
    for index in reads:
        if index in pair:
            continue
        pair = [*pair, index] if len(pair) < 2 else [index]  # noqa: PLR2004 - a pair
        if len(pair) == 2:  # noqa: PLR2004 - a pair
            again += frozenset(pair) in visited
            visited.add(frozenset(pair))
    return again
