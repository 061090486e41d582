"""Changes that repair what no single operator, number or name explains; they are tried among the first."""

from __future__ import annotations

import ast
from functools import partial

import pytest

from harness.language.edits.forms.source_text import prolog_tokens
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.prolog.missing import missing_parts
from harness.language.edits.prolog_repairs import PrologRepairs
from tests.counted_calls import counted_calls


def _first_programs(path: str, source: str) -> list[str]:
    """The changed programs that are tried first, without blanks."""
    changes = repairs({path: source.encode()}, (), ())
    programs = [change.apply(source.encode()).decode() for change in changes if change.rank < 0]
    return ["".join(program.split()) for program in programs]


PROLOG_LISTS = "safe([]).\nsafe([Q|Qs]) :- apart(Q, Qs, 1).\n"
PROLOG_FILL = "fill([], _, _).\nfill([R|Rs], N, Qs) :- between(1, N, R), free(R, Qs), fill(Rs, N, [R|Qs]).\n"
PROLOG_FREE = "free(_, []).\nfree(R, [Q|Qs]) :- R =\\= Q, free(R, Qs).\n"
PROLOG_TAKE = "take(X, [X|T], T).\ntake(X, [H|T], [H|R]) :- take(X, T, R).\n"
PROLOG_SOLVE = "solve([], [], _).\nsolve(L, [Q|Qs], B) :- take(Q, L, R), \\+ attack(Q, B), solve(R, Qs, [Q|B]).\n"
PROLOG_ATTACK = "attack(Q, [R|_]) :- Q =:= R.\nattack(Q, [_|Rs]) :- attack(Q, Rs).\n"
PROLOG_OWN_TAKE = PROLOG_SOLVE + PROLOG_TAKE + PROLOG_ATTACK
PROLOG_FURTHER = "apart(_, [], _).\napart(Q, [R|Rs], D) :- Q + D =\\= R, apart(Q, Rs, D).\n"


@pytest.mark.parametrize(
    ("source", "right"),
    [
        pytest.param(PROLOG_LISTS, PROLOG_LISTS.replace("1).", "1), safe(Qs)."), id="rest-left-out"),
        pytest.param(
            PROLOG_FURTHER,
            PROLOG_FURTHER.replace("apart(Q, Rs, D)", "DNext is D + 1, apart(Q, Rs, DNext)"),
            id="number-that-stays",
        ),
        pytest.param(
            PROLOG_FURTHER.replace("=\\= R,", "=\\= R, D1 is D + 1,"),
            PROLOG_FURTHER.replace("=\\= R, apart(Q, Rs, D)", "=\\= R, D1 is D + 1, apart(Q, Rs, D1)"),
            id="number-that-is-not-used",
        ),
        pytest.param(PROLOG_FILL.replace("[R|Qs]", "Qs") + PROLOG_FREE, PROLOG_FILL + PROLOG_FREE, id="head-lost"),
        pytest.param(PROLOG_OWN_TAKE.replace("[Q|B]", "B"), PROLOG_OWN_TAKE, id="head-of-a-negated-list-lost"),
        pytest.param(PROLOG_OWN_TAKE.partition("\n")[2], PROLOG_OWN_TAKE, id="end-of-two-lists-left-out"),
        pytest.param(PROLOG_FILL.partition("\n")[2], PROLOG_FILL, id="empty-list-left-out"),
        pytest.param(
            "pick([R|Rs], Qs, L) :- pick(Rs, [R|Qs], L).\n",
            "pick([], Result, Result).\npick([R|Rs], Qs, L) :- pick(Rs, [R|Qs], L).\n",
            id="result-handed-over",
        ),
        pytest.param(
            "rows([_/R|T], [R|L]) :- rows(T, L).\n",
            "rows([], []).\nrows([_/R|T], [R|L]) :- rows(T, L).\n",
            id="two-lists",
        ),
        pytest.param(
            "free(X, L) :- member(Y, L), X =\\= Y.\n", "free(X, L) :- forall(member(Y, L), X =\\= Y).\n", id="for-all"
        ),
        pytest.param(
            "row(R, L) :- free(R), select(R, L, _).\n", "row(R, L) :- select(R, L, _), free(R).\n", id="order"
        ),
        pytest.param("one(X) :- any(X), !.\n", "one(X) :- any(X).\n", id="cut-with-its-comma"),
        pytest.param("one(X) :- !, any(X).\n", "one(X) :- any(X).\n", id="cut-before-its-comma"),
        pytest.param("far(A, B) :- A - B \\= 2.\n", "far(A, B) :- A - B =\\= 2.\n", id="not-reckoned"),
    ],
)
def test_a_slip_of_prolog_is_tried_among_the_first(source: str, right: str) -> None:
    assert "".join(right.split()) in _first_programs("a.pl", source)


@pytest.mark.parametrize(
    ("fact", "general"),
    [
        pytest.param("take(A, [A], []).", PROLOG_TAKE.partition("\n")[0], id="last-of-a-list"),
        pytest.param("f(a, g(b)).", "f(_, g(X)).", id="anything"),
        pytest.param("f(1, [1, 2]).", "f(X, [X|_]).", id="same-twice"),
        pytest.param("f([_]).", "f([_|_]).", id="one-element"),
    ],
)
def test_a_fact_that_another_one_covers_is_left_out(fact: str, general: str) -> None:
    assert "".join(general.split()) in _first_programs("a.pl", f"{fact}\n{general}\n")


@pytest.mark.parametrize(
    "source",
    [
        "take(_, [], []).\n" + PROLOG_TAKE, "f(X, X).\nf(a, b).\n", "f([]).\nf([_|_]).\n", "f(g(X)).\nf(g).\n",
        "f(a + 1).\nf(a - 1).\n", "f(X) :- g(X).\nf(a).\n", "f(X).\nf(X, Y).\n",
    ],
)  # fmt: skip
def test_facts_that_match_other_things_stay(source: str) -> None:
    changes = repairs({"a.pl": source.encode()}, (), ())
    assert not [change.text for change in changes if change.rank < 0 and not change.edit.new]


@pytest.mark.parametrize("fact", ["rule(1, (a :- b), 2).", "rule((a :- b, c), 2).", "rule([(a :- b) | Rest], Rest)."])
def test_a_neck_in_brackets_is_a_term(fact: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A fact that holds a rule has no goals that might be ``true``, and the rest of its file has its changes."""
    source = f"main(X) :- queens(8, X).\nqueens(N, Q) :- length(Q, N).\n{fact}\n"
    programs = {change.apply(source.encode()).decode() for change in repairs({"a.pl": source.encode()}, (), ())}
    assert not capsys.readouterr().err
    assert source.replace("8", "9") in programs
    assert source.replace("b", "true") not in programs


@pytest.mark.parametrize(
    ("source", "right", "rank"),
    [
        pytest.param("ok(A, B) :- \\+ (A > 1, B > 1).\n", "ok(A, B) :- \\+ (A > 1; B > 1).\n", 0, id="under-not"),
        pytest.param("ok(A, B) :- f(B), (A > 1, B > 1).\n", "ok(A, B) :- f(B), (A > 1; B > 1).\n", 1, id="in-brackets"),
        pytest.param("ok(A) :- not((A > 1, f(A))).\n", "ok(A) :- not((A > 1; f(A))).\n", 0, id="under-the-word-not"),
        pytest.param("ok(A) :- \\+ (f(A) ; g(A)).\n", "ok(A) :- \\+ (f(A) , g(A)).\n", 0, id="either-way"),
        pytest.param(
            "ok(A, B) :- (A =\\= B + 1 ; A =\\= B - 1), f(A).\n",
            "ok(A, B) :- (A =\\= B + 1 , A =\\= B - 1), f(A).\n",
            -1,
            id="always-true",
        ),
        pytest.param("ok(A) :- (A > 1, f(A) ; g(A)).\n", "ok(A) :- (A > 1-> f(A) ; g(A)).\n", 2, id="if-then-else"),
        pytest.param("q(1, [1]).\nq(N, L) :- f(N, L).\n", "\nq(N, L) :- f(N, L).\n", -1, id="fact-beside-a-rule"),
        pytest.param("q(A, L) :- select(L, A, R).\n", "q(A, L) :- select(A, L, R).\n", 0, id="arguments-of-select"),
        pytest.param(
            "q(A, L) :- ok(L, A, 1).\nok(_, _, _) :- f.\n",
            "q(A, L) :- ok(A, L, 1).\nok(_, _, _) :- f.\n",
            1,
            id="arguments",
        ),
        pytest.param("q(A) :- b(A).\nb(_) :- f.\n", "q(A) :- \\+ b(A).\nb(_) :- f.\n", 1, id="not-negated"),
        pytest.param("q(A) :- \\+ b(A).\n", "q(A) :- b(A).\n", 1, id="negated"),
        pytest.param("s([_]).\n", "s([]).\n", 0, id="list-of-one"),
        pytest.param("q(A) :- \\+ member(A, [1]).\n", "q(A) :- \\+ member([1], A).\n", 0, id="negated-arguments"),
        pytest.param("p([], _, Qs).\n", "p([], Qs, Qs).\n", 0, id="not-handed-over"),
    ],
)
def test_goals_and_arguments_are_put_otherwise_in_prolog(source: str, right: str, rank: int) -> None:
    changes = repairs({"a.pl": source.encode()}, (), ())
    assert right in [each.apply(source.encode()).decode() for each in changes if each.rank == rank]


@pytest.mark.parametrize(
    "source",
    [
        "f(A, B) :- g(A, B), \\+ h([A, B], {A, B}), k(A), x:g(A, B).\n",
        "f((A, B)) :- g(A).\n",
        "f(A) --> g(A), h(A).\n",
    ],
)
def test_commas_between_arguments_join_no_goals(source: str) -> None:
    assert not any(each.edit.new in (";", "->") for each in repairs({"a.pl": source.encode()}, (), ()))


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        pytest.param("q(A) :- b(A), q(A).\n", "q(A) :- b(A), \\+ q(A).\n", id="recursion-negated"),
        pytest.param("q(A) :- between(1, 8, A).\n", "q(A) :- between(8, 1, A).\n", id="order-that-everybody-knows"),
        pytest.param("p(_, As, Bs).\n", "p(As, As, Bs).\n", id="one-of-two-names"),
    ],
)
def test_what_is_hardly_ever_meant_is_not_tried_in_prolog(source: str, wrong: str) -> None:
    changes = repairs({"a.pl": source.encode()}, (), ())
    assert changes
    assert wrong not in [each.apply(source.encode()).decode() for each in changes]


def test_another_sign_between_goals_is_another_operator() -> None:
    source = b"ok(A, B) :- \\+ (A > 1, B > 1).\n"
    (change,) = [each for each in repairs({"a.pl": source}, (), ()) if each.edit.new == ";"]
    assert (change.form.does, change.form.part, change.within) == ("other-operator", ",", "")


@pytest.mark.parametrize(
    "source",
    [
        PROLOG_FILL + PROLOG_FREE,
        "all(L) :- maplist(free, L).\nfree(N) :- N > 1.\n",  # called by its name
        "len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n",
        "last([X], X).\nlast([_|T], X) :- last(T, X).\nlast(L, _) :- f(L).\n",
    ],
)
def test_nothing_is_added_to_prolog_that_lacks_nothing(source: str) -> None:
    clauses = [[*prolog_tokens(clause.encode())] for clause in source.splitlines()]
    assert not [*missing_parts(clauses)]


@pytest.mark.parametrize("source", ["q([], []).\nq([_|T], L) :- q(T, L).\n", "q(1, [1]).\nq(2, [2]).\n", "q(0, 0).\n"])
def test_a_fact_that_ends_a_recursion_stays_among_the_first_changes(source: str) -> None:
    assert not any(each.rank < 0 and not each.edit.new for each in repairs({"a.pl": source.encode()}, (), ()))


def test_a_cut_on_a_line_of_its_own_is_shown_there() -> None:
    source = b"f(X, Y) :-\n    g(X),  % remark\n    !,\n    h(Y).\n"
    cuts = [each for each in repairs({"a.pl": source}, [], []) if each.old.split() == [b"!,"]]
    assert {each.line for each in cuts} == {3}


def test_many_facts_of_one_predicate_are_read_once_each() -> None:
    facts, more = (b"".join(b"at(%d, [%d]).\n" % (row, row) for row in range(count)) for count in (400, 2_000))
    few, many = (counted_calls(partial(_edits, source)) for source in (facts, more))
    assert many < 7 * few  # five times as many; of each with each other it would be 25 times


def _edits(source: bytes) -> None:
    assert [*PrologRepairs(source).edits()]


def test_bytes_that_are_no_text_are_no_end_of_the_search() -> None:
    assert repairs({"a.pl": b"f(X) :- X = \xe9t\xe9, g(X), !.\n"}, [], [])


PYTHON_LOOP = """\
def find(rows):
    found = 0
    for row in rows:
        if row > 2:
            found = row
    return found
"""
PYTHON_ELSE = """\
def find(rows):
    for row in rows:
        if row > 2:
            return True
        else:
            return False
    return False
"""
PYTHON_GROUPS = """\
def put(groups, rows):
    for row in rows:
        groups[row % 2] = [row]
"""
PYTHON_GIVES_UP = """\
def move(rows, n):
    for row in rows:
        if row > n:
            return False
        n -= row
    return False
"""
PYTHON_BACK = """\
def put(B, i, j):
    B[i][0] = j
    B[i][j] -= 1
def take(B, i, j):
    B[i][j] = 0
"""
PYTHON_SUM = """\
def count(n):
    found = 0
    for i in range(n):
        found = count(i)
    return found
"""


@pytest.mark.parametrize(
    ("source", "old", "new"),
    [
        pytest.param(PYTHON_LOOP, "found = row\n", "found = row\n            break\n", id="break"),
        pytest.param(PYTHON_ELSE, "        else:\n            return False\n", "", id="else"),
        pytest.param(PYTHON_GIVES_UP, "> n:\n            return False", "> n:\n            continue", id="gives-up"),
        pytest.param("same = a - b == c\n", "a - b", "abs(a - b)", id="size"),
        pytest.param(PYTHON_GROUPS, "groups[row % 2] = [row]", "groups.setdefault(row % 2, []).append(row)", id="key"),
        pytest.param(PYTHON_BACK, "B[i][j] = 0", "B[i][j] += 1", id="step-back"),
        pytest.param(PYTHON_BACK, "B[i][j] = 0", "B[i][0] = 0\n    B[i][j] = 0", id="set-back"),
        pytest.param(PYTHON_SUM, "found = count", "found += count", id="overwritten"),
        pytest.param("ok = a and b or c\n", "a and b or c", "a and (b or c)", id="grouped"),
        pytest.param("def f(a, b):\n    d = a - b\n    return d == a\n", "d == a", "abs(d) == abs(a)", id="sizes"),
    ],
)
def test_a_slip_of_python_is_tried_among_the_first(source: str, old: str, new: str) -> None:
    changes = repairs({"a.py": source.encode()}, (), ())
    programs = {ast.dump(ast.parse(change.apply(source.encode()))) for change in changes if change.rank < 0}
    assert ast.dump(ast.parse(source.replace(old, new))) in programs


TREE = "class A {{ {before} static {kind} f(int n, int m) {{ {body} }} }}\n"
SEARCH = "while (n < m) {{ r[n] = true; {} }} return false;"
SWAP = "a[n] = a[n] ^ a[m]; a[m] = a[n] ^ a[m]; a[n] ^= a[m];"


@pytest.mark.parametrize(
    ("kind", "body", "right"),
    [
        pytest.param(
            "int", "int p = 0; for (;n > 0; n--) { if (n < m) { p = n; } } return p;",
            "int p = 0; for (;n > 0; n--) { if (n < m) { p = n; break; } } return p;", id="break",
        ),
        pytest.param("void", "if (n == 0) { g(m); } g(n);", "if (n == 0) { g(m); return; } g(n);", id="return"),
        pytest.param(
            "int", "while (n > 0) { if (n == m) return 1; else return 0; } return 0;",
            "while (n > 0) { if (n == m) return 1; } return 0;", id="else",
        ),
        pytest.param(
            "boolean", "boolean c = false; for (;n > 0; n--) c = g(n); return c;",
            "boolean c = false; for (;n > 0; n--) c |= g(n); return c;", id="overwritten",
        ),
        pytest.param(
            "int", "int v = 0; for (;n > 0; n--) v = m - '0'; return v;",
            "int v = 0; for (;n > 0; n--) v = v * 10 + (m - '0'); return v;", id="digits",
        ),
        pytest.param("int", "for (n = 0; n < m; n++) r[n] = 0; return n;", "r[n] = 0; return n;", id="parameter"),
        pytest.param("boolean", "return n > 1 && m > 1 || m < 0;", "return n > 1 && (m > 1 || m < 0);", id="grouped"),
        pytest.param(
            "boolean", SEARCH.format("f(n + 1, m); return true;"),
            SEARCH.format("if (f(n + 1, m)) { return true; } r[n] = false;"), id="not-looked-at",
        ),
        pytest.param("void", SWAP, "int kept = a[n]; a[n] = a[m]; a[m] = kept;", id="exclusive-or"),
        pytest.param("void", "states.add(n);", "states.clear(); states.add(n);", id="not-emptied"),
        pytest.param(
            "boolean", "int d = n - m; return d == m;", "int d = n - m; return Math.abs(d) == Math.abs(m);", id="sizes"
        ),
    ],
)  # fmt: skip
def test_a_slip_of_java_is_tried_among_the_first(kind: str, body: str, right: str) -> None:
    before = "static List<Integer> states = new ArrayList<>();"
    sources = [TREE.format(before=before, kind=kind, body=each) for each in (body, right)]
    assert "".join(sources[1].split()) in _first_programs("A.java", sources[0])


ROWS = "void f(Board& board) {{ for (int i = 0; i < 8; i++) {{ auto& row = board[i]; {} }} }}\n"
FILL = "for (int j = 0; j < 8; j++) row.push_back(false);"


def test_what_is_filled_in_cpp_may_have_to_be_emptied_first() -> None:
    right = "".join(ROWS.format(f"row.clear(); {FILL}").split())
    assert right in _first_programs("a.cpp", ROWS.format(FILL))
    new = ROWS.replace("auto& row = board[i]", "Row row(8)").format(FILL)
    assert not any("clear" in program for program in _first_programs("a.cpp", new))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.cc", "void f(int n) { ; for (int i = 0; i < n; i++) { ; if (n) { ; } else { ; } } while (n) ; n++; ; }\n"),
        ("A.java", "class A { void f(int n) { ; for (;;) { ; if (n > 1) ; } do ; while (n > 1); } int g(); }\n"),
    ],
)
def test_empty_statements_are_no_obstacle(path: str, source: str) -> None:
    assert any(change.edit.new in ("n--;", "--", ">=") for change in repairs({path: source.encode()}, (), ()))


def test_each_change_is_tried_once() -> None:
    changes = repairs({"a.py": PYTHON_SUM.encode(), "a.pl": PROLOG_LISTS.encode()}, (), ())
    places = [(change.path, change.edit) for change in changes]
    assert len(places) == len({*places})


def test_what_leaves_a_loop_is_one_more_statement_about_nothing() -> None:
    changes = repairs({"a.py": PYTHON_LOOP.encode()}, (), ())
    (leaves,) = [change for change in changes if change.edit.new.strip() == "break"]
    assert (leaves.is_addition, leaves.about, leaves.line) == (True, "", 5)


def test_a_limit_goes_before_other_changes_that_are_as_likely() -> None:
    source = b"def f(n):\n    rows = range(1, n - 1)\n    return n < 2\n"
    changes = [change for change in repairs({"a.py": source}, (), ()) if change.rank == 0]
    assert [change.edit.new for change in changes].index("<=") == 0
    assert {change.line for change in changes} == {2, 3}


def test_a_predicate_that_is_named_with_its_arity_is_suspected() -> None:
    source = b"first(X) :- second(X).\nsecond(X) :- X < 1.\n"
    by_suspect = [repairs({"a.pl": source}, [name, "none"], ()) for name in ("second", "second/1")]
    assert by_suspect[0] == by_suspect[1] != repairs({"a.pl": source}, ["none"], ())


def test_a_variable_that_nothing_uses_is_likely_to_be_meant() -> None:
    source = b"add([Q|Qs], Free) :- select(Q, Free, Left), add(Qs, Free).\n"
    changes = {(change.edit.start, change.edit.new): change.rank for change in repairs({"a.pl": source}, (), ())}
    at = source.rindex(b"Free")
    assert changes[at, "Left"] == 0 < changes[at, "Q"]
    assert changes[source.index(b"Free"), "Left"] > 0  # nothing has found it there


JAVA_STEPS = """\
class Q {
    static void next(int[] a, int at) {
        if (a[at] < a[at + 1]) turn(a, at);
    }
    static void turn(int[] a, int from) { a[from] = 0; }
}
"""


@pytest.mark.parametrize(("path", "array"), [("Q.java", "int[] a"), ("q.cpp", "int* a")])
def test_the_place_beside_one_that_is_handed_on_is_tried_before_other_numbers(path: str, array: str) -> None:
    source = JAVA_STEPS.replace("int[] a", array)
    if path == "q.cpp":
        source = source.removeprefix("class Q {\n").removesuffix("}\n")
    changes = repairs({path: source.encode()}, (), ())
    call = source.index("turn(a, at)")
    tried = {change.edit.new: change.rank for change in changes if change.edit.start in (call + 5, call + 8)}
    assert tried["at + 1"] == tried["at - 1"] == 0
    assert not {"a + 1", "a - 1"} & tried.keys()


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        pytest.param("a.py", "def f(b, i, j):\n    return b[i][j]\n", "[i][j]", "[j][i]", id="python"),
        pytest.param(
            "A.java", "class A { int f(int[][] b, int i, int j) { return b[i][j]; } }", "[i][j]", "[j][i]", id="java"
        ),
        pytest.param("a.cpp", "int f(int b[8][8], int i, int j) { return b[i][j]; }", "[i][j]", "[j][i]", id="cpp"),
        pytest.param("a.cpp", "int f(int i, int j) { return i - j; }", "i - j", "j - i", id="difference"),
    ],
)
def test_row_and_column_are_tried_for_each_other(path: str, source: str, old: str, new: str) -> None:
    programs = {
        each.apply(source.encode()).decode() for each in repairs({path: source.encode()}, (), ()) if each.rank <= 1
    }
    assert source.replace(old, new) in programs


def test_the_size_of_a_difference_is_compared_in_prolog() -> None:
    source = b"far(A, B, D) :- D =\\= A - B.\n"
    programs = {each.apply(source) for each in repairs({"a.pl": source}, (), ()) if each.rank == 0}
    assert source.replace(b"A - B", b"abs(A - B)") in programs
    chained = b"far(A, B, D) :- D =\\= A - B - 1.\n"
    assert not any(b"abs" in each.edit.new.encode() for each in repairs({"a.pl": chained}, (), ()))


@pytest.mark.parametrize("path", ["A.java", "a.cpp"])
def test_a_search_that_gives_up_early_goes_on(path: str) -> None:
    body = (
        "boolean f(int[] r, int n) { for (int i = 0; i < n; i++) { if (r[i] > 2) return false; n--; } return false; }"
    )
    source = f"class A {{ {body} }}" if path == "A.java" else body.replace("boolean", "bool").replace("int[]", "int*")
    made = repairs({path: source.encode()}, (), ())
    programs = {each.apply(source.encode()).decode() for each in made if each.rank < 0}
    assert source.replace("2) return false;", "2) continue;") in programs


@pytest.mark.parametrize(
    ("path", "source", "is_likely"),
    [
        (
            "a.py",
            "def f(q, qs):\n    for o in qs:\n        if o.column > q.column and q.hits(o):\n            g()\n",
            True,
        ),
        ("a.py", "def f(q, qs):\n    return sum(1 for o in qs if o.column > q.column)\n", True),
        ("a.py", "def f(i):\n    for j in g():\n        if j > i:\n            h()\n", True),
        ("a.py", "def f(best, count):\n    if count > best:\n        h()\n", False),
        ("a.py", "def f(i, j):\n    while j > i:\n        h()\n", False),
        ("A.java", "class A { int f(Q q, Q o) { if (o.at() > q.at() && q.hits(o)) { return 1; } return 0; } }\n", True),
        ("A.java", "class A { int f(int best, int n) { if (n > best) { return 1; } return 0; } }\n", False),
        ("a.cc", "int f(int i) { for (int j = i; j > i; j++) { g(); } return 0; }\n", False),
        ("a.cc", "int f(Q* q, Q* o) { if (o->column > q->column) { return 1; } return 0; }\n", True),
    ],
)
def test_a_choice_may_have_to_ask_whether_two_differ(path: str, source: str, *, is_likely: bool) -> None:
    right = source.replace(" > ", " != ")
    ranks = [
        each.rank for each in repairs({path: source.encode()}, (), ()) if each.apply(source.encode()) == right.encode()
    ]
    assert ranks == [0 if is_likely else 2]


@pytest.mark.parametrize(
    "source",
    [
        ".g(a)",
        "f(X, Y) :- g(X), Y is X + 1.\nf([H|T] N) :- f(T, M), N is M + 1.\nq(N, Qs) :- f(Qs, N).\nf([], 0 .\n",
    ],
)
def test_a_prolog_program_without_a_bracket_is_changed_where_it_can_be(
    source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    repairs({"queens.pl": source.encode()}, (), ())
    assert capsys.readouterr().err == ""
