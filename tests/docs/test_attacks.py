"""The page of attacks by level is what a run of them gives, and what a level must hold is held there."""

from __future__ import annotations

import os
import re

import pytest

from tests.attacks.battery import battery
from tests.attacks.matrix import LEVELS, matrix
from tests.support import ROOT


def _told() -> dict[str, dict[str, str]]:
    """The page's rows: attack -> level -> what came of it."""
    text = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    return {
        row[0]: dict(zip(LEVELS, row[1:], strict=True))
        for row in rows
        if re.fullmatch(r"[a-z0-9-]+", row[0]) and row[0] not in {"attack", "held"}
    }


def test_the_page_has_every_attack() -> None:
    assert sorted(_told()) == sorted(attack.name for attack in battery())


def test_what_the_battery_demands_of_a_level_is_held_there() -> None:
    told = _told()
    demanded = {(attack.name, level) for level in LEVELS[:-1] for attack in battery(level)}
    assert {(name, level): told[name][level] for name, level in demanded if told[name][level] != "held"} == {}


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="level C needs root")
def test_the_page_is_fresh() -> None:
    told, result = _told(), matrix(battery())
    sandboxes = LEVELS[:-1]  # how a program at E ends depends on which of its processes the kernel runs first
    assert {level: result[level] for level in sandboxes} == {
        level: {attack.name: told[attack.name][level] for attack in battery()} for level in sandboxes
    }
