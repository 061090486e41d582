"""The names of kinds of findings: each is a kind that the catalogue words, under its own name."""

from __future__ import annotations

from harness.judge import finding_kinds
from harness.judge.messages import catalogue

NAMES = {name: kind for name, kind in vars(finding_kinds).items() if name.isupper()}


def test_each_name_is_that_of_a_kind_with_a_sentence() -> None:
    assert NAMES
    assert {kind for kind in NAMES.values() if kind not in catalogue()} == set()
    assert all(name == kind.upper().replace("-", "_") for name, kind in NAMES.items())
