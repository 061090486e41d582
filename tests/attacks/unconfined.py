"""Run attacks at level E, each in a sandbox around the grader itself: that level alone would not hold them.

The outer sandbox is a throw-away machine in small: an attack may end or change the grader in it, and nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

import msgspec

from harness.sandbox.isolation.none import BACKENDS
from tests.attacks.arena import Outcome, run_attack
from tests.attacks.battery import Attack, battery
from tests.support import ROOT

_USER = "59997"
_TIMEOUT_S = 300
_DISK = 512 << 20
_PROCESSES = 200
"""For all of an outer sandbox: a fork bomb that the watched limits let grow stays within it."""


def attack_unconfined(attacks: Sequence[Attack]) -> list[Outcome]:
    """Return the outcome of each attack at level E."""
    return [_attack(attack) for attack in attacks]


def _attack(attack: Attack) -> Outcome:
    command = (*_outer_sandbox(), sys.executable, "-m", "tests.attacks.unconfined", attack.name)
    try:
        process = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=_TIMEOUT_S, check=False)
        return msgspec.json.decode(process.stdout, type=Outcome)
    except (subprocess.TimeoutExpired, msgspec.DecodeError):
        figures = {"reached": b"", "survivors": 0, "tampered": False, "leaks": 0, "late": False}
        return msgspec.convert(
            {"name": attack.name, "ended": "with the grader", "allowed_end": False} | figures, Outcome
        )


def _outer_sandbox() -> Iterator[str]:
    """Yield the words of a command that confines a whole grader, as a user who owns nothing."""
    if os.geteuid() == 0:
        yield from ("setpriv", "--reuid", _USER, "--regid", _USER, "--clear-groups", "--")
    yield from ("bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
    yield from ("--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(_DISK), "--tmpfs", "/tmp", "--setenv", "HOME", "/tmp")  # noqa: S108
    yield from ("--chdir", str(ROOT), "--", "prlimit", f"--nproc={_PROCESSES}", "--core=0", "--")


def main() -> None:
    """Run the attack that the command line names, and print its outcome."""
    (attack,) = (attack for attack in battery() if attack.name == sys.argv[1])
    (backend,) = BACKENDS
    sys.stdout.buffer.write(msgspec.json.encode(run_attack(attack, backend.create(()))))


if __name__ == "__main__":
    main()
