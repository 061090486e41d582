"""What the benchmarks share: interleaved runs, medians, and the CPU time of everything that a command started."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

BIN = Path(sys.executable).parent
"""Where ``grade`` is: beside the interpreter that runs the benchmark."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a command took, in seconds; ``cpu_s`` counts every process that was waited for."""

    wall_s: float
    cpu_s: float


def run(command: Sequence[str | Path], cwd: Path | None = None, accept: tuple[int, ...] = (0,)) -> Cost:
    """Run a command to its end. Its output is thrown away; an unexpected exit status ends the benchmark."""
    before, begin = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    status = subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, check=False).returncode
    wall, after = time.perf_counter() - begin, getrusage(RUSAGE_CHILDREN)
    if status not in accept:
        raise SystemExit(f"{' '.join(map(str, command))} ended with exit status {status}")
    return Cost(wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def interleaved(
    commands: Mapping[str, Sequence[str | Path]], rounds: int, cwd: Path | None = None, accept: tuple[int, ...] = (0,)
) -> dict[str, Cost]:
    """The medians of several commands, run in turn, so that a slow moment of the machine meets all of them."""
    seen: dict[str, list[Cost]] = {name: [] for name in commands}
    for command in commands.values():
        run(command, cwd, accept)  # once in vain: files come from the disk, bytecode is written
    for _ in range(rounds):
        for name, command in commands.items():
            seen[name].append(run(command, cwd, accept))
    return {
        name: Cost(median(one.wall_s for one in costs), median(one.cpu_s for one in costs))
        for name, costs in seen.items()
    }


def machine() -> str:
    """The machine in one line: processor, cores, memory, system, interpreter; no names and no paths."""
    about = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = next((line.partition(":")[2].strip() for line in about.splitlines() if line.startswith("model name")), "?")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = len(os.sched_getaffinity(0))
    kernel = platform.release().partition("-")[0]
    system = f"{platform.freedesktop_os_release()['PRETTY_NAME']}, Linux {kernel}"
    return f"{model}, {cores} cores, {memory:.0f} GiB, {system}, CPython {platform.python_version()}"
