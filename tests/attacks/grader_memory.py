"""The memory of a running grader's own processes, apart from that of students' programs."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.watch import proportional_set_size

_SAMPLE_INTERVAL_S = 0.05
_COMPILE_SERVER = b"Compiler.java"


class Peak(Struct, frozen=True):
    """Exit status, elapsed seconds, and the most bytes that the grader and all that it runs had at a time."""

    status: int
    elapsed_s: float
    grader: int
    """The grader, its workers, judging children and compile servers; a page that several share counts once."""
    everything: int
    """The same with students' programs."""


def run_and_measure(command: list[str], timeout_s: float, environment: Mapping[str, str], output: Path) -> Peak:
    """Run a command to its end and sample its processes; TimeoutExpired when it takes longer than ``timeout_s``."""
    begin, grader, everything = time.monotonic(), 0, 0
    with output.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, env=environment)
    while process.poll() is None:
        pids = [process.pid, *process_tree.descendants(process.pid)]
        grader = max(grader, proportional_set_size(grader_processes(process.pid)))
        everything = max(everything, proportional_set_size(pids))
        if time.monotonic() > begin + timeout_s:
            process.kill()
            raise subprocess.TimeoutExpired(command, timeout_s)
        time.sleep(_SAMPLE_INTERVAL_S)
    return Peak(process.returncode, time.monotonic() - begin, grader, everything)


def grader_processes(pid: int) -> list[int]:
    """A process and all below it, except for what runs in a sandbox of a student's; a compile server's counts."""
    pids = [pid]
    for parent in pids:  # the list grows in the loop
        if not _is_sandbox(parent) or _serves_compilation(parent):
            pids += process_tree.children(parent)
    return pids


def _is_sandbox(pid: int) -> bool:
    return _read(pid, "comm").strip() == b"bwrap"


def _serves_compilation(pid: int) -> bool:
    return any(_COMPILE_SERVER in _read(process, "cmdline") for process in (pid, *process_tree.descendants(pid)))


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""
