"""Holds the student's program, and does with it what the course's tests ask: in the sandbox, with nothing of the tests.

Each program lives in a fork. When it ends, this process says how, and forks the next: a test costs the tests after it
nothing. Whatever the student's code does to this process costs the student's own tests.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys

_OWN = __file__.rpartition("/")[0]
sys.path.insert(0, _OWN)

from suite_child import Child  # noqa: E402

sys.path[:] = [path for path in sys.path if path != _OWN]
for _name in [name for name in sys.modules if name.startswith("suite_")]:
    del sys.modules[_name]  # a student's file may have that name

_MOST_PROGRAMS = 200
"""So many programs are begun, one after the other."""


def main() -> None:
    """Fork one program after the other, until the tests are over."""
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    for _ in range(_MOST_PROGRAMS):
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                Child(source, target).serve()
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        try:
            os.killpg(child, signal.SIGKILL)  # what it left
        except OSError:
            pass
        if _is_over(source):
            return
        os.write(target, b"\n" + json.dumps({"ended": _end(status)}).encode() + b"\n")


def _is_over(source: int) -> bool:
    """Whether the tests have closed their end."""
    poll = select.poll()
    poll.register(source, select.POLLIN)
    return any(event & select.POLLHUP and not event & select.POLLIN for _, event in poll.poll(0))


def _end(status: int) -> dict[str, int | str]:
    if not os.WIFSIGNALED(status):
        return {"status": os.WEXITSTATUS(status)}
    number = os.WTERMSIG(status)
    limits: dict[int, str] = {signal.SIGPROF: "cpu", signal.SIGXCPU: "cpu", signal.SIGALRM: "wall"}
    return {"limit": limits[number]} if number in limits else {"signal": number}


if __name__ == "__main__":
    main()
