"""Compare figures with those of the last release, so that none gets worse unnoticed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from measure import CHECKOUT, Row

LARGE = " Large."
"""The end of a title where the sizes are large ones."""
RECORDED = "recorded"
"""The name of results that are not those of a tag."""
_EARLIER = {
    "A gradebook of ten thousand submissions": "A gradebook of many submissions",
    "A large class with one run each": "A class with one run each",
}
"""How titles began in a release, and how they begin now."""
WORSE = 1.1
"""A figure so many times as bad as before is reported: less is the noise of a machine."""
_FIGURE = re.compile(r"(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?) (?P<unit>\S+)")


def last_results(document: Path) -> tuple[str, str]:
    """The results to compare with, their name first: those of the last release, else those in the document.

    Not every clone has the tags of releases. Then the document counts as it is committed, or as it is where there is
    no repository.
    """
    inside = document.relative_to(CHECKOUT).as_posix()
    tag = _git("describe", "--tags", "--abbrev=0", "--match", "v*").strip()
    if tag and (results := _git("show", f"{tag}:{inside}")):
        return tag, results
    return RECORDED, _git("show", f"HEAD:{inside}") or document.read_text(encoding="utf-8")


def with_large_titles(before: str, titles: Iterable[str]) -> str:
    """Results with titles of large sizes, also where they are older than those: then no others were kept.

    ``titles``: of the benchmarks that have sizes.
    """
    if f"{LARGE}\n" in before:
        return before
    for earlier, now in _EARLIER.items():
        before = before.replace(f"### {earlier}", f"### {now}")
    for title in titles:
        before = before.replace(f"### {title}\n", f"### {title}{LARGE}\n")
    return before


def _git(*words: str) -> str:
    ended = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return ended.stdout if ended.returncode == 0 else ""


def worse_figures(before: str, title: str, machine: str, rows: Sequence[Row]) -> Iterator[str]:
    """What got worse by a tenth or more since the results ``before``, a sentence each.

    Figures with a unit are compared only where they were measured on the same machine; ratios always; those of the
    machine and of other programs never.
    """
    old_figures = _old_figures(before, title)
    same_machine = f"Measured on: {machine};" in _section(before, title)
    for row in rows:
        old = _FIGURE.fullmatch(old_figures.get(row.measure, ""))
        if old is None or isinstance(row.figure, str) or old["unit"] != row.unit or not row.ours:
            continue
        times = _times_as_bad(float(old["number"]), row)
        if times >= WORSE and (row.unit == "x" or same_machine):
            yield f"{row.measure}: {old['number']} {row.unit} before, {row.shown} {row.unit} now"


def beside_last(before: str, title: str, release: str, rows: Iterable[Row]) -> Iterator[str]:
    """The rows as lines, each with its earlier figure, or that there is none."""
    old_figures = _old_figures(before, title)
    for row in rows:
        old = old_figures.get(row.measure)
        yield f"{row} [{release}: {old}]" if old else f"{row} [nothing to compare with]"


def not_compared(before: str, title: str, rows: Sequence[Row], *, whole: bool = True) -> Iterator[str]:
    """Which rows only one side has, a line each: new ones, and those that were renamed or are measured no more.

    ``whole``: these are all rows; of a benchmark that was ended it is not known which are measured no more.
    """
    measured = [row.measure for row in rows]
    old_figures = _old_figures(before, title)
    yield from (f"no figure to compare with: {measure}" for measure in measured if measure not in old_figures)
    if whole:
        yield from (f"no longer measured: {measure}" for measure in old_figures if measure not in measured)


@dataclass(slots=True)
class Compared:
    """What missed its goal, got worse than the results ``before``, or could not be compared with them."""

    release: str
    """The tag that they are of, or ``RECORDED``."""
    before: str
    missed: list[str] = field(default_factory=list)
    worse: dict[tuple[str, str], str] = field(default_factory=dict)
    """Title and measure -> both figures."""
    other: list[str] = field(default_factory=list)

    def add(self, title: str, machine: str, rows: Sequence[Row], *, whole: bool = True) -> bool:
        """Take in the rows of a benchmark; whether a figure got worse. ``whole``: it has all its rows."""
        worse = {
            (title, row.measure): line for row in rows for line in worse_figures(self.before, title, machine, [row])
        }
        self.worse |= worse
        self.missed += [row.measure for row in rows if row.met is False]
        self.other += not_compared(self.before, title, rows, whole=whole)
        return bool(worse)

    def add_again(self, title: str, machine: str, rows: Sequence[Row]) -> None:
        """Take in rows that were measured once more: what is not worse again was noise."""
        for row in rows:
            if (title, row.measure) in self.worse:
                del self.worse[title, row.measure]
                for line in worse_figures(self.before, title, machine, [row]):
                    self.worse[title, row.measure] = f"{line} (twice)"

    def summary(self) -> int:
        """Print it; return 1 if a figure missed its goal or got worse, else 0."""
        print(f"\nmissed: {'; '.join(self.missed) or 'none'}")
        than = "the recorded results" if self.release == RECORDED else self.release
        print(f"worse than {than} by a tenth: {'; '.join(self.worse.values()) or 'none'}", *self.other, sep="\n")
        return 1 if self.missed or self.worse else 0


def _old_figures(before: str, title: str) -> dict[str, str]:
    """The rows of a benchmark's table, measure -> figure and unit; empty where there is no table."""
    cells = [[cell.strip() for cell in line.split("|")] for line in _section(before, title).splitlines()]
    rows = [cell for cell in cells if len(cell) > 3]  # noqa: PLR2004 - a row's cells
    return {cell[1]: cell[2] for cell in rows if cell[1] != "measure" and set(cell[1]) != {"-"}}


def _section(before: str, title: str) -> str:
    section = re.search(f"### {re.escape(title)}\n(?P<text>.*?)(?=\n### |\\Z)", before, re.DOTALL)
    return "" if section is None else section["text"]


def _times_as_bad(old: float, row: Row) -> float:
    """How many times as bad a figure is as the old one; a lower one is better unless its goal is a lower bound."""
    lower, higher = sorted((old, float(row.figure)))
    is_worse = (float(row.figure) > old) != row.goal.startswith("at least")
    return higher / lower if is_worse and lower > 0 else 1.0
