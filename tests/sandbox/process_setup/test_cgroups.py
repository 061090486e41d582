"""Control groups of version 2, of which few machines of tests have any: the files that are written and read.

The folders here are plain ones with the files that the kernel would put there: what the kernel does with them is not
tested. Version 1 is, by every attack at level A.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.model.invocation import ResolvedLimits
from harness.sandbox.process_setup import cgroups
from harness.sandbox.process_setup.cgroups import Cgroup, _group_with_controllers, _remove, remove_stale_groups
from tests.attacks.levels import probed_isolation
from tests.support import write

MIB = 1024**2
UNIFIED = Path("/sys/fs/cgroup/unified")


@pytest.fixture
def group(tmp_path: Path) -> Cgroup:
    folder = write(tmp_path / "grade-1-0", {"memory.events": "low 0\noom 3\noom_kill 0\n", "pids.events": "max 0\n"})
    return Cgroup(folder, folder, folder, 2)


def test_the_limits_are_written_and_then_the_process_is_put_in(group: Cgroup) -> None:
    group.set_limits(ResolvedLimits(memory=100 * MIB, disk=20 * MIB, processes=48), own_processes=1)
    group.add_process(4711)
    contents = {path.name: path.read_text() for path in group.memory.iterdir() if path.name.split(".")[-1] != "events"}
    assert contents == {
        "memory.max": str((100 + 20 + 192) * MIB),
        "memory.swap.max": "0",
        "pids.max": "49",
        "cgroup.procs": "4711",
    }


def test_limits_that_stay_are_not_written_again(group: Cgroup) -> None:
    group.set_limits(ResolvedLimits(), 1)
    (group.memory / "memory.max").write_text("as it was")
    group.set_limits(ResolvedLimits(), 1)
    assert (group.memory / "memory.max").read_text() == "as it was"


def test_what_the_kernel_refused_is_reported_once(group: Cgroup) -> None:
    assert group.new_limit_hits() == ()
    write(group.memory, {"memory.events": "oom_kill 1\n", "pids.events": "max 7\n"})
    assert group.new_limit_hits() == ("memory", "processes")
    assert group.new_limit_hits() == ()


def test_the_group_counts_what_nobody_waited_for(group: Cgroup) -> None:
    write(group.memory, {"cpu.stat": "usage_usec 7000000\nuser_usec 1\n"})
    group.set_limits(ResolvedLimits(), 1)
    write(group.memory, {"cpu.stat": "usage_usec 7200000\nuser_usec 1\n"})
    assert group.total_cpu_s(0.1) == 0.1, "the sandbox's own work is not the program's"
    write(group.memory, {"cpu.stat": "usage_usec 9500000\nuser_usec 1\n"})
    assert group.total_cpu_s(0.1) == 2.5
    assert group.total_cpu_s(2.4) == 2.4


def test_the_controllers_are_handed_on_by_the_group_above_where_the_own_one_cannot(tmp_path: Path) -> None:
    own = write(tmp_path / "above" / "own", {})  # no cgroup.subtree_control
    write(tmp_path / "above", {"cgroup.subtree_control": "cpu\n"})
    assert _group_with_controllers(own) == tmp_path / "above"
    assert (tmp_path / "above" / "cgroup.subtree_control").read_text() == "+memory +pids"


@pytest.mark.skipif(not (UNIFIED / "cgroup.controllers").is_file(), reason="no hierarchy of version 2 here")
def test_a_real_hierarchy_without_the_controllers_is_refused() -> None:
    if {"memory", "pids"} <= set((UNIFIED / "cgroup.controllers").read_text().split()):
        pytest.skip("it has them")
    with pytest.raises(PermissionError, match="cannot be handed on"):
        _group_with_controllers(UNIFIED)


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
def test_waking_the_kernel_moves_nobody() -> None:
    before = Path("/proc/self/cgroup").read_text()
    group = Cgroup.create()
    try:
        with subprocess.Popen(["sleep", "600"]) as process:
            group.warm_up()
            group.add_process(process.pid)
            assert (group.pids / "cgroup.procs").read_text().split() == [str(process.pid)]
            assert Path("/proc/self/cgroup").read_text() == before
            process.kill()
    finally:
        group.remove()
    assert not group.pids.exists()


def test_where_this_process_is_no_member_the_kernel_is_not_woken(group: Cgroup) -> None:
    group.warm_up()
    group.add_process(4711)
    assert (group.memory / "cgroup.procs").read_text() == "4711"


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
@pytest.mark.parametrize("inner", ["", "grade-999999999-0"])
def test_a_group_that_somebody_is_just_leaving_is_removed(inner: str) -> None:
    group = Cgroup.create()
    (group.pids / inner).mkdir(exist_ok=True)
    with subprocess.Popen(["sleep", "0.1"]) as process:
        group.add_process(process.pid)
        (group.pids / inner / "cgroup.procs").write_text(str(process.pid))
        _remove({group.memory, group.cpu, group.pids, group.pids / inner})
        assert not group.pids.exists()
        assert not group.memory.exists()


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
def test_a_group_that_somebody_stays_in_is_waited_for_a_moment_only() -> None:
    group = Cgroup.create()
    with subprocess.Popen(["sleep", "60"]) as process:
        group.add_process(process.pid)
        group.remove()
        assert group.pids.exists()
        process.kill()
        process.wait()
        group.remove()
    assert not group.pids.exists()


@pytest.fixture
def stale(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cgroup]:
    """A group of a grader that is no more: its number is above all."""
    with _group_of(999_999_999, monkeypatch) as group:
        yield group


@contextlib.contextmanager
def _group_of(pid: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cgroup]:
    parent = Cgroup.create()
    above = (parent.memory, parent.cpu, parent.pids)
    monkeypatch.setattr(cgroups, "parent_groups", lambda: (parent.version, above))
    memory, cpu, pids = (folder / f"grade-{pid}-0" for folder in above)
    for folder in dict.fromkeys((memory, cpu, pids)):
        folder.mkdir()
    group = Cgroup(memory, cpu, pids, parent.version)
    try:
        yield group
    finally:
        group.remove()
        parent.remove()


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
def test_the_group_of_a_grader_that_nobody_has_waited_for_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen(["true"]) as process, _group_of(process.pid, monkeypatch) as group:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        (group.pids / f"grade-{process.pid}-1").mkdir()  # of a grader that was in a group itself
        remove_stale_groups()
        assert not group.pids.exists()


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
def test_the_group_of_a_grader_that_lives_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    with _group_of(os.getppid(), monkeypatch) as group:
        remove_stale_groups()
        assert group.pids.exists()


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
def test_what_waits_for_ever_in_the_group_of_a_killed_grader_is_ended(stale: Cgroup) -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        stale.add_process(process.pid)
        (stale.memory / "grade-999999998-0").mkdir()  # of a grader that was in it
        remove_stale_groups()
        assert process.wait(20) == -9
    remove_stale_groups()
    assert not stale.pids.exists()
    assert not stale.memory.exists()


@pytest.mark.skipif(isinstance(probed_isolation("A"), str), reason="this machine gives no control groups")
def test_a_sandbox_of_a_grader_that_is_not_seen_from_here_goes_on(stale: Cgroup, tmp_path: Path) -> None:
    shutil.copy("/bin/sh", tmp_path / "bwrap")
    script = "sleep 60 & echo $!; wait"
    with subprocess.Popen([tmp_path / "bwrap", "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        stale.add_process(child)
        remove_stale_groups()
        assert (stale.pids / "cgroup.procs").read_text().split() == [str(child)]
        subprocess.run(["kill", str(child)], check=True)
        process.wait()
