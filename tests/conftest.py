"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.run.scratch import scratch


@pytest.fixture
def apart() -> Iterator[Path]:
    """A folder for the home and the scratch folders of a program under test: pytest's are closed to all but root."""
    with scratch() as folder:
        yield folder


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """An empty working folder."""
    folder = tmp_path / "box"
    folder.mkdir()
    return folder
