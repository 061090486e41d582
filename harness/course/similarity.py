"""Find the pairs of programs that are worth a look, by an index of all their fingerprints.

It says which are alike, and where; it says nothing about why.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from harness.course.fingerprint import Print
from harness.model.errors import JudgeError

_COMMON = 0.4
"""What more than this part of a class has says nothing: the handout, the language's own habits."""
_FEWEST_FOR_COMMON = 8
"""Programs below which nothing is called common."""
_FEWEST_SHARED = 5
"""Fingerprints that two must share: shorter programs must be alike."""
_MOST_SHARING = 400
"""Programs that share a fingerprint beyond which it is not followed: it would be common in any class."""
_GAP = 3
"""Lines between fingerprints that belong to one passage all the same."""


class Work(Struct, frozen=True):
    """What somebody handed in: a folder with files."""

    name: str
    folder: Path
    files: tuple[str, ...]
    group: str = ""
    """Those of one group are not compared with one another."""


class Passage(Struct, frozen=True):
    """Lines of two files that are alike."""

    file: str
    first: int
    last: int
    other_file: str
    other_first: int
    other_last: int


class Pair(Struct, frozen=True):
    """Two that are alike."""

    name: str
    other: str
    share: float
    """The part of the shorter one's fingerprints that the other has, too, from 0 to 1."""
    shared: int
    passages: tuple[Passage, ...] = ()


_Prints = dict[int, tuple[str, Print]]
"""The fingerprints of a work: hash -> the file and the lines of its first place."""


class Comparison(Struct):
    """The result of a comparison."""

    pairs: list[Pair]
    unread: list[str]
    """Files that could not be read, each with the reason."""


def compare(works: Sequence[Work], excluded: Iterable[Work] = (), *, least: float = 0.3, most: int = 50) -> Comparison:
    """Compare all with all.

    ``excluded``: what is known to all, such as a template: nothing that is in it counts. ``least``: the least share
    that is listed, from 0 to 1.

    Raises:
        JudgeError: when the child that reads the sources fails.

    """
    excluded = list(excluded)
    unread: list[str] = []
    read = _fingerprints([*works, *excluded], unread)
    known = {value for prints in read[len(works) :] for value in prints}
    of_works = read[: len(works)]
    spread = Counter(value for prints in of_works for value in prints)
    if len(works) >= _FEWEST_FOR_COMMON:
        known |= {value for value, count in spread.items() if count > _COMMON * len(works)}
    own = [{value for value in prints if value not in known} for prints in of_works]
    shared = _shared(works, own)
    pairs = []
    for (left, right), count in shared.items():
        share = count / max(1, min(len(own[left]), len(own[right])))
        if share >= least and count >= _FEWEST_SHARED:
            pairs.append((share, count, left, right))
    pairs.sort(key=lambda pair: (-pair[0], -pair[1], pair[2:]))
    reported = [
        Pair(
            works[left].name,
            works[right].name,
            round(share, 3),
            count,
            _passages(of_works[left], of_works[right], own[left] & own[right]),
        )
        for share, count, left, right in pairs[:most]
    ]
    return Comparison(reported, unread)


def _shared(works: Sequence[Work], own: Sequence[set[int]]) -> Counter[tuple[int, int]]:
    """How many fingerprints each pair shares."""
    index: dict[int, list[int]] = defaultdict(list)
    for number, values in enumerate(own):
        for value in values:
            index[value].append(number)
    shared = Counter[tuple[int, int]]()
    for holders in index.values():
        if len(holders) <= _MOST_SHARING:
            for place, left in enumerate(holders):
                for right in holders[place + 1 :]:
                    if not works[left].group or works[left].group != works[right].group:
                        shared[left, right] += 1
    return shared


def _passages(left: _Prints, right: _Prints, common: Iterable[int]) -> tuple[Passage, ...]:
    """The shared fingerprints as passages: those that lie close together in both, the longest first."""
    places = sorted(((left[value], right[value]) for value in common), key=_order)
    passages: list[Passage] = []
    for (file, mine), (other_file, other) in places:
        last = passages[-1] if passages else None
        if (
            last is not None
            and (last.file, last.other_file) == (file, other_file)
            and mine.first <= last.last + _GAP
            and last.other_first - _GAP <= other.first <= last.other_last + _GAP
        ):
            passages[-1] = Passage(
                file, last.first, max(last.last, mine.last), other_file, min(last.other_first, other.first),
                max(last.other_last, other.last),
            )  # fmt: skip
        else:
            passages.append(Passage(file, mine.first, mine.last, other_file, other.first, other.last))
    return tuple(sorted(passages, key=lambda passage: passage.first - passage.last))


def _order(pair: tuple[tuple[str, Print], tuple[str, Print]]) -> tuple[str, int, int]:
    (file, mine), (_, other) = pair
    return file, mine.first, other.first


def _fingerprints(works: Sequence[Work], unread: list[str]) -> list[_Prints]:
    """The fingerprints of each work, read by a child of its own."""
    paths = [(number, file, work.folder / file) for number, work in enumerate(works) for file in work.files]
    request = "".join(json.dumps(str(path)) + "\n" for _, _, path in paths)
    command = [sys.executable, "-m", "harness.course.fingerprint"]
    ended = subprocess.run(command, input=request, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    if len(answers) < len(paths):
        raise JudgeError(
            f"{paths[len(answers)][2]}: the reader of sources ended at this file (status {ended.returncode})"
        )
    read: list[_Prints] = [{} for _ in works]
    for (number, file, _), answer in zip(paths, answers, strict=True):
        if problem := answer.get("problem"):
            unread.append(f"{works[number].name}: {file}: {problem}")
        for value, first, last in answer.get("prints", ()):
            read[number].setdefault(value, (file, Print(value, first, last)))
    return read


def excerpt(work: Work, file: str, first: int, last: int, most: int) -> list[bytes]:
    """The lines of a passage, some of them where there are many."""
    lines = (work.folder / file).read_bytes().split(b"\n")[first - 1 : last]
    return lines[:most]
