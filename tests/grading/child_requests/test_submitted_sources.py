"""A call that raises an exception, or that is ended, is reported with the student's own line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.child_requests.submitted_sources import draws, innermost_place, with_source
from harness.model.finding import NOWHERE, Place
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Calls
language: {language}
limits: {{cpu: 1 s}}
clauses:
  calls: {{text: They are right., points: 2}}
cases:
  - {{name: raises, clause: calls, calls: [{{function: twice, args: [[1, 2], 5], returns: 3}}]}}
  - {{name: loops, clause: calls, calls: [{{function: spin, args: [3], returns: 3}}]}}
"""
JAVA = """\
public class Stack {
    static int at(int[] a, int i) {
        return a[i];
    }
    static int twice(int[] a, int i) {
        return 2 * at(a, i);
    }
    static int spin(int n) {
        while (n > 0) {
            n ^= 2;
        }
        return n;
    }
}
"""
PYTHON = """\
def at(a, i):
    return a[i]
def twice(a, i):
    return 2 * at(a, i)
def spin(n):
    while n > 0:
        n ^= 2
    return n
"""
JAVASCRIPT = """\
function at(a, i) {
    return a[i].b.c;
}
function twice(a, i) {
    return 2 * at(a, i);
}
function spin(n) {
    return n;
}
"""
PROGRAMS = {
    "java": ("Stack.java", JAVA, Place(line=3, function="Stack.at", source=b"        return a[i];"), (9, 10)),
    "python": ("main.py", PYTHON, Place(line=2, function="at", source=b"    return a[i]"), (6, 7)),
    "javascript": ("main.js", JAVASCRIPT, Place(line=2, function="at", source=b"    return a[i].b.c;"), ()),
}


@pytest.mark.parametrize("language", list(PROGRAMS))
def test_the_line_of_a_call_that_fails(language: str, tmp_path: Path) -> None:
    name, source, failing, loop = PROGRAMS[language]
    assignment = loaded(course(tmp_path / "course", SPEC.format(language=language)))
    grade = graded(assignment, write(tmp_path / "work", {name: source}))
    (finding,) = case_of(grade, "raises").findings
    assert finding.kind == "call-raised"
    assert replace(finding.where, column=None) == replace(failing, path=name)
    if loop:
        (finding,) = case_of(grade, "loops").findings
        assert (finding.kind, finding.params["reason"]) == ("call-ended-program", "ended-here")
        assert finding.where.path == name
        assert finding.where.line in loop
        assert finding.where.source


def test_a_file_of_the_library_is_not_the_students_of_the_same_name(tmp_path: Path) -> None:
    trace = (
        "\tat java.base/java.util.Stack.peek(Stack.java:103)\n"
        "\tat java.base/java.util.Stack.pop(Stack.java:85)\n"
        "\tat Main.main(Main.java:2)\n"
    )
    write(tmp_path, {"Stack.java": "class Stack {}\n" * 200, "Main.java": "one\ntwo\n"})
    place = innermost_place("java", trace, ["Stack.java", "Main.java"], tmp_path)
    assert place == Place(path="Main.java", line=2, function="Main.main", source=b"two")


@pytest.mark.parametrize("trace", ["", "\ud800", '  File "main.py", line 999999999, in x', "(most recent call first):"])
def test_a_stack_that_names_no_line_there_is(trace: str, tmp_path: Path) -> None:
    write(tmp_path, {"main.py": "x\n"})
    assert innermost_place("python", trace, ["main.py"], tmp_path).source == b""


def test_a_place_without_a_file_stays(tmp_path: Path) -> None:
    assert with_source(NOWHERE, tmp_path) == NOWHERE
    assert with_source(Place(path="gone.py", line=1), tmp_path) == Place(path="gone.py", line=1)


@pytest.mark.parametrize(
    ("name", "source", "is_drawn"),
    [
        ("a.sh", "n=$((RANDOM % 8))", True),
        ("a.sh", "seq 8 | shuf -n 1", True),
        ("a.py", "n = secrets.choice(rows)", True),
        ("a.py", "n = os.getpid() % 8", True),
        ("a.py", "begun = time.perf_counter_ns()", True),
        ("a.pl", "seed(S) :- get_time(T), S is truncate(T).", True),
        ("a.c", "gettimeofday(&begun, NULL);", True),
        ("a.c", "n = arc4random_uniform(8);", True),
        ("A.java", "Date begun = new Date();", True),
        ("A.java", "Date due = new Date(0L); int operand = getTimes(3);", False),
    ],
)
def test_what_may_draw_or_read_the_clock(tmp_path: Path, name: str, source: str, is_drawn: bool) -> None:
    assert draws(write(tmp_path / "ann", {name: source}), (name,)) == is_drawn
