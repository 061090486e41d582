"""The battery as a user without rights, where root runs the tests: in a process of its own."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from harness.files.scratch import scratch
from harness.isolation import backends
from harness.isolation.base import Isolation
from harness.isolation.probe import probe
from harness.model.errors import JudgeError
from harness.run.process import observe
from tests.attacks.arena import Outcome, fight
from tests.attacks.battery import Attack
from tests.attacks.levels import given

PLAIN = 59_998
_BACKENDS = {backend.level.name: backend for backend in backends()}
_HIERARCHIES = [Path("/sys/fs/cgroup", name) for name in ("memory", "pids")]


Work = Callable[[Isolation], list[Any]]


def outcomes(letter: str, attacks: Sequence[Attack]) -> list[Outcome] | str:
    """What came of each attack at a level; or why this machine does not give it to a plain user."""
    return worked(letter, lambda here: [fight(attack, here) for attack in attacks])


def worked(letter: str, work: Work) -> list[Any] | str:
    """What a plain user gets done in a sandbox of a level; or why this machine does not give him one."""
    given("B")  # as root, so that all is imported: it may lie where a plain user cannot read
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    with contextlib.ExitStack() as stack:
        groups = stack.enter_context(_own_groups()) if letter == "A" else []
        own = stack.enter_context(scratch())
        os.chown(own, PLAIN, PLAIN)
        process = context.Process(target=_work, args=(letter, work, theirs, groups, own))
        process.start()
        theirs.close()
        try:
            told: list[Any] | str = ours.recv()
        except EOFError:
            told = "it ended without a word"
        process.join()
        left = [path.name for path in own.iterdir()]
        return f"scratch folders are left: {left}" if left and not isinstance(told, str) else told


@contextlib.contextmanager
def _own_groups() -> Iterator[list[Path]]:
    """Control groups that are a plain user's own, as a session manager gives them to its users."""
    groups = [folder / f"plain-{os.getpid()}" for folder in _HIERARCHIES]
    try:
        for group in groups:
            group.mkdir()
            for path in (group, group / "cgroup.procs"):
                os.chown(path, PLAIN, PLAIN)
        yield groups
    finally:
        for group in groups:
            with contextlib.suppress(OSError):
                group.rmdir()


def _work(letter: str, work: Work, pipe: Connection, groups: Sequence[Path], own: Path) -> None:
    tempfile.tempdir = str(own)
    for group in groups:
        (group / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
    os.setgroups([])
    os.setresgid(PLAIN, PLAIN, PLAIN)
    os.setresuid(PLAIN, PLAIN, PLAIN)
    try:
        here = _BACKENDS[letter].create(())
        probe(here, observe)
        told: list[Any] | str = work(here)
        here.release_resources()
    except (JudgeError, OSError) as error:
        told = str(error)
    pipe.send(told)
