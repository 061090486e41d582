"""The document on ``course.yaml`` names every key, and its example is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.gradebook.marks.score_file import read_overlay
from harness.course.policy.load import load_policy
from harness.course.policy.model import AssignmentPolicy, Drop, Extension, Gate, Late, Markers, Policy, Tier
from tests.docs.documents import fences, read
from tests.support import write

TEXT = read("docs/course.md")


@pytest.mark.parametrize("model", [Policy, AssignmentPolicy, Late, Tier, Gate, Extension, Markers, Drop])
def test_every_key_is_described(model: type) -> None:
    tables = [line for line in TEXT.splitlines() if line.startswith("| `")]
    described = " ".join(tables)
    missing = [name for name in model.__struct_fields__ if f"`{name}`" not in described and f"{name}:" not in described]  # type: ignore[attr-defined]
    assert missing == []


def test_the_example_is_read(tmp_path: Path) -> None:
    example, scores = (fence.text for fence in fences(TEXT) if fence.language == "yaml")
    write(tmp_path, {"course.yaml": example, "specs/x": "", "scores.yaml": scores})
    assert [entry.who for entry in read_overlay(tmp_path / "scores.yaml").entries] == ["Ann Lee", "102", "3fa1bc90"]
    policy = load_policy(tmp_path / "specs", ["cs771-8queens", "cse30-pa2"])
    assert policy.assignments["cse30-pa2"].weight == 2
