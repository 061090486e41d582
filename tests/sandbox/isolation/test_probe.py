"""The probe of a sandbox refuses every one that lacks something: each of its attempts is shown to be reported."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable

import pytest

from harness.model.errors import JudgeError
from harness.model.invocation import ResolvedLimits
from harness.sandbox.isolation import choice as probing
from harness.sandbox.isolation.bubblewrap import LEVEL_B, Bubblewrap
from harness.sandbox.isolation.choice import probe
from harness.sandbox.process_setup.seccomp import syscall_filter
from harness.sandbox.run.process import observe


class _Changed(Bubblewrap):
    """A sandbox whose bubblewrap command was changed."""

    def __init__(self, change: Callable[[tuple[str, ...]], Iterable[str]] = tuple) -> None:
        super().__init__(LEVEL_B, syscall_filter(), (), root=os.geteuid() == 0, use_cgroup=False)
        self._bwrap = tuple(change(self._bwrap))


def _refused(sandbox: Bubblewrap) -> str:
    with pytest.raises(JudgeError) as refused:
        probe(sandbox, observe)
    return str(refused.value)


def test_a_whole_sandbox_holds() -> None:
    probe(_Changed(), observe)


def test_files_of_the_grader_are_out_of_sight() -> None:
    temporary = tempfile.gettempdir()
    message = _refused(_Changed(lambda words: (*words, "--ro-bind", temporary, temporary)))
    assert message == "its probe says: read a file of the grader"


def test_the_network_is_out_of_reach() -> None:
    message = _refused(_Changed(lambda words: (word for word in words if word != "--unshare-net")))
    assert message == "its probe says: reached the network"


def test_the_machine_cannot_be_written() -> None:
    message = _refused(_Changed(lambda words: (*words, "--perms", "0777", "--tmpfs", "/usr/local", "--tmpfs", "/etc")))
    assert message == "its probe says: wrote into /etc"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root could hand it on")
def test_programs_are_not_root() -> None:
    assert "is root" in _refused(Bubblewrap(LEVEL_B, syscall_filter(), (), root=False, use_cgroup=False))


def test_processes_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "_LIMITS", ResolvedLimits(cpu=5, wall=20, processes=60))
    assert _refused(_Changed()) == "its probe says: started too many processes"
