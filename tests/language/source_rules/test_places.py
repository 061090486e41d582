"""The line of a source that a rule's finding names."""

from __future__ import annotations

import pytest

from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import Signature, SourceRules

PYTHON = b"""# eval and os
import os


@staticmethod
def first(n):
    return eval(n)
"""
JAVA = b"""class Q {
    // int next(int n)
    void go() { next(1); }

    @Override
    public int next(
            int n) {
        return n;
    }
}
"""
CPP = b"""#include "q.h"
const int SIZE = 8; // SIZE
int next(int n);
static int
next(int n) { return n; }
void go() { next(SIZE); }
int main() { go(); }
"""
PROLOG = b"""% step(N)
go(N) :- step(N).

step(N) :- N > 0.
"""


@pytest.mark.parametrize(
    ("rules", "path", "source", "where"),
    [
        (SourceRules(functions={"first": Signature(params=("a", "b"))}), "q.py", PYTHON, "q.py, line 6"),
        (SourceRules(forbidden_calls=("eval",)), "q.py", PYTHON, "q.py, line 7"),
        (SourceRules(forbidden_imports=("os",)), "q.py", PYTHON, "q.py, line 2"),
        (SourceRules(functions={"next": Signature(returns="boolean")}), "Q.java", JAVA, "Q.java, line 6"),
        (SourceRules(recursive=("next",)), "Q.java", JAVA, "Q.java, line 6"),
        (SourceRules(calls={"next": ("go",)}), "Q.java", JAVA, "Q.java, line 6"),
        (SourceRules(recursive=("next",)), "q.cc", CPP, "q.cc, line 5"),
        (SourceRules(recursive=("step",)), "q.pl", PROLOG, "q.pl, line 4"),
    ],
)
def test_the_line_of_the_name_is_shown(rules: SourceRules, path: str, source: bytes, where: str) -> None:
    (finding,) = judge_sources(rules, ParsedSources({path: source}))
    assert str(finding.where) == where


def test_what_a_header_lacks_is_shown_where_it_stands() -> None:
    rules = SourceRules(declared={"*.cc": "*.h"})
    findings = judge_sources(rules, ParsedSources({"q.cc": CPP, "q.h": b"void go();\n"}))
    assert [(finding.kind, str(finding.where)) for finding in findings] == [
        ("not-declared", "q.cc, line 5"),
        ("constant-not-in-header", "q.cc, line 2"),
    ]


def test_what_is_taken_for_a_missing_function_is_shown() -> None:
    parsed = ParsedSources({"q.py": PYTHON}, {"First": "first"})
    (finding,) = judge_sources(SourceRules(functions={"First": Signature()}), parsed)
    assert str(finding.where) == "q.py, line 6"
