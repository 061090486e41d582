"""A signal that comes in the midst of a fork is neither lost nor printed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

FORKS = """\
import os, signal
from harness.sandbox.run.interruption import interrupt_on_signals, uninterrupted
interrupt_on_signals()
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), {number}))
try:
    {block}
        if os.fork() == 0:
            os._exit(0)
        print("forked", flush=True)
    print("went on")
except KeyboardInterrupt:
    print("interrupted")
"""


def _printed(block: str, number: int) -> tuple[str, str]:
    program = FORKS.format(number=number, block=block)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ)
    return done.stdout, done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_comes_after_the_fork(number: signal.Signals) -> None:
    assert _printed("with uninterrupted():", number) == ("forked\ninterrupted\n", "")


def test_without_it_the_signal_is_lost() -> None:
    stdout, stderr = _printed("if True:", signal.SIGTERM)
    assert stdout == "forked\nwent on\n"
    assert "Exception ignored" in stderr
