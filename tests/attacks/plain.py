"""Run attacks as a user without rights, in a child process, where root runs the tests."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from harness.model.errors import JudgeError
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.isolation.choice import probe
from harness.sandbox.isolation.supervisor_program import supervisor_program
from harness.sandbox.run.process import observe
from tests.attacks.arena import Outcome, run_attack
from tests.attacks.battery import Attack
from tests.attacks.levels import created_isolations, names_of_backends, probed_isolation

PLAIN_UID = 59_998
LEVELS = ("A", "A-2", "B", "B-2", "D") if os.geteuid() == 0 else ()
"""The levels that a plain user may be given, where root asks for him."""
_BACKENDS = names_of_backends()
_ROOT = Path("/sys/fs/cgroup")


Work = Callable[[Isolation], list[Any]]


def attack_as_plain_user(level: str, attacks: Sequence[Attack]) -> list[Outcome] | str:
    """Return the outcome of each attack at a level; or why this machine does not give it to a plain user."""
    return run_as_plain_user(level, lambda isolation: [run_attack(attack, isolation) for attack in attacks])


def run_as_plain_user(level: str, work: Work) -> list[Any] | str:
    """Return what ``work`` returns for a plain user's isolation; or why this machine does not give him that level."""
    probed_isolation("B")  # as root, so that all is imported: it may lie where a plain user cannot read
    context = multiprocessing.get_context("fork")
    pipe_end, child_end = context.Pipe()
    with contextlib.ExitStack() as stack:
        cgroups = stack.enter_context(_delegated_cgroups()) if level[0] == "A" else []
        temporary = stack.enter_context(scratch())
        os.chown(temporary, PLAIN_UID, PLAIN_UID)
        cache_home = stack.enter_context(scratch())
        cache_home.chmod(0o755)
        (cache_home / "grade").mkdir()
        shutil.copy2(supervisor_program(), cache_home / "grade")
        process = context.Process(target=_in_child, args=(level, work, child_end, cgroups, temporary, cache_home))
        process.start()
        child_end.close()
        try:
            result: list[Any] | str = pipe_end.recv()
        except EOFError:
            result = "it ended without a word"
        process.join()
        leftovers = [path.name for path in temporary.iterdir()]
        return f"scratch folders are left: {leftovers}" if leftovers and not isinstance(result, str) else result


@contextlib.contextmanager
def _delegated_cgroups() -> Iterator[list[Path]]:
    """Make control groups that a plain user owns, as a session manager does for its users; yield those to begin in."""
    name = f"plain-{os.getpid()}"
    if (_ROOT / "cgroup.controllers").is_file():  # version 2 alone: a group with processes has no groups with limits
        cgroups = [_ROOT / name, _ROOT / name / "session"]
    else:
        cgroups = [_ROOT / controller / name for controller in ("memory", "cpuacct", "pids")]
    try:
        for group in cgroups:
            group.mkdir()
            for path in (group, group / "cgroup.procs", group / "cgroup.subtree_control"):
                with contextlib.suppress(FileNotFoundError):  # version 1 has no such list
                    os.chown(path, PLAIN_UID, PLAIN_UID)
        yield [group for group in cgroups if group != _ROOT / name]
    finally:
        for group in reversed(cgroups):
            with contextlib.suppress(OSError):
                group.rmdir()


def _in_child(
    level: str, work: Work, pipe: Connection, cgroups: Sequence[Path], temporary: Path, cache_home: Path
) -> None:
    tempfile.tempdir = str(temporary)
    os.environ["XDG_CACHE_HOME"], sys.prefix = str(cache_home), sys.base_prefix  # root's environment may be closed
    supervisor_program.cache_clear()
    for group in cgroups:
        (group / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
    os.setgroups([])
    os.setresgid(PLAIN_UID, PLAIN_UID, PLAIN_UID)
    os.setresuid(PLAIN_UID, PLAIN_UID, PLAIN_UID)
    try:
        isolation = _BACKENDS[level].create(())
        created_isolations.append(isolation)
        probe(isolation, observe)
        result: list[Any] | str = work(isolation)
        isolation.release_resources()
    except (JudgeError, OSError) as error:
        result = str(error)
    pipe.send(result)
