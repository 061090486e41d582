"""Calls of C and C++ that crash, or that an exception leaves: the line of the student's source is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.submitted_sources import with_places
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


def test_many_exceptions_that_are_caught_cost_next_to_nothing(tmp_path: Path) -> None:
    given = {"calls": [call("at", 300_000)], "limits": {"cpu": "2 s"}}
    (report,) = reports(tmp_path, "cpp", {"calls.cpp": CPP}, given)
    assert report.results[0].raised == "out_of_range"
