"""Call a function on what others wrote, in a child whose own memory and CPU time are limited.

The programs that the function starts have limits of their own, so that only the child itself is measured.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import socket
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from harness.model.errors import JudgeError, UsageError
from harness.sandbox.files.unix import runs_programs_watched, stat_fields, system_number
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.child_process import Connection
from harness.sandbox.run.interruption import uninterrupted

MEMORY = 1 << 30
"""Bytes that a call may take beyond what this process has."""
CPU_S = 60.0
"""CPU seconds that it may take."""
_LOOK_MS = 20
_EXPECTED = (UsageError, JudgeError)
_Result = TypeVar("_Result")


def bounded_call(
    function: Callable[[], _Result], what: object, *, memory: int = MEMORY, cpu_s: float = CPU_S
) -> _Result:
    """Return what ``function`` returns in a child of this process; its value is small and can be pickled.

    ``function``: what to call. What it changes in this process is lost, files stay. ``what``: names what is read, for
    the message. ``memory``: bytes. ``cpu_s``: CPU seconds of the child itself, without the programs that it starts.

    Raises:
        UsageError: as the function raises it, or where the call takes more than it may.
        JudgeError: as the function raises it.

    """
    if not runs_programs_watched():
        return function()
    sys.stdout.flush()
    sys.stderr.flush()
    ours, theirs = socket.socketpair()
    with uninterrupted():
        child = os.fork()
        if child == 0:
            ours.close()
            _answer(Connection(theirs.detach()), function, what)
    theirs.close()
    with Connection(ours.detach()) as connection:
        try:
            _watch(connection, child, what, memory, cpu_s)
            kind, value = pickle.loads(connection.recv_bytes())  # noqa: S301 - from a child of ours
        except (EOFError, OSError):
            raise UsageError(f"{what}: cannot be read: it ends what reads it") from None
        finally:
            process_tree.kill_tree(child)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)
    if kind == "raised":
        raise value
    return value  # type: ignore[no-any-return] # what the function returned


def _watch(connection: Connection, child: int, what: object, memory: int, cpu_s: float) -> None:
    """Wait for the answer; UsageError where the child takes more than it may."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    most = _own_usage(os.getpid())[0] + memory
    while not poll.poll(_LOOK_MS):
        resident, used_s = _own_usage(child)
        if resident > most:
            raise UsageError(f"{what}: cannot be read: it takes more than {memory >> 20} MiB of memory")
        if used_s > cpu_s:
            raise UsageError(f"{what}: cannot be read: it takes more than {cpu_s:g} seconds")


def _own_usage(pid: int) -> tuple[int, float]:
    """Resident bytes and CPU seconds of one process, without its children; nothing when it is gone."""
    try:
        fields = stat_fields(pid)
    except OSError:
        return 0, 0.0
    return int(fields[21]) * system_number("SC_PAGE_SIZE", 4096), sum(map(int, fields[11:13])) / system_number(
        "SC_CLK_TCK", 100
    )


def _answer(connection: Connection, function: Callable[[], object], what: object) -> NoReturn:
    """Call, answer, and never return into the caller's code."""
    try:
        process_tree.end_with_parent()
        answer: tuple[str, Any]
        try:
            answer = "value", function()
        except _EXPECTED as error:
            answer = "raised", error
        except (RecursionError, MemoryError):
            answer = "raised", UsageError(f"{what}: nested too deeply or too large")
        connection.send_bytes(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
        sys.stdout.flush()
        sys.stderr.flush()
    except KeyboardInterrupt:
        pass
    except BaseException:  # noqa: BLE001 - nothing may leave this frame
        traceback.print_exc()
    finally:
        os._exit(0)
