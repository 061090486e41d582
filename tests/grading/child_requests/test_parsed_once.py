"""The sources of a submission are parsed once, for near names and for the rules of all cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.source_requests import FindNearNames, JudgeSources
from harness.language.parsing import parsed_sources
from harness.model.verdict import Verdict
from tests.support import course, loaded, write

SPEC = """\
title: Names
language: python
clauses: {named: {text: The functions have their names., points: 1}}
cases:
  - {name: names, clause: named, source: {functions: {nextNumber: {}}}}
  - {name: calls, clause: named, source: {calls: {nextNumber: [double]}}}
"""
SOURCE = "def double(n):\n    return 2 * n\ndef next_number(n):\n    return double(n)\n"


def test_sources_are_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC))
    folder = write(tmp_path / "work", {"prog.py": SOURCE})
    parsed: list[str] = []
    original = parsed_sources.outline_of

    def outline_of(path: str, source: bytes, macros: frozenset[bytes] = frozenset()) -> object:
        parsed.append(path)
        return original(path, source, macros)

    monkeypatch.setattr(parsed_sources, "outline_of", outline_of)
    names = FindNearNames(assignment.id, folder, ("prog.py",)).run({assignment.id: assignment})
    assert names.chosen == {"nextNumber": "next_number"}
    rules = [planned.case.source for planned in assignment.cases if planned.case.source is not None]
    judgements = [JudgeSources(rule, folder, ("prog.py",), names.chosen).run({}) for rule in rules]
    assert [judgement.verdict for judgement in judgements] == [Verdict.WA, Verdict.WA]
    assert parsed == ["prog.py"]
