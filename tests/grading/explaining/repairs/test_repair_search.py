"""One change by which the failed cases pass says where the fault is; it changes no verdict."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.app.commands.grading import grade as command
from harness.course.gradebook.run_grades import GradebookOptions
from harness.course.ingest.submission import Submission
from harness.grading.explaining.repairs import search_budget, trials
from harness.grading.explaining.repairs.changed_program import ChangedProgram
from harness.grading.explaining.repairs.search_budget import SearchBudget
from harness.grading.grader import Grader
from harness.grading.workspace.workspace import Stopwatch
from harness.judge.messages.translator import translator
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.python_repairs import PythonRepairs
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes, without_partial_changes
from harness.reports.document import Document
from harness.reports.formats import json as json_report
from harness.reports.text.headline import change_itself
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from harness.reports.visible_to import document_for
from harness.sandbox.isolation.base import Choice
from harness.sandbox.isolation.none import Unconfined
from tests.support import ADDER, course, graded, loaded, write

CALLS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: none, clause: sum, calls: [{function: total, args: [0], returns: 0}]}
  - {name: five, clause: sum, calls: [{function: total, args: [5], returns: 15}]}
"""
PYTHON = """\
def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result
"""
RETURNS_EARLY = """\
def total(n):
    result = 0
    for i in range(1, n + 1):
        result += i
        return result
    return result
"""
RETURNS_IN_CHOICE = """\
def total(n):
    result = 0
    for i in range(n + 1):
        if i > 0:
            result += i
            return result
    return 0
"""
JAVA_RETURNS_IN_CHOICE = """\
class Sums {
    static int total(int n) {
        int result = 0;
        for (int i = 0; i <= n; i++) {
            result += i;
            if (i > 0) {
                i += 0;
                return result;
            }
        }
        return 0;
    }
}
"""
CPP_RETURNS_IN_CHOICE = """\
#include <cstdio>
int count(int argc) {
    int count = 0;
    for (int i = 0; i < argc; i++) {
        if (i > 0) {
            count++;
            return count;
        }
    }
    return 0;
}
int main(int argc, char**) {
    std::printf("%d\\n", count(argc));
}
"""
FIRST_WRONG = """\
with open("{runs}", "a") as runs:
    runs.write("x")
    is_wrong = runs.tell() <= {wrong_runs}
"""
UNUSED = """\
class Sums:
    sizes = [0, 3, 5]

    def sum(self, place, n):
        return sum(range(self.sizes[place] + 1)) if place else 0


def total(n):
    return Sums().sum(min(n, 1), n)
"""
HALVES = """\
class Sums {
    static int total(int n) {
        return (n * n + n - 1) / 2;
    }
}
"""
RUNS = """\
title: Sums
language: cpp
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, args: [a, b, c], stdout: "3\\n"}
  - {name: none, clause: sum, stdout: "0\\n"}
"""
CPP = """\
#include <cstdio>
int main(int argc, char** argv) {
    int count = 0;
    for (int i = 2; i < argc; i++)
        count++;
    std::printf("%d\\n", count);
}
"""
OTHERWISE_OPTIMIZED = """\
#include <cstdio>
int main(int argc, char** argv) {
#ifdef __OPTIMIZE__
    std::printf("none");
    std::printf("none");
#endif
    std::printf("%d\\n", argc - 1);
}
"""
MADE = """\
title: Sums
language: cpp
build:
  - commands: [[make]]
    run: [[./sums]]
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
"""
SUMS = """\
int total(int n) {
    int sum = 0;
    for (int i = 1; i < n; i++)
        sum += i;
    return sum;
}
"""
MAKEFILE = """\
sums:
\tmv src moved
\tln -s {folder} src
\techo 'int main() {{}}' > main.cpp
\tg++ -o sums main.cpp
"""
PROLOG = """\
total(0, 1) :- !.
total(N, Sum) :-
    M is N - 1,
    total(M, Rest),
    Sum is Rest + N.
"""
QUERIES = """\
title: Sums
language: prolog
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3, X], solutions: [6]}]}
  - {name: none, clause: sum, calls: [{function: total, args: [0, X], solutions: [0]}]}
"""

KEEPS_COUNT = """\
#include <cstdio>
int counted[1];
void count(int argc, int step) {
    for (int i = 1; i < argc; i += step)
        counted[0]++;
}
int main(int argc, char** argv) {
    for (int times = 0; times < 2; times++)
        count(argc, 1);
    std::printf("%d\\n", counted[0]);
}
"""


@pytest.mark.parametrize(
    ("spec", "file", "source", "line"),
    [
        pytest.param(RUNS, "count.cpp", KEEPS_COUNT, 4, id="cpp-reset"),
        pytest.param(CALLS, "sums.py", PYTHON, 3, id="python-bound"),
        pytest.param(CALLS, "sums.py", UNUSED, 5, id="python-parameter"),
        pytest.param(CALLS.replace("python", "java"), "Sums.java", HALVES, 3, id="java-recompiled"),
        pytest.param(RUNS, "count.cpp", CPP, 4, id="cpp-bound"),
        pytest.param(QUERIES, "sum.pl", PROLOG, 1, id="prolog-base"),
        pytest.param(CALLS, "sums.py", RETURNS_IN_CHOICE, 6, id="python-return"),
        pytest.param(CALLS.replace("python", "java"), "Sums.java", JAVA_RETURNS_IN_CHOICE, 8, id="java-return"),
        pytest.param(RUNS, "count.cpp", CPP_RETURNS_IN_CHOICE, 7, id="cpp-return"),
    ],
)
def test_the_line_of_the_one_change_is_named(tmp_path: Path, spec: str, file: str, source: str, line: int) -> None:
    assignment = loaded(course(tmp_path, spec))
    (write(tmp_path / "ann", {file: source}) / file).chmod(0o444)
    grade = graded(assignment, tmp_path / "ann", tries_changes=True)
    (cause,) = causes(grade)
    assert cause.change is not None
    assert (cause.change.where.path, cause.change.where.line) == (file, line)
    assert without_partial_changes(grade) == grade
    unproven = replace(cause.case, findings=cause.case.findings[:1])
    partly = replace(grade, cases=tuple(unproven if case.name == unproven.name else case for case in grade.cases))
    assert all(len(case.findings) <= 1 for case in without_partial_changes(partly).cases)
    document = Document((grade,), Unconfined().level, {assignment.id: assignment})
    assert b'"new"' in json_report.render(document)
    assert b'"new"' not in json_report.render(document_for(document, "student"))
    plainly = graded(assignment, tmp_path / "ann")
    assert (grade.score, grade.verdict) == (plainly.score, plainly.verdict)
    text = "\n".join(plain(explanation_lines(grade, assignment, translator(), details=False), 80))
    assert f"Look at {file}, line {line}" in text
    assert ("Add `counted[0] = 0` before this line" in text) == (source == KEEPS_COUNT)


CUTS = """\
total(N, Sum) :- between(0, N, K), !, Sum is N * (N + 1) // 2, K =:= N.
"""
WRONG_ORDER = """\
class Sums {
    static int total(int n) {
        int sum = 0;
        while (n > 0) {
            n--;
            sum += n;
        }
        return sum;
    }
}
"""
MOVED = """\
def total(n):
    result = at = 0
    while at < n:
        at += 1
    result += at
    return result
"""


@pytest.mark.parametrize(
    ("spec", "file", "source", "sentence", "itself"),
    [
        pytest.param(QUERIES, "sum.pl", CUTS, "Remove the cut, `!`. With this", "Without `!` it", id="prolog-removed"),
        pytest.param(
            CALLS.replace("python", "java"), "Sums.java", WRONG_ORDER,
            "Swap `n--;` and `sum += n;`. With this", "With `sum += n;` before `n--;` it",
            id="java-order",
        ),
        pytest.param(CALLS, "sums.py", PYTHON, "Use 1 more than `n`.", "", id="python-added"),
        pytest.param(CALLS, "sums.py", MOVED, "Move `result += at` into the block before it.", "", id="python-moved"),
    ],
)  # fmt: skip
def test_the_sentence_says_what_the_change_does(
    tmp_path: Path, spec: str, file: str, source: str, sentence: str, itself: str
) -> None:
    assignment = loaded(course(tmp_path, spec))
    grade = graded(assignment, write(tmp_path / "ann", {file: source}), tries_changes=True)
    text = " ".join(" ".join(plain(explanation_lines(grade, assignment, translator(), details=False), 80)).split())
    assert sentence in text
    (cause,) = causes(grade)
    assert change_itself(cause, translator()).startswith(itself)
    assert bool(change_itself(cause, translator())) == bool(itself)


@pytest.mark.parametrize(
    ("spec", "source", "most_waiting_s"),
    [
        pytest.param(CALLS, "def total(n):\n    return {0: 0}.get(n, len('wrong') * 100)\n", 20, id="no-change-helps"),
        pytest.param(CALLS, PYTHON, 0, id="waits-too-long"),
        pytest.param(RUNS, OTHERWISE_OPTIMIZED, 20, id="right-unless-optimized"),
    ],
)
def test_nothing_is_said_where_no_single_change_is_known(
    tmp_path: Path, spec: str, source: str, most_waiting_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_budget, "_MOST_WAITING_S", most_waiting_s)
    monkeypatch.setattr(search_budget, "_BUSY", 4 if most_waiting_s else 0)
    assignment, file = loaded(course(tmp_path, spec)), "sums.py" if spec == CALLS else "sums.cpp"
    grade = graded(assignment, write(tmp_path / "ann", {file: source}), tries_changes=True)
    assert grade.verdict is Verdict.WA
    assert all(cause.change is None for cause in causes(grade))


TWO_FUNCTIONS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
  largest: {text: Find the largest., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: up, clause: largest, calls: [{function: largest, args: [[1, 2]], returns: 2}]}
  - {name: down, clause: largest, calls: [{function: largest, args: [[2, 1]], returns: 2}]}
"""
LARGEST_IS_SMALLEST = """

def largest(numbers):
    best = numbers[0]
    for number in numbers:
        if number < best:
            best = number
    return best
"""
TWO_RUNS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
  twice: {text: "With -t, print twice the number.", points: 10}
cases:
  - {name: sum, clause: sum, args: ["4"], stdout: "10\\n"}
  - {name: sum-7, clause: sum, args: ["7"], stdout: "28\\n"}
  - {name: twice, clause: twice, args: [-t, "4"], stdout: "8\\n"}
"""
SAME_OBJECT = """\
import sys


def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result


number = int(sys.argv[-1])
if "".join(sys.argv[1]) + "" is "-t":
    print(2 * number)
elif len(sys.argv) == 2:
    print(total(number))
"""


STOPS_ELSEWHERE = """\
import sys


def total(numbers, n):
    result = 0
    for i in range(n + 1):
        result += numbers[i]
    return result


number = int(sys.argv[-1])
if "".join(sys.argv[1]) + "" is "-t":
    print(2 * number, "in all")
elif len(sys.argv) == 2:
    print(total(range(1, number + 1), number))
"""


@pytest.mark.parametrize(
    ("spec", "source", "changed"),
    [
        pytest.param(CALLS, RETURNS_EARLY, [5], id="its-line"),
        pytest.param(TWO_FUNCTIONS, RETURNS_EARLY + LARGEST_IS_SMALLEST, [5, 12], id="another-function"),
        pytest.param(TWO_RUNS, SAME_OBJECT, [6, 12], id="runs-that-its-line-leaves-wrong"),
        pytest.param(TWO_RUNS, STOPS_ELSEWHERE, [0, 6], id="runs-that-stop-elsewhere"),
    ],
)
def test_a_note_on_odd_code_leaves_other_faults_to_the_search(
    tmp_path: Path, spec: str, source: str, changed: list[int]
) -> None:
    assignment = loaded(course(tmp_path, spec))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.py": source}), tries_changes=True)
    assert [note.kind for note in grade.notes] == ["suspicious-code"]
    lines = [(cause.change.where.line or 0) if cause.change else 0 for cause in causes(grade)]
    assert sorted(lines) == changed


ENDLESS = """\
def total(n):
    result = 0
    while n > 0:
        result += n
    return result
"""


@pytest.mark.parametrize("share", [0, 50])
def test_the_search_takes_longer_where_grading_took_long(
    tmp_path: Path, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "_MOST_AFTER", 0)
    monkeypatch.setattr(search_budget, "_LONGEST_S", 0.0)
    monkeypatch.setattr(search_budget, "_SHARE", share)
    assignment = loaded(course(tmp_path, CALLS + "limits: {cpu: 0.5 s}\n"))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.py": ENDLESS}), tries_changes=True)
    assert [cause.change is not None for cause in causes(grade)] == [share > 0]


RUN_TO_ITS_LIMIT = """\
n, total = int(input()), 0
while n > 0:
    total += n
print(total)
"""


@pytest.mark.parametrize("ending", ["any", "own"])
def test_what_was_ended_at_its_limit_is_not_run_to_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    asked, run_each = tmp_path / "asked", ChangedProgram.run_each

    def noted(program: ChangedProgram, indices: Sequence[int]) -> object:
        asked.write_text("again" if indices else "nothing", "utf-8")
        return run_each(program, indices)

    monkeypatch.setattr(ChangedProgram, "run_each", noted)
    case = f'  - {{name: three, clause: sum, stdin: "3", stdout: "6\\n", ending: {ending}, limits: {{cpu: 0.5 s}}}}\n'
    assignment = loaded(course(tmp_path, CALLS.partition("  - ")[0] + case))
    graded(assignment, write(tmp_path / "ann", {"sums.py": RUN_TO_ITS_LIMIT}), tries_changes=True)
    assert asked.read_text("utf-8") == "nothing"


def test_a_search_ends_some_elapsed_time_after_its_begin() -> None:
    budget = SearchBudget.of(Stopwatch(), {})
    assert not budget.is_out_of_time
    budget.begin -= search_budget.MOST_ELAPSED_S
    assert budget.is_out_of_time
    assert not budget.waits_too_long(), "what is to be proven has its own time"


WRITES_MUCH = """\
def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result if 2 * result == n * (n + 1) else "x" * 600_000
"""


def test_what_is_not_run_again_after_too_much_output_does_not_fail_by_chance(tmp_path: Path) -> None:
    """A search lets programs write less than grading does: that ends the process in which the next case is run."""
    grade = graded(
        loaded(course(tmp_path, CALLS)), write(tmp_path / "ann", {"sums.py": WRITES_MUCH}), tries_changes=True
    )
    (cause,) = causes(grade)
    assert len(cause.cases) > 1
    assert cause.change is not None


def test_no_change_is_written_through_a_link_of_the_build(tmp_path: Path) -> None:
    folder, work = write(tmp_path / "other", {"sums.cpp": SUMS}), {"src/sums.cpp": SUMS}
    write(tmp_path / "ann", work | {"Makefile": MAKEFILE.format(folder=folder)})
    for file in (folder / "sums.cpp", tmp_path / "ann/src/sums.cpp"):
        os.utime(file, (1_234_567_890, 1_234_567_890))  # of the same time and size it looks untouched
    grade = graded(loaded(course(tmp_path, MADE)), tmp_path / "ann", tries_changes=True)
    assert grade.verdict is Verdict.WA
    assert (folder / "sums.cpp").read_text(encoding="utf-8") == SUMS


def test_nothing_is_said_where_the_program_passes_by_itself(tmp_path: Path) -> None:
    assignment, runs, wrong_runs = loaded(course(tmp_path, CALLS)), tmp_path / "runs", 1_000
    source = f"import sys\nsys.path.append({str(tmp_path)!r})\nfrom first_wrong import is_wrong\n"
    source += "def total(n):\n    return n * (n + 1) // 2 + is_wrong\n"
    for tries_changes in (False, True):
        write(tmp_path, {"first_wrong.py": FIRST_WRONG.format(runs=runs, wrong_runs=wrong_runs)})
        grade = graded(assignment, write(tmp_path / "ann", {"sums.py": source}), tries_changes=tries_changes)
        assert grade.verdict is Verdict.WA
        if not tries_changes:
            wrong_runs = 3 * runs.stat().st_size  # those before, now, and once more without a change
    assert runs.stat().st_size > wrong_runs
    assert all(cause.change is None for cause in causes(grade))


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        pytest.param(b"a = 1\rb = a < 2\rb += 1\r", (), id="carriage-returns"),
        pytest.param(
            b"# coding: latin-1\na = '\xe9\xe9', 1 < 2\n",
            [b"# coding: latin-1\na = '\xe9\xe9', 1 <= 2\n"],
            id="latin-1",
        ),
        pytest.param(
            "# coding: latin-1\na = 'éé', 1 < 2\n".encode(),
            ["# coding: latin-1\na = 'éé', 1 <= 2\n".encode()],
            id="declared-otherwise",
        ),
        pytest.param(b"a = 1 < 2  # " + b"a" * 1_000, (), id="long-line"),
        pytest.param(b"a = 1\n(a  # =\n) += 2\n", [b"a = 0\n(a  # =\n) += 2\n"], id="comment-in-a-target"),
        pytest.param(b"a = 1\nwhile (a <\n  2):\n  a += 1\n", [b"a = 1\nwhile (a <=\n  2):\n  a += 1\n"], id="lines"),
        pytest.param(b"for i in a:\n  (b.\n  c) += i\n", [b"for i in a:\n  (b.\n  c) -= i\n"], id="lines-of-a-target"),
    ],
)
def test_a_change_is_where_the_parser_says(source: bytes, changed: Sequence[bytes]) -> None:
    programs = {repair.apply(source) for repair in repairs({"a.py": source}, (), ())}
    assert programs.issuperset(changed)
    assert bool(programs) == bool(changed)
    assert not any(b"\x1a" in program for program in programs)


def test_a_fault_in_the_changes_of_a_file_is_shown_and_loses_that_file_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: PythonRepairs) -> RankedEdits:
        raise SyntaxError("unexpected")

    monkeypatch.setattr(PythonRepairs, "edits", fail)
    changes = repairs({"a.py": PYTHON.encode(), "A.java": HALVES.encode()}, (), ())
    assert {change.path for change in changes} == {"A.java"}
    assert "SyntaxError: unexpected" in capsys.readouterr().err


PLACES = """\
def add(board, i):
    board[i] = 1


def remove(board, i):
    board[i] = 0


def search(board, i):
    old = board[0]
    while i > 0:
        if board[i]:
            i -= 1
        else:
            board[i] = 1
    for j in range(i):
        add(board, j)
        search(board, j)
        board[0] += j
    return old
"""
CLIMBS = """\
class Climb {
    static boolean done = false;

    static void climb(int[] state, java.io.File file) throws Exception {
        PrintWriter out = new PrintWriter(file);
        int most = count(state);
        while (most > 0) {
            if (most > 3) {
                out.println(most);
            } else {
                done = true;
            }
            state[0] = 0;
        }
    }
}
"""
STATE = "void move(State state, Queens queens[]) {\n    if (abs(a - b) == c) x = 1;\n}\n"
SET_LATE = """\
class A {
    static int n;
    static void start() {
        makeRows();
        makeColumns();
        n = 8;
    }
}
"""
SET_LATE_PYTHON = """\
def start():
    make_rows()
    make_columns()
    size = 8
"""
COUNTED_FROM = """\
def attack(board, row, column):
    for below in range(row + 1, 9):
        board[below][column - below] += 1
"""
COUNTED_FROM_CPP = """\
void attack(int board[9][9], int row, int column) {
    for (int below = row + 1; below < 9; below++)
        board[below][column - below] += 1;
}
"""
GETTER = "class A {\n    int[] next;\n    int first(int n) {\n        return next[n]++;\n    }\n}\n"
MIXED = "bool attack(int row, int r, int col, int c) {\n    return abs(row - c) == abs(col - r);\n}\n"
MIXED_PYTHON = "def attack(row, r, col, c):\n    return row + r == c + col\n"
FACTS = """\
board(N) :- assertz(size(N)), safe(q(A, B), q(C, D)).
safe(q(A, B), q(C, D)) :- A + B =\\= C + D.
"""


APART = """\
apart(_, [], _).
apart(First, [Next|Rest], Step) :-
    Next =\\= First + Step, Next =\\= First - Step, abs(Next - First) > 0, Step > 0,
    Step1 is Step + 1, Step1 > Step, Next > 0, First > 0, Next < 100, First < 100, Step < 100,
    apart(Next, Rest, Step1).
"""
LEFT_OVER = """\
sum([], Sum, Sum).
sum([X|Xs], Sum, All) :- X > 0, Sum >= 0, X =< 9, X =:= X + 0, Sum1 is Sum + X * X + X, sum(Xs, Sum, All).
"""
HANDED_ON = """\
class A {
    static int sum(int first, int last, int step) {
        int next = first + step;
        return next > last + step - step ? first : first + sum(next, step, step);
    }
}
"""
HANDED_ON_PYTHON = """\
def total(first, last, step):
    following = first + step
    return first if following > last + step - step else first + total(following, step, step)
"""
HISTORY = """\
class Climb:
    def step(self, column, row):
        self.history.append(self.queens)
        self.queens[column - 1] = row + 1
"""


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        pytest.param(
            "a.py", PLACES, "search(board, j)\n", "search(board, j)\n        remove(board, j)\n", id="opposite-call"
        ),
        pytest.param("a.py", PLACES, "+= j\n", "+= j\n    board[0] = old\n", id="old-value-put-back"),
        pytest.param("a.py", PLACES, "    old =", "    board = board[:]\n    old =", id="copy-of-a-parameter"),
        pytest.param("a.py", PLACES, "else:\n", "else:\n            i -= 1\n", id="in-both-branches-in-python"),
        pytest.param("A.java", CLIMBS, "Exception {", "Exception { done = false;", id="first-value-at-each-call"),
        pytest.param("A.java", CLIMBS, "= 0;\n        }\n", "= 0;\n        } out.close();\n", id="closed-at-the-end"),
        pytest.param("A.java", CLIMBS, "> 0) {", "> 0) { most = count(state);", id="computed-in-the-loop"),
        pytest.param("A.java", CLIMBS, "else {", "else { out.println(most);", id="in-both-branches"),
        pytest.param("a.cpp", STATE, "State state", "State & state", id="by-reference"),
        pytest.param("a.cpp", STATE, "abs(a - b) == c", "(a == b || abs(a - b) == c)", id="row-beside-a-diagonal"),
        pytest.param(
            "A.java",
            SET_LATE,
            "makeRows();\n        makeColumns();\n        n = 8;",
            "n = 8;\n        makeRows();\n        makeColumns();",
            id="set-late",
        ),
        pytest.param(
            "a.py",
            SET_LATE_PYTHON,
            "make_rows()\n    make_columns()\n    size = 8",
            "size = 8\n    make_rows()\n    make_columns()",
            id="set-late-in-python",
        ),
        pytest.param("a.py", COUNTED_FROM, "column - below", "column - (below - row)", id="distance-in-python"),
        pytest.param("a.cpp", COUNTED_FROM_CPP, "column - below", "column - (below - row)", id="distance"),
        pytest.param("A.java", GETTER, "next[n]++", "next[n]", id="counted-in-passing"),
        pytest.param("a.cpp", MIXED, "abs(row - c) == abs(col - r)", "abs(row - r) == abs(col - c)", id="mixed-up"),
        pytest.param("a.py", MIXED_PYTHON, "row + r == c + col", "row + c == r + col", id="mixed-up-in-python"),
        pytest.param("a.pl", FACTS, ":- assertz", ":- retractall(size(_)), assertz", id="facts-taken-away"),
        pytest.param("a.pl", APART, "apart(Next, Rest", "apart(First, Rest", id="handed-on-in-prolog"),
        pytest.param("a.pl", LEFT_OVER, "sum(Xs, Sum,", "sum(Xs, Sum1,", id="value-that-is-left-over"),
        pytest.param("A.java", HANDED_ON, "sum(next, step", "sum(next, last", id="handed-on"),
        pytest.param("a.py", HISTORY, "append(self.queens)", "append(self.queens[:])", id="copy-of-an-attribute"),
        pytest.param("a.py", HANDED_ON_PYTHON, "total(following, step", "total(following, last", id="on-in-python"),
        pytest.param("a.pl", FACTS, "C + D.", "C + D, B =\\= D.", id="row-beside-a-diagonal-in-prolog"),
    ],
)
def test_a_likely_change_is_tried_early(path: str, source: str, old: str, new: str) -> None:
    assert source.count(old) == 1
    programs = [repair.apply(source.encode()) for repair in repairs({path: source.encode()}, (), ())]
    assert source.replace(old, new).encode() in programs[:40]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "a.py",
            "def f(xs):\n  for x in xs:\n    with open(x) as file:\n      x += 1\n    x -= 1\n  return 1\n",
        ),
        ("A.java", "class A { int f(int a, int b) { if (a - b == -1 || -a < b + 1) { return 1; } return a + 1; } }"),
        ("a.cpp", "int f(int a, int b) { if (a - b == -a) { return 1; } return a + 1; }"),
    ],
)
def test_all_that_a_loop_and_a_comparison_may_hold_is_read(
    path: str, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(repairs({path: source.encode()}, (), ())) > 5
    assert capsys.readouterr().err == ""


def test_a_return_is_moved_after_short_loops_alone() -> None:
    tests = "".join(f"        if x == {number}:\n            x += 1\n            return x\n" for number in range(900))
    changes = repairs({"a.py": f"def f(xs):\n    for x in xs:\n{tests}    return 0\n".encode()}, (), ())
    assert sum(len(change.edit.new) for change in changes) < 10_000_000


def test_a_long_function_has_so_many_changes() -> None:
    names = [f"v{number}" for number in range(200)]
    source = f"def f({', '.join(names)}):\n    return {' + '.join(names)}\n".encode()
    assert len(repairs({"a.py": source}, (), ())) <= 20_000


def test_none_is_tried_where_one_of_many_is_graded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "MOST_REPAIRED", 1)
    monkeypatch.setenv("HOME", str(tmp_path))
    root = course(tmp_path / "course", CALLS)
    report = tmp_path / "report.json"
    options = command.GradeOptions(
        (root / "submissions",), root / "specs", reports=(str(report),), reader="staff", tries_changes=True
    )
    gradebook = GradebookOptions(str(tmp_path / "grades.db"), changed=True)
    for student, program in (("bob", "total = max\n"), ("ann", PYTHON)):
        write(root / "submissions" / student / "sum", {"sums.py": program})
        command.grade(replace(options, gradebook=gradebook), lambda: Choice(Unconfined()))
    (ann, _bob) = json.loads(report.read_bytes())["grades"]
    assert ann["verdict"] == "WA"
    assert "one-change" not in {finding["kind"] for case in ann["cases"] for finding in case["findings"]}


def test_an_interrupt_of_the_search_leaves_the_grade(tmp_path: Path) -> None:
    assignment, stored = loaded(course(tmp_path)), list[Grade]()
    grader = Grader({assignment.id: assignment}, Unconfined(), tmp_path, 1, tries_changes=True)

    def interrupt() -> None:
        raise KeyboardInterrupt

    grader.on_search, grader.store_grade = interrupt, lambda _, grade: stored.append(grade)
    with pytest.raises(KeyboardInterrupt):
        grader.run([Submission("ann", assignment.id, write(tmp_path / "ann", {"main.py": ADDER.replace("1", "2")}))])
    assert [grade.verdict for grade in stored] == [Verdict.WA]
    assert list(grader.unfinished()) == []
