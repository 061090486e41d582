"""The assignments of ``examples/``: each is proven, the right hand-ins get full marks, the wrong ones lose some."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support import ROOT, harness, report

EXAMPLES = ROOT / "examples"
NAMES = sorted(path.parent.name for path in EXAMPLES.glob("specs/*/spec.yaml"))


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


def test_the_pages_have_them_all() -> None:
    page = "".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("fifteen-minutes", "suites"))
    assert len(NAMES) == 12
    assert all(f"- `{name}`: " in page or f"`examples/specs/{name}" in page for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_proven(course: Path, apart: Path, name: str) -> None:
    assert "no failures" in harness("verify", name, cwd=course, apart=apart, expect=0).out


@pytest.mark.parametrize("name", NAMES)
def test_right_hand_ins_get_full_marks_and_wrong_ones_do_not(course: Path, apart: Path, name: str) -> None:
    content = report("--assignment", name, "submissions", "--no-gradebook", cwd=course, apart=apart, expect=1)
    scores = {grade["student"]: (grade["score"], grade["max_score"]) for grade in content["grades"]}
    assert scores["ann"] == (100, 100)
    assert 0 < scores["bob"][0] < 100
