"""The judging child: answers, limits, and that nobody outlives the grader."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from harness.judge.child import client as judging_client
from harness.judge.child.client import Exceeded, JudgingClient, JudgingFault
from harness.judge.child.server import judging_server
from harness.model.errors import JudgeError
from harness.model.output import StoredOutput
from harness.sandbox.files.unix import stat_fields
from tests.support import PATIENCE_S


class Call(Struct, frozen=True):
    """Evaluates an expression: a stand-in for any request."""

    source: str
    value: object = None

    def run(self, context: object) -> object:
        names = {"context": context, "value": self.value, "os": os, "time": time, "unicodedata": unicodedata}
        return eval(self.source, names)  # noqa: S307 - ours


class Raise(Struct, frozen=True):
    message: str

    def run(self, _context: object) -> object:
        raise JudgeError(self.message)


@pytest.fixture
def judging() -> Iterator[JudgingClient]:
    with judging_server({"course": "x"}) as server:
        yield JudgingClient(server)


def test_answers_come_from_one_child_that_has_the_context(judging: JudgingClient) -> None:
    assert judging.call(Call("context")) == {"course": "x"}
    first = judging.call(Call("os.getpid()"))
    assert first == judging.call(Call("os.getpid()")) != os.getpid()


def test_errors_of_ours_come_back_as_they_are(judging: JudgingClient) -> None:
    with pytest.raises(JudgeError, match="no compiler"):
        judging.call(Raise("no compiler"))


def test_an_unexpected_exception_is_a_fault_with_its_traceback(judging: JudgingClient) -> None:
    with pytest.raises(JudgingFault, match="ZeroDivisionError"):
        judging.call(Call("1 / 0"))
    assert judging.call(Call("1 + 1")) == 2


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("time.sleep(30) or unicodedata", "time"),
        ("sum(range(1 << 60))", "time"),
        ("bytearray(1 << 32)", "memory"),
        ("[bytes(1 << 20) for _ in range(5000)]", "memory"),
        ("os.kill(os.getpid(), 11)", "crash"),
        ("os._exit(0)", "crash"),
        ("(lambda again: again(again))(lambda again: again(again))", "depth"),
    ],
)
def test_what_is_exceeded_is_reported_and_the_next_request_gets_a_new_child(
    judging: JudgingClient, monkeypatch: pytest.MonkeyPatch, source: str, reason: str
) -> None:
    before = judging.call(Call("os.getpid()"))
    with monkeypatch.context() as shorter:
        if reason == "time":
            shorter.setattr(judging_client, "CPU_LIMIT_S", 0.3)
        with pytest.raises(Exceeded) as exceeded:
            judging.call(Call(source))
    assert exceeded.value.reason == reason
    assert judging.call(Call("os.getpid()")) != before
    deadline = time.monotonic() + PATIENCE_S
    while Path(f"/proc/{before}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not Path(f"/proc/{before}").exists()


class KeepMemory(Struct, frozen=True):
    """Leaves a child with 30 MiB, as caches of a course's functions may, whatever was free in the process before."""

    def run(self, _context: object) -> int:
        kept = os.__dict__.setdefault("kept", [])
        with contextlib.suppress(MemoryError):
            while True:
                kept.append(bytearray(1 << 20))
        del kept[-30:]
        return os.getpid()


def test_what_a_child_keeps_of_others_does_not_decide_a_verdict(judging: JudgingClient) -> None:
    first = judging.call(KeepMemory(), "s1")
    assert judging.call(Call("len(bytearray(70 << 20)) and os.getpid()"), "s2") != first


def test_a_child_that_crashes_under_a_second_request_is_replaced_once(judging: JudgingClient) -> None:
    judging.call(KeepMemory())
    assert judging.call(Call("os._exit(0) if hasattr(os, 'kept') else 'done'")) == "done"
    with pytest.raises(Exceeded, match="crash"):
        judging.call(Call("os._exit(0)"))


@pytest.mark.parametrize(("slowness", "in_time"), [(1.0, False), (8.0, True)])
def test_a_slow_machine_gets_as_much_more_time_as_it_is_slower(
    judging: JudgingClient, monkeypatch: pytest.MonkeyPatch, slowness: float, in_time: bool
) -> None:
    monkeypatch.setattr(judging_client, "CPU_LIMIT_S", 0.25)
    monkeypatch.setattr(judging_client, "_WALL_FACTOR", 1000)  # others may keep the machine busy
    monkeypatch.setattr(judging_client, "slowness", lambda: slowness)
    used = "__import__('time').process_time()"
    request = Call(f"[end := {used} + 1.25, all({used} < end for _ in iter(int, 1))]")
    if in_time:
        judging.call(request)
    else:
        with pytest.raises(Exceeded):
            judging.call(request)
    with pytest.raises(Exceeded) as exceeded:
        judging.call(Call("sum(1 for _ in iter(int, 1))"))
    assert exceeded.value.reason == "time"


def test_the_speed_of_a_machine_never_takes_time_away() -> None:
    assert 1 <= judging_client.slowness() <= 8


def test_a_submission_that_has_passed_a_limit_gets_less_time(
    judging: JudgingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_client, "SECOND_CPU_LIMIT_S", 0.2)
    with pytest.raises(Exceeded):
        judging.call(Call("os._exit(0)"), "s1")
    with pytest.raises(Exceeded) as exceeded:
        judging.call(Call("sum(1 for _ in iter(int, 1))"), "s1")
    assert exceeded.value.reason == "time"
    assert judging.call(Call("sum(range(20000000)) > 0"), "s2")


def test_an_output_in_a_file_is_not_sent(judging: JudgingClient) -> None:
    with tempfile.TemporaryFile() as file:
        file.write(b"line\n" * 1000)
        file.flush()
        stored = StoredOutput(os.dup(file.fileno()))
        assert judging.call(Call("(type(value).__name__, len(value), value[:5])", stored)) == (
            type(stored).__name__,
            5000,
            b"line\n",
        )


def _grade(pipe: object, ending: int) -> None:
    """A grader with a worker that is stuck in C, and leaves at no signal but SIGKILL."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a command called in this process before may have set another end
    with judging_server(None) as server:
        worker = os.fork()
        if worker == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            client = JudgingClient(server)
            client.register()
            child = client.call(Call("os.getpid()"))
            pipe.send((os.getpid(), child))  # type: ignore[attr-defined]
            while True:
                time.sleep(1)
        pipe.recv()  # type: ignore[attr-defined]
        os.kill(os.getpid(), ending)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_nobody_outlives_a_grader_that_is_killed(ending: int) -> None:
    ours, theirs = multiprocessing.Pipe()
    grader = multiprocessing.get_context("fork").Process(target=_grade, args=(theirs, ending))
    grader.start()
    pids = ours.recv()
    ours.send("end")
    grader.join(PATIENCE_S)
    deadline = time.monotonic() + PATIENCE_S
    while any(_is_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_is_alive(pid) for pid in pids)


def _is_alive(pid: int) -> bool:
    try:
        return stat_fields(pid)[0] != b"Z"
    except OSError:
        return False
