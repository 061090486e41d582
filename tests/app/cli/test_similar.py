"""``harness gradebook similar``: pairs with both excerpts, of the gradebook's own hand-ins and of other folders."""

from __future__ import annotations

import json
from pathlib import Path

from tests.course.test_similarity import CHANGED, OTHER, QUEENS
from tests.support import SUM, Course, course, write

ROSTER = "Name,ID\nAnn Lee,ann\nBob Ray,bob\nCat Day,cat\nDan Fox,dan\n"


def test_pairs_that_are_worth_a_look(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    programs = {"ann": QUEENS, "bob": CHANGED["renamed"], "cat": OTHER, "dan": "print(5)\n"}
    write(root, {f"class/{name}/main.py": program for name, program in programs.items()})
    write(root, {"roster.csv": ROSTER, "2025/old/main.py": OTHER, "template/main.py": QUEENS})
    write(root / "reference" / "sum" / "python", {"main.py": "import sys\nprint(sum(map(int, sys.argv[1:])))\n"})
    place = Course(root, apart, "")
    place.run("ingest", "class", "--assignment", "sum", "--roster", "roster.csv")
    out = place.run("gradebook", "similar", "sum", "--json", "pairs.json")
    assert "sum: 1 pairs among 4 programs" in out
    assert "Ann Lee (ann)  and  Bob Ray (bob)" in out
    assert "prove nothing" in out
    line = next(line for line in out.splitlines() if "def attacked(board, row, column):" in line)
    assert "def x_attacked9(x_board9, x_row9, x_column9):" in line, "side by side"
    (pair,) = json.loads((root / "pairs.json").read_bytes())["pairs"]
    assert pair["share"] > 0.9
    assert any("x_board9" in text for text in pair["passages"][0]["other_excerpt"])
    assert "0 pairs" in place.run("gradebook", "similar", "sum", "--template", "template")
    assert "Cat Day (cat)  and  2025/old" in place.run("gradebook", "similar", "sum", "--other", "2025")
    assert "no such folder" in place.run("gradebook", "similar", "sum", "--other", "2024", expect=2)
