"""A program is charged for its own CPU time alone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.run.dialogue import observe_dialogue
from harness.sandbox.run.process import observe
from tests.support import invocation

LEFT_BEHIND_S = 1.0


def leave_behind() -> None:
    """Leave a child that has computed for a while, has ended, and was not waited for."""
    pid = os.fork()
    if pid == 0:
        while time.process_time() < LEFT_BEHIND_S:
            pass
        os._exit(0)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


@pytest.mark.parametrize("run", [observe, observe_dialogue])
def test_what_an_earlier_process_used_is_charged_to_nobody(
    workdir: Path, run: Callable[[Invocation, Isolation], Observation]
) -> None:
    leave_behind()
    observation = run(invocation(workdir, "/bin/true"), Unconfined())
    assert observation.exit == 0
    assert observation.cpu_s < LEFT_BEHIND_S / 2
