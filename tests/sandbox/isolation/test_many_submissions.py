"""A template of sandboxes serves two thousand submissions: none leaves a process, a descriptor or a mount in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.output import read_whole
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.supervised import Supervised
from harness.sandbox.run.process import observe
from tests.attacks.levels import LEVELS, isolation_at
from tests.support import write

_SUBMISSIONS = 2000
_LIMITS = ResolvedLimits(cpu=10.0, wall=30.0, processes=20)
_PROGRAM = """\
if [ $(( $1 % 4 )) = 0 ]; then setsid sleep 60 >/dev/null 2>&1 & fi
echo left >/tmp/left; echo left >/dev/shm/left
echo $1
"""


def _held(isolation: Supervised) -> tuple[int, int, int]:
    """How many descriptors the grader and the template have, and how many mounts the template sees."""
    template = isolation.own_processes()[1]
    descriptors = [len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in (os.getpid(), template)]
    return descriptors[0], descriptors[1], len(Path(f"/proc/{template}/mountinfo").read_bytes().splitlines())


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="what a template holds is seen by root alone")
@pytest.mark.parametrize("level", [level for level in LEVELS if level in {"A", "B"}])
def test_two_thousand_submissions_leave_nothing_in_the_template(level: str) -> None:
    isolation = isolation_at(level)
    assert isinstance(isolation, Supervised)
    with scratch() as root:
        workdir, home = write(root / "work", {"run.sh": _PROGRAM}), root / "home"
        home.mkdir()
        held, template = [], set()
        for number in range(_SUBMISSIONS):
            command = ("sh", "run.sh", str(number))
            seen = observe(Invocation(command, workdir, home, _LIMITS, submission=f"s{number}"), isolation)
            assert (seen.exit, read_whole(seen.stdout)) == (0, f"{number}\n".encode()), seen
            if number in {10, _SUBMISSIONS - 1}:
                held.append(_held(isolation))
                template.add(isolation.own_processes()[:2])
        isolation.release_resources()
    assert held[0] == held[1]
    assert len(template) == 1
