"""Run a benchmark in a process of its own for a limited time, and keep every figure that it had by then.

``python benchmarks/limited.py NAME DESCRIPTOR`` is that process: it sends what it has to a pipe.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing.connection
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import measure
from measure import Row

from harness.sandbox.process_setup import process_tree

_TO_END_S = 5.0
"""What commands, then the benchmark, have to end by themselves, and to remove their folders."""


@dataclass(slots=True)
class Measured:
    """What a benchmark had by its end."""

    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What makes figures less than they should be, such as rounds left out."""
    stopped: str = ""
    """Why it has not all its figures; empty where it has."""
    interrupted: bool = False
    """Whether somebody stopped all of it."""


def measure_within(name: str, limit_s: float, rounds_s: float, show: Callable[[Row], None]) -> Measured:
    """The figures of a benchmark, each shown at once; it is ended after so many seconds, or when we are interrupted.

    ``rounds_s``: after so many no further round begins.
    """
    measured = Measured()
    receiving, sending = multiprocessing.connection.Pipe(duplex=False)
    begin = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, Path(__file__), name, str(sending.fileno())],
        env=os.environ | {"ROUNDS_END": str(begin + rounds_s)},
        pass_fds=[sending.fileno()],
        start_new_session=True,  # Ctrl-C reaches this process alone, which then ends the others in order
    )
    sending.close()
    try:
        if _receive(receiving, begin + limit_s, measured, show):
            child.wait(_TO_END_S)  # it has nothing left to do
    except subprocess.TimeoutExpired:
        measured.notes.append("it had to be ended")
    except EOFError:
        measured.stopped = "it died"
    except KeyboardInterrupt:
        measured.stopped, measured.interrupted = "interrupted", True
    finally:
        _end(child)
        receiving.close()
    return measured


def _receive(receiving: Connection, end: float, measured: Measured, show: Callable[[Row], None]) -> bool:
    """Take in what a benchmark sends, until ``end`` by the clock that only goes forward; whether it sent everything."""
    while receiving.poll(max(0.0, end - time.monotonic())):
        match receiving.recv():
            case Row() as row:
                measured.rows.append(row)
                show(row)
            case ("note", note):
                measured.notes.append(note)
            case ("end", reason):
                measured.stopped = reason
                return True
    measured.stopped = "its time was over"
    return False


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a benchmark with all that it started: first its commands, so that it can remove its folders."""
    if child.poll() is not None:
        return
    for asked in (process_tree.children(child.pid), [child.pid]):
        if child.poll() is None:
            _signal(asked, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(_TO_END_S)
    below = process_tree.descendants(child.pid)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)  # itself, and what it left: the group is its own
    _signal(below, signal.SIGKILL)
    child.wait()


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def main(name: str, descriptor: int) -> int:
    """Send the rows of a benchmark as they come, then the notes, then why it failed; return 1 if it did."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("asked to end"))
    reason = ""
    with Connection(descriptor, readable=False) as parent:
        os.set_inheritable(descriptor, False)  # noqa: FBT003 - it takes no names
        try:
            for row in importlib.import_module(name).rows():
                parent.send(row)
        except SystemExit as error:
            reason = str(error.code)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other benchmarks go on
            reason = f"{type(error).__name__}: {error}"
        with contextlib.suppress(OSError):  # nobody listens any more
            for note in measure.NOTES:
                parent.send(("note", note))
            parent.send(("end", reason))
    return int(bool(reason))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
