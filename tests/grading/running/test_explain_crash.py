"""Programs in C and C++ that crash: one more run, with sanitizers, says why and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import sentence, translator
from harness.language.diagnostics.crash_reports import crash_cause
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Crashes
language: cpp
clauses: {works: {text: The number is printed., points: 5}, also: {text: Another, points: 5}}
cases:
  - {name: three, clause: works, args: ["%s"], stdout: "3\\n"}
  - {name: four, clause: also, args: ["%s", "4"], stdout: "3\\n"}
"""
PROGRAM = """\
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
struct Node { int value; Node *next; };
int table[8], zero;
int deep(int n) { char used[100]; used[n % 100] = 1; return deep(n + 1) + used[3]; }
int main(int argc, char **argv) {
    int n = 1000 * 1000 * 500, local[4], *heap = new int[4];
    std::vector<int> empty, list(4);
    Node *none = nullptr;
    switch (atoi(argv[1])) {
    case 0: table[n] = 1; break;
    case 1: none->value = argc; break;
    case 2: return deep(argc);
    case 3: assert(argc > 5); break;
    case 4: return argc / zero;
    case 5: return list.at(n);
    case 6: free(heap + 1); break;
    case 7: return list[n];
    case 8: memset(local, 0, n); break;
    case 9: return empty[0];
    case 10: memset(heap + 4, 1, n); break;
    case 11: *(int *)0x123456789000 = 1; break;
    }
    puts("3");
}
"""
LINES = PROGRAM.splitlines()


def crashed(root: Path, number: int, source: str = PROGRAM, **more: str) -> Grade:
    return graded(loaded(course(root, SPEC % (number, number))), write(root / "ann", {"main.cpp": source, **more}))


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [
        (0, 14, "the program uses the index 500000000 in an array of 8 elements; it crashed (SIGSEGV)"),
        (1, 15, "the program follows a pointer that points to nothing, such as NULL; it crashed (SIGSEGV)"),
        (2, 8, "deep is called in itself without end; it crashed (SIGSEGV)"),
        (3, 17, "the program ends itself (abort), for example at an assert that does not hold; it crashed (SIGABRT)"),
        (4, 18, "the program divides by zero; it crashed (SIGFPE)"),
        (5, 19, "the program stops with std::out_of_range"),
        (6, 20, "the program frees memory that free or delete must not be called for; it crashed (SIGABRT)"),
        (7, 21, "the program takes an element that its vector, string or array does not have; it crashed (SIGSEGV)"),
        (8, 22, "the program writes to memory past the end of the variable local; it crashed (SIGSEGV)"),
        (9, 23, "the program takes an element that its vector, string or array does not have; it crashed (SIGSEGV)"),
        (10, 24, "the program writes to memory past the end of what it got from malloc, new or a vector; it crashed"),
        (11, 25, "the program uses a pointer that was never set, or an index far out of range; it crashed (SIGSEGV)"),
    ],
)
def test_a_crash_is_reported_with_its_reason_and_line(tmp_path: Path, number: int, line: int, words: str) -> None:
    grade = crashed(tmp_path, number)
    first, second = case_of(grade, "three"), case_of(grade, "four")
    finding = first.findings[0]
    assert sentence(finding).startswith(words)
    assert (first.verdict, finding.where.path, finding.where.line) == (Verdict.RTE, "main.cpp", line)
    assert finding.where.source.decode() == LINES[line - 1]
    assert second.verdict is Verdict.RTE
    assert not second.findings[0].where.path  # one run of a submission is looked into


def test_a_crash_that_a_student_may_see_is_looked_into_first(tmp_path: Path) -> None:
    spec = SPEC.replace("clause: works,", "clause: works, visibility: hidden,") % (1, 1)
    grade = graded(loaded(course(tmp_path, spec)), write(tmp_path / "ann", {"main.cpp": PROGRAM}))
    assert [case_of(grade, name).findings[0].where.line for name in ("three", "four")] == [None, 15]


def test_a_crash_under_a_clock_that_moves_is_reported_too(tmp_path: Path) -> None:
    spec = SPEC.replace('stdout: "3', 'clock: moving, stdout: "3') % (9, 9)
    member = (
        "struct Table { std::vector<int> list; int at(const std::vector<std::vector<std::string>> &, int n) const {\n"
    )
    source = PROGRAM.replace("int deep", f"{member}return list[n]; }} }};\nint deep")
    source = source.replace("#include <vector>", "#include <string>\n#include <vector>")
    source = source.replace("return empty[0]", "return Table().at({}, argc)")
    grade = graded(loaded(course(tmp_path, spec)), write(tmp_path / "ann", {"main.cpp": source}))
    where = case_of(grade, "three").findings[0].where
    assert (where.source, where.function) == (b"return list[n]; } };", "Table::at")


@pytest.mark.parametrize(
    ("source", "makefile"),
    [
        (PROGRAM, "program: main.cpp\n\t/usr/bin/g++ -O2 -o program main.cpp\n"),  # its build leaves the options out
        (PROGRAM, "program: main.cpp\n\tg++ -static -o program main.cpp\n"),  # a build that fails with them
        ("#include <csignal>\nint main() { raise(SIGKILL); }\n", ""),
        ("#include <csignal>\nint main() { raise(SIGTERM); }\n", ""),
        ("int *p, n;\nint main() {\n#ifndef __SANITIZE_ADDRESS__\n    *p = n;\n#endif\n}\n", ""),
        ("int main() { for (;;) { } }\n", ""),
    ],
)
def test_what_does_not_crash_again_is_reported_as_it_was(tmp_path: Path, source: str, makefile: str) -> None:
    files = {"Makefile": makefile} if makefile else {}
    spec = SPEC.replace("clauses:", "build: [{commands: [[make]], run: [[./program]]}]\nclauses:") if makefile else SPEC
    submission = write(tmp_path / "ann", {"main.cpp": source, **files})
    limited = spec.replace("language: cpp", "language: cpp\nlimits: {cpu: 0.5 s}")
    grade = graded(loaded(course(tmp_path, limited % (1, 1))), submission, only=("three",))
    finding = case_of(grade, "three").findings[0]
    assert (finding.where.line, "what" in finding.params) == (None, False) or finding.kind == "timed-out"


def test_a_container_that_is_not_there_is_not_called_empty() -> None:
    inner = b"/usr/include/c++/bits/stl_vector.h:9:1: runtime error: reference binding to null pointer of type 'int'\n"
    own = b"main.cpp:2:1: runtime error: member call on null pointer of type 'struct vector'\n"
    end = b"==1==ERROR: AddressSanitizer: SEGV on unknown address\n    #0 0x1 in f main.cpp:2\n"
    end += b"==1==Hint: address points to the zero page.\n"
    causes_of = [crash_cause(stderr + end, ("main.cpp",)) for stderr in (inner, own + inner)]
    assert [cause.what if cause else "" for cause in causes_of] == ["empty-container", "null"]


def test_a_report_that_the_program_prints_itself_is_bounded() -> None:
    head = b"==1==ERROR: AddressSanitizer: "
    for stderr in (
        head + b"stack-buffer-overflow" + b" x" * 10**6,
        (head + b"heap-buffer-overflow\n") * 10**5,
        b"main.cpp:1:1: runtime error: index 1 out of bounds for type 'int [" * 10**5,
        b"main.cpp:1:1: runtime error: x\n" * 10**5 + head + b"SEGV\n" + b"    #0 0x1 in f main.cpp:1\n" * 10**5,
        b"\xff" * 10**6,
    ):
        cause = crash_cause(stderr, ("main.cpp",))
        assert cause is None or all(len(str(value)) < 300 for value in cause.params.values())
    for stderr in (
        b"main.cpp:1:1: runtime error: division by zero\n",  # no crash
        b"==1==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes\n",
        b"==1==ERROR: AddressSanitizer: requested allocation size 0xffff exceeds maximum supported size\n",
    ):
        assert crash_cause(stderr, ("main.cpp",)) is None


@pytest.mark.parametrize(("begin", "notes"), [("sum", [("used-unset", 5)]), ("sum = 0", [])])
def test_a_wrong_program_whose_variable_never_got_a_value_says_so(
    tmp_path: Path, begin: str, notes: list[tuple[str, int]]
) -> None:
    source = f"#include <cstdio>\nint main(int argc, char **) {{\n    int {begin};\n    (void)argc;\n    sum += 4;\n"
    grade = crashed(tmp_path, 3, source + '    printf("%d\\n", sum + 1);\n}\n')
    assert grade.verdict is Verdict.WA
    assert [(note.kind, note.where.line) for note in grade.notes] == notes


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("if (n = 2) n = 7;", "assigned"),
        ("if (n > 3 && n < 5 || n < 0) n = 7;", "and-or"),
        ("if (n > 3 && n < 5 || (n = 2)) n = 7; if (n = 2) n = 7;", "assigned"),
        ("if (n < 3 < 5) n = 7;", "parentheses"),
        ("unsigned u = n; if (u >= 0) n = 7;", "type-limits"),
        ("switch (n) { case 1: n = 7; case 2: n = 9; }", "implicit-fallthrough"),
        ("if (n > 3); { n = 7; }", "empty-body"),
    ],
)
def test_a_wrong_program_is_asked_what_it_can_hardly_mean(tmp_path: Path, statement: str, what: str) -> None:
    source = f"#include <cstdio>\nint main(int n, char **) {{\n    {statement}\n"
    grade = crashed(tmp_path, 3, source + '    printf("%d\\n", n + 100);\n}\n')
    assert [(note.kind, note.where.line, note.params.get("what")) for note in grade.notes] == [
        ("suspicious-code", 3, what)
    ]
    assert [(note.where.function, note.where.source.decode().strip()) for note in grade.notes] == [("main", statement)]


BELOW = """\
#include <vector>
int at(const std::vector<int> &list, {kind} n) {{
    if (n - 1 >= 0)
        return list[n - 1];
    return 3;
}}
int none(unsigned n) {{ return n < 0 ? 1 : 2; }}
int main(int n, char **) {{ std::vector<int> list(n, none(n)); return at(list, n - 2); }}
"""


@pytest.mark.parametrize(
    ("kind", "test", "explained"),
    [
        ("unsigned", "n - 1 >= 0", True),
        ("const unsigned int &", "0 <= n - 1", True),
        ("unsigned", "n - 1 >= 0 && int(n) >= 0", False),  # only one of the two has no sign
        ("unsigned", "n - 1 != 3", False),
    ],
)
def test_a_crash_after_a_test_that_an_unsigned_number_passes_is_explained(
    tmp_path: Path, kind: str, test: str, *, explained: bool
) -> None:
    source = BELOW.format(kind=kind).replace("n - 1 >= 0", test)
    finding = case_of(crashed(tmp_path, 7, source), "three").findings[0]
    reason = "n - 1 is never below 0, as it is unsigned: 0 - 1 gives a huge number."
    assert (finding.where.line, translator().explanation(finding)) == (4, reason if explained else "")


CALLED = """\
title: Sums
language: python
clauses: {sum: {text: Sum., points: 5, hint: Add.}, main: {text: It is printed., points: 5}}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: main, clause: main, stdout: "6\\n"}
"""


@pytest.mark.parametrize("calls", ["total(3)", "6"])
def test_what_the_reference_does_not_call_either_need_not_be_called(tmp_path: Path, calls: str) -> None:
    right = f"def total(n):\n    return sum(range(n + 1))\n\n\nprint({calls})\n"
    write(tmp_path / "reference" / "sum" / "py", {"sums.py": right})
    source = "def total(n):\n    return n\n\n\nprint(5)\n"
    grade = graded(loaded(course(tmp_path, CALLED)), write(tmp_path / "ann", {"sums.py": source}))
    assert [note.params["what"] for note in grade.notes] == ["never-called"] * (calls != "6")
    of_total, _ = sorted(causes(grade), key=lambda cause: cause.case.name, reverse=True)
    assert of_total.note is None  # it is no reason for what a call gives
