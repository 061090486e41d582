"""Level A where control groups are of version 2 alone, as in every current distribution: booted, and attacked there."""

from __future__ import annotations

import re

import pytest

from harness.sandbox.isolation.bubblewrap import LEVEL_A
from tests.attacks.battery import battery
from tests.end_to_end.virtual_machine import debian_root, run_in

pytestmark = pytest.mark.slow

LINES = (
    "echo layout: $(stat -fc %T /sys/fs/cgroup) $(uname -r)",
    "echo root: $(python3 -m harness doctor | grep ^Isolation)",
    "python3 -m pytest -q -p no:cacheprovider tests/sandbox/process_setup/test_cgroups.py",
    "python3 -m tests.attacks A",
)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All that the machine printed."""
    return list(run_in(debian_root(tmp_path_factory.mktemp("debian")), LINES))


def _line(printed: list[str], start: str) -> str:
    return next((line for line in printed if line.startswith(start)), f"no line begins with {start}: {printed[-30:]}")


def test_version_2_is_all_that_there_is(printed: list[str]) -> None:
    assert _line(printed, "layout:").split()[1] == "cgroup2fs"


def test_root_has_the_strongest_level(printed: list[str]) -> None:
    assert f"Isolation here: {LEVEL_A}" in _line(printed, "root: Isolation")


def test_groups_of_version_2_are_made_and_removed(printed: list[str]) -> None:
    (summary,) = (line for line in printed if re.match(r".*\d+ passed", line))
    assert "failed" not in summary, "\n".join(printed)


def test_every_attack_is_held(printed: list[str]) -> None:
    row = [cell.strip() for cell in _line(printed, "| A, root").split("|")[1:-1]]
    attacks = len(battery("A"))
    assert row == ["A, root", str(attacks), str(attacks), "0", "0", "0", "0"], "\n".join(printed)
