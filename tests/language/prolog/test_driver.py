"""Goals of Prolog asked by the real swipl: their solutions, how the search ends, and files that do things on load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.grading.child_requests.submitted_sources import innermost_place
from harness.language.driver import NotCallable, drivers
from harness.language.prolog.language import is_prolog
from harness.model.errors import JudgeError
from harness.model.result import CallResult, CallsReport
from tests.language.calling import call, call_result, reports
from tests.support import ROOT

CPU = {"limits": {"cpu": "0.5 s"}}
COLOURS = "colour(red).\ncolour(green).\ncolour(blue).\n"


def result(root: Path, source: str | bytes, function: str, *args: Any) -> CallResult:
    return call_result(root, "prolog", {"prog.pl": source}, function, *args)


def cases(root: Path, source: str, *cases: dict[str, Any], **files: str) -> list[CallsReport]:
    return reports(root, "prolog", {"prog.pl": source, **{f"{name}.pl": text for name, text in files.items()}}, *cases)


def one_case(root: Path, source: str, *calls: dict[str, Any], **more: Any) -> CallsReport:
    (report,) = cases(root, source, {"calls": list(calls), **more})
    return report


# ---- Values


def test_values_come_back_as_numbers_lists_and_terms(tmp_path: Path) -> None:
    values = {
        "1": 1,
        "[2, 4, [1, 3]]": [2, 4, [1, 3]],
        "[]": [],
        "2.5": 2.5,
        "red": {"!repr": "red"},
        "'Hello you'": {"!repr": "'Hello you'"},
        '"text é"': {"!repr": '"text é"'},
        "point(1, 2)": {"!repr": "point(1,2)"},
        "1-a": {"!repr": "1-a"},
        "f(X, Y, X)": {"!repr": "f(A,_,A)"},
        "_": {"!repr": "_"},
        "[1|_]": {"!repr": "[1|_]"},
        "'😀'": {"!repr": "😀"},
        "'a\\nb\\\\'": {"!repr": "'a\\nb\\\\'"},
    }
    outcome = result(tmp_path, "".join(f"f({term}).\n" for term in values), "f", "Z").solutions or ()
    assert list(outcome) == list(values.values())
    assert [type(value) for value in outcome] == [type(value) for value in values.values()]


def test_values_too_large_or_endless_do_not_end_the_report(tmp_path: Path) -> None:
    source = "big(L) :- numlist(1, 300000, L).\nbig(X) :- X is 2 ** 100000.\nbig(X) :- X = f(X).\nbig(1).\n"
    outcome = result(tmp_path, source, "big", "X")
    assert outcome.solutions == (
        {"!repr": "a value too large to be shown"},
        {"!repr": "a number too large to be shown"},
        {"!repr": "a value that holds itself"},
        1,
    )


def test_arguments_are_terms_and_variables_are_shared(tmp_path: Path) -> None:
    source = "pair(X, Y, X-Y).\nsame(X, X).\nkind(X, K) :- ( string(X) -> K = s ; atom(X) -> K = a ; K = o ).\n"
    shown = one_case(
        tmp_path,
        source,
        call("pair", 1, "point(A, B)", "P"),
        call("same", ["X", 2], [1, "Y"]),
        call("same", "X", "X"),
        call("kind", '"x"', "K"),
        call("kind", "x", "K"),
        call("same", 1, 2),
        call("same", "f( a )", "f(a)"),
    )
    outcome = [entry.solutions for entry in shown.results]
    assert outcome[0] == ({"bindings": {"A": {"!repr": "_"}, "B": {"!repr": "_"}, "P": {"!repr": "1-point(_,_)"}}},)
    assert outcome[1] == ({"bindings": {"X": 1, "Y": 2}},)
    assert outcome[2:] == [({"!repr": "_"},), ({"!repr": "s"},), ({"!repr": "a"},), (), (True,)]


def test_arguments_that_are_no_terms_are_the_specs_fault(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="are no terms"):
        result(tmp_path, COLOURS, "colour", "f(")


# ---- Solutions and how the search ends


def test_all_solutions_come_in_order(tmp_path: Path) -> None:
    outcome = result(tmp_path, COLOURS, "colour", "C")
    assert outcome.solutions == ({"!repr": "red"}, {"!repr": "green"}, {"!repr": "blue"})
    assert (outcome.choice, outcome.stopped, outcome.raised) == (False, "", None)


def test_no_more_than_the_first_are_asked_for(tmp_path: Path) -> None:
    source = "nat(0).\nnat(N) :- nat(M), N is M + 1.\n"
    (outcome,) = one_case(tmp_path, source, call("nat", "N", first=3)).results
    assert (outcome.solutions, outcome.stopped) == ((0, 1, 2), "")


def test_choice_points_are_seen(tmp_path: Path) -> None:
    seen = {
        "a(1).": ((1,), False),
        "b(1).\nb(_) :- fail.": ((1,), True),
        "c(1) :- !.\nc(2).": ((1,), False),
        "d(1).\nd(2).": ((1, 2), False),
        "e(_) :- fail.": ((), False),
    }
    report = one_case(tmp_path, "\n".join(seen), *(call(source[0], "X") for source in seen))
    assert [(outcome.solutions, outcome.choice) for outcome in report.results] == list(seen.values())


def test_exceptions_are_reported_after_the_solutions_before_them(tmp_path: Path) -> None:
    thrown = {
        "X is foo + 1": ("type_error", "foo/0"),
        "undefined_one(X)": ("existence_error", "undefined_one"),
        "throw(no_solution(X))": ("no_solution", "no_solution"),
        "throw(42)": ("42", "42"),
        "atom_length(X, _)": ("instantiation_error", "instantiated"),
    }
    source = "".join(f"f{number}(1).\nf{number}(X) :- {goal}.\n" for number, goal in enumerate(thrown))
    report = one_case(tmp_path, source, *(call(f"f{number}", "X") for number in range(len(thrown))))
    assert [(outcome.solutions, outcome.raised) for outcome in report.results] == [
        ((1,), name) for name, _ in thrown.values()
    ]
    for outcome, (_, message) in zip(report.results, thrown.values(), strict=True):
        assert message in outcome.message


@pytest.mark.parametrize(
    ("goal", "line"), [("Y is X + foo", 3), ("undefined_one(X)", 3), ("atom_length(_, Y)", 3), ("g(X)", 6)]
)
def test_an_exception_has_the_line_of_its_goal(tmp_path: Path, goal: str, line: int) -> None:
    source = f"f(X) :-\n    true,\n    {goal},\n    write(Y).\ng(X) :-\n    X = 1, X > foo,\n    nl.\n"
    outcome = result(tmp_path, source, "f", "1")
    place = innermost_place("prolog", outcome.trace, ["prog.pl"], None)
    assert (place.path, place.line) == ("prog.pl", line)
    assert "In:" not in outcome.message


def test_with_a_limit_of_inferences_an_exception_stays_one(tmp_path: Path) -> None:
    report = one_case(tmp_path, "f(X) :- X > foo.\n", call("f", "1", inferences=100))
    assert (report.results[0].raised, report.results[0].stopped) == ("type_error", "")


def test_what_has_no_end_is_stopped_and_its_solutions_are_kept(tmp_path: Path) -> None:
    report = one_case(tmp_path, "f(1).\nf(2).\nf(_) :- repeat, fail.\n", call("f", "X"), **CPU)
    assert [(outcome.solutions, outcome.stopped) for outcome in report.results] == [((1, 2), "cpu")]
    assert report.ended is None


@pytest.mark.parametrize("loop", ["catch(( repeat, fail ), _, true)", "sleep(100)"])
def test_a_search_that_swallows_signals_or_sleeps_is_ended_too(tmp_path: Path, loop: str) -> None:
    source = f"f(1).\nf(_) :- loop.\nloop :- {loop}, loop.\n"
    report, after = cases(tmp_path, source, {"calls": [call("f", "X")], **CPU}, {"calls": [call("f", "X", first=1)]})
    assert report.results[0].solutions == (1,)
    assert report.results[0].stopped in ("cpu", "wall")
    assert report.ended is None
    assert after.results[0].solutions == (1,)


def test_inferences_are_counted_and_bounded(tmp_path: Path) -> None:
    source = "count(N) :- between(1, N, X), X >= N, !.\n"
    few, many = one_case(tmp_path, source, call("count", 10), call("count", 10**7, inferences="..10000")).results
    assert few.inferences is not None
    assert few.inferences < 1000
    assert (few.solutions, many.solutions, many.stopped) == ((True,), (), "inferences")


def test_the_calls_after_one_that_was_stopped_are_not_made(tmp_path: Path) -> None:
    report = one_case(tmp_path, "f :- repeat, fail.\ng.\n", call("f"), call("g"), **CPU)
    assert [outcome.stopped for outcome in report.results] == ["cpu"]
    assert report.ended == "it did not come back within the CPU time that it may use, and was ended"


def test_what_a_goal_prints_is_its_own(tmp_path: Path) -> None:
    source = ":- write(loading).\nf(X) :- write(X), nl, format(user_error, 'not this', []).\n"
    first, second = one_case(tmp_path, source, call("f", "'é'"), call("f", "b")).results
    assert (first.stdout, second.stdout) == ("é\n".encode(), b"b\n")


def test_a_goal_that_ends_the_program(tmp_path: Path) -> None:
    report, after = cases(tmp_path, "f :- halt(3).\ng.\n", {"calls": [call("f")]}, {"calls": [call("g")]})
    assert report.ended == "the call ended the whole program (exit status 3)"
    assert after.results[0].solutions == (True,)


# ---- Loading


@pytest.mark.parametrize(
    "head",
    [
        ":- initialization(main).\nmain :- write(hello), halt.\n",
        ":- initialization(main, main).\nmain :- halt(1).\n",
        ":- halt.\n",
        ":- repeat, halt.\n",
        ":- write('{\"end\": 0}'), nl.\n",
        ":- throw(oops).\n:- foo(bar).\n:- read(X), write(X).\n",
        ":- initialization(( repeat, read(X), integer(X) )).\n",
        ":- module(colours, [colour/1]).\n",
        ":- module(colours, []).\n",
        ":- close(user_output).\n:- tell('out.txt'), write(x).\n",
        ":- at_halt(( repeat, fail )).\n",
        ":- set_prolog_flag(double_quotes, codes).\n:- op(700, xfx, is_like).\n:- op(0, xfx, =..).\n",
        "\ufeff% é\r\n",
        "append(a, b, c).\nmember(x).\nreport(x).\ncase(1).\nsolution(7).\nmain.\nload(1).\nhalting.\n",
    ],
)
def test_whatever_a_file_does_on_load_its_predicates_can_be_asked(tmp_path: Path, head: str) -> None:
    report, twin = cases(tmp_path, head + COLOURS, {"calls": [call("colour", "C")]}, {"calls": [call("colour", "C")]})
    assert report.results[0].solutions == ({"!repr": "red"}, {"!repr": "green"}, {"!repr": "blue"})
    assert (report.ended, twin) == (None, report)


def test_each_case_finds_fresh_state(tmp_path: Path) -> None:
    source = ":- dynamic seen/1.\nsee(X, N) :- assertz(seen(X)), aggregate_all(count, seen(_), N).\n"
    first, second = cases(
        tmp_path, source, {"calls": [call("see", 1, "N"), call("see", 2, "N")]}, {"calls": [call("see", 3, "N")]}
    )
    assert [outcome.solutions for outcome in first.results] == [(1,), (2,)]
    assert [outcome.solutions for outcome in second.results] == [(1,)]


def test_alternatives_and_letter_case(tmp_path: Path) -> None:
    source = COLOURS + "isColour(red).\n"
    first, second = one_case(tmp_path, source, call("color|colour", "C"), call("(?i)iscolour", "X")).results
    assert (first.function, len(first.solutions or ()), second.function) == ("colour", 3, "isColour")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (COLOURS, "there is no predicate hue/1"),
        ("hue(red, 1).\n", "there is no predicate hue/1; there is hue/2, with another number of arguments"),
        ("hue(X) :- X = red\nnext(a).\n", "there is no predicate hue/1; Prolog said: "),
    ],
)
def test_a_predicate_that_is_not_there(tmp_path: Path, source: str, said: str) -> None:
    outcome = result(tmp_path, source, "hue", "C")
    assert (outcome.missing or "").startswith(said)
    assert str(tmp_path) not in (outcome.missing or "")


def test_a_clause_that_cannot_be_read_is_reported_and_the_others_are_asked(tmp_path: Path) -> None:
    report = one_case(tmp_path / "broken", "hue(red).\nhue(X) :- X = blue)).\n", call("hue", "C"))
    assert report.results[0].solutions == ({"!repr": "red"},)
    assert report.loading.startswith("prog.pl:2:")
    assert "Syntax error" in report.loading
    assert one_case(tmp_path / "warned", "hue(X).\n", call("hue", "C")).loading == ""


def test_of_several_names_the_first_is_the_one_asked_for(tmp_path: Path) -> None:
    assert result(tmp_path, COLOURS, "hue|tint", "C").missing == "there is no predicate hue/1"


def test_a_limit_that_is_passed_while_an_answer_is_written_spoils_no_answer(tmp_path: Path) -> None:
    source = "same(L) :- numlist(1, 300, L), repeat.\n"  # writing it takes nearly all of the time
    report = one_case(tmp_path, source, call("same", "L"), limits={"cpu": "0.1 s"})
    assert report.results[0].stopped == "cpu"
    assert {str(entry)[:9] for entry in report.results[0].solutions or ()} == {"[1, 2, 3,"}


def test_a_library_s_predicate_is_not_the_students(tmp_path: Path) -> None:
    assert result(tmp_path, ":- use_module(library(lists)).\n", "reverse", [1], "L").missing


@pytest.mark.parametrize(
    ("source", "is_one"),
    [
        (b"queens(N, Qs) :- true.\n", True),
        (b"greeting --> [hello].\n", True),
        (b"parent(ann, bob).\nparent(bob, eve).  % two\n", True),
        (b"use strict;\nmy $x = 1; # :-\n", False),
        (b'print("hello");\n', False),
        (b"", False),
    ],
)
def test_a_file_of_rules_grammar_rules_or_facts_is_prolog_and_one_of_perl_is_not(source: bytes, is_one: bool) -> None:
    assert is_prolog(source) is is_one


GRAMMAR = "greeting --> [hello], name(_).\nname(N) --> [N], { member(N, [ann, bob]) }.\n"


@pytest.mark.parametrize("head", ["", ":- module(words, []).\n"])
def test_grammar_rules_are_asked_by_phrase(tmp_path: Path, head: str) -> None:
    whole = call("phrase", "greeting", ["hello", "ann"])
    begun = call("phrase", "name(N)", ["bob", "and"], "Rest")
    none = call("phrase", "greeting", ["hello"])
    results = one_case(tmp_path, head + GRAMMAR, whole, begun, none).results
    assert [len(outcome.solutions or ()) for outcome in results] == [1, 1, 0]
    assert "bob" in str(results[1].solutions)


@pytest.mark.parametrize(("rule", "missing"), [("farewell", "farewell//0"), ("name", "name//0")])
def test_a_grammar_rule_that_is_not_there(tmp_path: Path, rule: str, missing: str) -> None:
    assert result(tmp_path, GRAMMAR, "phrase", rule, ["bye"]).missing == f"there is no predicate {missing}"


@pytest.mark.parametrize("head", [":- [helper].\n", ":- include(helper).\n", "", ":- use_module(module).\n"])
def test_several_files(tmp_path: Path, head: str) -> None:
    files = {"helper": "safe(1).\n"} if "use" not in head else {"module": ":- module(module, [safe/1]).\nsafe(1).\n"}
    (report,) = cases(tmp_path, head + "f(X) :- safe(X).\n", {"calls": [call("f", "X")]}, **files)
    assert report.results[0].solutions == (1,)


def test_an_older_copy_does_not_stand_in(tmp_path: Path) -> None:
    (report,) = cases(tmp_path, "f(1).\n", {"calls": [call("f", "X")]}, prog_old="f(2).\n", a_test=":- [prog].\n")
    assert report.results[0].solutions == (1,)


def test_other_endings_and_folders(tmp_path: Path) -> None:
    assert call_result(tmp_path / "pro", "prolog", {"My Program.pro": COLOURS}, "colour", "red").solutions == (True,)
    assert call_result(tmp_path / "dos", "prolog", {"COLOURS.PL": COLOURS}, "colour", "red").solutions == (True,)
    assert call_result(tmp_path / "sub", "prolog", {"src/a.prolog": COLOURS}, "colour", "pink").solutions == ()


def test_no_prolog_file_at_all(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="no Prolog file"):
        call_result(tmp_path, "prolog", {"prog.txt": COLOURS}, "colour", "C")


def test_calls_are_not_counted(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="inferences"):
        drivers()["prolog"].trace_commands(tmp_path, (), "report")


@pytest.mark.parametrize(("hidden", "status"), [(False, 0), (True, 1)])
def test_a_library_without_its_index_is_the_machines_fault(hidden: bool, status: int) -> None:
    index = Path("/usr/bin/swipl").resolve().parents[2] / "library/INDEX.pl"
    machine: list[str | Path] = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev"]
    machine += ["--ro-bind", "/dev/null", index] if hidden else []
    check = "from harness.language.prolog.language import check_library; check_library()"
    ended = subprocess.run(
        [*machine, sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == status, ended.stderr
    assert ("JudgeError: SWI-Prolog does not find its library" in ended.stderr) is hidden
