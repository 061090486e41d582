"""Every attack of the battery, at every level that this machine gives: what became of it, and what is left."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from harness.model.exchange import Exchange
from harness.model.invocation import Invocation
from harness.model.output import read_whole
from harness.run.dialogue import observe_dialogue
from tests.attacks import plain
from tests.attacks.arena import BOUNDS, fight, grounds
from tests.attacks.battery import Attack, battery
from tests.attacks.levels import LEVELS, given, sandbox
from tests.attacks.untouched import watched
from tests.support import write

BATTERY = battery()
_BY_LIMITS = {"cpu", "wall"}


@pytest.fixture(autouse=True, scope="module")
def untouched() -> Iterator[None]:
    """The grader's own files, the machine's mounts, processes, control groups and scratch folders are as they were."""
    with watched():
        yield
        for letter in LEVELS:
            if not isinstance(made := given(letter), str):
                made.release_resources()


def test_this_machine_gives_a_sandbox() -> None:
    refused = {letter: made for letter in LEVELS if isinstance(made := given(letter), str)}
    assert len(refused) < len(LEVELS), refused


@pytest.mark.parametrize(
    ("attack", "letter"),
    [
        pytest.param(one, letter, id=f"{one.name}-{letter}")
        for letter in LEVELS
        for one in BATTERY
        if letter in one.levels and not (letter == "B" and os.geteuid() == 0 and set(one.ends) <= _BY_LIMITS)
    ],
)
def test_attack(attack: Attack, letter: str) -> None:
    came = fight(attack, sandbox(letter))
    assert came.held, came


@pytest.mark.skipif(os.geteuid() != 0, reason="the tests above are run as a plain user then")
@pytest.mark.parametrize("letter", "ABD")
def test_the_battery_as_a_plain_user(letter: str) -> None:
    # What only a limit ends is as long at every level; the limits are held in the same way.
    asked = [one for one in BATTERY if letter in one.levels and (letter == "B" or not set(one.ends) <= _BY_LIMITS)]
    told = plain.outcomes(letter, asked)
    if isinstance(told, str):
        pytest.skip(f"this machine does not give level {letter} to a plain user: {told}")
    assert [one for one in told if not one.held] == []
    assert len(told) == len(asked)


@pytest.mark.parametrize("letter", LEVELS)
def test_a_dialogue_is_held_too(letter: str) -> None:
    here = sandbox(letter)
    with grounds() as place:
        program = f"print(input('name? ') * 2)\nprint(open('{place.root}/grader/golden').read())\n"
        workdir, home = write(place.root / "box", {"main.py": program}), place.root / "home"
        home.mkdir()
        talk = (Exchange(expect="name? ", send="ann"),)
        seen = observe_dialogue(Invocation(("python3", "main.py"), workdir, home, BOUNDS, dialogue=talk), here)
    assert read_whole(seen.stdout).startswith(b"name? annann\nTraceback")
    assert (seen.stuck_at, seen.exit) == (None, 1)


def test_the_battery_is_large_enough() -> None:
    assert len({attack.name for attack in BATTERY}) == len(BATTERY) >= 60
