"""Worker processes: every task is done, a killed worker costs a retry, a bug is reported."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.grading.schedule.pool import Pool, begin_task
from harness.model.errors import JudgeError, UsageError
from harness.sandbox.process_setup import process_tree


@dataclass(frozen=True)
class Double:
    number: int

    def run(self, worker: str) -> str:
        return f"{worker}{self.number * 2}"


@dataclass(frozen=True)
class KillOnce:
    """Kills its worker the first time; a mark on disk tells that it did."""

    mark: Path

    def run(self, worker: str) -> str:
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return f"{worker} second"


@dataclass(frozen=True)
class KillAlways:
    marks: Path

    def run(self, _worker: str) -> None:
        (self.marks / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Bug:
    def run(self, _worker: str) -> float:
        return 1 / 0


@dataclass(frozen=True)
class OurFault:
    def run(self, _worker: str) -> None:
        raise JudgeError("no compiler")


@dataclass(frozen=True)
class Meet:
    """Waits until tasks of two workers are under way; a mark on disk tells of each."""

    marks: Path

    def run(self, _worker: str) -> int:
        (self.marks / str(os.getpid())).touch()
        while len(list(self.marks.iterdir())) < 2:
            time.sleep(0.01)
        return os.getpid()


@dataclass(frozen=True)
class Who:
    def run(self, _worker: str) -> int:
        time.sleep(0.2)
        return os.getpid()


def results(tasks: Iterable[Any], jobs: int = 2) -> dict[Any, Any]:
    got: dict[Any, Any] = {}

    def done(task: Any, result: Any) -> tuple[()]:
        assert task not in got, "each task is done once"
        got[task] = result
        return ()

    pool: Pool[Any] = Pool("w", jobs)
    pool.run(tasks, done)
    return got


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_is_done_once(jobs: int) -> None:
    assert results([Double(number) for number in range(40)], jobs) == {Double(n): f"w{n * 2}" for n in range(40)}


def test_no_task_is_no_work() -> None:
    assert results([]) == {}


def test_tasks_that_a_result_asks_for_come_before_those_that_wait() -> None:
    order: list[int] = []

    def done(task: Double, _: str) -> list[Double]:
        order.append(task.number)
        return [Double(task.number * 10), Double(task.number * 10 + 1)] if task.number < 10 else []

    pool: Pool[Double] = Pool("w", 1)
    pool.run((Double(number) for number in (1, 2)), done)
    assert order == [1, 10, 11, 2, 20, 21]


def test_a_worker_that_is_killed_once_costs_nothing_but_time(tmp_path: Path) -> None:
    tasks = [Double(1), KillOnce(tmp_path / "mark"), *(Double(number) for number in range(2, 10))]
    got = results(tasks)
    assert got.pop(KillOnce(tmp_path / "mark")) == "w second"
    assert got == {Double(number): f"w{number * 2}" for number in range(1, 10)}


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_task_that_kills_its_worker_twice_is_a_judge_error_and_the_others_are_unaffected(
    tmp_path: Path, jobs: int
) -> None:
    got = results([Double(1), KillAlways(tmp_path), *(Double(number) for number in range(2, 20))], jobs)
    error = got.pop(KillAlways(tmp_path))
    assert isinstance(error, JudgeError)
    assert "killed twice" in str(error)
    assert len(list(tmp_path.iterdir())) == 2, "tried exactly twice"
    assert got == {Double(number): f"w{number * 2}" for number in range(1, 20)}


def test_a_judge_error_is_a_result() -> None:
    got = results([OurFault(), Double(1)])
    assert isinstance(got[OurFault()], JudgeError)
    assert str(got[OurFault()]) == "no compiler"
    assert got[Double(1)] == "w2"


def test_a_bug_in_a_task_is_loud_and_costs_that_task_alone(capsys: pytest.CaptureFixture[str]) -> None:
    got = results([Bug(), *(Double(number) for number in range(5))])
    error = got.pop(Bug())
    assert isinstance(error, JudgeError)
    assert str(error) == "a fault of the harness itself: ZeroDivisionError: division by zero"
    assert got == {Double(number): f"w{number * 2}" for number in range(5)}
    shown = capsys.readouterr().err
    assert shown.startswith("Traceback (most recent call last):")
    assert "in run" in shown


def test_a_result_that_is_refused_ends_the_workers() -> None:
    def done(_task: Any, _result: Any) -> tuple[()]:
        raise KeyboardInterrupt

    pool: Pool[Any] = Pool("w", 3)
    with pytest.raises(KeyboardInterrupt):
        pool.run([Who() for _ in range(6)], done)
    assert process_tree.children(os.getpid()) == []


def test_the_work_is_done_in_so_many_processes(tmp_path: Path) -> None:
    pids = set(results([Who(), Double(1)], 1).values()) - {"w2"}
    assert os.getpid() not in pids
    seen: list[int] = []

    def done(_task: Meet, pid: int) -> tuple[()]:
        seen.append(pid)
        return ()

    pool: Pool[Meet] = Pool("w", 2)
    pool.run([Meet(tmp_path) for _ in range(4)], done)
    assert len(seen) == 4
    assert len(set(seen)) == 2
    assert process_tree.children(os.getpid()) == []


@dataclass(frozen=True)
class Interrupt:
    """What a user does who presses Ctrl-C while this task is under way, and its result is waited for."""

    client: int
    waits: Path

    def run(self, worker: str) -> str:
        while not self.waits.exists() or "(sleeping)" not in Path(f"/proc/{self.client}/status").read_text():
            time.sleep(0.01)
        os.kill(self.client, signal.SIGINT)
        time.sleep(60)
        return worker


def test_one_task_that_was_begun_gives_its_result_as_often_as_it_is_asked() -> None:
    result = begin_task("a", Double(2))
    assert [result(), result()] == ["a4", "a4"]


def test_one_task_that_was_broken_off_is_a_judge_error_when_it_is_asked_again(tmp_path: Path) -> None:
    result = begin_task("a", Interrupt(os.getpid(), tmp_path / "waits"))
    (tmp_path / "waits").touch()
    with pytest.raises(KeyboardInterrupt):
        result()
    with pytest.raises(JudgeError, match="interrupted"):
        result()
    assert process_tree.children(os.getpid()) == []


@dataclass(frozen=True)
class Deaf:
    """Overhears the first SIGTERM, as Python does when one comes just before it waits."""

    mark: Path

    def run(self, worker: str) -> str:
        leave = signal.getsignal(signal.SIGTERM)
        signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, leave))
        self.mark.touch()
        time.sleep(600)
        return worker


def test_a_worker_that_ignores_its_end_is_ended_again(tmp_path: Path) -> None:
    mark = tmp_path / "deaf"

    def done(_: Any, result: Any) -> Iterable[Any]:
        while not mark.exists():
            time.sleep(0.001)
        raise UsageError(result)

    before = time.monotonic()
    with pytest.raises(UsageError, match="a2"):
        Pool[Any]("a", 2).run([Deaf(mark), Double(1)], done)
    assert time.monotonic() - before < 300
    assert process_tree.children(os.getpid()) == []


def test_an_idle_worker_is_ended_by_the_kernel_which_overhears_nothing() -> None:
    def done(_: Who, pid: int) -> tuple[()]:
        status = dict(line.split(":\t") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        assert not int(status["SigCgt"], 16) >> (signal.SIGTERM - 1) & 1
        return ()

    Pool[Who]("a", 1).run([Who(), Who()], done)


def test_the_parent_does_something_once_while_the_first_follow_up_is_under_way(tmp_path: Path) -> None:
    mark, shown = tmp_path / "mark", list[str]()

    def meanwhile() -> None:
        shown.append("meanwhile")
        mark.touch()

    def done(task: Any, result: Any) -> Iterable[Any]:
        shown.append(result)
        return [AwaitMark(mark)] if isinstance(task, Double) else ()

    Pool[Any]("a", 1, meanwhile).run([Double(1)], done)
    assert shown == ["a2", "meanwhile", "marked"]


@dataclass(frozen=True)
class AwaitMark:
    mark: Path

    def run(self, _: str) -> str:
        while not self.mark.exists():
            time.sleep(0.001)
        return "marked"
