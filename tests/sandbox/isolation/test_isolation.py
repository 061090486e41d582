"""Every attack of the battery, at every level that this machine gives. ``tests/attacks`` says how to run them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from harness.model.invocation import Invocation
from harness.model.observation import Exchange
from harness.model.output import read_whole
from harness.sandbox.run.dialogue import observe_dialogue
from harness.sandbox.run.process import observe
from tests.attacks import plain
from tests.attacks.arena import LIMITS, attack_target, run_attack
from tests.attacks.battery import Attack, battery
from tests.attacks.levels import LEVELS, isolation_at, probed_isolation
from tests.attacks.untouched import assert_untouched
from tests.support import write

BATTERY = battery()
_BY_LIMITS = {"cpu", "wall", "memory"}


@pytest.fixture(autouse=True, scope="module")
def untouched() -> Iterator[None]:
    """The grader's own files, the machine's mounts, processes, control groups and scratch folders are as they were."""
    with assert_untouched():
        yield
        for level in LEVELS:
            if not isinstance(isolation := probed_isolation(level), str):
                isolation.release_resources()


def test_this_machine_gives_a_sandbox() -> None:
    refused = {level: reason for level in LEVELS if isinstance(reason := probed_isolation(level), str)}
    assert len(refused) < len(LEVELS), refused


@pytest.mark.parametrize(
    ("attack", "level"),
    [
        pytest.param(attack, level, id=f"{attack.name}-{level}")
        for level in LEVELS
        for attack in battery(level)
        if not (level in {"B", "B-2"} and os.geteuid() == 0 and set(attack.ends) <= _BY_LIMITS)
    ],
)
def test_attack(attack: Attack, level: str) -> None:
    outcome = run_attack(attack, isolation_at(level))
    assert outcome.held, outcome


@pytest.mark.skipif(os.geteuid() != 0, reason="the tests above are run as a plain user then")
@pytest.mark.parametrize("level", plain.LEVELS)
def test_the_battery_as_a_plain_user(level: str) -> None:
    # What only a limit ends is as long at every level; the limits are held in the same way.
    attacks = [attack for attack in battery(level) if level == "B" or not set(attack.ends) <= _BY_LIMITS]
    result = plain.attack_as_plain_user(level, attacks)
    if isinstance(result, str):
        pytest.skip(f"this machine does not give level {level} to a plain user: {result}")
    assert [outcome for outcome in result if not outcome.held] == []
    assert len(result) == len(attacks)


@pytest.mark.parametrize("level", LEVELS)
def test_a_dialogue_is_held_too(level: str) -> None:
    isolation = isolation_at(level)
    with attack_target() as target:
        program = f"print(input('name? ') * 2)\nprint(open('{target.root}/grader/golden').read())\n"
        workdir, home = write(target.root / "box", {"main.py": program}), target.root / "home"
        home.mkdir()
        talk = (Exchange(expect="name? ", send="ann"),)
        observation = observe_dialogue(
            Invocation(("python3", "main.py"), workdir, home, LIMITS, dialogue=talk, submission="talk"), isolation
        )
    assert read_whole(observation.stdout).startswith(b"name? annann\nTraceback")
    assert (observation.stuck_at, observation.exit) == (None, 1)


def test_the_battery_is_large_enough() -> None:
    assert len({attack.name for attack in BATTERY}) == len(BATTERY) >= 60


@pytest.mark.parametrize("level", [level for level in LEVELS if level[0] in "AB"])
def test_no_path_of_the_machine_is_in_sight(level: str) -> None:
    isolation = isolation_at(level)
    with attack_target() as target:
        program = "try: print(open('/proc/1/cmdline').read())\nexcept OSError as error: print(error.strerror)\n"
        workdir, home = write(target.root / "secret-folder", {"main.py": program}), target.root / "home"
        home.mkdir()
        observation = observe(Invocation(("python3", "main.py"), workdir, home, LIMITS, submission="test"), isolation)
    assert (observation.exit, observation.stderr) == (0, b"")
    assert (b"bwrap" if level.endswith("-2") else b"not permitted") in read_whole(observation.stdout)
    assert b"secret-folder" not in read_whole(observation.stdout)


@pytest.mark.parametrize("level", LEVELS)
def test_a_file_that_was_handed_in_may_be_larger_than_what_a_program_may_write(level: str) -> None:
    isolation = isolation_at(level)
    with attack_target() as target:
        files: dict[str, str | bytes] = {
            "main.py": "print(len(open('large', 'rb').read()))\n",
            "large": b"x" * (LIMITS.output + 1),
        }
        workdir, home = write(target.root / "box", files), target.root / "home"
        home.mkdir()
        observation = observe(Invocation(("python3", "main.py"), workdir, home, LIMITS, submission="test"), isolation)
    assert (observation.exit, observation.ended_by) == (0, None)
    assert read_whole(observation.stdout) == f"{LIMITS.output + 1}\n".encode()
