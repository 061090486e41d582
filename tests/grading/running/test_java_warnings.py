"""A warning of the Java virtual machine is no output of the program's."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.workspace.workspace import Workspace
from harness.language.java.virtual_machine import has_vm_warning
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Greeting
language: python
clauses:
  all: {text: All is well., points: 1}
cases:
  - {name: all, clause: all, stdout: "hello\\n"}
"""
LOCKED = (
    b"[0.003s][warning][perf,memops] Cannot use file /tmp/hsperfdata_root/2 because it is locked by another process\n"
)
THREAD = b'[0.012s][warning][os,thread] Failed to start thread "GC Thread#1" - pthread_create failed (EAGAIN)\n'
NO_SPACE = b"OpenJDK 64-Bit Server VM warning: Insufficient space for shared memory file:\n"


@pytest.mark.parametrize("warning", [LOCKED, THREAD, NO_SPACE, b"5\n" + LOCKED])
def test_warnings_are_known(warning: bytes) -> None:
    assert has_vm_warning(Observation((), warning))


@pytest.mark.parametrize("stdout", [b"", b"hello\n", b"[1, 2][warning][x]\n", b"OpenJDK is fine\n", b"x" * 100_000])
def test_outputs_of_programs_are_none(stdout: bytes) -> None:
    assert not has_vm_warning(Observation((), stdout))


@pytest.mark.parametrize("warning", [LOCKED, THREAD, NO_SPACE])
def test_a_disturbed_run_is_repeated(warning: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    observe = Workspace.observe
    runs: list[bytes] = []

    def disturbed_at_first(self: Workspace, invocation: Invocation) -> Observation:
        observation = observe(self, invocation)
        if observation.stdout != b"hello\n":
            return observation
        runs.append(observation.stdout)
        return replace(observation, stdout=warning + observation.stdout) if len(runs) == 1 else observation

    monkeypatch.setattr(Workspace, "observe", disturbed_at_first)
    handed_in = write(tmp_path / "handed-in", {"main.py": "print('hello')\n"})
    case = case_of(graded(loaded(course(tmp_path, SPEC)), handed_in), "all")
    assert case.verdict is Verdict.AC


def test_a_program_that_writes_such_lines_itself_is_wrong(tmp_path: Path) -> None:
    handed_in = write(tmp_path / "handed-in", {"main.py": f"print({LOCKED.decode().strip()!r})\nprint('hello')\n"})
    assert case_of(graded(loaded(course(tmp_path, SPEC)), handed_in), "all").verdict is Verdict.WA
