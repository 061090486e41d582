"""Programs in C with and without errors of memory, built apart with sanitizers, or below Valgrind."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.diagnostics.crash_reports import sanitizer_error
from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Numbers
language: any
clauses:
  works: {text: The numbers are printed., points: 5}
  memory: {text: There is no error of memory., points: 5}
cases:
  - {name: plain, clause: works, args: ["3"], stdout: "0 1 2 "}
  - {name: address, clause: memory, args: ["3"], stdout: "0 1 2 ", sanitize: [address, undefined]}
  - {name: moving, clause: memory, args: ["3"], stdout: "0 1 2 ", sanitize: [address, undefined], clock: moving}
  - {name: valgrind, clause: memory, args: ["3"], stdout: "0 1 2 ", sanitize: valgrind}
"""
PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
static int *make(int n) {
    return malloc(n * sizeof(int));
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), x, *a = make(n);
    for (int i = 0; i < n; i++) a[i] = i;
    for (int i = 0; i < n; i++) printf("%d ", a[i]);
    free(a);
    return 0;
}
"""


def rows(root: Path, files: dict[str, str], *only: str) -> dict[str, CaseGrade]:
    grade = graded(loaded(course(root, SPEC)), write(root / "ann", files), only=only)
    return {name: case_of(grade, name) for name in only}


def test_a_sound_program(tmp_path: Path) -> None:
    for row in rows(tmp_path, {"main.c": PROGRAM}, "plain", "address", "moving", "valgrind").values():
        assert (row.verdict, row.findings) == (Verdict.AC, ())


@pytest.mark.parametrize(
    ("old", "new", "address", "valgrind", "line"),
    [
        ("i < n; i++) a", "i <= n; i++) a", "heap-overflow", "bad-memory", 8),
        ("return 0;", "return a[0];", "use-after-free", "bad-memory", 11),
        ("return 0;", "free(a);", "double-free", "bad-free", 11),
        ("return 0;", "free(&n);", "bad-free", "bad-free", 11),
        ("return 0;", "if (x > n) return n < 0;", None, "uninitialised", 11),
        ("return 0;", "int k = 2147483647; k += n; return k == 7;", "undefined", None, 11),
        ("return 0;", "int b[3]; b[n] = 0; return b[n];", "undefined", None, 11),
    ],
)
def test_each_error_is_reported_with_the_line(
    tmp_path: Path, old: str, new: str, address: str | None, valgrind: str | None, line: int
) -> None:
    source = PROGRAM.replace(old, new)
    seen = rows(tmp_path, {"main.c": source}, "address", "valgrind")
    for name, what in (("address", address), ("valgrind", valgrind)):
        row = seen[name]
        if what is None:
            assert row.verdict is not Verdict.RTE
            continue
        finding = row.findings[0]
        assert (row.verdict, finding.kind, finding.params["what"]) == (Verdict.RTE, "memory-error", what)
        assert (finding.where.path, finding.where.line) == ("main.c", line)
        assert finding.where.source == source.encode().splitlines()[line - 1]
        assert "0x" not in str(finding.params["text"]).replace("0x...", "")


def test_a_leak(tmp_path: Path) -> None:
    source = PROGRAM.replace("    free(a);\n", "").replace("a[i]);", "a[i]);\n    for (int i = 0; i < 9; i++) make(3);")
    for row in rows(tmp_path, {"main.c": source}, "address", "valgrind").values():
        assert (row.findings[0].params["what"], row.findings[0].where.function) == ("leak", "make")


def test_a_makefile_needs_no_change(tmp_path: Path) -> None:
    makefile = "prog: main.o\n\tgcc -o prog main.o\nmain.o: main.c\n\t/usr/bin/env gcc -c main.c\n"
    wrong = PROGRAM.replace("i < n; i++) a", "i <= n; i++) a")
    row = rows(tmp_path, {"main.c": wrong, "Makefile": makefile}, "address")["address"]
    assert (row.verdict, row.findings[0].where.line) == (Verdict.RTE, 8)
    assert "CC='gcc -g" in row.reproduce or "'CC=gcc -g" in row.reproduce


@pytest.mark.parametrize(
    ("makefile", "kind"),
    [
        ("prog: main.c\n\t/usr/bin/gcc -o prog main.c\n", "not-sanitized"),
        ("prog: main.c\n\tgcc -static -o prog main.c\n", "sanitized-build-failed"),
    ],
)
def test_a_build_that_escapes_the_sanitizer_is_for_a_person(tmp_path: Path, makefile: str, kind: str) -> None:
    row = rows(tmp_path, {"main.c": PROGRAM, "Makefile": makefile}, "address")["address"]
    assert (row.verdict, row.findings[0].kind) == (Verdict.NR, kind)


def test_a_program_that_prints_such_a_report_itself_fools_only_itself() -> None:
    for stderr in (b"==1==ERROR: AddressSanitizer: " + b"x" * 10**6, b"==1== Invalid read\n" * 10**5, b"\xff" * 10**6):
        crash = sanitizer_error(stderr, ("main.c",))
        assert crash is None or len(crash.error) < 1000
    assert sanitizer_error(b"Error: invalid read of size 4\n", ("main.c",)) is None


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (SPEC.replace("language: any", "language: python"), "only programs in C and C\\+\\+ can be sanitized"),
        (SPEC.replace("sanitize: valgrind", "sanitize: valgrind, run: [ls]"), '"sanitize" does not go with "run"'),
        (SPEC.replace("sanitize: valgrind", "sanitize: vlagrind"), "sanitize"),
    ],
)
def test_what_cannot_be_sanitized(tmp_path: Path, spec: str, expected: str) -> None:
    with pytest.raises(SpecError, match=expected):
        loaded(course(tmp_path, spec))
