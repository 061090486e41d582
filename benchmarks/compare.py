"""Compare figures with those of the last release, so that none gets worse unnoticed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from measure import CHECKOUT, Row

WORSE = 1.1
"""A figure so many times as bad as before is reported: less is the noise of a machine."""
_FIGURE = re.compile(r"(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?) (?P<unit>\S+)")


def last_results(document: Path) -> tuple[str, str]:
    """The tag of the last release, and its results as Markdown; both empty where there is none."""
    tag = _git("describe", "--tags", "--abbrev=0", "--match", "v*").strip()
    return tag, _git("show", f"{tag}:{document.relative_to(CHECKOUT).as_posix()}") if tag else ""


def _git(*words: str) -> str:
    ended = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return ended.stdout if ended.returncode == 0 else ""


def worse_figures(before: str, title: str, machine: str, rows: Sequence[Row]) -> Iterator[str]:
    """What got worse by a tenth or more since the results ``before``, a sentence each.

    Figures with a unit are compared only where they were measured on the same machine; ratios always.
    """
    section = re.search(f"### {re.escape(title)}\n(?P<text>.*?)(?=\n### |\\Z)", before, re.DOTALL)
    if section is None:
        return
    same_machine = f"Measured on: {machine};" in section["text"]
    cells = [[cell.strip() for cell in line.split("|")] for line in section["text"].splitlines()]
    old_figures = {cell[1]: cell[2] for cell in cells if len(cell) > 3}  # noqa: PLR2004 - a row's cells
    for row in rows:
        old = _FIGURE.fullmatch(old_figures.get(row.measure, ""))
        if old is None or isinstance(row.figure, str) or old["unit"] != row.unit:
            continue
        times = _times_as_bad(float(old["number"]), row)
        if times >= WORSE and (row.unit == "x" or same_machine):
            yield f"{row.measure}: {old['number']} {row.unit} before, {row.shown} {row.unit} now"


def _times_as_bad(old: float, row: Row) -> float:
    """How many times as bad a figure is as the old one; a lower one is better unless its goal is a lower bound."""
    lower, higher = sorted((old, float(row.figure)))
    is_worse = (float(row.figure) > old) != row.goal.startswith("at least")
    return higher / lower if is_worse and lower > 0 else 1.0
