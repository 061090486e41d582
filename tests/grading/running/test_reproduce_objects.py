"""The line below a wrong answer makes the objects of the case again and calls their methods."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support import PATIENCE_S, case_of, course, environment, graded, loaded, write

SPEC = """\
title: t
language: {}
clauses: {{c: {{text: t, points: 1}}}}
cases:
  - name: one
    clause: c
    calls:
      - {{new: Box, args: [Ann, 2.5], keep: box}}
      - {{of: $box, function: add, args: [1.0], returns: 9.0}}
      - {{of: Box, function: made, args: [], returns: 1}}
      - {{of: $box, function: other, args: [$box], keep: same}}
      - {{of: $same, function: add, args: [0.5]}}
"""
JAVA = """\
public class Box {
    private double size;
    private static int made;
    public Box(String owner, double size) { this.size = size; made++; }
    public double add(double by) { size += by; return size; }
    public static int made() { return made; }
    public Box other(Box box) { return box; }
}
"""
PYTHON = """\
class Box:
    count = 0
    def __init__(self, owner, size):
        self.size = size
        Box.count += 1
    def add(self, by):
        self.size += by
        return self.size
    @staticmethod
    def made():
        return Box.count
    def other(self, box):
        return box
"""


@pytest.mark.parametrize(("language", "name", "source"), [("java", "Box.java", JAVA), ("python", "box.py", PYTHON)])
def test_objects_are_made_again(language: str, name: str, source: str, tmp_path: Path, apart: Path) -> None:
    folder = write(tmp_path / "handed-in", {name: source})
    grade = graded(loaded(course(tmp_path, SPEC.format(language))), folder)
    line = case_of(grade, "one").reproduce
    assert "import java" not in line  # nothing of a library is used
    ended = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=environment(apart),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (ended.returncode, ended.stderr) == (0, ""), line
    assert ended.stdout.split() == ["3.5", "1", "4.0"], line
