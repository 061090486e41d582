"""A program that answers one question after the other: what it leaves when it is ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.sandbox.isolation.none import Unconfined, UnconfinedSandbox
from harness.sandbox.run.persistent_process import PersistentProcess, ProcessDied
from tests.support import invocation

_ECHO = """\
import os
os.write(1, bytes(4))
while chunk := os.read(0, 1000): os.write(1, chunk)
"""


def test_it_answers_and_its_sandbox_is_closed_with_it(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(UnconfinedSandbox, "close", lambda _sandbox: closed.append(True))
    program = PersistentProcess(invocation(workdir, "/usr/bin/python3", "-S", "-c", _ECHO), Unconfined(), 100)
    while not program.is_ready():
        pass
    assert program.ask(b"hello", 60.0) == b"hello"
    assert closed == []
    program.end()
    assert len(closed) == 1
    with pytest.raises(ProcessDied):
        program.ask(b"hello", 60.0)
