"""The page of attacks by level is what a run of them gives, and what a level must hold is held there."""

from __future__ import annotations

import os
import re

import pytest

from tests.attacks.battery import battery
from tests.attacks.matrix import LEVELS, matrix
from tests.attacks.submissions import classes
from tests.support import ROOT


def _results() -> dict[str, dict[str, str]]:
    """What the page says: attack -> level -> the result. One that is not named was held everywhere."""
    text = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
    held = dict.fromkeys(LEVELS, "held")
    results = {attack.name: held for attack in battery()}
    for outcome, names in re.findall(r"^- \*(.+?)\*: (`.+`)\.$", text, re.MULTILINE):
        results |= {name: held | {"E": outcome} for name in re.findall(r"`([a-z0-9-]+)`", names)}
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    for name, *cells in rows:
        if re.fullmatch(r"[a-z0-9-]+", name) and name not in {"attack", "held"}:
            results[name] = dict(zip(LEVELS, cells, strict=True))
    return results


def test_the_page_names_no_attack_that_there_is_not() -> None:
    assert sorted(_results()) == sorted(attack.name for attack in battery())


def test_what_the_battery_demands_of_a_level_is_held_there() -> None:
    results = _results()
    demanded = {(attack.name, level) for level in LEVELS[:-1] for attack in battery(level)}
    assert {(name, level): results[name][level] for name, level in demanded if results[name][level] != "held"} == {}


def test_the_figures_of_the_page_on_security_are_the_battery_s() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    counts = {level: str(len(battery(level))) for level in "ABCD"}
    assert f"| root | {counts['A']} | {counts['B']} | {counts['C']} | |\n" in text
    assert f"| a plain user | {counts['A']} | {counts['B']} | | {counts['D']} |\n" in text
    listed = text.partition("cause no judge error: ")[2].partition(".")[0]
    assert dict(re.findall(r"(\w+) (\d+)", listed)) == {
        language: str(len(hostile_class.hostile)) for language, hostile_class in classes().items()
    }


def test_the_counts_of_the_page_are_those_of_its_rows() -> None:
    results = _results()
    held = [str(sum(row[level] == "held" for row in results.values())) for level in LEVELS]
    assert _figures("attacks.md") == {"held": held}
    assert f"| of {len(results)} attacks | " in (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")


def _figures(document: str) -> dict[str, list[str]]:
    """A document's rows of numbers: the first cell -> the others."""
    lines = (ROOT / "docs" / document).read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    return {row[0]: row[1:] for row in rows if all(cell.isdigit() for cell in row[1:])}


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="level C needs root")
def test_the_page_is_fresh() -> None:
    results, result = _results(), matrix(battery())
    sandboxes = LEVELS[:-1]  # how a program at E ends depends on which of its processes the kernel runs first
    assert {level: result[level] for level in sandboxes} == {
        level: {attack.name: results[attack.name][level] for attack in battery()} for level in sandboxes
    }
