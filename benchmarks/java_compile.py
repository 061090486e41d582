"""What compiling Java costs: the first submission of a run, later ones, unchanged ones, each against a bare ``javac``.

Start it with ``python benchmarks/java_compile.py``.

The sources are those of the Java reference for permutations, another comment behind them for each submission. All of
it happens in the best isolation that the machine gives, but for the bare ``javac``; the four take turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

from measure import CHECKOUT, NOTES, Row, at_most, report, rounds
from msgspec.structs import replace

from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.schedule.isolation_probe import isolate
from harness.grading.schedule.pool import run_task
from harness.grading.workspace.compile_server import compile_server
from harness.grading.workspace.workspace import Workspace
from harness.model.invocation import ResolvedLimits
from harness.sandbox.files.scratch import scratch
from harness.sandbox.process_setup.environment import ENVIRONMENT

ROUNDS = 9
_WARM_UP = 3
_READY_S = 60.0
_SOURCE = CHECKOUT / "reference" / "cmps12a-pa5" / "java" / "Queens.java"
_COMMAND = ("javac", "-encoding", "UTF-8", "-proc:none", "-d", ".", "Queens.java")


class _Rounds:
    """Compiles in a worker process, as a grading does; seconds of each way, one round after the other."""

    def run(self, beside: Workspace) -> list[dict[str, float]]:
        """The seconds by the way's name; the first rounds, which warm everything up, are left out."""
        alone = replace(beside, compiler=None)
        sources = (f"{_SOURCE.read_text(encoding='utf-8')}// {number}\n" for number in range(1_000_000))
        self._wait(beside, sources)
        for _ in range(_WARM_UP):
            self._round(alone, beside, sources)
        return [self._round(alone, beside, sources) for _ in rounds(ROUNDS)]

    def _wait(self, workspace: Workspace, sources: Iterator[str]) -> None:
        """Compile until the resident compiler is ready."""
        deadline = time.monotonic() + _READY_S
        while _seconds(workspace, next(sources))[1]:
            if time.monotonic() > deadline:
                raise SystemExit("the resident compiler does not get ready")

    def _round(self, alone: Workspace, beside: Workspace, sources: Iterator[str]) -> dict[str, float]:
        later = next(sources)
        return {
            "javac": _bare(alone, next(sources)),
            "first": _seconds(alone, next(sources))[0],
            "later": _seconds(beside, later)[0],
            "unchanged": _seconds(beside, later)[0],
        }


def _bare(workspace: Workspace, source: str) -> float:
    workdir = workspace.new("bare")
    (workdir / "Queens.java").write_text(source, encoding="utf-8")
    begin = time.perf_counter()
    subprocess.run(_COMMAND, cwd=workdir, env=ENVIRONMENT, check=True)
    return time.perf_counter() - begin


def _seconds(workspace: Workspace, source: str) -> tuple[float, bool]:
    """What a build of the source takes, and whether a compiler of its own was started for it."""
    workdir = workspace.new("box")
    (workdir / "Queens.java").write_text(source, encoding="utf-8")
    begin = time.perf_counter()
    observation = observe_build(_COMMAND, workdir, ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), workspace)
    elapsed_s = time.perf_counter() - begin
    if observation.exit != 0 or not (workdir / "Queens.class").is_file():
        raise SystemExit(f"the reference does not compile: {observation.stderr.decode()}")
    return elapsed_s, observation.cpu_s > 0


def rows() -> list[Row]:
    """The figures."""
    isolation = isolate().isolation
    with tempfile.TemporaryDirectory() as cache, scratch() as root:
        os.environ["XDG_CACHE_HOME"] = cache  # a store of its own, empty
        os.environ.pop("GRADE_CACHE", None)
        with compile_server(isolation, root, timeout_s=_READY_S) as client:
            measured = run_task(Workspace(root, isolation, client), _Rounds())
    if not isinstance(measured, list):
        raise SystemExit(str(measured))
    if len(measured) < ROUNDS:  # the worker's own note stays there
        NOTES.append(f"{len(measured)} of {ROUNDS} rounds, for lack of time")

    def ratio(way: str) -> float:
        return float(median(seconds[way] / seconds["javac"] for seconds in measured))

    bare = median(seconds["javac"] for seconds in measured)
    level = isolation.level.name
    results = [
        Row("a bare javac", bare * 1000, "ms", ours=False),
        Row(f"Java: the first submission's compile, isolation {level} / javac", ratio("first")),
        at_most("Java: a later submission's compile / javac", ratio("later"), 0.15),
    ]
    if level != "E":  # without a sandbox nothing is kept
        results.append(at_most("Java: compile of an unchanged source / javac", ratio("unchanged"), 0.02))
    return results


if __name__ == "__main__":
    sys.exit(report(rows()))
