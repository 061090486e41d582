"""Probe an isolation: attempt from inside what must not be possible."""

from __future__ import annotations

import socket
from collections.abc import Callable

from harness.model.errors import JudgeError
from harness.model.output import read_whole
from harness.model.runs.invocation import Invocation
from harness.model.runs.limits import ResolvedLimits
from harness.model.runs.observation import Observation
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation

Observe = Callable[[Invocation, Isolation], Observation]
"""Runs a command in an isolation and returns the observation."""

_LIMITS = ResolvedLimits(cpu=5, wall=20, processes=16)
_ATTEMPTS = """\
{ : <"$1"; } 2>/dev/null && echo "read a file of the grader"
{ exec 3<>"/dev/tcp/127.0.0.1/$2"; } 2>/dev/null && echo "reached the network"
for folder in /usr /etc /dev /; do { : >"$folder/grade-probe"; } 2>/dev/null && echo "wrote into $folder"; done
[ "$EUID" = 0 ] && echo "is root"
setsid sleep 60 >/dev/null 2>&1 &
mkfifo never
sh -c 'n=0; while [ $n -lt 40 ]; do read _ <never & n=$((n+1)); done; echo "started too many processes"' 2>/dev/null
echo done
"""


def probe(isolation: Isolation, observe: Observe) -> None:
    """Raise JudgeError when a program in this isolation can do what it must not."""
    with scratch() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        workdir, home = folder / "box", folder / "home"
        workdir.mkdir()
        home.mkdir()
        secret = folder / "golden"
        secret.write_text("secret", encoding="ascii")
        port = str(server.getsockname()[1])
        command = ("bash", "-c", _ATTEMPTS, "probe", str(secret), port)
        try:
            invocation = Invocation(command, workdir, home, _LIMITS, submission="probe")
            observation = observe(invocation, isolation)
        finally:
            isolation.release_resources()
    messages = read_whole(observation.stdout).decode(errors="replace").split("\n")
    if messages != ["done", ""]:
        messages = [*messages[:-2], observation.stderr.decode(errors="replace").strip(), observation.not_started]
        raise JudgeError(f"its probe says: {'; '.join(filter(None, messages)) or 'nothing'}")
