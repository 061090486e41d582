"""Calls of C and C++ that crash, or that an exception leaves: the line of the student's source is known."""

from __future__ import annotations

from pathlib import Path
from signal import SIGABRT, SIGTERM

import pytest

from harness.grading.child_requests.submitted_sources import with_places
from harness.language.diagnostics.recursion import recurring_functions
from tests.language.calling import call, reports
from tests.support import case_of, course, graded, loaded, write

CPP = """\
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>
struct Own {};
void inner(int n) { if (n > 2) throw Own(); }
int own(int n) { inner(n); return n; }
int at(int n) {
    int caught = 0;
    for (int turn = 0; turn < n; ++turn) {
        try { throw std::runtime_error("caught"); } catch (const std::exception &) { ++caught; }
    }
    return std::vector<int>(3).at(caught);
}
int again(int n) {
    try {
        inner(n);
    } catch (...) {
        throw;
    }
    return n;
}
int text(int n) { return std::stoi(std::string(n, 'x')); }
int null(int n) {
    int *none = nullptr;
    return none[n];
}
int divided(int n) { return 7 / (n - n); }
int deep(int n) { return deep(n + 1) + 1; }
int aborted(int) { std::abort(); }
int unthrowable(int n) noexcept { inner(n); return n; }
int deep_null(int n) { return n > 0 ? deep_null(n - 1) + 1 : null(n); }
int kept(int n) { try { inner(n); } catch (...) { } return n; }
"""
C = """\
#include <signal.h>
int divided(int n) {
    return 7 / (n - n);
}
int sent(int n) { raise(SIGSEGV); return n; }
"""


def places(root: Path, language: str, name: str, source: str, *functions: str) -> list[tuple[str, int | None]]:
    """The innermost function and line of each call with 5; none if it is not known."""
    given = ({"calls": [call(function, 5)]} for function in functions)
    found = [with_places(report, language, (name,), None) for report in reports(root, language, {name: source}, *given)]
    where = [report.where or report.results[0].where for report in found]
    return [(place.function, place.line) for place in where]


def test_the_line_that_an_exception_left_is_known_and_none_that_was_caught(tmp_path: Path) -> None:
    functions = ("own", "at", "again", "text", "kept")
    assert places(tmp_path, "cpp", "calls.cpp", CPP, *functions) == [
        ("inner", 6),
        ("at", 13),
        ("again", 19),
        ("text", 23),
        ("", None),
    ]


def test_the_line_that_a_signal_ended_is_known(tmp_path: Path) -> None:
    functions = ("null", "divided", "deep", "aborted", "unthrowable")
    assert places(tmp_path, "cpp", "calls.cpp", CPP, *functions) == [
        ("null", 26),
        ("divided", 28),
        ("deep", 29),
        ("aborted", 30),
        ("inner", 6),
    ]


@pytest.mark.parametrize(
    ("function", "params"),
    [("deep", {"reason": "recursion", "functions": ["deep"]}), ("null", {}), ("deep_null", {})],
)
def test_a_full_stack_names_the_function_that_calls_itself(
    tmp_path: Path, function: str, params: dict[str, object]
) -> None:
    spec = "title: Deep\nlanguage: cpp\nclauses: {c: {text: It works., points: 1}}\ncases:\n"
    spec += f"  - {{name: deep, clause: c, calls: [{{function: '{function}', args: [500], returns: 1}}]}}\n"
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "work", {"calls.cpp": CPP}))
    (finding,) = case_of(grade, "deep").findings
    assert finding.where.path == "calls.cpp"
    assert {name: finding.params[name] for name in ("reason", "functions") if name in finding.params} == params


def test_functions_of_c_have_places_too(tmp_path: Path) -> None:
    assert places(tmp_path, "c", "calls.c", C, "divided", "sent") == [("divided", 3), ("sent", 5)]


OWN_NAMES = """\
#include <stdlib.h>
int note_crash(int n) { return n; }
int raise(int base) { return base * base; }
int signal(int n) { abort(); return n; }
"""


def test_a_student_may_have_functions_of_the_same_names(tmp_path: Path) -> None:
    first, second, third = reports(
        tmp_path,
        "c",
        {"calls.c": OWN_NAMES},
        *({"calls": [call(name, 5)]} for name in ("note_crash", "raise", "signal")),
    )
    assert [each.results[0].returned for each in (first, second)] == [5, 25]
    assert third.end == {"signal": SIGABRT}


UNNAMED = """\
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
namespace {
int broken(int n) { int *none = nullptr; return none[n]; }
int other(int n);
int hidden(int n) { return other(n + 1) + 1; }
int other(int n) { return hidden(n + 1) + 1; }
}
int f(int n) { return broken(n) + 1; }
int g(int n) { return hidden(n) + 1; }
int forked(int n) {
    if (fork() == 0) { broken(n); }
    wait(nullptr);
    kill(getpid(), SIGTERM);
    return n;
}
"""


def test_what_has_no_name_outside_of_its_file_has_a_place(tmp_path: Path) -> None:
    ((function, line),) = places(tmp_path / "f", "cpp", "calls.cpp", UNNAMED, "f")
    assert (function.rpartition("::")[2], line) == ("broken", 6)


def test_the_stack_of_another_process_is_not_that_of_the_call(tmp_path: Path) -> None:
    (report,) = reports(tmp_path, "cpp", {"calls.cpp": UNNAMED}, {"calls": [call("forked", 5)]})
    assert (report.end, report.trace) == ({"signal": SIGTERM}, "")


def test_functions_without_a_name_outside_call_each_other(tmp_path: Path) -> None:
    given = {"calls": [call("g", 5)]}
    (report,) = reports(tmp_path, "cpp", {"calls.cpp": UNNAMED}, given)
    assert recurring_functions(report.trace.encode()) == ("hidden", "other")


def test_many_exceptions_that_are_caught_cost_next_to_nothing(tmp_path: Path) -> None:
    given = {"calls": [call("at", 300_000)], "limits": {"cpu": "2 s"}}
    (report,) = reports(tmp_path, "cpp", {"calls.cpp": CPP}, given)
    assert report.results[0].raised == "out_of_range"
