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

from harness.files.scratch import scratch
from harness.isolation.bubblewrap import Bubblewrap
from harness.isolation.choice import choose_isolation
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.run.process import observe

RUNS = 200
TARGET = 1.25


def _bare(invocation: Invocation, isolation: Bubblewrap) -> None:
    """The sandbox's own command, let go at once."""
    sandbox = isolation.sandbox(invocation)
    process = subprocess.Popen(
        sandbox.command,
        cwd="/",
        env=dict(sandbox.environment),
        pass_fds=sandbox.inherited_descriptors,
        stdin=subprocess.DEVNULL,
    )
    for descriptor in sandbox.inherited_descriptors:
        os.close(descriptor)
    sandbox.inherited_descriptors = ()
    os.write(sandbox._release_pipe, b"\n")  # noqa: SLF001 - what its confine() does, and nothing else
    process.wait()
    sandbox.close()


def rows() -> list[Row]:
    """The median of the ratios, run by run."""
    sandbox = choose_isolation(observe).isolation
    if not isinstance(sandbox, Bubblewrap):
        return [Row(f"isolation on / the bare bubblewrap command; here: {sandbox.level}", "not measured", "")]
    harness_ms: list[float] = []
    bare_ms: list[float] = []
    plain = Bubblewrap(sandbox.level, sandbox.seccomp_filter, (), root=sandbox.uid() is not None, use_cgroup=False)
    with scratch() as root:
        workdir, home = root / "box", root / "home"
        workdir.mkdir()
        home.mkdir()
        invocation = Invocation(("true",), workdir, home, ResolvedLimits())
        for _ in range(RUNS):
            for times_ms, run, where in ((bare_ms, _bare, plain), (harness_ms, observe, sandbox)):
                begin = time.perf_counter()
                run(invocation, where)
                times_ms.append((time.perf_counter() - begin) * 1000)
    sandbox.release_resources()
    figure = statistics.median(
        by_harness / by_bubblewrap for by_harness, by_bubblewrap in zip(harness_ms, bare_ms, strict=True)
    )
    what = f"a run of /bin/true at level {sandbox.level.name}"
    return [
        at_most(f"{what}: the harness / the bare bubblewrap command", figure, TARGET, peer="none has both"),
        Row(f"{what}, by the harness", statistics.median(harness_ms), "ms"),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
