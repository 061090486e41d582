"""Where a program prints a line too many, the report names the statement that prints it, if no other can."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.finding_kinds import PRINTED_HERE
from harness.judge.messages.translator import translator
from harness.model.grade import Grade
from harness.reports.causes.grouping import causes
from harness.reports.text.cause import cause_lines
from harness.reports.text.lines import plain
from tests.support import course, graded, loaded, write

SPEC = """\
title: Squares
language: any
clauses: {squares: {text: The squares are printed., points: 8}}
cases:
  - {name: three, clause: squares, stdin: "3\\n", stdout: "1\\n4\\n9\\n"}
"""
CALLS = """\
title: Squares
language: python
clauses: {square: {text: The square is returned., points: 8}}
cases:
  - {name: three, clause: square, calls: [{function: square, args: [3], returns: 9, stdout: ""}]}
"""
PYTHON = """\
def square(row):
    {}
    return row * row


for row in range(1, int(input()) + 1):
    print(square(row))
"""
C = """\
#include <stdio.h>
static int square(int row) {
    printf("square of %d\\n", row);
    return row * row;
}
int main(void) {
    int rows, row;
    if (scanf("%d", &rows) != 1) return 1;
    for (row = 1; row <= rows; row++) printf("%d\\n", square(row));
    return 0;
}
"""


def printed(root: Path, spec: str, name: str, source: str) -> tuple[Grade, str]:
    """The grade of a program, and what is said of its first cause."""
    assignment = loaded(course(root, spec))
    grade = graded(assignment, write(root / "ann", {name: source}))
    lines = plain(cause_lines(causes(grade)[0], 1, assignment, translator()), 200)
    return grade, "\n".join(lines)


@pytest.mark.parametrize(
    ("spec", "name", "source", "words"),
    [
        (SPEC, "a.py", PYTHON.format('print("row", row)'), "`row 1` is printed by a.py, line 2, in square:"),
        (SPEC, "a.c", C, "`square of 1` is printed by a.c, line 3, in square:"),
        (
            CALLS,
            "a.py",
            PYTHON.format('print("row", row)').partition("\n\n\n")[0],
            "`row 3` is printed by a.py, line 2",
        ),
        # Not all that is expected came: of the first line that differs no word is expected.
        (SPEC, "a.py", PYTHON.format('print("row", row); row = 0'), "`row 1` is printed by a.py, line 2, in square:"),
        # A flood is ended at the limit.
        (SPEC, "a.py", PYTHON.format('\n    while True: print("row", row)'), "`row 1` is printed by a.py, line 3"),
    ],
)
def test_the_statement_that_prints_a_line_too_many_is_shown(
    tmp_path: Path, spec: str, name: str, source: str, words: str
) -> None:
    _, text = printed(tmp_path, spec, name, source)
    assert words in text
    assert "│" in text.partition(words)[2]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(PYTHON.format('TEXT = "row"\n    print(TEXT, row)'), id="printed-elsewhere"),
        pytest.param(PYTHON.format('print("row", row) if row > 1 else None\n    print("row", row)'), id="twice"),
        pytest.param(PYTHON.format("print(row)"), id="a-value"),
        pytest.param(PYTHON.format("row += 1"), id="a-wrong-value"),
    ],
)
def test_nothing_is_said_where_no_text_shows_it(tmp_path: Path, source: str) -> None:
    grade, text = printed(tmp_path, SPEC, "a.py", source)
    assert grade.score < grade.max_score
    assert "is printed by" not in text


def test_a_line_that_only_has_other_words_is_not_one_too_many(tmp_path: Path) -> None:
    spec = SPEC.replace('"1\\n4\\n9\\n"', '"The sum is 6\\n"')
    grade, _ = printed(tmp_path, spec, "a.py", "input()\nprint('sum: 6')\n")
    assert PRINTED_HERE not in [finding.kind for case in grade.cases for finding in case.findings]


LABELS = """input()
print("start")
for row in range(1, {}):
    print(f"row {{row}}")
    {}
print("finished")
"""


@pytest.mark.parametrize(("last", "more", "lines"), [(21, 'print("here")', ["here"]), (5, "pass", [])])
def test_a_line_that_is_expected_elsewhere_is_not_one_too_many(
    tmp_path: Path, last: int, more: str, lines: list[str]
) -> None:
    rows = "".join(f"row {row}\\n" for row in range(1, 21))
    spec = SPEC.replace('"1\\n4\\n9\\n"', f'"start\\n{rows}finished\\n"')
    grade, _ = printed(tmp_path, spec, "a.py", LABELS.format(last, more))
    found = [finding for case in grade.cases for finding in case.findings if finding.kind == PRINTED_HERE]
    assert grade.score < grade.max_score
    assert [finding.params["text"] for finding in found] == lines
