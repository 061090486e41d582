"""The processes that the tests run in share what they build, and nothing with whoever runs them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def test_all_workers_have_one_cache(
    request: pytest.FixtureRequest, of_all_workers: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    worker = getattr(request.config, "workerinput", {}).get("workerid")
    own = tmp_path_factory.getbasetemp()
    assert own == (of_all_workers / f"popen-{worker}" if worker else of_all_workers)
    assert os.environ["XDG_CACHE_HOME"] == str(of_all_workers / "cache")
