"""Which isolation this machine gives: the best level whose probe holds, found by trying, never by looking."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field

from harness.model.bounds import Bounds
from harness.model.errors import JudgeError
from harness.model.output import whole
from harness.run import confine
from harness.run.bubblewrap import Bubblewrap, is_there
from harness.run.invocation import Invocation
from harness.run.isolation import Isolation, Level, Unconfined
from harness.run.landlock import Landlock
from harness.run.process import observe
from harness.run.scratch import scratch
from harness.run.seccomp import the_filter

_POLLED = "memory for a moment (it is looked at every 10 to 50 ms)"
LEVEL_A = Level("A", "bubblewrap and a control group", ())
LEVEL_B = Level("B", "bubblewrap", (_POLLED,))
LEVEL_C = Level("C", "Landlock and another user", ("disk space", "sight of other processes", _POLLED))
LEVEL_D = Level(
    "D", "Landlock", ("disk space", "sight of and signals to other processes", _POLLED)
)
_BOUNDS = Bounds(cpu=5, wall=20, processes=16)
_TRY = """\
{ : <"$1"; } 2>/dev/null && echo "read a file of the grader"
{ exec 3<>"/dev/tcp/127.0.0.1/$2"; } 2>/dev/null && echo "reached the network"
for one in /usr /etc /dev /; do { : >"$one/grade-probe"; } 2>/dev/null && echo "wrote into $one"; done
[ "$EUID" = 0 ] && echo "is root"
setsid sleep 60 >/dev/null 2>&1 &
mkfifo never
sh -c 'n=0; while [ $n -lt 40 ]; do read _ <never & n=$((n+1)); done; echo "started too many processes"' 2>/dev/null
echo done
"""


Sandbox = Bubblewrap | Landlock


class Choice(Struct):
    """The isolation that was chosen, and why no better one."""

    isolation: Isolation
    refused: list[str] = field(default_factory=list)
    """One line for each better level that this machine does not give."""


def choose(hidden: Sequence[Path] = (), best: str = "A") -> Choice:
    """Probe the levels from the best on. Must run in a process that runs one command at a time (see ``tree``).

    Args:
        hidden: folders that no program may see wherever they are: the course with its goldens.
        best: the letter of the first level that is tried.

    """
    refused: list[str] = []
    levels = (LEVEL_A, LEVEL_B, LEVEL_C if os.geteuid() == 0 else LEVEL_D)
    wanted = [level for level in levels if level.letter >= best]
    if wanted and os.geteuid() == 0 and (closed := _closed(Path(tempfile.gettempdir()))) is not None:
        refused.append(f"A, B, C: {closed} can be entered by root alone; let TMPDIR be a folder such as /tmp")
        return Choice(Unconfined(), refused)
    for level in wanted:
        try:
            made = make(level, hidden)
            probe(made)
        except (JudgeError, OSError) as error:
            refused.append(f"{level.letter}: {error}")
        else:
            return Choice(made, refused)
    return Choice(Unconfined(), refused)


def make(level: Level, hidden: Sequence[Path] = ()) -> Sandbox:
    """The isolation of a level, not yet probed; JudgeError when something that it takes is not there."""
    if level in (LEVEL_A, LEVEL_B):
        if not is_there():
            raise JudgeError("bubblewrap is not installed: apt-get install bubblewrap")
        below = tuple(path for one in hidden if (path := one.resolve()).is_relative_to("/usr"))
        return Bubblewrap(level, the_filter(), below, root=os.geteuid() == 0, groups=level is LEVEL_A)
    if not confine.version():
        raise JudgeError("the kernel has no Landlock")
    return Landlock(level, the_filter(apart=False), root=level is LEVEL_C)


def _closed(folder: Path) -> Path | None:
    """The first folder on the way to the scratch folders that is closed to students' programs."""
    way = [*reversed(folder.resolve().parents), folder.resolve()]
    return next((one for one in way if not one.stat().st_mode & 0o001), None)


def probe(isolation: Sandbox) -> None:
    """Try what must not be possible; JudgeError when something is."""
    with scratch() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        box, home = folder / "box", folder / "home"
        box.mkdir()
        home.mkdir()
        secret = folder / "golden"
        secret.write_text("secret", encoding="ascii")
        port = str(server.getsockname()[1])
        command = ("bash", "-c", _TRY, "probe", str(secret), port)
        try:
            seen = observe(Invocation(command, box, home, _BOUNDS), isolation)
        finally:
            isolation.forget()
    told = whole(seen.stdout).decode(errors="replace").split("\n")
    if told != ["done", ""]:
        told = [*told[:-2], seen.stderr.decode(errors="replace").strip(), seen.not_started]
        raise JudgeError(f"its probe says: {'; '.join(filter(None, told)) or 'nothing'}")
