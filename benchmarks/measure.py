"""What the benchmarks share: paired runs, medians, the CPU time and memory of everything that a command started."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryFile
from typing import IO

from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.watch import proportional_set_size

BIN = Path(sys.executable).parent
"""Where ``grade`` is: beside the interpreter that runs the benchmark."""
CHECKOUT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""What commands are started with: Python keeps its bytecode, as it does for users."""
LONG = os.environ.get("BENCHMARKS") == "long"
"""Whether sizes are those that the goals are stated for; else those with which all benchmarks take ten minutes."""
NOTES: list[str] = []
"""What was left out for lack of time."""
_ROUNDS_END = float(os.environ.get("ROUNDS_END", "inf"))
"""When no further round begins, by the clock that only goes forward; all processes of a machine have the same."""
_SAMPLE_INTERVAL_S = 0.005
_LINES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of results."""

    measure: str
    figure: float | str
    unit: str = "x"
    goal: str = ""
    peer: str = ""
    """The best figure of a program of the same kind, and its name; empty where none was measured."""
    met: bool | None = None
    """Whether the goal is met; None where there is none."""
    ours: bool = True
    """Whether a change of ours can make it worse; not so what the machine or another program takes."""

    def __str__(self) -> str:
        """One line for a terminal."""
        verdict = {True: "met", False: "MISSED", None: ""}[self.met]
        goal = f"(goal: {self.goal})" if self.goal else ""
        return " ".join(filter(None, (f"{self.measure}: {self.shown} {self.unit}", goal, verdict)))

    @property
    def shown(self) -> str:
        """The figure with three digits that count."""
        return self.figure if isinstance(self.figure, str) else f"{self.figure:.3g}"


def at_most(measure: str, figure: float, most: float, *, unit: str = "x", peer: str = "") -> Row:
    """A row whose goal is an upper bound."""
    return Row(measure, figure, unit, f"at most {most:g}", peer, figure <= most)


def at_least(measure: str, figure: float, least: float, *, unit: str = "x", peer: str = "") -> Row:
    """A row whose goal is a lower bound."""
    return Row(measure, figure, unit, f"at least {least:g}", peer, figure >= least)


def report(rows: Iterable[Row]) -> int:
    """Print the rows; 1 when one misses its goal."""
    missed = False
    for row in rows:
        print(row, flush=True)
        missed |= row.met is False
    return int(missed)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a command took, in seconds; ``cpu_s`` counts every process that was waited for."""

    wall_s: float
    cpu_s: float


Command = Sequence[str | Path]


def run(command: Command, cwd: Path | None = None, accept: tuple[int, ...] = (0,)) -> Cost:
    """Run a command to its end. What it prints is shown only if an unexpected exit status ends the benchmark."""
    with TemporaryFile() as errors:
        before, begin = getrusage(RUSAGE_CHILDREN), time.perf_counter()
        status = subprocess.run(
            command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=errors, env=ENVIRONMENT, check=False
        ).returncode
        wall, after = time.perf_counter() - begin, getrusage(RUSAGE_CHILDREN)
        _check(status, command, accept, errors)
    return Cost(wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def _check(status: int, command: Command, accept: tuple[int, ...], errors: IO[bytes]) -> None:
    if status not in accept:
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()[-_LINES_SHOWN:]
        raise SystemExit("\n".join((f"{' '.join(map(str, command))} ended with exit status {status}", *lines)))


def rounds(wanted: int) -> Iterator[int]:
    """Count so many rounds, fewer where the time for them is over, but one at least; a note says so."""
    for number in range(wanted):
        if number and time.monotonic() > _ROUNDS_END:
            NOTES.append(f"{number} of {wanted} rounds, for lack of time")
            return
        yield number


def paired(
    commands: Mapping[str, Command], wanted: int, cwd: Path | None = None, accept: tuple[int, ...] = (0,)
) -> dict[str, list[Cost]]:
    """Several commands, run in turn, so that a slow moment of the machine meets all of them."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for command in commands.values():
        run(command, cwd, accept)  # once unmeasured: files come from the disk, bytecode is written
    for _ in rounds(wanted):
        for name, command in commands.items():
            costs[name].append(run(command, cwd, accept))
    return costs


def ratio(ours: Sequence[Cost], theirs: Sequence[Cost]) -> float:
    """The median of the ratios of elapsed time, round by round."""
    return median(our.wall_s / their.wall_s for our, their in zip(ours, theirs, strict=True))


def middle(costs: Sequence[Cost]) -> Cost:
    """The medians of elapsed and CPU time."""
    return Cost(median(cost.wall_s for cost in costs), median(cost.cpu_s for cost in costs))


def interleaved(
    commands: Mapping[str, Command], wanted: int, cwd: Path | None = None, accept: tuple[int, ...] = (0,)
) -> dict[str, Cost]:
    """The medians of several commands, run in turn."""
    return {name: middle(costs) for name, costs in paired(commands, wanted, cwd, accept).items()}


def peak_mib(command: Command, cwd: Path | None = None, accept: tuple[int, ...] = (0,)) -> float:
    """The most memory that a command and all that it starts have at a time, what they share counted once."""
    with TemporaryFile() as errors:
        process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=errors, env=ENVIRONMENT)
        peak = 0
        while process.poll() is None:
            peak = max(peak, proportional_set_size([process.pid, *process_tree.descendants(process.pid)]))
            time.sleep(_SAMPLE_INTERVAL_S)
        _check(process.returncode, command, accept, errors)
    return peak / 2**20


def machine() -> str:
    """The machine in one line: processor, cores, memory, system, interpreter; no names and no paths."""
    about = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = next((line.partition(":")[2].strip() for line in about.splitlines() if line.startswith("model name")), "?")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = len(os.sched_getaffinity(0))
    kernel = platform.release().partition("-")[0]
    system = f"{platform.freedesktop_os_release()['PRETTY_NAME']}, Linux {kernel}"
    return f"{model}, {cores} cores, {memory:.0f} GiB, {system}, CPython {platform.python_version()}"
