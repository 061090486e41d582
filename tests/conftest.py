"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def apart(tmp_path: Path) -> Path:
    """A folder for the home and the scratch folders of a program under test."""
    folder = tmp_path / "apart"
    folder.mkdir()
    return folder


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """An empty working folder."""
    folder = tmp_path / "box"
    folder.mkdir()
    return folder
