"""A driver that fails by itself is our fault, or the spec's: but only where it does so again."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.calling.driver_process import DriverProcess
from harness.grading.workspace.workspace import Workspace
from harness.model.invocation import ResolvedLimits
from harness.sandbox.isolation.none import Unconfined


class _Failing:
    """A driver that fails so many times, and then no more."""

    language = "none"
    has_fields = False
    has_arguments = False
    counts_calls = False

    def __init__(self, count: Path, times: int) -> None:
        self.script = f"echo . >> {count}; test $(wc -l < {count}) -gt {times} || {{ echo out of order >&2; exit 3; }}"

    def copy_driver(self, workdir: Path) -> bool:
        return workdir.is_dir()

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - every driver is given both
        return ("sh", "-c", self.script)


@pytest.mark.parametrize(("times", "message"), [(0, None), (1, None), (2, "out of order"), (3, "out of order")])
def test_it_has_to_fail_twice(tmp_path: Path, times: int, message: str | None) -> None:
    driver = _Failing(tmp_path / "count", times)
    process = DriverProcess(driver, b"", ResolvedLimits(), Workspace(tmp_path / "place", Unconfined()))  # type: ignore[arg-type]
    assert process.failure_alone() == message
