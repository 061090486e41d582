"""What full isolation costs: a further case of a submission, and a thousand, against the same without any isolation.

Start it with ``python benchmarks/isolation.py``, as root for level A.

The course is that of ``case_overhead.py``: a trivial C program, run again and again. A further case is what many take
above one, so neither the start nor the first sandbox counts. One row compares runs of ``/bin/true`` by the harness
with the bare bubblewrap command that a sandbox of its own takes: the same sandbox, limits and filter of system calls.
All sides take turns, so that a busy machine slows all of them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from courses import compiled, grade, one_line, spawn_loop
from measure import LONG, Cost, Row, at_most, paired, ratio, report

from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.isolation.bubblewrap import Bubblewrap
from harness.sandbox.isolation.choice import choose_isolation
from harness.sandbox.isolation.supervised import Supervised
from harness.sandbox.run.process import observe

RUNS = 200
CASES, FURTHER_CASES, ROUNDS = 1000, 300, 5 if LONG else 3
MAX_FURTHER, MAX_LOOP = 2.0, 4.0


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


def _runs(isolation: Isolation) -> Iterator[Row]:
    """Yield the median of the ratios, run by run."""
    bubblewrap = isolation.bubblewrap if isinstance(isolation, Supervised) else isolation
    if not isinstance(bubblewrap, Bubblewrap):
        yield Row(f"isolation on / the bare bubblewrap command; here: {isolation.level}", "not measured", "")
        return
    harness_ms: list[float] = []
    bare_ms: list[float] = []
    plain = Bubblewrap(
        isolation.level, bubblewrap.seccomp_filter, (), root=bubblewrap.uid() is not None, use_cgroup=False
    )
    with scratch() as root:
        workdir, home = root / "box", root / "home"
        workdir.mkdir()
        home.mkdir()
        invocation = Invocation(("true",), workdir, home, ResolvedLimits(), submission="benchmark")
        for _ in range(RUNS):
            begin = time.perf_counter()
            _bare(invocation, plain)
            middle = time.perf_counter()
            observe(invocation, isolation)
            bare_ms.append((middle - begin) * 1000)
            harness_ms.append((time.perf_counter() - middle) * 1000)
    isolation.release_resources()
    figure = statistics.median(ours / bare for ours, bare in zip(harness_ms, bare_ms, strict=True))
    what = f"a run of /bin/true at level {isolation.level.name}"
    yield at_most(f"{what}: the harness / the bare bubblewrap command", figure, 1.0, peer="none has both")
    yield Row(f"{what}, by the harness", statistics.median(harness_ms), "ms")


def _cases(level: str) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        one, some, many = (one_line(root / str(cases), cases) for cases in (1, FURTHER_CASES, CASES))
        program = compiled(root)
        loop, expected = spawn_loop(root / "loop", b"hello\n")
        commands: dict[str, list[str | Path]] = {"loop": [loop, "2", str(CASES), expected, program, "1"]}
        for kind in (level, "E"):
            commands[f"one {kind}"] = grade(one, isolation=kind)
            commands[f"some {kind}"] = grade(some, isolation=kind)
        commands["many"] = grade(many, isolation=level, jobs=2)
        costs = paired(commands, ROUNDS)
    further = {kind: _further_ms(costs[f"some {kind}"], costs[f"one {kind}"]) for kind in (level, "E")}
    what = f"a further case of one submission, 1 worker, level {level}"
    figure = statistics.median(ours / bare for ours, bare in zip(*further.values(), strict=True))
    yield at_most(f"{what} / the same without isolation", figure, MAX_FURTHER)
    yield Row(what, statistics.median(further[level]), "ms")
    yield Row("a further case of one submission, 1 worker, without isolation", statistics.median(further["E"]), "ms")
    what = f"{CASES} trivial cases, 2 workers, level {level}"
    yield at_most(f"{what}: grade, everything included / the loop in C", ratio(costs["many"], costs["loop"]), MAX_LOOP)


def _further_ms(some: list[Cost], one: list[Cost]) -> list[float]:
    return [(ours.wall_s - first.wall_s) * 1000 / (FURTHER_CASES - 1) for ours, first in zip(some, one, strict=True)]


def rows() -> Iterator[Row]:
    """Yield the figures."""
    isolation = choose_isolation(observe).isolation
    yield from _runs(isolation)
    yield from _cases(isolation.level.name)


if __name__ == "__main__":
    sys.exit(report(rows()))
