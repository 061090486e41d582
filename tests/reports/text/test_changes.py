"""What is said of a change that makes failed tests pass: what may stay, and where the other place is."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.explaining.repairs.repair_findings import change_finding
from harness.judge.messages.translator import translator
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.text.cause import cause_lines, cost_lines, other_place
from harness.reports.text.headline import change_itself, change_sentence, what_it_did
from harness.reports.text.lines import plain
from tests.support import SUM, course, loaded

JAVA = b"""\
class Board {
    static int next(int[] first, int n, int col) {
        int last = n - 1;
        return first[col] >= last ? -1 : first[col];
    }
    static boolean sees(int[] rows, int a, int b, int row) {
        boolean diagonal = Math.abs(row - rows[a]) == b - a;
        return diagonal;
    }
}
"""


def change(old: str, new: str, line: int) -> Repair:
    """The change in a line of one text into another."""
    made = repairs({"Board.java": JAVA}, (), ())
    return next(each for each in made if (each.text.decode(), each.edit.new, each.line) == (old, new, line))


def cause_of(*places: Repair) -> Cause:
    wrong = Finding("wrong", params={"call": "next(1)"})
    return Cause((CaseGrade("a", "c", Verdict.WA, 0.0, 5.0, (wrong, change_finding(places))),))


def test_both_places_of_a_limit_are_shown() -> None:
    cause = cause_of(change("1", "2", 3), change(">=", ">", 4))
    assert change_sentence(cause, translator()) == (
        "Use `2` instead of `1`. With this change alone, this failed test passes. Or change line 4 instead."
    )
    assert cause.change is not None
    place = other_place(cause.change)
    assert place is not None
    assert (place.line, place.source.strip()) == (4, b"return first[col] >= last ? -1 : first[col];")
    assert place.marked is not None
    assert place.source[place.marked[0] : place.marked[1] + 1] == b">="


def test_a_limit_is_called_off_by_one() -> None:
    text = change_sentence(cause_of(change("1", "2", 3)), translator())
    assert text == "Use `2` instead of `1`. It is off by one there. With this change alone, this failed test passes."


@pytest.mark.parametrize(
    ("source", "new", "sentence"),
    [
        ("row = n", "n + 1", "Use 1 more than `n`."),
        ("row = n", "n - 1", "Use 1 less than `n`."),
        ("row = n", "-n", "Change the sign of `n`."),
        ("row = n", "n[:]", "Use a copy of `n`."),
        ("row = n", "abs(n)", "Use the absolute value of `n`."),
        ("a == b", "abs(a) == abs(b)", "Use absolute values on both sides of `a == b`."),
        ("row = n", "not n", "Use the opposite of `n`."),
        ("return False", "True", "Return `True` instead of `False`."),
        ("if n == 0 and m: f()", "!= 1", "Use `!= 1` instead of `== 0`, to compare with a range of values."),
    ],
)
def test_what_is_done_to_a_value_is_said(source: str, new: str, sentence: str) -> None:
    old = "== 0" if new == "!= 1" else source if "==" in source else source.rsplit(maxsplit=1)[-1]
    at = source.index(old)
    last = at + len(old)
    place = Repair("a.py", Edit(at, last, new), 0, "f", 1, source.encode(), (at, last - 1), old.encode())
    assert (
        change_sentence(cause_of(place), translator()) == f"{sentence} With this change alone, this failed test passes."
    )


def test_one_place_alone_has_no_other() -> None:
    cause = cause_of(change(">=", "<", 4))
    assert change_sentence(cause, translator()) == (
        "Use `<` instead of `>=` in `first[col] >= last`. With this change alone, this failed test passes."
    )
    assert cause.change is not None
    assert other_place(cause.change) is None


def test_a_condition_that_is_added_leaves_the_one_that_is_there() -> None:
    old = "Math.abs(row - rows[a]) == b - a"
    cause = cause_of(change(old, f"(row == rows[a] || {old})", 7))
    assert change_sentence(cause, translator()) == (
        f"The condition `{old}` lacks a part. Join it by `||`. With this change alone, this failed test passes."
    )
    assert change_itself(cause, translator()) == f"With `(row == rows[a] || {old})` instead of `{old}` it passes."


def test_one_more_condition_is_no_other_place_where_something_can_be_changed() -> None:
    old = "Math.abs(row - rows[a]) == b - a"
    added, changed = change(old, f"(row == rows[a] || {old})", 7), change(">=", ">", 4)
    for cause in (cause_of(added, changed), cause_of(changed, added)):
        assert cause.change is not None
        assert (cause.change.where.line, other_place(cause.change)) == (4, None)


MARKS = b"""\
def place(B, i, j, far):
    B[i][j] += 1
    B[i][j - far] -= 1
def remove(B, i, j, far):
    B[i][j] -= 1
"""


@pytest.mark.parametrize(
    ("new", "function", "sentence"),
    [
        pytest.param(
            "\n    B[i][j - far] += 1",
            "remove",
            "Compare with `place`, and add the counterpart that is missing after this line.",
            id="counterpart",
        ),
        pytest.param(
            "if j - far > 0:\n        B[i][j - far] -= 1",
            "place",
            "Keep `B[i][j - far] -= 1`, but do it only on a condition about `j`, `far`.",
            id="only-if",
        ),
    ],
)
def test_what_is_left_out_is_said(new: str, function: str, sentence: str) -> None:
    place = next(each for each in repairs({"marks.py": MARKS}, (), ()) if each.edit.new == new)
    assert place.function == function
    assert (
        change_sentence(cause_of(place), translator()) == f"{sentence} With this change alone, this failed test passes."
    )


COMPREHENSION = "[[0] * (n + 1) for _ in range(n)]"


def said(path: str, line: str, old: str, new: str, loop: str = "") -> str:
    """What is said of the change of the first ``old`` of a line into ``new``, without the proof."""
    at = line.index(old)
    marked = (at, max(at, at + len(old) - 1))
    place = Repair(path, Edit(at, at + len(old), new), 0, "f", 1, line.encode(), marked, old.encode(), loop=loop)
    return change_sentence(cause_of(place), translator()).partition(" With this change")[0]


@pytest.mark.parametrize(
    ("path", "line", "old", "new", "sentence"),
    [
        ("q.pl", "  noAttack(Q1, Others),", "Q1", "Q", "Use the variable `Q` instead of `Q1`."),
        ("B.java", "while (prev < bpos) {", "bpos", "b", "Use the variable `b` instead of `bpos`."),
        ("B.java", "x = this.rows[i];", "rows", "cols", "Use the field `cols` instead of `rows`."),
        ("B.java", "x = row(i);", "row", "col", "Call `col` instead of `row`."),
        ("B.java", "int slope = rise / run;", "int", "double", "Use the type `double` instead of `int`."),
        ("B.java", "x = new Ant(i);", "Ant", "Bee", "Use the class `Bee` instead of `Ant`."),
        ("B.java", "x = null;", "null", "last", "Use `last` instead of `null`."),
        ("b.cc", "f(row * n);", "row", "col", "Use the variable `col` instead of `row`."),
        ("b.cc", "void put(Board& b)", "Board", "Table", "Use the type `Table` instead of `Board`."),
        ("b.cc", "x = MAX_SIZE;", "MAX_SIZE", "n", "Use `n` instead of `MAX_SIZE`."),
        ("b.py", "x = row(i)", "row", "col", "Call `col` instead of `row`."),
        ("b.py", "for i in rows:", "rows", "cols", "Use the variable `cols` instead of `rows`."),
        ("q.pl", "  solve(Rising, Qs).", "Rising", "[U|Rising]", "Put one more element before the list `Rising`."),
        ("B.java", "if (row >= 0) {", "0", "(-1)", "Use `-1` instead of `0`."),
        ("q.pl", "  count(four, N),", "four", "five", "Use `five` instead of `four`."),
    ],
)
def test_what_a_name_stands_for_is_said(path: str, line: str, old: str, new: str, sentence: str) -> None:
    assert said(path, line, old, new) == sentence


@pytest.mark.parametrize(
    ("line", "old", "new", "sentence"),
    [
        ("    half = f(length)", "length", "length / 2", "Use `length / 2` instead of `length`."),
        ("    half = a - b / 2", "a - b / 2", "(a - b) / 2", "Use `(a - b) / 2` instead of `a - b / 2`."),
        ("    return a", "return a", "return b[0]", "Return another value instead of `a`."),
        ("    return a", "return a", "return a + b", "Use `a + b` instead of `a`."),
        (
            "    rows = [[0] * (n + 1)] * n",
            "[[0] * (n + 1)] * n",
            COMPREHENSION,
            f"Use `{COMPREHENSION}` instead of `[[0] * (n + 1)] * n`.",
        ),
        ("    for i in range(low, high):", "high", "(low + high) // 2", "Use `(low + high) // 2` instead of `high`."),
        ("    for i in range(1, high):", "high", "(low + high) // 2", "Add something about `low` to `high`."),
        ("    x = a", "a", "f(a, b, c * d)", "Add something about `f` to `a`."),
        ("    x = a + b", "a + b", "most(c, d)", "Change `a + b`, using `most`."),
        ("    x = g()", "x = g()", "if ok:\n        x = g()", "Keep `x = g()`, but do it only if `ok`."),
        (
            "    return ok",
            "return ok",
            "if not ok:\n        return ok",
            "Keep `return ok`, but do it only if `not ok`.",
        ),
    ],
)
def test_a_change_of_few_words_is_shown_and_another_one_described(line: str, old: str, new: str, sentence: str) -> None:
    assert said("b.py", line, old, new) == sentence


def test_a_returned_value_is_right_only_where_it_decides() -> None:
    source = (
        b"def f(rows):\n    ok = False\n    for row in rows:\n        ok = g(row)\n        return ok\n    return ok\n"
    )
    change = next(each for each in repairs({"b.py": source}, (), ()) if each.edit.new.startswith("if ok:"))
    sentence = "Return here only if `ok` is true. Otherwise the loop has to go on."
    assert change_sentence(cause_of(change), translator()).startswith(sentence)


def test_an_element_without_a_name_gets_one() -> None:
    source = b"keep([], []).\nkeep([X|T], [X|R]) :- X > 0, keep(T, R).\nkeep([_|T], R) :- keep(T, R).\n"
    kept = [each for each in repairs({"q.pl": source}, (), ()) if each.form.does == "keeps-element"]
    assert change_sentence(cause_of(kept[0]), translator()).startswith(
        "Give the element `_` a name, as it is lost here. Put it before `R`, too: `[Name|R]`."
    )


@pytest.mark.parametrize(("new", "sentence"), [("break;", "Add `break` after this line, to leave the loop.")])
def test_a_word_that_leaves_a_loop_is_shown(new: str, sentence: str) -> None:
    place = Repair("b.cc", Edit(7, 7, f"\n  {new}"), -1, "f", 1, b"  f(x);", (7, 7), b"")
    assert change_sentence(cause_of(place), translator()).startswith(sentence)


def test_what_is_shown_is_no_second_hint() -> None:
    assert change_itself(cause_of(change(">=", "<", 4)), translator()) == ""


def test_a_predicate_is_called() -> None:
    possible = repairs({"q.pl": b"q(L, S) :- msort(L, S).\n"}, (), ())
    place = next(each for each in possible if each.edit.new == "sort")
    assert change_sentence(cause_of(place), translator()).startswith("Call `sort` instead of `msort`.")


@pytest.mark.parametrize(
    ("line", "old", "new", "sentence"),
    [
        ("for (int a = 0; a <= b; a++) {", "<=", "<", "The loop runs one turn too many. Use `<` instead of `<=`"),
        ("while (i > 1) { --i;", ">", ">=", "The loop ends one turn too early. Use `>=` instead of `>`"),
        ("while (i > 1) {", ">", ">=", "Use `>=` instead of `>` in `i > 1`, to let equal values through"),
        ("while (i > 1) { i -= 10;", ">", ">=", "Use `>=` instead of `>` in `i > 1`, to let equal values through"),
        ("while (i > 1) { j--; // i--", ">", ">=", "Use `>=` instead of `>` in `i > 1`, to let equal values through"),
        (
            "while (lo <= hi) { lo = m + 1;",
            "<=",
            "<",
            "Use `<` instead of `<=` in `lo <= hi`, to leave out equal values",
        ),
        (
            "for (int a = 0; a <= b; a += 2) {",
            "<=",
            "<",
            "Use `<` instead of `<=` in `a <= b`, to leave out equal values",
        ),
        ("while (!(i > 1)) {", ">", ">=", "Use `>=` instead of `>` in `i > 1`, to let equal values through"),
        ("while (i > 1 || j > 1) {", ">", ">=", "Use `>=` instead of `>` in `i > 1`, to let equal values through"),
        ("if (i > 1) {", ">", ">=", "Use `>=` instead of `>` in `i > 1`, to let equal values through"),
    ],
)
def test_a_loop_of_one_turn_too_many_is_called_so(line: str, old: str, new: str, sentence: str) -> None:
    text = said("B.java", line, old, new)
    assert text.startswith(sentence)
    assert ("off by one" in text) == ("if (" not in line and sentence.startswith("Use"))


@pytest.mark.parametrize(
    ("loop", "is_turn"),
    [("  i--;", True), ("  i = i - 1", True), ("  i -= 1", True), ("  i /= 2;", False), ("  x.i--; i -= 1.5;", False)],
)
def test_turns_are_counted_by_what_changes_by_one_in_the_loop(loop: str, *, is_turn: bool) -> None:
    assert said("B.java", "while (i > 1) {", ">", ">=", loop).startswith("The loop ends") == is_turn


def test_the_lines_of_a_loop_end_where_the_loop_does() -> None:
    source = b"int f(int i) {\n  while (i > 1)\n  {\n\n    i /= 2;\n  }\n  i--;\n  return i;\n}\n"
    change = next(each for each in repairs({"B.java": b"class B { %s }" % source}, (), ()) if each.edit.new == ">=")
    assert change.loop.split() == ["{", "i", "/=", "2;"]


@pytest.mark.parametrize(
    ("line", "new", "sentence"),
    [
        (
            "if (last) {",
            "last && isSafe(board, row)",
            "The condition `last` lacks a part about `isSafe`. Join it by `&&`.",
        ),
        ("if (last) {", "last && row > n", "The condition `last` lacks a part about `row`, `n`. Join it by `&&`."),
        ("if (last) {", 'last && row == "no way"', "The condition `last` lacks a part about `row`. Join it by `&&`."),
        ("if (last) {", "last && c != 'Q'", "The condition `last` lacks a part about `c`. Join it by `&&`."),
        ("if (last) {", "last && a.b->c < 10L", "The condition `last` lacks a part about `a.b->c`. Join it by `&&`."),
        ("if (last) {", "last && rows.has(i)", "The condition `last` lacks a part about `rows.has`. Join it by `&&`."),
        ("if (last) {", "last && this->n > 0x1f", "The condition `last` lacks a part about `n`. Join it by `&&`."),
        ("if (last) {", "last && self.n > 1.5", "The condition `last` lacks a part about `n`. Join it by `&&`."),
        ("if (last) {", "last && std::abs(n) > 1", "The condition `last` lacks a part about `n`. Join it by `&&`."),
        ("if (last) {", "last && Math.abs(n) > 1", "The condition `last` lacks a part about `n`. Join it by `&&`."),
        ("if (last) {", "last && (int) n != 1", "The condition `last` lacks a part about `n`. Join it by `&&`."),
    ],
)
def test_what_a_condition_lacks_is_said(line: str, new: str, sentence: str) -> None:
    assert said("b.cc", line, "last", new) == sentence


@pytest.mark.parametrize(
    ("line", "new", "sentence"),
    [
        ("  f(x);", "\n  removeQueen(B, i, j);", "Add a call of `removeQueen` after this line."),
        ("  f(x);", "\n  rows[i] = n;", "Add a statement that sets `rows[i]` after this line."),
        ("  f(x);", "\n  rows[i] = -1;", "Add `rows[i] = -1` after this line."),
        ("  f(x);", "\n  line.setLength(0);", "Add `line.setLength(0)` after this line."),
        ("  f(x);", "\n  rows.add(i);", "Add a statement about `rows` after this line."),
    ],
)
def test_what_a_statement_does_that_is_lacking_is_said(line: str, new: str, sentence: str) -> None:
    at = len(line)
    place = Repair("b.cc", Edit(at, at, new), -1, "f", 1, line.encode(), (at, at), b"")
    other = Repair("b.cc", Edit(at, at, new), -1, "f", 9, line.encode(), (at, at), b"")
    text = change_sentence(cause_of(place, other), translator())
    assert text == f"{sentence} With this change alone, this failed test passes."


@pytest.mark.parametrize(("lost", "text"), [(1.0, "costs 1 point in c · "), (2.0, "costs 2 points in c · ")])
def test_one_point_is_no_points(tmp_path: Path, lost: float, text: str) -> None:
    assignment = loaded(course(tmp_path, SUM))
    cause = Cause((CaseGrade("a", "c", Verdict.WA, 0.0, lost, (Finding("wrong"),)),))
    assert text in "".join(plain(cost_lines(cause, assignment, translator()), 80))


@pytest.mark.parametrize(("function", "is_shown"), [("columns/4", False), ("rows/4", True), ("columns", True)])
def test_the_head_of_a_clause_is_not_shown_beside_the_line_to_change(
    tmp_path: Path, function: str, *, is_shown: bool
) -> None:
    place = Place(path="q.pl", line=1, function=function, source=b"columns(C, N, Qs) :-")
    to_change = Place(path="q.pl", line=3, function="columns", source=b"->  Next is C + 1,", marked=(0, 1))
    change = Finding.of("one-change", to_change, old="->", new=",", does="other-operator")
    cause = Cause((CaseGrade("a", "c", Verdict.WA, 0.0, 1.0, (Finding("wrong", place), change)),))
    text = "\n".join(plain(cause_lines(cause, 1, loaded(course(tmp_path, SUM)), translator()), 80))
    assert ("columns(C, N, Qs) :-" in text) == is_shown
    assert "->  Next is C + 1," in text


@pytest.mark.parametrize(
    ("new", "sentence"),
    [('end=""', "Print no newline here."), ('file=__import__("sys").stderr', "Print this on stderr.")],
)
def test_how_a_line_is_to_be_printed_is_said_in_words(new: str, sentence: str) -> None:
    source = b"def f(n):\n    print(n)\n"
    change = next(each for each in repairs({"b.py": source}, (), ()) if each.edit.new == f", {new}")
    assert change_sentence(cause_of(change), translator()).startswith(sentence)


@pytest.mark.parametrize("word", ["elif", "if"])
def test_that_a_condition_is_asked_otherwise_has_no_second_hint(word: str) -> None:
    source = f"def f(n):\n    if n > 3:\n        n = 1\n    {word} n > 2:\n        n = 2\n    return n\n".encode()
    change = next(each for each in repairs({"b.py": source}, (), ()) if each.form.does.startswith("asks"))
    assert change_itself(cause_of(change), translator()) == ""


@pytest.mark.parametrize(
    ("path", "line", "new", "sentence"),
    [
        ("b.py", "    last = -1", "0", "Use `0` instead of `-1`."),
        ("b.py", "    return -1", "2", "Use `-2` instead of `-1`."),
        ("b.cc", "  for (int i = a * - 1; ;)", "0", "Use `0` instead of `-1`."),
        ("b.pl", "p(X) :- X is -1.", "0", "Use `0` instead of `-1`."),
        ("b.py", "    last = n - 1", "2", "Use `2` instead of `1`. It is off by one there."),
        ("b.py", "    last = rows[n] -1", "3", "Use `3` instead of `1`."),
        ("b.cc", "  last = i++ - 1;", "3", "Use `3` instead of `1`."),
        ("b.cc", "  last = i---1;", "3", "Use `3` instead of `1`."),
        ("b.py", "    last = 2e-1", "3", "Use `3` instead of `1`."),
    ],
)
def test_a_number_has_its_sign(path: str, line: str, new: str, sentence: str) -> None:
    text = said(path, line, "1", new)
    assert sentence == (text if "off" in sentence else text.removesuffix(" It is off by one there."))


def test_the_sign_of_a_number_is_marked() -> None:
    line = "  int last = - 1;"
    place = Repair("b.cc", Edit(15, 16, "0"), 0, "f", 1, line.encode(), (15, 15), b"1")
    assert change_finding([place]).where.marked == (13, 15)


def test_what_else_may_be_meant_is_not_asked_where_a_change_is_proven(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SUM))
    params = {"reason": "used-once", "variable": "Queens", "value": "Queen", "predicate": "f/3"}
    once = Finding("it is wrong", Place(path="b.pl", line=1, source=b"f(_, [Queen|Queens], D) :-"), params=params)
    line = "    f(Row, Rest, D1)."
    place = Repair("b.pl", Edit(11, 15, "Queens"), 0, "f", 2, line.encode(), (11, 14), b"Rest")
    case = CaseGrade("a", "c", Verdict.WA, 0.0, 5.0, (once,))
    proven = replace(case, findings=(once, change_finding([place])))
    texts = [" ".join(what_it_did(Cause((each,)), assignment, translator())) for each in (case, proven)]
    assert ["occurs only once" in text for text in texts] == [True, True]
    assert ["Is Queen meant?" in text for text in texts] == [True, False]
