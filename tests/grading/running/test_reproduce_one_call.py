"""Of many calls the one that shows the fault is repeated, as shortly as the program allows."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support import PATIENCE_S, case_of, course, environment, graded, loaded, write

SPEC = """\
title: t
language: python
clauses: {{c: {{text: t, points: 1}}}}
cases:
  - name: many
    clause: c
    args: ["4"]
    let: {{B: [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], C: [1, 1, 1, 1, 2]}}
    calls:
      - {{function: total, args: [{first}]}}
      - {{function: total, args: ["$C"]}}
      - {{function: total, args: ["$B"]}}
    results: many
"""
CHECKS = """\
from harness.model.finding import Finding


def many(results, params):
    yield Finding("none is right", "the returned value", params={"shown_call": 2})
"""
TOTAL = """\
import sys


def total(rows):
    return len(rows)


def main():
    sys.exit(total(sys.argv))

"""
GUARDED = f"{TOTAL}\nif __name__ == '__main__':\n    main()\n"


def line_of(tmp_path: Path, source: str, first: str = "[1]") -> str:
    folder = write(tmp_path / "handed-in", {"total.py": source})
    assignment = loaded(course(tmp_path, SPEC.format(first=first), beside={"checks.py": CHECKS}))
    return case_of(graded(assignment, folder), "many").reproduce


def test_the_call_that_is_shown_is_made_alone(tmp_path: Path, apart: Path) -> None:
    line = line_of(tmp_path, GUARDED)
    assert line == "python3 -c 'from total import total; B = [[0] * 4 for _ in range(4)]; print(total(B))' 4"
    ended = subprocess.run(
        ["sh", "-c", line],
        cwd=tmp_path / "handed-in",
        env=environment(apart),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "4\n", "")


def test_calls_that_share_a_variable_are_all_made(tmp_path: Path) -> None:
    line = line_of(tmp_path, GUARDED, first='"$B"')
    assert line.count("total(") == 3
    assert "C = [1, 1, 1, 1, 2]" in line


@pytest.mark.parametrize(
    "source",
    [
        f"{TOTAL}\nmain()\n",
        f"{TOTAL}\nif __name__ == '__main__':\n    size = int(sys.argv[1])\n    main()\n",
        GUARDED.replace("def main():\n", "def main():\n    global size\n    size = 4\n"),
    ],
)
def test_what_sets_variables_where_it_is_no_module_is_run_as_it_is(tmp_path: Path, source: str) -> None:
    assert "from total import" not in line_of(tmp_path, source)


JAVA = """\
title: t
language: java
clauses: {c: {text: t, points: 1}}
cases:
  - {name: short, clause: c, let: {A: [0, 1]}, calls: [{function: turn, args: ["$A", "a  b"], after: [[1, 0], "a  b"]}]}
"""


def test_a_short_program_of_java_is_one_line(tmp_path: Path, apart: Path) -> None:
    source = "class Turn {\n  static void turn(int[] a, String name) { System.out.println(name); }\n}\n"
    folder = write(tmp_path / "handed-in", {"Turn.java": source})
    line = case_of(graded(loaded(course(tmp_path, JAVA)), folder), "short").reproduce
    assert r"\n  " not in line
    ended = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment(apart), capture_output=True, check=False, timeout=PATIENCE_S
    )
    assert ended.stdout.decode().splitlines() == ["a  b", "[0, 1]"]
