"""Which isolation is chosen, and what is said about the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.app.commands.grading.doctor import doctor
from harness.sandbox.isolation import bubblewrap, supervisor_program
from harness.sandbox.isolation.bubblewrap import Bubblewrap
from harness.sandbox.isolation.choice import choose_isolation
from harness.sandbox.isolation.supervised import Supervised
from harness.sandbox.run.process import observe
from tests.attacks.levels import LEVELS

needs_bubblewrap = pytest.mark.skipif("B" not in LEVELS, reason="this machine gives neither level A nor level B")


@pytest.fixture
def no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither a compiled supervisor nor what compiles one."""
    supervisor_program.supervisor_program.cache_clear()
    monkeypatch.setattr(supervisor_program, "_folders", lambda: [tmp_path / "empty"])
    monkeypatch.setattr(supervisor_program, "shutil", SimpleNamespace(which=lambda _name: None))
    yield
    supervisor_program.supervisor_program.cache_clear()


@needs_bubblewrap
def test_the_quick_way_is_chosen() -> None:
    choice = choose_isolation(observe)
    assert isinstance(choice.isolation, Supervised)
    assert choice.slower == []


@needs_bubblewrap
@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_the_level_stays_and_the_reason_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    choice = choose_isolation(observe)
    assert isinstance(choice.isolation, Bubblewrap)
    reason = "the supervisor cannot be compiled: there is no gcc; apt-get install gcc libc6-dev"
    assert choice.slower == [reason]
    doctor(specs=None)
    assert f"  slower than it could be: {reason}\n" in capsys.readouterr().out


def test_a_reason_that_several_ways_share_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_is_installed", lambda: False)
    assert choose_isolation(observe).refused[0] == "A, B: bubblewrap is not installed: apt-get install bubblewrap"
