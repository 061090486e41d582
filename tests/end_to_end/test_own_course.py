"""A course of one's own: the page on it, run in an empty folder with the wheel and nothing of this checkout."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support import PATIENCE_S, ROOT, environment, write


def test_the_page_is_true_with_the_wheel_alone(commands: Path, tmp_path: Path, apart: Path) -> None:
    """The page's own runner, started by the wheel's Python: it takes the commands that lie beside it."""
    script = (ROOT / "docs" / "try_examples.py").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "own-course.md").read_text(encoding="utf-8")
    elsewhere = write(tmp_path, {"docs/try_examples.py": script, "docs/own-course.md": page})
    surroundings = environment(apart)
    del surroundings["PYTHONPATH"]
    ended = subprocess.run(
        [commands / "python", "docs/try_examples.py", "docs/own-course.md"],
        cwd=elsewhere,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "examples, as shown" in ended.stdout
