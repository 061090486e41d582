"""Programs with one fault that no spec was written for: the first entry of the report names the cause, near its top.

The cause was written down before the report was read; each rule is shown in two languages where it has them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import Struct

from harness.course.assignments import load_course
from harness.judge.messages.translator import translator
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from tests.support import ROOT, graded

MOST_LINES = 8
"""Lines of a report in which its cause has to be named."""


class Fault(Struct, frozen=True):
    """A change of a reference that makes it wrong, and what names the cause."""

    work: str
    """A folder below ``reference/``."""
    file: str
    old: str
    new: str
    cause: str
    """A pattern of the words that name it."""
    not_said: str = ""
    """A pattern of what the evidence contradicts."""


FAULTS = {
    "square never tried": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "for j in range(1, n + 1):",
        "for j in range(1, n):",
        r"no queen was tried in row 2, column 4",
    ),
    "same row again": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "findSolutions(B, i + 1, mode)",
        "findSolutions(B, i, mode)",
        r"placeQueen\(B, 1, 2\) was called, but the queen in row 1, column 1 still stands there",
    ),
    "arguments swapped": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "            placeQueen(B, i, j)\n            count",
        "            placeQueen(B, j, i)\n            count",
        r"row and column are swapped",
    ),
    "function never called": Fault(
        "comp333-java/java",
        "EightQueens.java",
        "                setAllPositionsUntried(col);\n",
        "",
        r"setAllPositionsUntried was never called",
        "Compare each queen",
    ),
    "option misread in Java": Fault(
        "cmps12a-pa5/java",
        "Queens.java",
        "int n = parseSize(args[args.length - 1]);",
        "int n = Integer.parseInt(args[0]);",
        r'NumberFormatException: For input string: "-v"',
        "catch the",
    ),
    "option misread in Python": Fault(
        "cse30-pa2/python",
        "Queens.py",
        'case ["-v", number]',
        'case ["-V", number]',
        r"Only runs with -v fail like this; the same runs without it are right",
    ),
    "rest not reversed": Fault(
        "cmps12a-pa5/java",
        "Queens.java",
        "        reverse(A, pivot + 1, last);\n    }\n\n    /** Tells",
        "    }\n\n    /** Tells",
        r"those after them are in the reverse order",
    ),
    "first of a row left out": Fault(
        "cmps12a-pa5/java",
        "Queens.java",
        "for (int j = 1; j < A.length; j++) {\n            text",
        "for (int j = 2; j < A.length; j++) {\n            text",
        r"The first number of each line is missing",
    ),
    "last of a row left out": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "for row in B[1:])",
        "for row in B[1:-1])",
        r"Only the last one is missing",
    ),
    "clause that ends it missing": Fault(
        "comp333-prolog/prolog",
        "queens.pl",
        "safe([], _, _).\n",
        "",
        r"Each clause of safe/3 calls safe/3 again",
    ),
    "cut after the first": Fault(
        "comp333-prolog/prolog",
        "queens.pl",
        "    place(Rows, [], Reversed),",
        "    place(Rows, [], Reversed), !,",
        r"gives 1 of the 92 solutions",
        "too strict",
    ),
    "diagonal not advanced": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "        left -= 1\n        right += 1\n        row[j] -= 1",
        "        left -= 1\n        row[j] -= 1",
        r"placeQueen\(B, 1, 2\) does not change B\[2\]\[3\], B\[3\]\[4\]",
    ),
    "never removed": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "            removeQueen(B, i, j)\n",
        "",
        r"removeQueen was never called",
    ),
    "one list for all rows": Fault(
        "cse30-pa2/python",
        "Queens.py",
        "return [[0] * (n + 1) for _ in range(n + 1)]",
        "return [[0] * (n + 1)] * (n + 1)",
        r"one and the same list as rows 0 and 1",
    ),
    "another number printed": Fault(
        "cse30-pa2/python",
        "Queens.py",
        'print(f"{n}-Queens has {count} solutions")',
        'print(f"{n}-Queens has {n} solutions")',
        r"The number that came is n itself",
    ),
    "queens not moved": Fault(
        "cs771-8queens/python",
        "queens.py",
        "if attacks(state, column, best) < most:",
        "if attacks(state, column, best) > most:",
        r"No queen is moved from any start state of this input",
    ),
    "distance of columns not used": Fault(
        "cs771-8queens/python",
        "queens.py",
        "abs(other_row - row) == abs(other - column)",
        "abs(other_row - row) == 1",
        r"queens in neighbouring rows attacked each other",
    ),
    "crash in C++": Fault(
        "cs689-prog11/cpp",
        "prog11.cc",
        "if (board[i][j] &&",
        "if (board.at(i + size)[j] &&",
        r"if \(board\.at\(i \+ size\)\[j\]",
        "printed nothing",
    ),
    "distance not counted up": Fault(
        "comp333-prolog/prolog",
        "queens.pl",
        "    Next is Distance + 1,\n    safe(Qs, Row, Next).",
        "    safe(Qs, Row, Distance).",
        r"Distance is 1 in every call of safe/3",
    ),
    "test the wrong way round": Fault(
        "comp333-prolog/prolog",
        "queens.pl",
        "abs(Q - Row) =\\= Distance",
        "abs(Q - Row) =:= Distance",
        r"the test is the wrong way round",
        "not only neighbours",
    ),
    "begins at column 1": Fault(
        "comp333-java/java",
        "EightQueens.java",
        "        int col = 0;\n",
        "        int col = 1;\n",
        r"Column 0 has no queen",
        "Compare each queen",
    ),
    "count begins again": Fault(
        "cmps12a-pa5/java",
        "Queens.java",
        "            if (isSolution(A)) {\n",
        "            solutions = 0;\n            if (isSolution(A)) {\n",
        r"Let the count begin at 0 once",
    ),
    "recursion without end in C++": Fault(
        "cs689-prog11/cpp",
        "prog11.cc",
        "solveNQueensUtil(board, row + 1)",
        "solveNQueensUtil(board, row)",
        r"solveNQueensUtil is called in itself again and again",
        "index out of range",
    ),
    "condition negated in C++": Fault(
        "cs689-prog11/cpp",
        "prog11.cc",
        "if (!isSafe(",
        "if (isSafe(",
        r"A queen belongs where isSafe says true",
    ),
}


def first_entry(fault: Fault, folder: Path) -> Sequence[str]:
    """The lines of the first entry of the report on a program with this fault."""
    name = fault.work.partition("/")[0]
    shutil.copytree(ROOT / "reference" / fault.work, folder)
    source = (folder / fault.file).read_text(encoding="utf-8")
    assert source.count(fault.old) == 1
    (folder / fault.file).write_text(source.replace(fault.old, fault.new), encoding="utf-8")
    assignment = load_course(ROOT / "specs", (name,))[name]
    lines = plain(explanation_lines(graded(assignment, folder), assignment, translator(), details=False), 80)
    text = "\n".join(lines).strip("\n")
    return text.split("\n  ✘ 2")[0].splitlines()


@pytest.mark.parametrize("name", FAULTS)
def test_the_first_entry_names_the_cause(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    entry = first_entry(fault, tmp_path / "ann")
    top = re.sub(r"\s+", " ", " ".join(entry[:MOST_LINES]))
    assert re.search(fault.cause, top), "\n".join(entry)
    if fault.not_said:
        assert not re.search(fault.not_said, " ".join(entry)), "\n".join(entry)
