"""No program learns by locks what one in another worker's sandbox does at the same moment, or takes what that needs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.output import read_whole
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation import backends, supervised
from harness.sandbox.isolation.base import Backend, Isolation
from harness.sandbox.isolation.supervised import Supervised
from harness.sandbox.isolation.supervised_run import SupervisedRun
from harness.sandbox.run.process import observe
from tests.attacks.levels import LEVELS, isolation_at
from tests.sandbox.isolation.test_run_to_run import _compile
from tests.support import write

_LIMITS = ResolvedLimits(cpu=10.0, wall=30.0)
_COMMAND = ("/usr/bin/python3", "-S", "main.py")
_PLACES = """\
import fcntl, os, struct, time
places = ['/', '/usr', '/usr/bin', '/usr/bin/python3', '/usr/lib/os-release', '/bin/sh', '/etc', '/etc/ld.so.cache',
          '/etc/alternatives', '/tools', '/tools/' + os.listdir('/tools')[0], '/dev', '/dev/null', '/dev/zero',
          '/dev/full', '/dev/tty', '/dev/random', '/dev/urandom', '/proc/version', '/proc/sys', '/proc/cpuinfo']
if os.fork():
    os.wait()
    os._exit(0)
os.setsid()
terminal = os.ttyname(os.openpty()[1]) if os.path.exists('/dev/pts/ptmx') else ''
own_terminal = os.open(terminal, os.O_RDWR)
os.close(os.open('/dev/tty', os.O_RDWR))
def opened(place):
    try: return os.open(place, os.O_RDWR)
    except OSError: return os.open(place, os.O_RDONLY)
def lock(kind): return struct.pack('hhqqi4x', kind, 0, 0, 0, 0)
"""
_HOLDS = """\
for place in places:
    descriptor = opened(place)
    for call in (lambda: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB),
                 lambda: fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB),
                 lambda: fcntl.fcntl(descriptor, fcntl.F_SETLK, lock(fcntl.F_WRLCK)),
                 lambda: fcntl.fcntl(descriptor, fcntl.F_SETLK, lock(fcntl.F_RDLCK)),
                 lambda: fcntl.fcntl(descriptor, 37, lock(fcntl.F_RDLCK))):
        try: call()
        except OSError: pass
os.write(1, b'x')
time.sleep(25)
"""
_LOOKS = """\
for place in places:
    descriptor, seen = opened(place), []
    for kind in (fcntl.LOCK_EX, fcntl.LOCK_SH):
        try: fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except OSError as error: seen.append(error.errno)
        else: fcntl.flock(descriptor, fcntl.LOCK_UN)
    for kind in (fcntl.F_WRLCK, fcntl.F_RDLCK):
        for request in (fcntl.F_GETLK, 36, fcntl.F_SETLK):
            try: seen.append(fcntl.fcntl(descriptor, request, lock(kind))[:20])
            except OSError as error: seen.append(error.errno)
    os.close(descriptor)
    print(place, seen)
"""


_TAKES = """\
import ctypes, signal
libc = ctypes.CDLL(None)
signal.pthread_sigmask(signal.SIG_BLOCK, {40})
def count(take, most=400):
    taken = 0
    try:
        while taken < most and take() >= 0: taken += 1
    except OSError: pass
    return taken
def terminal(): return os.open('/dev/ptmx', os.O_RDWR | os.O_NOCTTY)
def timer(): return libc.timer_create(1, None, ctypes.byref(ctypes.c_void_p()))
def aio(): return libc.syscall(206, 1024, ctypes.byref(ctypes.c_ulong(0)))
def watch(): return libc.inotify_init1(0)
def namespace(): return -1 if libc.unshare(0x10000000) else 0
def key(): return libc.syscall(248, b'user', str(time.monotonic()).encode(), b'x', 1, -4)
def queue(): return libc.syscall(240, str(time.monotonic()).encode(), 0o102, 0o600, 0)
def memory(): return libc.shmget(0, 4096, 0o1600)
def queued(): return libc.sigqueue(os.getpid(), 40, 0)
def child():
    pid = os.fork()
    if pid == 0: time.sleep(25)
    return pid
takes = (aio, watch, namespace, key, queue, memory, timer, queued, terminal, child)
"""
_TAKES_ALL = _TAKES + "for take in takes: count(take, 10000)\nos.write(1, b'x')\ntime.sleep(25)\n"
_COUNTS = _TAKES + "for take in takes: print(take.__name__, count(take))\n"


@contextlib.contextmanager
def _other_worker() -> Iterator[Supervised]:
    """The sandboxes of another worker; without a control group, which this process has one of."""
    isolation = backends_by_level()["B"].create(())
    assert isinstance(isolation, Supervised)
    try:
        yield isolation
    finally:
        isolation.release_resources()


def backends_by_level() -> dict[str, Backend]:
    """The quick backends by their levels."""
    return {backend.level.name: backend for backend in backends() if backend in supervised.BACKENDS}


@contextlib.contextmanager
def _holding(isolation: Supervised, root: Path, program: str = _HOLDS) -> Iterator[None]:
    """A program that holds every lock that it gets, or whatever else it takes."""
    run = isolation.shared_sandbox(_invocation(root / "eve", program))
    assert isinstance(run, SupervisedRun)
    held, wrote = os.pipe()
    try:
        with Path(os.devnull).open("r+b") as null:
            run.start(null.fileno(), wrote, null.fileno())
        assert os.read(held, 1) == b"x"
        yield
    finally:
        os.close(held)
        os.close(wrote)
        run.close()


def _invocation(folder: Path, program: str) -> Invocation:
    workdir, home = write(folder / "work", {"main.py": _PLACES + program}), folder / "home"
    home.mkdir(exist_ok=True)
    return Invocation(_COMMAND, workdir, home, _LIMITS, submission=folder.name)


def _seen(isolation: Isolation, root: Path, program: str = _LOOKS) -> Sequence[bytes]:
    observation = observe(_invocation(root / "bob", program), isolation)
    assert (observation.exit, observation.stderr) == (0, b"")
    return read_whole(observation.stdout).splitlines()


@pytest.mark.parametrize("level", [level for level in LEVELS if level in {"A", "B"}])
def test_locks_of_a_program_elsewhere_are_not_seen(level: str) -> None:
    isolation = isolation_at(level)
    with scratch() as root, _other_worker() as other:
        before = _seen(isolation, root)
        with _holding(other, root):
            assert _seen(isolation, root) == before
    assert len(before) == 21


@pytest.mark.skipif("B" not in LEVELS, reason="no sandbox stays here")
@pytest.mark.parametrize(
    ("removed", "place"),
    [
        ("    have_own_files();\n", b"/usr/bin/python3"),
        ("        own_settings();\n", b"/etc/ld.so.cache"),
    ],
)
def test_they_are_seen_where_a_part_of_the_supervisor_is_missing(
    removed: str, place: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation = isolation_at("B")
    program = _compile(tmp_path, {removed: "" if "copy" not in removed else "        ;\n"})
    isolation.release_resources()
    with scratch() as root, _other_worker() as other:
        for each in (isolation, other):
            monkeypatch.setattr(each, "_program", program)
        before = _seen(isolation, root)
        with _holding(other, root):
            after = _seen(isolation, root)
    isolation.release_resources()
    differing = {line.split()[0] for line, earlier in zip(after, before, strict=True) if line != earlier}
    assert place in differing


@pytest.mark.parametrize("level", [level for level in LEVELS if level in {"A", "B"}])
def test_what_a_program_takes_is_there_for_one_elsewhere(level: str) -> None:
    isolation = isolation_at(level)
    with scratch() as root, _other_worker() as other:
        before = _seen(isolation, root, _COUNTS)
        with _holding(other, root, _TAKES_ALL):
            assert _seen(isolation, root, _COUNTS) == before
    taken = dict(line.split() for line in before)
    assert [taken[name] for name in (b"aio", b"watch", b"namespace", b"key", b"queue", b"memory")] == [b"0"] * 6
    assert 0 < int(taken[b"terminal"]) <= 64
    assert int(taken[b"child"]) > 0
