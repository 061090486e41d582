"""The document on ``course.yaml`` names every key, and its example is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.course.gradebook.marks.score_file import read_scores
from harness.course.policy.load import load_policy
from harness.course.policy.model import (
    AssignmentPolicy,
    Category,
    Drop,
    Extension,
    Gate,
    Late,
    LateTokens,
    Markers,
    Policy,
    Rounding,
    Tier,
)
from tests.docs.documents import fences, read
from tests.support import write

TEXT = read("docs/course.md")


MODELS = [
    Policy, AssignmentPolicy, Late, LateTokens, Tier, Gate, Extension, Markers, Drop, Category, Rounding,
]  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
def test_every_key_is_described(model: type) -> None:
    described = " ".join(re.findall(r"^- `.*(?:\n  .*)*", TEXT, re.MULTILINE))
    missing = [name for name in model.__struct_fields__ if f"`{name}`" not in described and f"{name}:" not in described]  # type: ignore[attr-defined]
    assert missing == []


def test_the_example_is_read(tmp_path: Path) -> None:
    example, of_total, scores = (fence.text for fence in fences(TEXT) if fence.language == "yaml")
    write(tmp_path, {"course.yaml": example, "specs/x": "", "scores.yaml": scores})
    assert [entry.who for entry in read_scores(tmp_path / "scores.yaml").entries] == ["Ann Lee", "102", "3fa1bc90"]
    policy = load_policy(tmp_path / "specs", ["cs771-8queens", "cse30-pa2"])
    assert policy.assignments["cse30-pa2"].weight == 2
    write(tmp_path, {"course.yaml": of_total})
    total = load_policy(tmp_path / "specs", ["pa1", "pa2", "pa3", "midterm", "final"])
    assert (total.grades["B"], total.rounding.to, total.categories["homework"].drop) == (75, 0.5, 1)
