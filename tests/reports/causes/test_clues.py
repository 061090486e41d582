"""What a case saw of the functions at work is reported where something else is wrong by it: one cause."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.text.cause import cause_lines
from harness.reports.text.lines import plain
from tests.support import SUM, course, loaded

STDOUT = Place(stream="stdout", line=1)


def case(name: str, clause: str, *findings: Finding, verdict: Verdict = Verdict.WA, score: float = 0.0) -> CaseGrade:
    return CaseGrade(name, clause, verdict, score, 5.0, findings)


def printed(*cases: CaseGrade) -> list[Cause]:
    return causes(Grade("ann", "sum", Verdict.WA, cases))


def returned(call: str) -> Finding:
    params = {"call": call, "returned": "0", "wanted": "1"}
    return Finding.of("wrong-return", Place(part="returned-value"), b"1", b"0", **params)


WATCHED = Finding("in the search of find no queen was tried in row 2", Place(part="calls"))
NEVER = Finding.of("wrong-call-count", Place(part="calls"), function="clear", calls=0, bounds="least", least=1)


def follows(clause: str) -> Finding:
    return Finding.of("follows", clause=clause)


def test_what_the_only_wrong_function_was_seen_to_do_stands_below_its_title(tmp_path: Path) -> None:
    wrong, seen = case("find-1", "find", returned("find(B)")), case("search", "search", WATCHED)
    (cause,) = printed(wrong, seen)
    assert cause.case is wrong
    assert cause.clauses == ("find", "search")
    title, clue, *_ = plain(cause_lines(cause, 1, loaded(course(tmp_path, SUM)), translator()))
    assert "find(B) returned 0" in title
    assert clue.strip() == f"also in search: {WATCHED.message}"


def test_of_several_wrong_functions_none_is_said_to_be_the_one_that_was_watched() -> None:
    found = printed(
        case("put", "put", returned("put(B)")), case("find", "find", returned("find(B)")), case("s", "search", WATCHED)
    )
    assert [cause.clue for cause in found] == [None, None, None]
    other = printed(case("put", "put", returned("put(B)")), case("s", "search", WATCHED))
    assert [cause.clue for cause in other] == [None, None]


def test_what_a_search_came_to_may_follow_from_what_was_seen_before_it() -> None:
    came_to = Finding("no queen was placed in the last row", Place(part="calls"), params={"outcome": True})
    table, wrong = case("table", "table", WATCHED), case("valid", "valid", Finding("no", STDOUT, None, b"none\n"))
    first, *others = printed(case("modes", "modes", came_to), wrong, table)
    assert (first.case, [other.after for other in others]) == (table, [("✘ 1",), ("✘ 1",)])
    assert [cause.after for cause in printed(case("modes", "modes", came_to), wrong)] == [(), ()]


def test_a_function_that_was_never_called_explains_the_output_that_it_costs_nothing_beside() -> None:
    wrong = case("valid", "valid", Finding("no board", STDOUT, None, b"none\n"))
    waived = case("search", "search", follows("valid"), NEVER, score=5.0)
    (cause,) = printed(wrong, waived)
    assert cause.clue is not None
    assert cause.clue.findings == (NEVER,)
    (other,) = printed(wrong, case("search", "search", follows("order"), NEVER, score=5.0))
    assert other.clue is None


def test_a_call_that_is_missing_after_a_crash_or_a_wrong_function_explains_nothing() -> None:
    waived = case("search", "search", follows("valid"), NEVER, score=5.0)
    crash = Finding.of("uncaught-exception", Place(path="q.py", line=3), error="KeyError: 1")
    (cause,) = printed(case("valid", "valid", crash, verdict=Verdict.RTE), waived)
    assert cause.clue is None
    wrong = case("valid", "valid", Finding("no board", STDOUT, None, b"none\n"))
    assert [cause.clue for cause in printed(case("f", "f", returned("f(B)")), wrong, waived)] == [None, None]


def test_one_sentence_on_one_output_is_one_cause_in_all_clauses() -> None:
    said = Finding("No board can be read.", Place(stream="stdout"), None, b"There is none.\n")
    (cause,) = printed(case("a", "prints", said), case("b", "valid", said), case("c", "order", said))
    assert cause.clauses == ("prints", "valid", "order")
    other = Finding("No board can be read.", Place(stream="stdout"), None, b"Goodbye.\n")
    assert len(printed(case("a", "prints", said), case("b", "valid", other))) == 2


def test_what_was_not_printed_after_a_crash_follows_from_it() -> None:
    crash = Finding.of("uncaught-exception", Place(path="q.py", line=3), error="KeyError: 1")
    crashed = [case(name, name, crash, verdict=Verdict.RTE) for name in ("a", "b")]
    silent = case("make", "makefile", Finding("The program printed nothing.", Place(stream="stdout"), b"5\n", b""))
    (cause,) = printed(silent, *crashed)
    assert cause.finding is crash
    assert cause.lost == 15.0
    assert len(printed(silent, crashed[0])) == 2  # one clause alone does not keep the others from an answer


def test_of_listings_the_one_that_shows_most_is_shown_and_of_numbers_the_smallest() -> None:
    def differing(name: str, expected: bytes, actual: bytes) -> CaseGrade:
        return case(name, "list", Finding.of("line-differs", STDOUT, expected, actual, line=1))

    boards = [
        differing("one", b"(1)\n", b")\n"),
        differing("four", b"(2, 4, 1, 3)\n", b"(4, 1, 3)\n"),
        differing("ten", b"(1, 2)\n" * 9, b"(2)\n" * 9),
    ]
    assert printed(*boards)[0].case.name == "four"
    assert (
        printed(differing("ten", b"10 of 724\n", b"10 of 0\n"), differing("four", b"4 of 2\n", b"4 of 0\n"))[
            0
        ].case.name
        == "four"
    )


def test_what_stays_as_it_was_by_chance_is_not_shown_where_the_function_changes_others() -> None:
    def changed(name: str, wanted: bytes, came: bytes, **params: bool) -> CaseGrade:
        call, place = f"sort(v{name})", Place(part="arguments")
        return case(name, "sort", Finding.of("wrong-argument", place, wanted, came, call=call, number=1, **params))

    by_chance = changed("two", b"[2, 1]", b"[1, 2]", unchanged=True)
    telling = changed("four", b"[9, 4, 3, 1]", b"[1, 3, 4, 9]")
    assert printed(by_chance, telling)[0].case.name == "four"
    assert printed(by_chance, replace(telling, findings=by_chance.findings))[0].case.name == "two"


def test_a_call_with_a_value_is_shown_before_one_with_an_empty_value() -> None:
    def returned(name: str, argument: str, wanted: bytes, came: bytes) -> CaseGrade:
        finding = Finding.of("wrong-return", Place(part="returned-value"), wanted, came, call=f"greet({argument})")
        return case(name, "greet", finding)

    empty = returned("none", '""', b"Hello, !", b"Hello !")
    assert printed(empty, returned("ann", '"Ann"', b"Hello, Ann!", b"Hello Ann!"))[0].case.name == "ann"
    assert printed(empty, returned("nil", "[]", b"Hello, []!", b"Hello []!"))[0].case.name == "none"


def test_of_crashes_the_one_in_the_clause_that_loses_most_is_shown() -> None:
    crash = Finding.of("uncaught-exception", Place(path="q.py", line=3), error="ValueError: -v")
    word, *verbose = (case(name, name[:4], crash, verdict=Verdict.RTE) for name in ("word", "list-1", "list-4"))
    assert printed(word, *verbose)[0].case.name == "list-1"
