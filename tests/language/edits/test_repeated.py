"""One slip in several places is changed in all of them at once."""

from __future__ import annotations

import pytest

from harness.grading.explaining.repairs.repair_findings import Success, best_of, change_finding
from harness.judge.messages.translator import translator
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair
from harness.model.finding import Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.text.headline import change_sentence

COPIED = """\
def put(b, k):
    while k > 1:
        b[k] -= 1
        k -= 1
def take(b, k):
    while k > 1:
        b[k] += 1
        k -= 1
"""
SET_BACK = """\
def put(b, k, n):
    b[0] = k
    for at in range(k):
        b[at] -= 1
        if at < n:
            b[n - at] -= 1
def take(b, k, n):
    b[0] = 0
    for at in range(k):
        b[at] = 0
        if at < n:
            b[n - at] = 0
"""
PROLOG = """\
near(A, B, D) :- A - B = D.
near(A, B, D) :- B - A = D.
"""
JAVA = """\
class A {
    int f(int[] a, int n) {
        int s = 0;
        for (int k = 0; k <= n; k++) s += a[k];
        for (int k = 0; k <= n; k++) s -= a[k] * 2;
        return s;
    }
}
"""


def together(path: str, source: str) -> dict[str, Repair]:
    """The changes of several places, by the programs that they make."""
    made = repairs({path: source.encode()}, [], [])
    return {each.apply(source.encode()).decode(): each for each in made if each.also}


@pytest.mark.parametrize(
    ("path", "source", "old", "new", "lines"),
    [
        pytest.param("a.py", COPIED, "k > 1", "k >= 1", (2, 6), id="copied-lines"),
        pytest.param("a.pl", PROLOG, " = D", " =:= D", (1, 2), id="clauses"),
        pytest.param("A.java", JAVA, "k <= n", "k < n", (4, 5), id="one-function"),
    ],
)
def test_the_same_slip_is_changed_in_all_places(
    path: str, source: str, old: str, new: str, lines: tuple[int, ...]
) -> None:
    change = together(path, source)[source.replace(old, new)]
    assert (change.line, *change.also) == lines
    assert change.rank <= 0


SETS = """\
def put(b, i, j, n):
    b[i][j] = b[i][j] + 1
    for row in range(i, n):
        b[row][j] = -1
        if row < 3:
            b[row][row] = -1
        if row > 3:
            b[row][n - row] = -1
def take(b, i, j, n):
    for row in range(i, n):
        b[row][j] = b[row][j] + 1
"""
SETS_JAVA = """\
class A {
    static void put(int[] b, int k, int n) {
        b[k] = -1;
        if (k < n) b[k + 1] = -1;
        if (k > 1) b[k - 1] = -1;
    }
    static void take(int[] b, int k) {
        b[k] = b[k] + 1;
    }
}
"""
SETS_CPP = """\
int b[9];
void put(int k) { b[k]++; }
void take(int k, int n) {
    b[k] = 0;
    if (k < n) b[k + 1] = 0;
}
"""
OTHER_NAME = """\
def put(b, i, k, n):
    b[i][k + 1] -= 1
    b[i][i + 1] -= 1
    if n > 3:
        b[i][n + 1] -= 1
    b[i][0] -= n
"""


@pytest.mark.parametrize(
    ("path", "source", "old", "new", "form"),
    [
        pytest.param("a.py", SETS, " = -1", " -= 1", ("counts-on", "= -1"), id="python"),
        pytest.param("A.java", SETS_JAVA, " = -1", " -= 1", ("counts-on", "= -1"), id="java"),
        pytest.param("a.cpp", SETS_CPP, " = 0", " -= 1", ("counts-on", "= 0"), id="cpp"),
    ],
)
def test_what_is_set_in_several_lines_is_counted_in_all(
    path: str, source: str, old: str, new: str, form: tuple[str, str]
) -> None:
    change = together(path, source)[source.replace(old, new)]
    assert (change.form.does, change.form.part) == form
    assert change.rank == -1


def test_a_name_is_exchanged_in_all_lines_of_one_form() -> None:
    right = OTHER_NAME.replace("b[i]", "b[n]").replace("b[n][0]", "b[i][0]")
    assert together("a.py", OTHER_NAME)[right].rank == 1
    two = OTHER_NAME.replace("    if n > 3:\n        b[i][n + 1] -= 1\n", "")
    assert two.replace("b[i]", "b[n]").replace("b[n][0]", "b[i][0]") not in together("a.py", two)


def test_the_places_of_an_inner_block_are_changed_without_those_outside() -> None:
    right = SET_BACK.replace("b[at] = 0", "b[at] += 1").replace("b[n - at] = 0", "b[n - at] += 1")
    assert together("a.py", SET_BACK)[right].also == (12,)


def test_names_and_many_places_are_not_changed_together() -> None:
    assert not together("a.py", "def f(a, b, n):\n    print(a)\n    print(a)\n")
    assert not together("a.py", "def f(a):\n" + "    a = a < 1\n" * 9)


def test_two_places_of_one_line_are_not_changed_together() -> None:
    assert not together("a.py", "def f(r, c):\n    return r < 0 or c < 0\n")


def test_comparisons_are_not_shown_as_operands() -> None:
    source = b"def f(a, n):\n    return a == 0 or n < 3\n"
    changes = [each for each in repairs({"a.py": source}, [], []) if each.old == b"or"]
    assert changes
    assert {each.within for each in changes} == {""}


def test_all_lines_are_named() -> None:
    change = together("a.py", COPIED)[COPIED.replace("k > 1", "k >= 1")]
    wrong = Finding("wrong", params={"call": "put(1)"})
    cause = Cause((CaseGrade("a", "c", Verdict.WA, 0.0, 5.0, (wrong, change_finding([change]))),))
    assert change_sentence(cause, translator()) == (
        "The loop ends one turn too early. Use `>=` instead of `>` in `k > 1` here and in line 6."
        " With these changes alone, this failed test passes."
    )


def test_one_place_that_is_enough_goes_before_several() -> None:
    change = together("a.py", COPIED)[COPIED.replace("k > 1", "k >= 1")]
    alone = next(each for each in repairs({"a.py": COPIED.encode()}, [], []) if each.line == 6 and not each.also)
    found = best_of([Success(change, frozenset({1})), Success(alone, frozenset({1}))])
    assert [success.repair for success in found] == [alone]


def test_the_end_of_a_clause_is_no_operand() -> None:
    change = together("a.pl", PROLOG)[PROLOG.replace(" = D", " =:= D")]
    assert change_finding([change]).params["other"] == "A - B = D"


BOUND = "int f(int[] a, int p) {{ while (p > {0} && a[p] > a[p + 1]) p--;\n if (p <= {0}) return 1;\n return p; }}"


@pytest.mark.parametrize(
    ("path", "source"), [("A.java", f"class A {{{{ {BOUND} }}}}"), ("a.cc", BOUND.replace("[]", "*"))]
)
def test_a_bound_in_two_comparisons(path: str, source: str) -> None:
    change = together(path, source.format(1))[source.format(0)]
    assert (change.line, change.also, change.rank) == (1, (2,), 0)


def test_bounds_of_two_variables() -> None:
    assert BOUND.replace("p <= ", "q <= ").format(0) not in together("a.cc", BOUND.replace("p <= ", "q <= ").format(1))


KEPT = """\
def climb(start):
    now = start
    path = [now]
    while move(now):
        path.append(now)
    return path
"""
KEPT_IN_JAVA = """\
class A {
    List<int[]> climb(int[] now) {
        List<int[]> path = new ArrayList<>();
        path.add(now);
        while (move(now)) {
            path.add(now);
        }
        return path;
    }
}
"""


@pytest.mark.parametrize(
    ("path", "source", "copied"),
    [
        ("a.py", KEPT, KEPT.replace("[now]", "[now[:]]").replace("append(now)", "append(now[:])")),
        ("A.java", KEPT_IN_JAVA, KEPT_IN_JAVA.replace("add(now)", "add(now.clone())")),
    ],
)
def test_each_state_that_is_kept_is_copied_early(path: str, source: str, copied: str) -> None:
    """A copy in one of the places alone leaves the first state, or the others, as the last."""
    assert together(path, source)[copied].rank < 0
