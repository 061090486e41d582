"""The tests that a change touches are found by where they stand and by what they import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import PATIENCE_S, ROOT
from tests.touched import touched_tests

_FILES = {
    "harness/__init__.py": "",
    "harness/judge/__init__.py": "",
    "harness/judge/text.py": "",
    "harness/judge/child/__init__.py": "",
    "harness/judge/child/client.py": "from ..text import compare",
    "specs/_shared/__init__.py": "",
    "specs/_shared/rows.py": "",
    "tests/support.py": "import harness.judge.child.client",
    "tests/judge/test_text.py": "",
    "tests/judge/test_other.py": "def test_it():\n    from harness.judge import text",
    "tests/judge/child/test_limits.py": "from tests.support import course",
    "tests/specs/test_rows.py": "from _shared.rows import readings",
    "tests/workspaces/sam/test_broken.py": "print(",
}


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("harness/judge/text.py", ["tests/judge/test_text.py", "tests/judge/test_other.py"]),
        ("harness/judge/child/client.py", ["tests/judge/child/test_limits.py"]),
        ("harness/judge/child/__init__.py", ["tests/judge/child/test_limits.py"]),
        ("specs/_shared/rows.py", ["tests/specs/test_rows.py"]),
        ("tests/judge/test_other.py", ["tests/judge/test_other.py"]),
        ("tests/support.py", ["tests/judge/child/test_limits.py"]),
        ("README.md", []),
    ],
)
def test_the_nearest_come_first_and_others_stay_out(tmp_path: Path, changed: str, touched: list[str]) -> None:
    for name, text in _FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")

    assert touched_tests([changed], tmp_path) == touched


def test_a_run_that_begins_no_test_in_time_fails() -> None:
    words = ("-m", "pytest", "-o", "addopts=", "-p", "no:cacheprovider", "-k", "nearest", "tests/test_touched.py")
    ended = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"TESTS_BEGUN_UNTIL": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert "7 tests not begun in time" in ended.stdout
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED
