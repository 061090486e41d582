"""Run a command as on a slow machine: all its processes together get a share of one core.

    python -m tests.slow_machine [--share 0.33] COMMAND...

A control group's quota holds them to it, so it needs root and a ``cpu`` controller. The exit status is the command's.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

_PERIOD_US = 100_000
_ROOT = Path("/sys/fs/cgroup")


def new_group(share: float) -> Path:
    """Make a control group whose processes get a share of one core; OSError if that is not allowed."""
    parent = _ROOT / "cpu" if (_ROOT / "cpu").is_dir() else _ROOT
    group = parent / f"slow-machine-{os.getpid()}"
    group.mkdir()
    quota = int(share * _PERIOD_US)
    if (group / "cpu.max").exists():
        (group / "cpu.max").write_text(f"{quota} {_PERIOD_US}", encoding="ascii")
    else:
        (group / "cpu.cfs_period_us").write_text(str(_PERIOD_US), encoding="ascii")
        (group / "cpu.cfs_quota_us").write_text(str(quota), encoding="ascii")
    return group


def run_slowly(command: list[str], share: float) -> int:
    """Run the command with a share of one core; its exit status."""
    group = new_group(share)
    try:
        enter = f'echo $$ > "{group}/cgroup.procs" && exec "$@"'
        return subprocess.run(["sh", "-c", enter, "sh", *command], check=False).returncode
    finally:
        for _ in range(50):  # what the command left ends a moment later
            with contextlib.suppress(OSError):
                group.rmdir()
                break
            time.sleep(0.1)


def main() -> int:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow_machine", description=__doc__)
    parser.add_argument("--share", type=float, default=1 / 3, help="of one core (default: a third)")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    return run_slowly(arguments.command, arguments.share)


if __name__ == "__main__":
    sys.exit(main())
