"""Near misses are a family: each keeps to what a record promises, and a new one is one new file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.judge.near_misses import NEAR_MISSES, NearMiss
from tests.support import PATIENCE_S, ROOT, course, environment, write

NEW = '''\
"""Digits that stand for others."""

from harness.judge.near_misses.base import NearMiss

def _without_underscores(output):
    return output.replace(b"_", b"")

def _reversed(actual, expected, surplus):
    return surplus == 0 and actual.split() == expected.split()[::-1]

NEAR_MISSES = (
    NearMiss(
        name="underscores",
        sentence="Only underscores differ.",
        normalize=_without_underscores,
        ignored_as="underscores",
    ),
    NearMiss(name="backwards", sentence="The words are right, but backwards.", explains=_reversed),
)
'''
SPEC = """\
title: Counting
language: python
clauses:
  count: {text: The numbers are printed., points: 6}
  form: {text: They are printed as the handout shows., points: 4}
defaults:
  near_misses: {underscores: form, backwards: 0.5}
cases:
  - name: charged
    clause: count
    args: ["10_00 2000"]
    stdout: "1000 2000\\n"
  - name: halved
    clause: count
    args: ["2000 1000"]
    stdout: "1000 2000\\n"
  - name: ignored
    clause: count
    args: ["10_00 2000"]
    stdout: {text: "1000 2000\\n", ignore: [underscores]}
"""
PRINT = "import sys\nprint(sys.argv[1])\n"


@pytest.mark.parametrize("near_miss", NEAR_MISSES.values(), ids=NEAR_MISSES)
def test_is_a_difference_in_form_or_in_content(near_miss: NearMiss) -> None:
    if near_miss.name in ("other-stream", "crash-after-output"):  # the judge's, who sees both streams and the ending
        assert (near_miss.normalize, near_miss.explains) == (None, None)
    else:
        assert (near_miss.normalize is None) != (near_miss.explains is None)
    assert near_miss.normalize or not near_miss.ignored_as


def test_ranks_and_orders_leave_no_choice() -> None:
    assert len({near_miss.rank for near_miss in NEAR_MISSES.values()}) == len(NEAR_MISSES)
    for kind in ("normalize", "explains"):
        orders = [near_miss.order for near_miss in NEAR_MISSES.values() if getattr(near_miss, kind)]
        assert len(set(orders)) == len(orders)


def test_a_new_near_miss_is_one_file(tmp_path: Path, apart: Path) -> None:
    copy = shutil.copytree(ROOT / "harness", tmp_path / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    write(copy / "judge" / "near_misses", {"digits.py": NEW})
    root = write(course(tmp_path / "course", SPEC, name="count"), {"submissions/ann/count/count.py": PRINT})
    ended = subprocess.run(
        [sys.executable, "-m", "harness", "grade", "submissions", "--isolation", "E", "--report=report.json"],
        cwd=root,
        env={**environment(apart), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr.decode()  # not all is accepted
    (grade,) = json.loads((root / "report.json").read_text())["grades"]
    cases = {case["name"]: case for case in grade["cases"]}
    named = {name: [finding["near_misses"] for finding in case["findings"]] for name, case in cases.items()}
    assert named["form"] == [["underscores"]]  # the clause that is charged
    assert named["halved"] == [["backwards"]]
    assert named["ignored"] == []
    assert {name: case["score"] for name, case in cases.items()} == {"charged": 2, "halved": 1, "ignored": 2, "form": 0}
    assert "Only underscores differ" in ended.stdout.decode()
