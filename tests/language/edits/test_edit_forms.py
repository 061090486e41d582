"""What a change does to a text is told from the two texts alone."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import (
    ADDS,
    ADDS_CONDITION,
    ALWAYS,
    COMPARISON,
    GROUPS,
    MOVES_IN,
    MOVES_OUT,
    NAME,
    NUMBER,
    OPERATOR,
    REMOVES,
    TURNS,
    TYPE,
    VALUE,
    EditForm,
    edit_form,
    is_off_by_one,
)
from harness.language.edits.forms.value_forms import (
    ABSOLUTE,
    ABSOLUTE_SIDES,
    COPY,
    LESS,
    MORE,
    NUMBER_OF,
    NUMBERS_OF,
    OPPOSITE,
    RETURNS,
    SIGN,
)


@pytest.mark.parametrize(
    ("old", "new", "form"),
    [
        pytest.param("count()", "pass", EditForm(REMOVES, "count()"), id="python-statement-less"),
        pytest.param("count();", ";", EditForm(REMOVES, "count();"), id="java-statement-less"),
        pytest.param("a > 0 && b", "a > 0", EditForm(REMOVES, "&& b"), id="a-part-less"),
        pytest.param("static ", "", EditForm(REMOVES, "static"), id="a-word-less"),
        pytest.param("n", "n + 1", EditForm(MORE, "n"), id="one-more"),
        pytest.param("done", "not (done)", EditForm(OPPOSITE, "done"), id="python-opposite"),
        pytest.param("a - b == n", "(a == b || a - b == n)", EditForm(ADDS_CONDITION, "a - b == n", "||"), id="or"),
        pytest.param("a < n", "a < n and a > 0", EditForm(ADDS_CONDITION, "a < n", "and"), id="python-and"),
        pytest.param("a || b", "!(a || b)", EditForm(OPPOSITE, "a || b"), id="opposite"),
        pytest.param("", " M > 0,", EditForm(ADDS, ""), id="where-nothing-was"),
        pytest.param("i--;\n  f(i);", "f(i);\n  i--;", EditForm(TURNS, "i--;", "f(i);"), id="two-statements"),
        pytest.param("a, b", "b, a", EditForm(TURNS, "a", "b"), id="two-arguments"),
        pytest.param("    return n", "return n", EditForm(MOVES_OUT, "return n"), id="python-less-indented"),
        pytest.param("return n", "    return n", EditForm(MOVES_IN, "return n"), id="python-more-indented"),
        pytest.param("f();\n }", "} f();", EditForm(MOVES_OUT, "f();"), id="out-of-braces"),
        pytest.param("}\n f();", "f(); }", EditForm(MOVES_IN, "f();"), id="into-braces"),
        pytest.param("m", "mode", EditForm(NAME, "m"), id="a-longer-name"),
        pytest.param(
            "            return n\n        last = k",
            "        last = k\n    return n",
            EditForm(MOVES_OUT, "return n"),
            id="out-of-a-loop",
        ),
        pytest.param(
            "return n; } n = n + j; }",
            "} n = n + j; } return n;",
            EditForm(MOVES_OUT, "return n;"),
            id="out-of-two-braces",
        ),
        pytest.param("a + 1 == b + 1", "a + 1 == b + 1", EditForm(), id="nothing"),
        pytest.param("<", "<=", EditForm(COMPARISON, "<", direction="equal-too"), id="another-comparison"),
        pytest.param("<=", "<", EditForm(COMPARISON, "<=", direction="not-equal"), id="no-part-of-another"),
        pytest.param("true", "false", EditForm(OPPOSITE, "true"), id="another-truth"),
        pytest.param(" = ", " += ", EditForm(OPERATOR, "="), id="another-operator"),
        pytest.param("2", "(-1)", EditForm(NUMBER, "2"), id="another-number"),
        pytest.param("int", "long long", EditForm(TYPE, "int"), id="another-type"),
        pytest.param("row(b)", "most", EditForm(VALUE, "row(b)"), id="a-name-for-a-call"),
        pytest.param("row(b)", "b", EditForm(VALUE, "row(b)"), id="what-a-call-gets"),
        pytest.param("a < b", "True", EditForm(ALWAYS, "a < b"), id="always"),
        pytest.param("a && b || c", "a && (b || c)", EditForm(GROUPS, "a && b || c"), id="grouped"),
        pytest.param("a - b", "abs(a - b)", EditForm(ABSOLUTE, "a - b"), id="around"),
        pytest.param("a < b", "a < c", EditForm(), id="another-name"),
        pytest.param("break", "continue", EditForm(), id="a-keyword-is-no-name"),
        pytest.param("int", "int + 1", EditForm(MORE, "int"), id="a-variable-named-like-a-type"),
    ],
)
def test_an_edit_is_named_by_what_it_does(old: str, new: str, form: EditForm) -> None:
    assert edit_form(old, new) == form


@pytest.mark.parametrize(
    ("old", "new", "does"),
    [
        (".split(' ')", ".split(' ').map(Number)", NUMBERS_OF),
        ('line.split(",")', 'list(map(int, line.split(",")))', NUMBERS_OF),
        ("sys.argv[1]", "int(sys.argv[1])", NUMBER_OF),
        ("prompt()", "Number(prompt())", NUMBER_OF),
        ("row", "row[:]", COPY),
        ("row", "row.copy()", COPY),
        ("row", "list(row)", COPY),
        ("row", "[*row]", COPY),
        ("rows[i]", "copy.deepcopy(rows[i])", COPY),
        ("row", "row.clone()", COPY),
        ("row", "new ArrayList<>(row)", COPY),
        ("row", "new HashMap<String, Integer>(row)", COPY),
        ("row", "new Scanner(row)", ADDS),
        ("row", "row[1:]", ADDS),
        ("row", "sorted(row)", ADDS),
        ("x = row", "x = row[:]", ADDS),
        ("a - b", "abs(a - b)", ABSOLUTE),
        ("a - b", "Math.abs(a - b)", ABSOLUTE),
        ("a, b", "abs(a, b)", ADDS),
        ("across == up", "Math.abs(across) == Math.abs(up)", ABSOLUTE_SIDES),
        ("a == b", "abs(a) == abs(c)", ""),
        ("n", "(n + 1)", MORE),
        ("(n)", "n - 1", LESS),
        ("f(a, b) * n", "f(a, b) * n - 1", LESS),
        ("(a < b)", "(a < b) + 1", MORE),
        ("a < b", "a < b + 1", ADDS),
        ("n", "n + 2", ADDS),
        ("n", "n + i", ADDS),
        ("done", "!done", OPPOSITE),
        ("done(n)", "not done(n)", OPPOSITE),
        ("a == b", "!(a == b)", OPPOSITE),
        ("step", "-step", SIGN),
        ("a - b", "-(a - b)", SIGN),
        ("a - b", "-a - b", ADDS),
        (" == 0", " != 1", COMPARISON),
        ("== 0", "== 1", ""),
        ("return false;", "return true;", RETURNS),
        ("return a", "return b[0]", RETURNS),
        ("return n", "return n + 1", MORE),
        ("return done", "return not done", OPPOSITE),
        ("return a < b", "return a", REMOVES),
    ],
)
def test_what_is_done_to_a_value_is_named(old: str, new: str, does: str) -> None:
    assert edit_form(old, new).does == does


def test_of_what_is_returned_the_value_alone_is_named() -> None:
    assert edit_form("return false;", "return true;") == EditForm(RETURNS, "false")
    assert edit_form("return n;", "return n + 1;") == EditForm(MORE, "n")


def test_a_goal_is_gone_where_true_stands_for_it_in_prolog_alone() -> None:
    assert edit_form("!", "true", is_prolog=True) == EditForm(REMOVES, "!")
    assert edit_form("done", "true") == EditForm(ALWAYS, "done")


@pytest.mark.parametrize(
    ("before", "old", "new", "is_one"),
    [
        ("last = n - ", "1", "0", True),
        ("while (row ", ">=", ">", True),
        ("if (amount ", ">=", ">", False),  # of what is no whole number, perhaps
        ("range(1, ", "n", "n + 1", True),
        ("return ", "1", "0", False),
        ("n - ", "1", "3", False),
        ("if (row ", ">=", "<", False),
        ("", "", "n + 1", False),
    ],
)
def test_one_more_or_one_less_is_off_by_one(before: str, old: str, new: str, *, is_one: bool) -> None:
    assert is_off_by_one(before, old, new) is is_one
