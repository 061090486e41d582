"""A fork calls its function and ends, whatever has become of the standard streams."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import PATIENCE_S, ROOT

PROGRAM = """
import os, subprocess, sys
from harness.sandbox.run.child_process import ChildProcess
def function():
    {function}
{before}
child = ChildProcess(function)
child.join()
os.write(2, b"status %d\\n" % child.exit_status())
"""


@pytest.mark.parametrize(
    ("before", "function", "status"),
    [
        ("", "sys.stdout = None", 0),
        ("sys.stdout = None", "pass", 0),
        ("sys.stderr = None", "raise ValueError", 1),
        ("", "sys.stdout.close(); sys.exit(7)", 7),
        ("os.close(0)", "subprocess.run(['cat'], check=True)", 0),
    ],
)
def test_it_ends_with_its_status_and_reads_nothing(before: str, function: str, status: int) -> None:
    program = PROGRAM.format(before=before, function=function)
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, input=b"x", capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert (ended.returncode, ended.stderr.decode()) == (0, f"status {status}\n")
