"""What full isolation costs: runs of /bin/true by the harness against the bare bubblewrap command that it takes.

Start it with ``python benchmarks/isolation.py``, as root for level A.

Both sides make the same sandbox, with the same limits and the same filter of system calls, and copy the same folder
into it; they take turns, so that a busy machine slows both. The harness besides enters the control group, watches the
run, waits until nobody is left and takes what was printed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

from measure import Row, at_most, report

from harness.model.bounds import Bounds
from harness.run.bubblewrap import Bubblewrap
from harness.run.choose import choose
from harness.run.invocation import Invocation
from harness.run.process import observe
from harness.run.scratch import scratch

RUNS = 200
TARGET = 1.25


def _bare(invocation: Invocation, sandbox: Bubblewrap) -> None:
    """The sandbox's own command, let go at once."""
    room = sandbox.room(invocation)
    process = subprocess.Popen(
        room.command, cwd="/", env=dict(room.environment), pass_fds=room.descriptors, stdin=subprocess.DEVNULL
    )
    for one in room.descriptors:
        os.close(one)
    room.descriptors = ()
    os.write(room._go, b"\n")  # noqa: SLF001 - what its started() does, and nothing else
    process.wait()
    room.close()


def rows() -> list[Row]:
    """The median of the ratios, run by run."""
    sandbox = choose().isolation
    if not isinstance(sandbox, Bubblewrap):
        return [Row(f"isolation on / the bare bubblewrap command; here: {sandbox.level}", "not measured", "")]
    ours: list[float] = []
    bare: list[float] = []
    plain = Bubblewrap(sandbox.level, sandbox.filtered, (), root=sandbox.user() is not None, groups=False)
    with scratch() as root:
        box, home = root / "box", root / "home"
        box.mkdir()
        home.mkdir()
        invocation = Invocation(("true",), box, home, Bounds())
        for _ in range(RUNS):
            for taken, run, where in ((bare, _bare, plain), (ours, observe, sandbox)):
                begin = time.perf_counter()
                run(invocation, where)
                taken.append((time.perf_counter() - begin) * 1000)
    sandbox.forget()
    figure = statistics.median(one / other for one, other in zip(ours, bare, strict=True))
    what = f"a run of /bin/true at level {sandbox.level.letter}"
    return [
        at_most(f"{what}: the harness / the bare bubblewrap command", figure, TARGET, peer="none has both"),
        Row(f"{what}, by the harness", statistics.median(ours), "ms"),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
