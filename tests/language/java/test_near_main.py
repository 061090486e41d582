"""Methods of Java that look like a main program: each is named by what Java asks for, beside no right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.oddities.odd_code import odd_code
from harness.reports.causes.grouping import causes
from tests.support import course, graded, loaded, write

MAIN = "public static void main(String[] args)"


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("public void main(String[] args)", ("main-lacks", "static")),
        ("static void main(String[] args)", ("main-lacks", "public")),
        ("public static int main(String[] args)", ("main-lacks", "void")),
        ("public static void main()", ("main-lacks", "String[] args")),
        ("public static void main(String args)", ("main-lacks", "String[] args")),
        ("void main(String[] args)", ("main-lacks", "public static")),
        ("void main()", None),
        ("public static void main(int count)", ("main-lacks", "String[] args")),
        ("public static void Main(String[] args)", ("main-name", "Main")),
        (MAIN, None),
        ("public static void main(String args[])", None),
        ("public static final void main(final String... words)", None),
        ("public static void domain(String[] args)", None),
    ],
)
def test_what_java_does_not_start_is_named(method: str, expected: tuple[str, str] | None) -> None:
    source = f"class Sum {{\n    /** Adds. */\n    {method} {{ }}\n}}\n".encode()
    odd = [(odd.what, odd.name, odd.line) for odd in odd_code({"Sum.java": source}, ())]
    assert odd == ([] if expected is None else [(*expected, 3)])
    started = f"class Start {{ {MAIN} {{ }} }}".encode()
    assert [*odd_code({"Sum.java": source, "Start.java": started}, ())] == [], "another class is started"
    inner = f"class Start {{ static class Inner {{ {MAIN} {{ }} }} }}".encode()
    assert [*odd_code({"Sum.java": source, "Start.java": inner}, ())] == [], "an inner class may be"
    outer = b"class Sum { class Inner { static void main(String[] args) { } } }"
    assert [*odd_code({"Sum.java": outer}, ())] == [], "no outer class"


SPEC = """\
title: Sums
language: java
clauses:
  two: {text: 5 is printed., points: 10}
  once: {text: The sum is asked for once., points: 5}
cases:
  - {name: two, clause: two, stdout: "5\\\\n"}
  - {name: once, clause: once, trace: {sum: 1}}
"""
PROGRAM = """\
public class Sum {
    static int sum() { return 5; }
    public void main(String[] args) { System.out.println(sum()); }
}
"""


def test_a_program_without_a_start_is_one_cause_with_its_note(tmp_path: Path) -> None:
    spec = loaded(course(tmp_path, SPEC))
    grade = graded(spec, write(tmp_path / "ann", {"Sum.java": PROGRAM}))
    (cause,) = causes(grade)
    assert cause.finding.kind == "no-main-program"
    assert {case.name for case in cause.cases} == {"two", "once"}
    assert cause.note is not None
    assert (cause.note.where.line, cause.note.params["name"]) == (3, "static")
