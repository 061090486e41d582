"""Java sources: every spelling of the same method is the same."""

from __future__ import annotations

from typing import Any

import pytest

from harness.judge.messages.translator import sentence
from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import Signature, SourceRules

NEXT = Signature(params=("int[]",), returns="void", static=True)


def broken(source: str, path: str = "Queens.java", **rules: Any) -> list[str]:
    return [sentence(entry) for entry in judge_sources(SourceRules(**rules), ParsedSources({path: source.encode()}))]


@pytest.mark.parametrize(
    "method",
    [
        "static void nextPermutation(int[] A) {}",
        "static void nextPermutation(int A[]) {}",
        "static void nextPermutation(int... A) {}",
        "static void nextPermutation(final int [ ] A) {}",
        "static void nextPermutation(final int... A) {}",
        "public static final synchronized void nextPermutation(int[] A) throws Exception {}",
        '@Deprecated @SuppressWarnings({"a", "b"}) private static void nextPermutation(int[] A) {}',
        "static <T> void nextPermutation(@Mine int /* A */ [] A) {}",
        "final static\nvoid\nnextPermutation\n(\nint[] A\n)\n{\n}",
        "static class Inner { static void nextPermutation(int[] A) {} }",
        "void nextPermutation(String s) {}  static void nextPermutation(int[] A) {}",
    ],
)
def test_a_fair_spelling_is_accepted(method: str) -> None:
    assert broken(f"public class Queens {{ {method} }}", functions={"nextPermutation": NEXT}) == []


@pytest.mark.parametrize("kind", ["class Q {", "enum Q { A, B;", "record Q(int n) {", "interface Q {", "@A class Q {"])
def test_in_every_kind_of_type(kind: str) -> None:
    assert broken(f"{kind} static void nextPermutation(int[] A) {{ }} }}", functions={"nextPermutation": NEXT}) == []


@pytest.mark.parametrize(
    ("method", "shown"),
    [
        ("static void nextPermutation(Integer[] A) {}", "takes (Integer[]), it must take (int[])"),
        ("static void nextPermutation(int A) {}", "takes (int)"),
        ("static void nextPermutation(int[][] A) {}", "takes (int[][])"),
        ("static void nextPermutation(int[] A[]) {}", "takes (int[][])"),
        ("static void nextPermutation(int[] A, int n) {}", "takes (int[], int)"),
        ("static int[] nextPermutation(int[] A) {}", "returns int[], it must return void"),
        ("static int nextPermutation(int[] A)[] {}", "returns int[], it must return void"),
        ("void nextPermutation(int[] A) {}", "is not static, it must be"),
        ("// static void nextPermutation(int[] A) {}\n", "there is no function nextPermutation"),
        ('String s = "static void nextPermutation(int[] A) {}";', "there is no function nextPermutation"),
        ("static int nextPermutation;", "there is no function nextPermutation"),
        ("nextPermutation(int[] A) {}", "there is no function nextPermutation"),
        ("static void nextpermutation(int[] A) {}", "there is no function nextPermutation"),
    ],
)
def test_another_signature_is_reported(method: str, shown: str) -> None:
    (message,) = broken(f"class Queens {{ {method} }}", functions={"nextPermutation": NEXT})
    assert shown in message


def test_a_name_in_any_letter_case_and_generic_types() -> None:
    source = "class Q { public List<int[]> FindAll(Map<String, java.util.List<Integer>> m) { return null; } }"
    wanted = Signature(params=("Map<String,List<Integer>>",), returns="java.util.List< int [] >")
    assert broken(source, functions={"(?i)findall|search": wanted}) == []
    assert broken(source, functions={"findall": wanted}) == ["there is no function findall"]


@pytest.mark.parametrize(
    "body",
    [
        "int f(int n) { return n > 0 ? f(n - 1) : 0; }",
        "int f(int n) { return n > 0 ? this.f(n - 1) : 0; }",
        "static int f(int n) { return n > 0 ? Q.f(n - 1) : 0; }",
        "int f(int n) { return g(n); } int g(int n) { return f(n - 1); }",
        "int f(int n) { return new Q(n).x; } Q(int n) { f(n - 1); } int x;",
        "void f(int n) { Runnable r = () -> f(n - 1); r.run(); }",
        "void f(int n) { IntStream.range(0, n).forEach(this::f); }",
        "void f(int n) { new Thread() { public void run() { f(n - 1); } }.start(); }",
        "int f(int... n) { return f(1, 2, 3); }",
        "Node root; int f() { return height(root); } static int height(Node n) { return 1 + height(n.next); }",
        "int f(int n) { return g(n); } int g(int n) { return h(n - 1); } int h(int n) { return g(n - 1); }",
        "F h; int f(int n) { h = m -> m > 0 ? h.apply(m - 1) : 0; return h.apply(n); }",
        "F h; int f(int n) { this.h = m -> m > 0 ? this.h.apply(m - 1) : 0; return this.h.apply(n); }",
        "int f(int n) { class H { int go(int m) { return go(m - 1); } } return new H().go(n); }",
        "int f(int n) { F h = new F() { public int apply(int m) { return this.apply(m - 1); } }; return h.apply(n); }",
        "int f(int n) { switch (n) { case 0 -> { return f(1); } default -> { return 2; } } }",
    ],
)
def test_recursion_is_seen(body: str) -> None:
    assert broken(f"class Q {{ {body} }}", recursive=("f",)) == []


@pytest.mark.parametrize(
    "body",
    [
        "int f(int n) { while (n > 0) n--; return n; }",
        "int f(int n) { return f(n, 0); } int f(int n, int m) { return m; }",
        'int f(int n) { /* f(1) */ String s = "f(1)"; return n; }',
        "int f(int f) { return g(f); } int g(int n) { return n; }",
        "int f(int n) { while (n > 0) n--; return n; } int g(int n) { return g(n - 1); }",
        "void g() { F h = m -> h.apply(m); h.apply(1); } int f(int n) { F h = m -> m + 1; return h.apply(n); }",
    ],
)
def test_no_recursion_is_reported(body: str) -> None:
    assert broken(f"class Q {{ {body} }}", recursive=("f",)) == ["f must be recursive; it never calls itself"]


def test_a_call_by_way_of_helpers_counts() -> None:
    source = "class Q { static void main(String[] a) { new Q().go(); } void go() { step(); } %s }"
    rules: dict[str, Any] = {"calls": {"main": ("step|Step", "(?i)NEXT")}}
    assert broken(source % "void step() { next(); } void next() {}", **rules) == []
    assert broken(source % "void step() {} void next() {}", **rules) == ["main must call NEXT"]
    assert broken("class Q { void other() { step(); next(); } void main() {} }", **rules) == [
        "main must call step or Step; the call stands in other",
        "main must call NEXT; the call stands in other",
    ]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import java.util.*;\nclass Q { void f() { Collections.sort(x); } }", "sort"),
        ("class Q { void f() { java.util.Collections.sort(x); } }", "Collections.sort"),
        ("import static java.util.Collections.sort;\nclass Q { void f() { sort(x); } }", "sort"),
        ("class Q { void f() { list.sort(null); } }", "sort"),
        ("class Q { void f() { list.forEach(Collections::sort); } }", "sort"),
        ("class Q { void sort(List x) { Collections.sort(x); } }", "sort"),
        ("class Q { int f() { return new Random().nextInt(); } }", "Random"),
        ("class Q { void f() { System.exit(1); } }", "System.exit"),
    ],
)
def test_a_forbidden_call_is_found(source: str, name: str) -> None:
    assert broken(source, forbidden_calls=(name,)) == [f"{name} is called, which the assignment does not allow"]


@pytest.mark.parametrize(
    "source",
    [
        "class Q { void sort(int[] a) {} void f() { sort(a); this.sort(a); Q.sort(a); new Q().sort(a); } }",
        "class Q { Board board; void f() { this.board.sort(); } } class Board { void sort() {} }",
        "class Q { int sort; void f() { sort = 1; resort(); // sort()\n } }",
        'class Q { String s = "Collections.sort(x)"; }',
    ],
)
def test_a_method_of_ones_own_is_not_forbidden(source: str) -> None:
    assert broken(source, forbidden_calls=("sort", "Collections.sort")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import java.util.Collections;\nclass Q {}",
        "import java.util.*;\nclass Q { void f() { Collections.sort(x); } }",
        "import static java.util.Collections.*;\nclass Q {}",
        "import static java.util.Collections.sort;\nclass Q {}",
        "class Q { void f() { java.util.Collections.sort(x); } }",
    ],
)
def test_a_forbidden_import_is_found(source: str) -> None:
    assert broken(source, forbidden_imports=("java.util.Collections",)) == [
        "java.util.Collections is imported, which the assignment does not allow"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "import java.util.*;\nclass Q { List<String> x; }",
        "import java.util.CollectionsOfMine;\nclass Q {}",
        "import java.util.*;\nclass Q { class Collections {} Collections c; }",
        "import java.util.*;\nimport mine.Collections;\nclass Q { Collections c; }",
        "// import java.util.Collections;\nclass Q {}",
    ],
)
def test_another_import_is_free(source: str) -> None:
    assert broken(source, forbidden_imports=("java.util.Collections",)) == []


def test_byte_order_mark_line_ends_and_letter_case_of_the_name() -> None:
    source = "\ufeffclass Q {\r\n  // Müller\r\n  static int f(int n) {\r\n    return f(n);\r\n  }\r\n}\r\n"
    assert broken(source, "Q.JAVA", recursive=("f",), functions={"f": Signature(params=("int",))}) == []


@pytest.mark.parametrize(
    "declared",
    [
        "static int[] rows;",
        "private final int rows[] = {};",
        "int other, rows[];",
        "int[] other = {}, /* one a column */ rows = null;",
        "void f() { @Mine int [] rows = new int[8]; }",
        "record R(int[] rows) {}",
        "interface I { int[] rows = new int[8]; }",
        "long rows; void f(final int[] rows) {}",
    ],
)
def test_a_variable_in_any_spelling_is_found(declared: str) -> None:
    assert broken(f"class Q {{ {declared} }}", variables={"rows": "int[]"}) == []


@pytest.mark.parametrize(
    ("declared", "instead"),
    [
        ("", ""),
        ("int[] Rows;", ""),
        ("// int[] rows;", ""),
        ('String s = "int[] rows;";', ""),
        ("int[] rows() { return null; }", ""),
        ("int rows;", "; it is declared as int"),
        ("int[][] rows; Integer[] f(long rows[]) {}", "; it is declared as int[][] and long[]"),
    ],
)
def test_a_variable_of_another_name_or_type_is_none(declared: str, instead: str) -> None:
    shown = f"no variable rows of type int[] is declared{instead}"
    assert broken(f"class Q {{ {declared} }}", variables={"rows": "int[]"}) == [shown]


EIGHT = {"(?i)rows": (8,), "free": (8,)}


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("int[] rows; void make() { rows = new int[8]; }", "the length of rows is written as the number 8"),
        (
            "int[] Rows; void make() { this.Rows = new int[ /* n */ 8 ]; }",
            "the length of Rows is written as the number 8",
        ),
        ("final int[] rows = new int[8];", "the length of rows is written as the number 8"),
        (
            "int rows[] = new int[8], left[]; void f() { left = rows; }",
            "the length of rows is written as the number 8",
        ),
        ("int free(int c) { return 8 > c ? c : -1; }", "free compares with the number 8"),
        ("int free(int c) { if (\nc ==8) { return -1; } return c; }", "free compares with the number 8"),
    ],
)
def test_a_number_in_the_place_of_a_variable_is_found(body: str, shown: str) -> None:
    others = "" if "rows" in body.lower() else "int[] rows; "
    others += "" if "free" in body else "int free(int c) { return c; } "
    assert broken(f"class Q {{ {others}{body} }}", forbidden_numbers=EIGHT) == [shown]


@pytest.mark.parametrize(
    "body",
    [
        "void make() { rows = new int[n]; }",
        "int[] rows = new int[8]; void make() { rows = new int[n]; }",
        "void make() { other = new int[8]; }",
        "void make() { rows = new int[3][8]; }",
        "int other(int c) { return c == 8 ? -1 : c; }",
        "int free(int c) { return c == n ? -1 : c + 8; }",
        'int free(int c) { /* c == 8 */ return "c == 8".length(); }',
    ],
)
def test_another_number_is_free(body: str) -> None:
    others = "" if "int[] rows" in body else "int[] rows; "
    others += "" if "free" in body else "int free(int c) { return c; } "
    assert broken(f"class Q {{ {others}{body} }}", forbidden_numbers=EIGHT) == []


def test_a_number_in_the_place_of_a_variable_is_shown_by_its_line() -> None:
    source = b"class Q {\n  int[] rows =\n    new int[8];\n  int free(int c) {\n    return c == 8 ? -1 : c; }\n}\n"
    rules = SourceRules(forbidden_numbers={**EIGHT})
    findings = judge_sources(rules, ParsedSources({"Q.java": source}))
    assert [finding.where.line for finding in findings] == [3, 5]


def test_where_nothing_has_the_name_all_that_may_stand_for_it_is_looked_at() -> None:
    arrays = "int[] board = new int[8]; int[] left; void make() { left = new int[n]; }"
    assert broken(f"class Q {{ {arrays} int next(int c) {{ return c < 8 ? c : 0; }} }}", forbidden_numbers=EIGHT) == [
        "the length of board is written as the number 8",
        "next compares with the number 8",
    ]
    assert broken("class Q { int[] board = new int[n]; int next(int c) { return c; } }", forbidden_numbers=EIGHT) == []


def test_a_file_that_does_not_parse_keeps_what_does() -> None:
    assert broken("class Q { void g( { } static void f() { } ", functions={"f": Signature()}) == []
    assert broken("\x00\x01", functions={"f": Signature()}) == ["there is no function f"]


@pytest.mark.parametrize(
    "body",
    [
        "void f() { Runnable h = () -> g(); h.run(); }",
        "Runnable h = this::g; void f() { h.run(); }",
        "void f() { new Runnable() { public void run() { g(); } }.run(); }",
    ],
)
def test_a_call_by_a_lambda_counts(body: str) -> None:
    assert broken(f"class Q {{ {body} void g() {{ }} }}", calls={"f": ("g",)}) == []
