"""The answer of the probe is kept as long as nothing changes that it depends on, and only where all held."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.grading.schedule import isolation_probe
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import JudgeError
from harness.sandbox.isolation.base import Choice
from harness.sandbox.isolation.choice import machine_facts
from harness.sandbox.isolation.none import BACKENDS


class _Probes:
    """Stands for the worker processes that probe, and counts them."""

    def __init__(self) -> None:
        self.count = 0
        self.answer: Choice | JudgeError = Choice(BACKENDS[0].create(()))

    def begin(self, _worker: object, _task: object) -> Callable[[], Any]:
        self.count += 1
        return lambda: self.answer


@pytest.fixture
def probes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> _Probes:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    probes = _Probes()
    monkeypatch.setattr(isolation_probe, "begin_task", probes.begin)
    return probes


def test_a_machine_is_probed_once(probes: _Probes) -> None:
    levels = [isolate(Path("/specs")).isolation.level.name for _ in range(3)]
    assert levels == [BACKENDS[0].level.name] * 3
    assert probes.count == 1


def test_another_machine_level_or_hidden_folder_is_probed_again(
    probes: _Probes, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolate(Path("/specs"))
    isolate(Path("/others"))
    isolate(Path("/specs"), best="B")
    monkeypatch.setattr(isolation_probe, "machine_facts", lambda: "after the next boot")
    isolate(Path("/specs"))
    assert probes.count == 4


def test_where_something_was_refused_it_is_probed_each_time(probes: _Probes) -> None:
    probes.answer = Choice(BACKENDS[0].create(()), ["A: bubblewrap is not installed"])
    assert isolate().refused == isolate().refused == ["A: bubblewrap is not installed"]
    assert probes.count == 2


def test_a_fresh_probe_replaces_the_answer_that_was_kept(probes: _Probes) -> None:
    isolate()
    probes.answer = JudgeError("programs cannot be run here")
    with pytest.raises(JudgeError):
        isolate(again=True)
    with pytest.raises(JudgeError):
        isolate()
    assert probes.count == 3


def test_without_a_cache_it_is_probed_each_time(probes: _Probes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADE_CACHE", "off")
    isolate()
    isolate()
    assert probes.count == 2


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05\x4b\x01\x2e"])
def test_a_damaged_answer_is_none(probes: _Probes, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(isolation_probe, "get_cached", lambda _facts: content)
    isolate()
    assert probes.count == 1


def test_the_facts_are_the_same_until_something_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = machine_facts()
    assert machine_facts() == before
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr("tempfile.tempdir", str(closed))
    assert machine_facts() != before
