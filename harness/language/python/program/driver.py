"""Call functions of a student's modules: one case a line on stdin, the results go to the file of the first argument.

Each case runs in a fork of its own, where the student's code is also loaded, so that none of it runs in this process.
Works with Python 3.9 and later, with the standard library alone.
"""

from __future__ import annotations

import sys

_STARTUP = set(sys.modules)
_OWN = __file__.rpartition("/")[0]
sys.path.insert(0, _OWN)

import builtins  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import resource  # noqa: E402
import signal  # noqa: E402
from os import _exit, fork, write  # noqa: E402
from typing import Any  # noqa: E402

from grade_child import Child  # noqa: E402
from grade_program import Program  # noqa: E402
from grade_sources import Source, choose, own_modules, survey  # noqa: E402

for _name in [name for name in sys.modules if name.startswith("grade_")]:
    del sys.modules[_name]  # a student's file may have that name, and nobody else needs ours
sys.path[:] = [path for path in sys.path if path != _OWN]  # the student's code can write into that folder

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_LARGEST_REPORT = 4 << 20
_LONGEST_TURN_S = 5
_LONGEST_STACK = 4096
_OVER_TIME = '"limit": "cpu"'


def main() -> None:
    """Run all cases, or as many as fit into one process: the driver is started again for the rest."""
    report = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    requests = [_with_defaults(json.loads(line)) for line in _lines()]
    sources, endless = survey(), Endless()
    for request in requests:
        run(request, sources, report, endless)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        if os.fstat(report).st_size > _LARGEST_REPORT or used.ru_utime + used.ru_stime > _LONGEST_TURN_S:
            return


def _lines() -> list[bytes]:
    """The lines of the cases, which a file holds where standard input is that of the calls."""
    path = f"{_OWN}/requests"
    if not os.path.exists(path):
        return list(sys.stdin.buffer)
    with open(path, "rb") as file:
        lines = list(file)
    os.unlink(path)
    return lines


def _with_defaults(request: dict[str, Any]) -> dict[str, Any]:
    """A case with the keys that were left out of its line."""
    defaults = {
        "functions": [],
        "fold": False,
        "repeat": 1,
        "new": False,
        "of": {},
        "keep": "",
        "fields": [],
        "args": [],
        "elements": None,
    }
    calls = [defaults | call for call in request["calls"]]
    usual = {"set": {}, "let": {}, "get": [], "argv": [], "files": [], "streams": False, "endless": {}}
    return usual | request | {"calls": calls}


class Endless:
    """Files with arguments, with which both loading and calls were over their limit: not to be loaded whole again."""

    def __init__(self) -> None:
        """None is known yet."""
        self.limits: dict[tuple[str, ...], float] = {}
        self.tried_again: set[tuple[str, ...]] = set()

    def is_known(self, load: tuple[str, ...], request: dict[str, Any]) -> bool:
        """Whether loading took more than this case may use, in this process or one before it; more may do."""
        return bool(request["cpu"] <= max(self.limits.get(load, 0), request["endless"].get(load[0], 0)))


def run(request: dict[str, Any], sources: list[Source], report: int, endless: Endless) -> None:
    """Run a case in a process of its own; again with definitions alone when loading ended the first process."""
    write(report, b'{"begin": %d}\n' % request["case"])
    source = choose(sources, request)
    load = source.path, *request["argv"]
    is_known, ends = endless.is_known(load, request), []
    ended, path = "", f"{sys.argv[1]}.stack"
    stack = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    os.unlink(path)
    begun = os.fstat(report).st_size
    for whole in (False,) if is_known else (True, False):
        progress, ended = _run_child(request, sources, report, stack, whole=whole)
        if b"." in progress:
            if is_known and b"!" in progress and load not in endless.tried_again:
                endless.tried_again.add(load)
                _try_whole(request, sources, report, stack, begun)
            os.close(stack)
            return
        ends.append(ended)
        if b"+" in progress:
            break
    trace = os.pread(stack, _LONGEST_STACK, 0).decode("utf-8", "replace") if "limit" in ended else ""
    os.close(stack)
    if ends == [_OVER_TIME, _OVER_TIME]:
        endless.limits[load] = max(request["cpu"], endless.limits.get(load, 0))
        ended += f', "endless": {json.dumps(source.path)}'
    write(report, b'\n{"end": %d, %s, "trace": %s}\n' % (request["case"], ended.encode(), json.dumps(trace).encode()))


def _run_child(
    request: dict[str, Any], sources: list[Source], report: int, stack: int, *, whole: bool
) -> tuple[bytes, str]:
    """Run a case in a process of its own; return how far it came, and how it ended."""
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    child = fork()
    if child == 0:
        try:
            program = Program(choose(sources, request), request["argv"], own_modules(sources) - _STARTUP)
            Child(request, program, report, theirs, stack).run(whole=whole)
        finally:
            _exit(1)
    os.close(theirs)
    _, status, used = os.wait4(child, 0)
    try:
        os.killpg(child, signal.SIGKILL)  # what it left
    except OSError:
        pass
    try:
        progress = os.read(ours, 8)
    except BlockingIOError:
        progress = b""
    os.close(ours)
    return progress, _describe_end(status, used.ru_utime + used.ru_stime, request["cpu"])


def _try_whole(request: dict[str, Any], sources: list[Source], report: int, stack: int, begun: int) -> None:
    """Run a case with the file as a whole: a call failed without it, and it may come to its end now.

    What the case reported, from ``begun`` on, stays if it does not.
    """
    reported = os.pread(report, os.fstat(report).st_size - begun, begun)
    os.ftruncate(report, begun)
    progress, _ = _run_child(request, sources, report, stack, whole=True)
    if b"." not in progress:
        os.ftruncate(report, begun)
        while reported:
            reported = reported[write(report, reported) :]


def _describe_end(status: int, cpu: float, limit: float) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        over = number in (signal.SIGXCPU, signal.SIGPROF) or (number == signal.SIGKILL and cpu > limit / 2)
        if number == signal.SIGXFSZ:
            return '"limit": "output"'
        return _OVER_TIME if over else f'"signal": {number}'
    return f'"exit": {os.WEXITSTATUS(status)}'


if __name__ == "__main__":
    main()
