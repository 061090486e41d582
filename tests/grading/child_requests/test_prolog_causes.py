"""A clause that cannot be meant is named where a predicate that needs it gives a wrong answer or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.prolog_causes import with_prolog_cause
from harness.grading.verdicts.judgement import Judgement
from harness.judge.finding_kinds import SEARCH_DOES_NOT_END
from harness.judge.messages.translator import translator
from harness.model.finding import NO_ANSWER, PRINTED_ANSWER, Finding
from harness.model.verdict import Verdict

UNUSED = "\nother([_|Xs]) :- other(Xs).\n"
USED = "queens(N, Qs) :- place(N, Qs).\nplace([_|Xs], Qs) :- place(Xs, Qs).\n"


def explained(folder: Path, source: str, kind: str = NO_ANSWER) -> Finding:
    (folder / "q.pl").write_text(source, encoding="utf-8")
    judgement = Judgement(Verdict.WA, (Finding("queens(4, Qs) gives no answer", kind=kind),))
    return with_prolog_cause(judgement, ["queens"], ["q.pl"], folder).findings[0]


def test_it_is_named_with_its_line(tmp_path: Path) -> None:
    finding = explained(tmp_path, USED)
    assert (finding.where.path, finding.where.line) == ("q.pl", 2)
    assert finding.where.source == b"place([_|Xs], Qs) :- place(Xs, Qs)."
    assert (
        translator().explanation(finding).startswith("Each clause of place/2 calls place/2 again, so it never succeeds")
    )


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("queens(_, _) :- fail.\nmain :- other([]).\n" + UNUSED, NO_ANSWER),  # nothing comes to it
        (USED, "shares-diagonal"),  # there is an answer, though a wrong one
        (USED + "place([], []).\n", NO_ANSWER),
    ],
)
def test_nothing_is_said_where_it_is_not_the_cause(tmp_path: Path, source: str, kind: str) -> None:
    assert explained(tmp_path, source, kind).params == {}


@pytest.mark.parametrize(
    ("clause", "line", "source", "marked"),
    [
        ("safe([Q|Qs], D) :- Q =\\= D, safe(Qs, D).", 3, "safe([Q|Qs], D) :- Q =\\= D, safe(Qs, D).", 37),
        ("safe([Q|Qs], D) :-\n  Q =\\= D,\n  safe(Qs, D).", 5, "  safe(Qs, D).", 11),
        ("safe([Q|Qs], D) :-\n  Q =\\= D,\n  safe(Qs,\n    D).", 6, "    D).", 4),
        (
            "safe([Q|Qs], D) :- Q =\\= D, E is D, safe(Qs, E).",
            3,
            "safe([Q|Qs], D) :- Q =\\= D, E is D, safe(Qs, E).",
            None,
        ),
    ],
)
def test_the_call_that_hands_a_number_on_is_shown(
    tmp_path: Path, clause: str, line: int, source: str, marked: int | None
) -> None:
    where = explained(tmp_path, f"queens(_, Qs) :- safe(Qs, 1).\nsafe([], _).\n{clause}\n").where
    assert (where.line, where.source.decode(), where.marked) == (
        line,
        source,
        None if marked is None else (marked, marked),
    )


COUNTING = "queens(_, Qs) :- safe(Qs, 1).\nsafe([], _).\nsafe([Q|Qs], D) :- Q =\\= D, {goal}safe(Qs, {next}).\n"


@pytest.mark.parametrize(
    ("source", "line", "sentence"),
    [
        (
            COUNTING.format(goal="", next="D"),
            3,
            "D is 1 in every call of safe/2: this line hands it on without adding to it.",
        ),
        (
            COUNTING.format(goal="E is D + 1, ", next="D + 1"),
            3,
            "E occurs only once in this clause of safe/2: nothing else gives or takes its value.",
        ),
        (
            COUNTING.format(goal="Next is D + 1, ", next="Nxt"),
            3,
            "Next occurs only once in this clause of safe/2: nothing else gives or takes its value. Is Nxt meant?",
        ),
        (
            f"queens({', '.join(f'Given{number}' for number in range(40))}).\n",  # too many names to compare
            1,
            "Given0 occurs only once in this clause of queens/40: nothing else gives or takes its value.",
        ),
        (
            COUNTING.format(goal="E = D + 1, ", next="E"),
            3,
            "= does not compute: E becomes the term D + 1 in this clause of safe/2, and no number. Use is.",
        ),
        (
            COUNTING.format(goal="\n  D is 1 + D, ", next="D"),
            4,
            "D keeps its value: D is 1 + D is never true. Use a new variable.",
        ),
        (
            COUNTING.format(goal="E is D + 1,\n  E \\== Q - 1, ", next="E"),
            4,
            "\\== computes nothing: is =\\= meant?",
        ),
        (
            COUNTING.format(goal="E is D + 1,\n  Qs \\= 7 + D, ", next="E"),
            4,
            "\\= computes nothing: is =\\= meant?",
        ),
    ],
)
@pytest.mark.parametrize("kind", [NO_ANSWER, "shares-diagonal"])
def test_a_number_that_stays_and_a_value_that_is_not_used_are_named(
    tmp_path: Path, source: str, line: int, sentence: str, kind: str
) -> None:
    finding = explained(tmp_path, source, kind)
    assert (finding.where.line, translator().explanation(finding)) == (line, sentence)


@pytest.mark.parametrize(
    "source",
    [
        COUNTING.format(goal="E is D + 1, ", next="E"),
        COUNTING.format(goal="", next="D").replace("queens(_, Qs) :- safe(Qs, 1)", "queens(N, Qs) :- safe(Qs, N)"),
        COUNTING.format(goal="", next="D") + "main :- safe([], 2).\n",
        COUNTING.format(goal="D is D + 0, E is D + 1, ", next="E"),
        COUNTING.format(goal="E is D + 1, Qs \\== Q - 1, E \\== Q, ", next="E"),  # a pair, and another number
        "queens(N, Qs) :- length(Rs, N), Qs = Rs.\n",
    ],
)
def test_a_number_that_changes_or_differs_from_call_to_call_is_no_fault(tmp_path: Path, source: str) -> None:
    assert explained(tmp_path, source, "shares-diagonal").params == {}


ATTACKS = "queens(_, Qs) :- ok(1, 1, Qs).\nok(_, _, []).\nok(R, D, [Q|Qs]) :- {goals}D1 is D + 1, ok(R, D1, Qs).\n"
NEGATED = ATTACKS.format(goals="\\+ attacks(R, Q, D), ")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        pytest.param(NEGATED + "attacks(R, Q, D) :- R - Q = D.\n", 4, id="in-what-is-negated"),
        pytest.param(NEGATED + "attacks(R, Q, D) :-\n  D = Q + R.\n", 5, id="the-other-way-round"),
        pytest.param(ATTACKS.format(goals="\\+ R - Q = D, "), 3, id="negated"),
        pytest.param(ATTACKS.format(goals="\\+ (abs(R - Q) = D), "), 3, id="absolute"),
        pytest.param(ATTACKS.format(goals="E is D * 2, R - Q = E, "), 3, id="computed-before"),
        pytest.param(ATTACKS.format(goals="abs(R - Q) = abs(D - 1), "), 3, id="two-absolute-values"),
        pytest.param(ATTACKS.format(goals="") + "ok(R, D, [Q|_]) :- R - Q = D, !, fail.\n", 4, id="fails-then"),
    ],
)
def test_a_sum_that_is_to_be_equal_to_a_number_is_named(tmp_path: Path, source: str, line: int) -> None:
    finding = explained(tmp_path, source, "shares-diagonal")
    assert translator().explanation(finding) == "= computes nothing: is =:= meant?"
    assert finding.where.line == line


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(ATTACKS.format(goals="E = R - Q, E =\\= D, "), id="computed-later"),
        pytest.param(NEGATED + "attacks(R, Q, D) :- E = R - Q, E =:= D.\n", id="computed-later-in-what-is-negated"),
        pytest.param(NEGATED + "attacks(R, Q, D) :- R - Q =:= D.\n", id="computed"),
        pytest.param("queens(N, [Q|Qs]) :- Q = X - Y, X < N, Y < N, queens(N, Qs).\n", id="taken-apart"),
        pytest.param(NEGATED + "attacks(R, Q, D) :- D = Q - R.\nmain :- ok(1, 2 - 3, []).\n", id="pairs"),
        pytest.param(NEGATED + "attacks(R, Q, D) :- D = Q - R.\nmain(L) :- keysort(L, _).\n", id="pairs-of-a-library"),
        pytest.param(NEGATED + "attacks(R, Q, D) :- D = Q - R.\nmain(D) :- attacks(1, 2, D).\n", id="gives-a-term"),
        pytest.param(ATTACKS.format(goals="member(E, [1]), R - Q = E, "), id="not-known-to-be-a-number"),
    ],
)
def test_a_sum_that_may_be_a_term_is_no_fault(tmp_path: Path, source: str) -> None:
    assert explained(tmp_path, source, "shares-diagonal").params.get("reason") != "compared-as-terms"


DOWN = "queens(N, Qs) :- solve(N, Qs).\nsolve(0, []).\nsolve(K, [K|Qs]) :- K > 0, J is K - 1, solve(J, Qs).\n"
RANGE = (
    "queens(N, X) :- range(1, N, X).\nrange(A, B, A) :- A =< B.\nrange(A, B, X) :- A < B, C is A + 1, range(C, B, X).\n"
)


def test_a_copy_of_a_number_that_is_handed_on_is_named(tmp_path: Path) -> None:
    finding = explained(tmp_path, COUNTING.format(goal="E is D, ", next="E"))
    assert finding.where.line == 3
    assert translator().explanation(finding).startswith("D is 1 in every call of safe/2: this line hands it on")


@pytest.mark.parametrize(
    "source",
    [
        DOWN,
        RANGE,
        "queens(N, Qs) :- keep(N, Qs).\nkeep(N, Qs) :- Same = N, length(Qs, N).\n",
    ],
)
def test_a_number_that_comes_to_its_end_and_a_name_for_a_value_are_no_fault(tmp_path: Path, source: str) -> None:
    assert explained(tmp_path, source).params == {}


EMPTY = "queens(_, Qs) :- safe(Qs).\nsafe([]).\n"


def test_where_the_answer_is_printed_nothing_else_is_the_reason(tmp_path: Path) -> None:
    source = "queens(N, Qs) :- between(1, N, Q), !, Qs = [Q], print(Qs), fail.\n"
    (tmp_path / "q.pl").write_text(source, encoding="utf-8")
    for params, reason in (({}, "cut-choices"), ({PRINTED_ANSWER: True}, None)):
        judgement = Judgement(Verdict.WA, (Finding("no answer", kind=NO_ANSWER, params=params),))
        (finding,) = with_prolog_cause(judgement, ["queens"], ["q.pl"], tmp_path).findings
        assert finding.params.get("reason") == reason


def test_a_predicate_of_the_empty_list_alone_is_named(tmp_path: Path) -> None:
    finding = explained(tmp_path, EMPTY)
    sentence = "Each clause of safe/1 is for an empty list, so it fails for any other."
    assert (finding.where.line, translator().explanation(finding)) == (2, sentence)
    assert explained(tmp_path, EMPTY, "shares-diagonal").params == {}
    assert explained(tmp_path, EMPTY + "safe([_|Qs]) :- safe(Qs).\n").params == {}


def test_a_cut_after_a_goal_with_several_answers_is_named(tmp_path: Path) -> None:
    source = "queens(N, [Q]) :- between(1, N, Q){}Q > 1.\n"
    finding = explained(tmp_path, source.format(", !, "))
    sentence = "The cut (!) after between/3 keeps only its first answer in this clause of queens/2."
    assert (finding.where.line, translator().explanation(finding)) == (1, sentence)
    assert explained(tmp_path, source.format(", Q < 9, !, ")).params == {}
    assert explained(tmp_path, source.format(", !, "), "shares-diagonal").params == {}


ARROW = "queens(N, [Q]) :- numlist(1, N, Rows), ( select(Q, Rows, _){} -> true ; fail ).\n"
RANGE = "queens(N, Qs) :- range(1, N, Qs).\nrange(N, N, [N]).\nrange(I, N, [I|Is]) :- {}J is I + 1, range(J, N, Is).\n"


def test_an_arrow_after_a_goal_with_several_answers_is_named(tmp_path: Path) -> None:
    finding = explained(tmp_path, ARROW.format(", Q > 1"))
    sentence = "The -> in this clause of queens/2 keeps only the first answer of select/3 that passes."
    assert (finding.where.line, translator().explanation(finding)) == (1, sentence)
    assert explained(tmp_path, ARROW.format("")).params == {}
    assert explained(tmp_path, ARROW.format(", Q > 1").replace("->", "*->")).params == {}


@pytest.mark.parametrize(
    ("source", "kind", "is_named"),
    [
        (RANGE.format(""), SEARCH_DOES_NOT_END, True),
        (RANGE.format("I < N, "), SEARCH_DOES_NOT_END, False),
        (RANGE.format("").replace("range(N, N, [N])", "range(I, N, []) :- I > N"), SEARCH_DOES_NOT_END, True),
        (RANGE.format("I =< N, ").replace("range(N, N, [N])", "range(I, N, []) :- I > N"), SEARCH_DOES_NOT_END, False),
        (RANGE.format("").replace("range(N, N, [N])", "range(I, N, []) :- I > N, !"), SEARCH_DOES_NOT_END, False),
        (RANGE.format(""), "shares-diagonal", False),  # it came to an end
        (RANGE.format("").replace("[I|Is]", "[_|Is]"), SEARCH_DOES_NOT_END, False),  # the list may end it
        (RANGE.format("").replace("range(I, N", "range(5, N"), SEARCH_DOES_NOT_END, False),
        (RANGE.format("").replace("[N]).", "[N]) :- !."), SEARCH_DOES_NOT_END, False),
        (RANGE.format("").replace("[N]).", "[N]) => true."), SEARCH_DOES_NOT_END, False),
        (RANGE.format("") + "range(_, _, []) :- !.\n", SEARCH_DOES_NOT_END, True),  # that cut comes too late
        (RANGE.format("").replace("Qs).", "Qs), !.", 1), SEARCH_DOES_NOT_END, False),  # where it is called
        (
            RANGE.format("").replace("range(1", "once(all(1", 1).replace("Qs).", "Qs)).", 1)
            + "all(I, N, Is) :- range(I, N, Is).\n",
            SEARCH_DOES_NOT_END,
            False,
        ),
        (RANGE.format("").replace("range(N, N, [N])", "range(_, _, [])"), SEARCH_DOES_NOT_END, False),  # a list ends it
        (RANGE.format("").replace("range(I, N", "range(I, I"), SEARCH_DOES_NOT_END, False),
    ],
)
def test_a_clause_that_always_calls_itself_is_named(tmp_path: Path, source: str, kind: str, is_named: bool) -> None:
    finding = explained(tmp_path, source, kind)
    assert (finding.params.get("reason") == "unstopped") is is_named
    assert not is_named or finding.where.line == 3


def test_a_value_that_is_not_used_is_named_in_several_files(tmp_path: Path) -> None:
    (tmp_path / "main.pl").write_text(":- consult(rows).\nqueens(N, Qs) :- rows(N, Qs).\n", encoding="utf-8")
    (tmp_path / "rows.pl").write_text("rows(0, []).\nrows(N, [N|Qs]) :- N > 0, rows(M, Qs).\n", encoding="utf-8")
    judgement = Judgement(Verdict.WA, (Finding("queens(4, Qs) gives no answer", kind=NO_ANSWER),))
    finding = with_prolog_cause(judgement, ["queens"], ["main.pl", "rows.pl"], tmp_path).findings[0]
    assert (finding.where.path, finding.where.line, finding.params["variable"]) == ("rows.pl", 2, "M")


CHECKED = "queens(N, Qs) :- length(Qs, N), {goal}.\nsafe([]).\nsafe([_|Qs]) :- safe(Qs).\n"


def test_a_predicate_that_nothing_calls_is_named(tmp_path: Path) -> None:
    finding = explained(tmp_path, CHECKED.format(goal="true"), "shares-diagonal")
    assert (finding.where.line, translator().explanation(finding)) == (
        2,
        "No clause of another predicate calls safe/1.",
    )


@pytest.mark.parametrize(
    "source",
    [
        CHECKED.format(goal="safe(Qs)"),
        CHECKED.format(goal="maplist(safe, [Qs])"),
        CHECKED.format(goal="true") + "show(Qs) :- print(Qs).\n",  # of several it is open which one is meant
        "queens(N, Qs) :- length(Qs, N).\nmain :- queens(8, _).\n",
    ],
)
def test_nothing_is_said_where_each_predicate_has_its_use(tmp_path: Path, source: str) -> None:
    assert explained(tmp_path, source, "shares-diagonal").params == {}


ASSERTING = "queens(N, Qs) :- retractall(at(_)), put(N), collect(Qs).\ncollect(Qs) :- findall(Q, at(Q), Qs).\n"


@pytest.mark.parametrize(
    ("clauses", "line"),
    [
        ("put(N) :- between(1, N, Q), assertz(at(Q)).\n", 3),
        ("put(N) :- between(1, N, Q), asserta((at(Q) :- true)).\n", 0),  # a rule: what it is for is not known
        ("put(N) :- between(1, N, Q), assertz(at(Q)).\nput(_) :- retract(at(_)), fail.\n", 0),
        ("put(N) :- between(1, N, Q), assertz(at(Q)), fail.\nput(_).\n", 0),  # so answers are collected
    ],
)
def test_a_fact_that_stays_when_prolog_goes_back_is_named(tmp_path: Path, clauses: str, line: int) -> None:
    finding = explained(tmp_path, ASSERTING + clauses)
    assert (finding.params.get("reason") == "kept-facts", finding.where.line or 0) == (bool(line), line)


PAIR = "queens(N, Qs) :- numlist(1, N, Qs), safe(Qs).\nsafe({base}).\nsafe({pair}) :- {goals}.\n"
HANDED_ON = "free(Q, Qs), safe(Qs)"


@pytest.mark.parametrize("kind", [NO_ANSWER, "shares-diagonal"])
@pytest.mark.parametrize("base", ["[]", "[_]"])
def test_a_list_of_two_for_head_and_rest_is_named(tmp_path: Path, base: str, kind: str) -> None:
    finding = explained(tmp_path, PAIR.format(base=base, pair="[Q, Qs]", goals=HANDED_ON), kind)
    sentence = "[Q, Qs] in this clause of safe/1 is a list of exactly two; head and rest are [Q|Qs]."
    assert (finding.where.line, translator().explanation(finding)) == (3, sentence)


@pytest.mark.parametrize(
    ("pair", "goals", "more"),
    [
        ("[Q|Qs]", HANDED_ON, ""),
        ("[Q, R|Qs]", HANDED_ON, ""),
        ("[Q, Qs]", "Q =< Qs", ""),  # two rows
        ("[Q, Qs]", "free(Q, Qs), write([Qs]), safe([Qs])", ""),
        ("[Q, Qs]", "safe(Q), safe(Qs)", ""),  # a tree
        ("[Q, Qs]", HANDED_ON, "safe([_|_]) :- fail.\n"),
        ("[Q, Qs]", HANDED_ON, "more(Q, Qs) :- safe([Q, Qs]).\n"),  # such lists are made
        ("[Q, Qs]", HANDED_ON, "board([1, [2, []]]).\n"),
    ],
)
def test_a_list_of_two_may_be_meant(tmp_path: Path, pair: str, goals: str, more: str) -> None:
    source = PAIR.format(base="[]", pair=pair, goals=goals) + more
    assert explained(tmp_path, source).params.get("reason") != "pair-for-list"


def test_a_list_of_two_to_write_is_no_list_that_is_made(tmp_path: Path) -> None:
    source = PAIR.format(base="[]", pair="[Q, Qs]", goals="format('~w ~w', [Q, Qs]), " + HANDED_ON)
    assert explained(tmp_path, source).params.get("reason") == "pair-for-list"
