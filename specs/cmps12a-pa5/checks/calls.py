"""Check isSolution by the results of single calls, and by the elements of arrays that these read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.model.finding import Finding
from harness.model.result import CallResult

from .lines import LONGEST_LINE


def right_answers(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of isSolution against the diagonals; 1 and 0 are as good as true and false here.

    The second of two calls only shows whether a solution and what is full of attacks have different answers.
    """
    del params
    match results:
        case (judged, other):
            if judged.returned == other.returned:
                same = str(judged.returned).lower()
                text = f"isSolution returns {same} for {judged.args[0]} and for {other.args[0]}"
                yield Finding(f"{text}; only one of them is a solution", "the call", kind="same-for-all")
                return
            results = (judged,)
    for result in results:
        rows = result.args[0][1:]
        pairs = [(i, j) for j in range(len(rows)) for i in range(j) if abs(rows[i] - rows[j]) == j - i]
        if result.returned != (not pairs):
            why = "no two queens are on one diagonal"
            if pairs:
                why = "the queens in columns {} and {} share a diagonal".format(*(1 + at for at in pairs[0]))
            yield Finding(
                f"isSolution({result.args[0]}) has to return {str(not pairs).lower()}: {why}",
                "the call",
                actual=str(result.returned).lower()[:LONGEST_LINE].encode(errors="replace"),
                kind="attack-overlooked" if pairs else "attack-imagined",
            )


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
        yield Finding(
            f"isSolution compares some pairs again: {n} queens are {pairs} pairs, and it read {result.reads} elements",
            "the call",
            kind="pairs-again",
        )


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
