"""Run a command by ``subprocess`` and the clock alone, where a system gives no more: nothing is confined."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from typing import IO

from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation
from harness.sandbox.process_setup.environment import ENVIRONMENT

_CHUNK = 1 << 16


def observe_plainly(invocation: Invocation) -> Observation:
    """Start the command, and stop it at its limit on elapsed time or on output.

    The CPU limit cannot be held: a program may take its time until the limit on elapsed time.
    """
    begin = time.monotonic()
    try:
        process = subprocess.Popen(
            invocation.command,
            cwd=invocation.workdir,
            env=_environment(invocation),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        return Observation(invocation.command, not_started=error.strerror or str(error))
    outputs = bytearray(), bytearray()
    threads = [
        threading.Thread(target=_read, args=(stream, output, invocation.limits.output, process), daemon=True)
        for stream, output in zip((process.stdout, process.stderr), outputs, strict=True)
    ]
    threads.append(threading.Thread(target=_feed, args=(process.stdin, invocation.stdin), daemon=True))
    for thread in threads:
        thread.start()
    ended_by = None
    try:
        process.wait(invocation.limits.wall)
    except subprocess.TimeoutExpired:
        ended_by = Limit.WALL
        process.kill()
        process.wait()
    for thread in threads:
        thread.join(1.0)
    if any(len(output) > invocation.limits.output for output in outputs):
        ended_by = Limit.OUTPUT
    stdout, stderr = (bytes(output[: invocation.limits.output]) for output in outputs)
    code, wall_s = process.returncode, time.monotonic() - begin
    return Observation(
        invocation.command,
        stdout,
        stderr,
        exit=code if code >= 0 and ended_by is None else None,
        signal=-code if code < 0 and ended_by is None else None,
        ended_by=ended_by,
        wall_s=wall_s,
    )


def _environment(invocation: Invocation) -> dict[str, str]:
    """The usual scrubbed environment, with the tools of this machine's user."""
    own = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "PATHEXT") if name in os.environ}
    return {**ENVIRONMENT, **own, "HOME": str(invocation.home), "TMPDIR": str(invocation.home)}


def _read(stream: IO[bytes], output: bytearray, most: int, process: subprocess.Popen[bytes]) -> None:
    while chunk := stream.read1(_CHUNK):  # type: ignore[attr-defined] # a buffered pipe
        output += chunk
        if len(output) > most:
            process.kill()
            return


def _feed(stream: IO[bytes], content: bytes) -> None:
    try:
        with stream:
            stream.write(content)
    except OSError:  # the program reads no more
        return
