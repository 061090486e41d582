"""A cause is reported once: cases are grouped by what went wrong, whatever their clauses."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.verdicts.streams import SILENT, USAGE_ALONE
from harness.judge.finding_kinds import SAME_IN
from harness.judge.messages.translator import translator
from harness.model.escape import shorten
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes, class_causes
from harness.reports.html.cause_groups import CauseGroups
from harness.reports.text.cause import cost_lines
from harness.reports.text.headline import change_sentence
from harness.reports.text.lines import plain
from harness.reports.text.other_cases import same_fault_lines
from harness.reports.text.screen import ClassStatistics
from tests.support import course, loaded

LINE_12 = Place(path="q.py", line=12, source=b'size = board["n"]')


def case(
    name: str, clause: str, verdict: Verdict, *findings: Finding, score: float = 0.0, worth: float = 5.0
) -> CaseGrade:
    return CaseGrade(name, clause, verdict, score, worth, findings)


def grade(*cases: CaseGrade) -> Grade:
    return Grade("ann", "sum", Verdict.WA, cases)


def raised(error: str, where: Place = LINE_12) -> Finding:
    return Finding.of("uncaught-exception", where, error=error)


def names(*cases: CaseGrade) -> list[list[str]]:
    return [[case.name for case in cause.cases] for cause in causes(grade(*cases))]


def test_the_same_exception_at_the_same_line_is_one_cause_in_all_clauses() -> None:
    first, second = (case(name, name, Verdict.RTE, raised("KeyError: 'n'")) for name in ("a", "b"))
    (cause,) = causes(grade(first, second))
    assert (cause.clauses, cause.lost, cause.blocks) == (("a", "b"), 10.0, True)
    assert cause.finding.where.line == 12


def test_another_line_or_another_type_is_another_cause() -> None:
    elsewhere = raised("KeyError: 'n'", Place(path="q.py", line=13))
    assert len(names(case("a", "a", Verdict.RTE, raised("KeyError: 'n'")), case("b", "b", Verdict.RTE, elsewhere))) == 2
    assert (
        len(names(case("a", "a", Verdict.RTE, raised("KeyError")), case("b", "b", Verdict.RTE, raised("IndexError"))))
        == 2
    )


def test_types_of_exceptions_are_distinguished_in_cpp_too() -> None:
    errors = ("std::out_of_range: stoi", "std::runtime_error: x", "std::out_of_range: map::at", "char const*")
    cases = (case(str(number), "a", Verdict.RTE, raised(text, Place())) for number, text in enumerate(errors))
    assert names(*cases) == [["0", "2"], ["1"], ["3"]]


def test_a_call_that_raises_the_same_belongs_to_the_run_that_shows_the_line() -> None:
    call = Finding.of("call-raised", Place(part="call"), call="f(1)", exception="KeyError", text="'n'")
    (cause,) = causes(
        grade(case("calls", "f", Verdict.RTE, call), case("run", "a", Verdict.RTE, raised("KeyError: 'n'")))
    )
    assert cause.case.name == "run"


def test_what_a_crash_left_unprinted_is_charged_to_the_crash() -> None:
    silent = Finding.of("output-empty", Place(stream="stderr"), b"Usage\n", b"")
    unprinted = case("usage", "usage", Verdict.WA, silent, raised("KeyError: 'n'"))
    (cause,) = causes(grade(unprinted, case("run", "a", Verdict.RTE, raised("KeyError: 'n'"))))
    assert cause.finding.kind == "uncaught-exception"


def test_limits_of_time_are_one_cause_however_they_were_met() -> None:
    busy = Finding.of("timed-out", limit_s=3.0, used_s=3.01)
    waiting = Finding.of("not-done-in-time", limit_s=30.0)
    call = Finding.of("call-ended-program", Place(part="call"), call="f()", text="", limit="cpu")
    found = names(
        case("a", "a", Verdict.TLE, busy), case("b", "b", Verdict.TLE, waiting), case("c", "c", Verdict.TLE, call)
    )
    assert found == [["a", "b", "c"]]


def test_what_did_not_compile_is_one_cause() -> None:
    failed = Finding.of("build-failed", command="javac", status=1)
    (cause,) = causes(
        grade(case("build", "", Verdict.CE, failed, worth=0), case("a", "a", Verdict.CE), case("b", "b", Verdict.CE))
    )
    assert (cause.case.name, cause.lost, cause.blocks) == ("build", 10.0, True)


def test_the_same_wrong_line_in_two_clauses_is_one_cause() -> None:
    wrong = Finding.of("line-differs", Place(stream="stdout", line=1), b"5 solutions\n", b"5 solutions.\n", line=1)
    other = Finding.of(
        "line-differs", Place(stream="stdout", line=1), b"x\n5 solutions\n", b"x\n5 solutions.\n", line=2
    )
    assert len(names(case("a", "a", Verdict.WA, wrong), case("b", "b", Verdict.WA, other))) == 1


def test_a_none_that_is_printed_belongs_to_the_crash_that_it_leads_to() -> None:
    def printed(text: bytes, expected: bytes = b"1-Queens has 1 solutions\n") -> CaseGrade:
        where = Place(stream="stdout", line=1)
        return case("one", "count", Verdict.WA, Finding.of("line-differs", where, expected, text, line=1))

    none = Finding.of("uncaught-exception", LINE_12, error="TypeError: unsupported operand ...", reason="none-operand")
    crash, other = case("eight", "search", Verdict.RTE, none), case("eight", "search", Verdict.RTE, raised("KeyError"))
    assert names(printed(b"1-Queens has None solutions\n"), crash) == [["eight", "one"]]
    assert len(names(printed(b"1-Queens has None solutions\n"), other)) == 2
    assert len(names(printed(b"1-Queens has 2 solutions\n"), crash)) == 2
    assert len(names(printed(b"None of it\n", b"None of them\n"), crash)) == 2
    back = Finding.of("call-returned-other", Place(part="call"), call="find(B)", returned="None", wanted="1")
    called = case("find", "find", Verdict.WA, back)
    raises = Finding.of(
        "call-raised", Place(part="call"), call="find(C)", exception="TypeError", text="...", reason="none-operand"
    )
    assert names(called, case("more", "find", Verdict.RTE, raises)) == [["more", "find"]]
    assert len(names(called, crash)) == 2  # another function


def test_what_this_machine_lacks_is_one_cause_in_all_clauses() -> None:
    lacking = Finding.of("predicate-missing-here", predicate="for/3")
    assert names(case("a", "a", Verdict.NR, lacking), case("b", "b", Verdict.NR, lacking)) == [["a", "b"]]


def test_the_same_near_miss_is_one_cause_and_two_wrong_answers_are_two() -> None:
    blank = Finding("x", expected=b"5\n", actual=b"5 \n", near_misses=("trailing-blanks",))
    assert len(names(case("a", "a", Verdict.WA, blank), case("b", "b", Verdict.WA, blank))) == 1
    assert len(names(case("a", "a", Verdict.WA, Finding("x")), case("b", "b", Verdict.WA, Finding("x")))) == 2


def test_many_missing_functions_are_one_cause_and_two_are_two() -> None:
    cases = [
        case(name, name, Verdict.WA, Finding.of("function-missing", text=f"there is no function {name}"))
        for name in "abc"
    ]
    assert (len(names(*cases)), len(names(*cases[:2]))) == (1, 2)


def test_a_function_that_is_missing_in_several_clauses_is_one_cause() -> None:
    params: tuple[dict[str, str], ...] = ({"more": " (it ended early)"}, {})
    cases = [
        case(f"case-{number}", f"clause-{number}", Verdict.WA, Finding.of("function-missing", function="f", **more))
        for number, more in enumerate(params)
    ]
    assert names(*cases) == [["case-0", "case-1"]]


def test_a_signal_is_the_same_in_a_run_and_in_a_call() -> None:
    run = Finding.of("killed-by-signal", signal="SIGSEGV")
    call = Finding.of("call-ended-program", Place(part="call"), call="f()", signal=11)
    other = Finding.of("call-ended-program", Place(part="call"), call="f()", signal=8)
    found = names(*(case(name, name, Verdict.RTE, end) for name, end in zip("abc", (run, call, other), strict=True)))
    assert found == [["a", "b"], ["c"]]


def test_what_keeps_runs_from_an_answer_comes_first_then_what_costs_most() -> None:
    dear = case("dear", "dear", Verdict.WA, Finding("wrong"), worth=50)
    cheap = case("cheap", "cheap", Verdict.WA, Finding("wrong"), worth=1)
    crashes = [case(name, name, Verdict.RTE, raised("KeyError"), worth=2) for name in ("x", "y")]
    assert names(cheap, dear, *crashes) == [["x", "y"], ["dear"], ["cheap"]]


def test_a_case_that_could_not_be_seen_follows_the_one_that_it_names() -> None:
    wrong = case("count", "count", Verdict.WA, Finding("wrong"), worth=1)
    dearer = case("order", "order", Verdict.WA, Finding("wrong"), worth=9)
    unseen = case("format", "format", Verdict.WA, Finding.of("nothing-to-judge", cases=["count"]))
    _, cause = causes(grade(wrong, dearer, unseen))
    assert ([follower.name for follower in cause.followers], cause.lost) == (["format"], 6.0)


def test_a_clause_that_is_judged_in_another_case_is_not_said_to_wait(tmp_path: Path) -> None:
    wrong = case("count", "count", Verdict.WA, Finding("wrong"), worth=9)
    unseen = Finding.of("nothing-to-judge", cases=["count"])
    waiting = [case("format", "format", Verdict.WA, unseen), case("order-1", "order", Verdict.WA, unseen)]
    assignment = loaded(course(tmp_path))
    below = [
        "".join(plain(same_fault_lines(causes(grade(wrong, *waiting, *others))[0], assignment, translator())))
        for others in ((), (case("order-2", "order", Verdict.WA, Finding("of its own")),))
    ]
    rows = [text.strip().partition(": ")[2] for text in below]
    assert rows == ["format, order · 2 cases", "format · 1 case"]


def test_the_cases_that_a_change_leaves_open_are_counted(tmp_path: Path) -> None:
    change = Finding.of("one-change", Place(path="q.py", line=3), old="1", new="2")
    wrong = case("count", "count", Verdict.WA, Finding("wrong"), change)
    unseen = Finding.of("nothing-to-judge", cases=["count"])
    cases = wrong, case("count-2", "count", Verdict.WA, unseen), case("right", "count", Verdict.AC)
    (cause,) = causes(grade(*cases))
    lines = plain(same_fault_lines(cause, loaded(course(tmp_path)), translator()))
    assert [line.strip() for line in lines] == ["cannot be judged until this is right: 1 case"]


def test_the_cases_of_a_cause_that_blocks_are_those_that_pass_by_its_change_and_those_that_wait(tmp_path: Path) -> None:
    change = Finding.of("one-change", Place(path="q.py", line=3), old="1", new="2", shown="2")
    wrong = [case(name, name, Verdict.WA, Finding("usage", kind="usage-instead"), change) for name in ("count", "list")]
    unseen = Finding.of("nothing-to-judge", cases=["list"])
    (cause,) = causes(grade(*wrong, case("order", "order", Verdict.WA, unseen)))
    assert cause.blocks
    assignment = loaded(course(tmp_path))
    *_, waiting = plain(same_fault_lines(cause, assignment, translator()))
    cost = " ".join(plain(cost_lines(cause, assignment, translator()), 200))
    assert "2 failed tests pass" in change_sentence(cause, translator())
    assert (waiting.strip(), cost.strip().endswith("3 cases")) == (
        "cannot be judged until this is right: order · 1 case",
        True,
    )


def test_what_shows_nothing_waits_for_the_cause_with_the_clause_that_it_names() -> None:
    value = case("begin", "begin", Verdict.WA, answered("begin", "begin", "begin()").findings[0])
    inside = replace(LINE_12, function="begin")
    crashes = [case(name, name, Verdict.RTE, raised("KeyError: 1", inside)) for name in ("prints", "quick")]
    unseen = case("early", "quick", Verdict.WA, Finding.of("right-nowhere", clauses=["prints"]))
    found = [cause for cause in causes(grade(value, *crashes, unseen)) if cause.followers]
    assert [cause.case.name for cause in found] == ["prints"]


def test_a_case_that_wants_no_answer_is_not_listed_below_one_that_lacks_it(tmp_path: Path) -> None:
    lacks = case("right-4", "right", Verdict.WA, Finding("find(4) gives no answer", expected=b"[2]", kind="no-answer"))
    empty = case("none-2", "right", Verdict.WA, Finding("what find(2) does shows nothing", kind="no-answer"))
    (cause,) = causes(grade(empty, lacks))
    assert (cause.case.name, [other.name for other in cause.cases], cause.lost) == ("right-4", ["right-4"], 10.0)
    below = "".join(plain(same_fault_lines(cause, loaded(course(tmp_path)), translator())))
    assert "none-2" not in below
    assert "cannot be judged" not in below  # its clause is judged here
    assert names(empty) == [["none-2"]]


def test_a_call_that_is_missing_is_one_cause_with_what_a_course_says_comes_of_it() -> None:
    seeds = Finding.of("call-missing", Place(part="source"), function="begin", callee="seed")
    same = Finding("two runs drew the same", params={"cause": "call-missing begin"})
    cases = case("a", "random", Verdict.WA, same), case("b", "begin", Verdict.WA, seeds)
    assert [*map(sorted, names(*cases))] == [["a", "b"]]
    second = Finding.of("call-missing", Place(part="source"), function="begin", callee="clear")
    assert len(names(cases[1], case("c", "clear", Verdict.WA, second))) == 2
    other = Finding.of("call-missing", Place(part="source"), function="search", callee="draw")
    assert len(names(cases[0], case("c", "search", Verdict.WA, other))) == 2


def test_nothing_is_lost_when_all_that_failed_could_not_be_seen() -> None:
    unseen = case("format", "format", Verdict.WA, Finding.of("nothing-to-judge", cases=["gone"]))
    (cause,) = causes(grade(unseen))
    assert cause.case is unseen


def test_what_costs_nothing_is_no_cause() -> None:
    excused = case("util", "util", Verdict.WA, Finding.of("follows", clause="safe"), score=5.0)
    charged = case("safe", "safe", Verdict.WA, Finding("wrong"))
    assert names(excused, charged) == [["safe"]]


MISSING = Finding.of("required-file-missing", file="prog.cc", files=["prog.h"])


def build_failed(output: bytes) -> CaseGrade:
    finding = Finding.of("build-failed", Place(part="build"), None, output, command="make", status=2)
    return case("build", "makefile", Verdict.CE, finding)


def test_a_build_that_fails_for_want_of_a_missing_file_is_no_second_cause() -> None:
    (cause,) = causes(
        grade(build_failed(b"No rule to make target 'prog.cc'\n"), case("files", "f", Verdict.WA, MISSING))
    )
    assert (cause.case.name, cause.blocks, cause.clauses) == ("files", True, ("f", "makefile"))


def test_a_build_that_fails_for_another_reason_is_a_cause_of_its_own() -> None:
    files = case("files", "f", Verdict.WA, MISSING)
    assert len(names(files, build_failed(b"prog.h:3: error: expected ';'\n"))) == 2


def test_what_was_ended_in_one_function_is_one_cause_whatever_the_line() -> None:
    def ended(name: str, line: int, function: str) -> CaseGrade:
        where = Place(path="q.py", line=line, function=function, source=b"x += 1")
        finding = Finding.of("call-ended-program", where, call="f()", limit="cpu", reason="ended-here")
        return case(name, name, Verdict.RTE, finding)

    assert names(ended("a", 3, "f"), ended("b", 4, "f"), ended("c", 9, "g")) == [["a", "b"], ["c"]]


def answered(name: str, clause: str, call: str) -> CaseGrade:
    place = Place(part="returned-value")
    finding = Finding.of("wrong-return", place, b"false", b"true", call=call, returned="true", wanted="false")
    return case(name, clause, Verdict.WA, finding)


def test_wrong_answers_of_two_functions_of_a_clause_are_two_causes() -> None:
    cases = answered("a", "all", "isSafe(1, 2)"), answered("b", "all", "isSafe(3, 4)"), answered("c", "all", "g.done()")
    assert names(*cases) == [["a", "b"], ["c"]]


def test_an_answer_that_names_no_function_belongs_to_that_of_its_clause() -> None:
    course = case("c", "all", Verdict.WA, Finding("a queen is missing", kind="queen-missing"))
    assert [*map(sorted, names(answered("a", "all", "isSafe(1, 2)"), course))] == [["a", "c"]]


def test_the_same_wrong_value_of_two_functions_is_two_causes_and_of_one_function_one_in_two_clauses_too() -> None:
    assert names(answered("a", "x", "isSafe(1, 2)"), answered("b", "y", "done()")) == [["a"], ["b"]]
    assert names(answered("a", "x", "isSafe(1, 2)"), answered("b", "y", "isSafe(2)")) == [["a", "b"]]


def test_a_line_that_many_programs_print_does_not_join_two_clauses() -> None:
    def printed(name: str, expected: bytes, actual: bytes) -> CaseGrade:
        return case(
            name, name, Verdict.WA, Finding.of("line-differs", Place(stream="stdout"), expected, actual, line=1)
        )

    assert len(names(printed("a", b"no\n", b"yes\n"), printed("b", b"no\n", b"yes\n"))) == 2
    wrong = b"4-Queens has 2 solutions.\n"
    assert len(names(printed("a", wrong[:-2], wrong), printed("b", wrong[:-2], wrong))) == 1


def test_two_rules_on_sources_of_a_clause_are_two_causes() -> None:
    where = Place(part="source")
    loop = Finding.of("function-not-recursive", where, function="f")
    library = Finding.of("forbidden-call", where, function="sort")
    cases = (
        case("a", "way", Verdict.WA, loop),
        case("b", "way", Verdict.WA, library),
        case("c", "way", Verdict.WA, loop),
    )
    assert names(*cases) == [["a", "c"], ["b"]]


def test_a_usage_message_in_the_place_of_answers_is_one_cause_and_comes_first() -> None:
    instead = Finding.of("usage-instead", Place(stream="stderr"), b"724\n", b"Usage: q N\n")
    marked = {USAGE_ALONE: True}
    late = Finding("neither a number nor solutions", expected=b"724", actual=b"Option: -v", params=marked)
    words = Finding("the words differ", expected=b"Usage: queens N\n", params=marked)
    other = Finding.of("line-differs", Place(stream="stdout", line=1), b"1\n", b"2\n", line=1)
    cases = (
        case("a", "other", Verdict.WA, other, worth=50.0),
        case("b", "speed", Verdict.WA, late),
        case("c", "count", Verdict.WA, instead),
        case("d", "usage-text", Verdict.WA, words),
    )
    assert names(*cases) == [["c", "b"], ["a"], ["d"]]
    assert causes(grade(*cases))[0].blocks
    assert names(*cases[:2]) == [["a"], ["b"]]


def test_a_program_without_a_start_belongs_to_the_build_that_could_not_be_started() -> None:
    start = Finding.of("no-main-program", Place(part="program"))
    jar = Finding("java cannot start the jar", Place(part="compiler-output"), None, b"Error: main is not static\n")
    cases = case("a", "count", Verdict.RTE, start), case("b", "makefile", Verdict.CE, jar)
    (cause,) = causes(grade(*cases))
    assert [case.name for case in cause.cases] == ["b", "a"]
    make = Finding.of("build-failed", Place(part="compiler-output"), None, b"error\n", command="make", status=2)
    assert len(causes(grade(cases[0], case("b", "makefile", Verdict.CE, make)))) == 2


def test_no_answer_and_an_error_while_loading_are_one_cause_in_all_clauses() -> None:
    def twice(finding: Finding) -> list[list[str]]:
        return names(case("a", "all", Verdict.WA, finding), case("b", "once", Verdict.WA, finding))

    place = Place(part="loading")
    assert twice(Finding("no answer", kind="no-answer")) == [["a", "b"]]
    assert twice(Finding.of("said-while-loading", place, text="q.pl:3:1: Syntax error: x")) == [["a", "b"]]
    raised = Finding.of("call-raised", Place(part="call"), call="f(1)", exception="existence_error", text="no g/1")
    both = Finding.of("said-while-loading", place, text="q.pl:3:1: Syntax error: x"), raised
    (cause,) = causes(grade(case("a", "all", Verdict.RTE, *both), case("b", "once", Verdict.WA, *both)))
    assert cause.finding is both[0]  # the file that was not read comes before what is missing in it
    assert twice(Finding.of("said-while-loading", place, text="Singleton variables: [X]")) == [["a"], ["b"]]


def test_too_deep_a_recursion_is_one_cause_wherever_it_ended() -> None:
    ends = [
        Finding.of("uncaught-exception", Place(path="q.py", line=at), error="RecursionError: x", reason="recursion")
        for at in (5, 9)
    ]
    assert names(case("a", "all", Verdict.RTE, ends[0]), case("b", "one", Verdict.RTE, ends[1])) == [["a", "b"]]


def test_a_function_that_is_missing_in_its_source_too_is_one_cause() -> None:
    called = Finding.of("function-missing", Place(part="call"), function="f")
    source = Finding.of("function-not-found", Place(part="source"), function="f")
    assert names(case("b", "names", Verdict.WA, source), case("a", "f", Verdict.WA, called)) == [["a", "b"]]


def test_a_crash_comes_first_whatever_its_verdict() -> None:
    line = Finding.of("line-differs", Place(stream="stdout", line=1), b"1\n", b"2\n", line=1)
    cases = (
        case("a", "count", Verdict.WA, line, worth=50.0),
        case("b", "x", Verdict.WA, Finding("no board", kind="no-board"), raised("KeyError: 'n'")),
        case("c", "y", Verdict.WA, Finding("no size", kind="no-size"), raised("KeyError: 'n'")),
    )
    assert names(*cases) == [["b", "c"], ["a"]]


def test_outputs_of_a_clause_that_are_wrong_in_different_ways_stay_together() -> None:
    line = Finding.of("line-differs", Place(stream="stdout", line=1), b"1\n", b"2\n", line=1)
    fewer = Finding.of("lines-missing", Place(stream="stdout"), b"1\n2\n3\n", b"1\n", missing=2)
    assert len(names(case("a", "count", Verdict.WA, line), case("b", "count", Verdict.WA, fewer))) == 1


def test_a_function_that_cannot_be_called_is_one_cause_whatever_it_is_called_with() -> None:
    def uncallable(name: str, values: str) -> Finding:
        text = f"{name} cannot be called with ({values})"
        return Finding.of("not-callable", text=text, detail="driver-signature", name=name, values=values)

    first, second = uncallable("next(int[], int)", "[1, 2]"), uncallable("next(int[], int)", "[2, 1]")
    other = uncallable("isRight(int[], int)", "[1, 2]")
    cases = (case(str(at), "a", Verdict.WA, finding) for at, finding in enumerate((first, other, second)))
    assert sorted(names(*cases)) == [["0", "2"], ["1"]]


EMPTY = Finding.of("output-empty", Place(stream="stdout"), b"5\n", b"")
ORDER = "Rows tried in numerical order lead to another solution."


def counted(*grades: Grade) -> tuple[list[str], list[int]]:
    """What the screen says about a class, and how many students each group of the page has."""
    screen, page = ClassStatistics(), CauseGroups()
    for row, entry in enumerate(grades):
        screen.add(entry, translator())
        page.add(entry, row, translator())
    said = [line.partition(":")[2] if "causes" in line else line for line in plain(screen.lines("sum", translator()))]
    return [line.strip() for line in said if " x " in line], [len(group.students) for group in page.numbered()]


def test_who_prints_nothing_has_that_cause_whatever_a_course_says_of_it() -> None:
    silent = Finding(ORDER, Place(stream="stdout"), params={SILENT: True})
    status = Finding.of("wrong-exit-status", status=1, expected_statuses=["0"])
    said = grade(case("a", "a", Verdict.WA, EMPTY), case("b", "b", Verdict.WA, silent))
    (cause,) = causes(said)
    assert (cause.finding, len(cause.cases)) == (EMPTY, 2)
    (cause,) = causes(grade(case("a", "a", Verdict.WA, EMPTY), case("b", "b", Verdict.WA, status, EMPTY)))
    assert cause.finding is EMPTY
    prints = grade(case("a", "a", Verdict.WA, Finding(ORDER, Place(stream="stdout"), actual=b"1 3\n")))
    assert counted(said, prints, said) == (["2 x nothing was printed on stdout"], [2, 1])


def test_no_mark_of_a_picture_is_spoken_of_where_a_class_has_none() -> None:
    attacked = grade(case("a", "a", Verdict.WA, Finding("the queen in row 1 (marked X) is attacked", Place())))
    page = CauseGroups()
    page.add(attacked, 0, translator())
    (group,) = page.numbered()
    assert group.sentence.lower() == "the queen in row 1 is attacked"
    assert counted(attacked, attacked)[0] == ["2 x the queen in row 1 is attacked"]


def test_a_class_is_counted_in_students_on_screen_and_page() -> None:
    three = grade(*(case(name, name, Verdict.RTE, raised(f"KeyError: '{name}'", Place())) for name in "abc"))
    two = grade(
        case("a", "a", Verdict.TLE, Finding.of("timed-out", Place(path="q.py", function="f"), limit_s=1.0, used_s=1.2)),
        case("b", "b", Verdict.TLE, Finding.of("timed-out", Place(path="q.py", function="g"), limit_s=1.0, used_s=1.2)),
    )
    screen, page = counted(three, two, three, two, two)
    assert [int(line.partition(" ")[0]) for line in screen] == page == [3, 2]
    assert [len(cause.cases) for cause in class_causes(two).values()] == [2]


def test_sentences_of_a_course_are_one_group_but_for_their_values() -> None:
    def wrong(text: str) -> Grade:
        return grade(case("a", "a", Verdict.WA, Finding(text, actual=b"x")))

    screen, page = counted(wrong("Row 3 is wrong."), wrong("Row 14 is wrong."), wrong("It is not sorted."))
    assert (len(screen), page) == (1, [2, 1])


def test_a_long_cause_ends_with_a_whole_word() -> None:
    assert shorten("a short one", 20) == "a short one"
    assert shorten("the program stops, at once", 20) == "the program stops..."
    assert shorten("x" * 50, 10) == "x" * 7 + "..."
    assert shorten("12345 7890", 10) == "12345 7890"


def printed(name: str, clause: str, actual: bytes, max_score: float = 5.0) -> CaseGrade:
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), b"92 solutions\n", actual)
    return CaseGrade(name, clause, Verdict.WA, 0.0, max_score, (finding,))


def test_a_wrong_function_comes_before_the_output_that_may_follow_from_it() -> None:
    wrong = answered("calls", "safe", "isSafe(4, 1)")
    first, second = causes(grade(printed("run", "count", b"12 solutions\n", 50.0), wrong))
    assert (first.case.name, first.after) == ("calls", ())
    assert (second.case.name, second.after) == ("run", ("isSafe",))
    (root,) = class_causes(grade(printed("run", "count", b"12 solutions\n"), wrong)).values()
    assert (root.case.name, root.clauses) == ("calls", ("safe", "count"))


@pytest.mark.parametrize(
    ("near_misses", "part", "follows"),
    [
        (("line-order",), "returned-value", True),
        (("extra-lines",), "returned-value", False),
        (("extra-lines",), "stdout of the call", True),
        (("trailing-blanks",), "returned-value", False),
        (("line-order", "trailing-blanks"), "returned-value", False),
    ],
)
def test_lines_may_follow_from_a_function_and_their_form_does_not(
    near_misses: tuple[str, ...], part: str, follows: bool
) -> None:
    wrong = answered("calls", "safe", "isSafe(4, 1)")
    wrong = replace(wrong, findings=(replace(wrong.findings[0], where=Place(part=part)),))
    output = printed("run", "order", b"1\n")
    output = replace(output, findings=(replace(output.findings[0], near_misses=near_misses),))
    after = {cause.case.name: cause.after for cause in causes(grade(output, wrong))}
    assert after == {"run": ("isSafe",) if follows else (), "calls": ()}


def test_a_crash_comes_before_a_wrong_function_and_a_missing_name_explains_no_output() -> None:
    crash = [case(name, name, Verdict.RTE, raised("KeyError: 'n'")) for name in ("a", "b")]
    output, wrong = printed("run", "count", b"12 solutions\n", 50.0), answered("calls", "safe", "isSafe(4, 1)")
    assert [cause.case.name for cause in causes(grade(output, wrong, *crash))] == ["a", "calls", "run"]
    missing = Finding.of("function-missing", Place(part="call"), function="isSafe", call="isSafe(4, 1)")
    first, second = causes(grade(output, case("calls", "safe", Verdict.WA, missing)))
    assert (first.case.name, first.after, second.case.name) == ("run", (), "calls")


def test_a_crash_in_a_function_that_is_wrong_by_itself_follows_from_it() -> None:
    place = Place(path="Board.java", line=37, function="Board.isSafe")
    crash = [case(name, name, Verdict.RTE, raised("KeyError: 'n'", place)) for name in ("a", "b")]
    ordered = causes(grade(*crash, answered("calls", "safe", "isSafe(4, 1)")))
    assert [(cause.case.name, cause.after) for cause in ordered] == [("calls", ()), ("a", ("isSafe",))]


def test_the_function_that_the_spec_tries_first_comes_first_whatever_it_costs() -> None:
    place = case("place", "place", Verdict.WA, *answered("", "", "placeQueen(B, 1, 2)").findings, worth=1.0)
    find = case("find", "find", Verdict.WA, *answered("", "", "findSolutions(B, 1)").findings, worth=9.0)
    order = [cause.case.name for cause in causes(grade(printed("run", "count", b"12 solutions\n", 50.0), place, find))]
    assert order == ["place", "find", "run"]


def test_that_nothing_is_printed_swallows_what_follows_from_it() -> None:
    silent = [case(name, name, Verdict.WA, EMPTY) for name in ("count", "list")]
    traced = case("way", "way", Verdict.WA, Finding("search was not called", Place(part="calls")))
    safe = answered("calls", "safe", "isSafe(4, 1)")
    root, function = causes(grade(*silent, traced, safe))
    assert [one.name for one in root.cases] == ["count", "list", "way"]
    assert function.case.name == "calls"
    assert len(causes(grade(printed("count", "count", b"3\n"), traced))) == 2


def test_runs_that_print_nothing_show_the_cause_of_their_clause_less_well_than_others() -> None:
    short = Finding("there should be a last line", Place(stream="stdout"), b"4\n", b"(1)\n")
    silent, other = case("none", "count", Verdict.WA, EMPTY), case("some", "count", Verdict.WA, short)
    (cause,) = causes(grade(silent, other))
    assert cause.case.name == "some"
    assert len(causes(grade(silent, case("some", "else", Verdict.WA, short)))) == 2


def test_a_sentence_of_a_kind_that_a_course_names_is_one_cause_whatever_was_printed() -> None:
    def still(name: str, actual: bytes, kind: str, expected: bytes | None = None) -> CaseGrade:
        finding = Finding("No queen moves.", Place(stream="stdout"), expected, actual, kind=kind)
        return case(name, name, Verdict.WA, finding)

    assert names(still("a", b"1 2\n", "no-move"), still("b", b"2 1\n", "no-move")) == [["a", "b"]]
    lines = [still("a", b"1 2 3 4\n", "no-move", b"1 2 3 3\n"), still("b", b"2 1 4 3\n", "no-move", b"2 1 4 4\n")]
    assert names(*lines) == [["a", "b"]]
    assert names(still("a", b"1 2\n", "course"), still("b", b"2 1\n", "course")) == [["a"], ["b"]]


def test_one_function_has_one_entry_whatever_its_clauses_and_a_run_without_end_follows_from_it() -> None:
    late = Finding.of("timed-out", Place(path="q.java", line=37, function="solve"), used_s=2.0)
    runs = [case(name, name, Verdict.TLE, late) for name in ("count", "speed")]
    first, second = answered("reset", "reset", "clear(2)"), answered("again", "again", "clear(3)")
    function, run = causes(grade(*runs, first, second))
    assert ([one.name for one in function.cases], function.after) == (["reset", "again"], ())
    assert (run.case.verdict, run.after) == (Verdict.TLE, ("clear",))


def test_an_output_refers_to_the_number_of_a_cause_after_those_of_one_change_are_one() -> None:
    change = Finding.of("one-change", Place(path="a.py", line=3), old="<", new="<=")
    misses = [
        Finding.of(kind, Place(part="exit status"), b"0", b"1") for kind in ("exit-code", "exit-other", "exit-any")
    ]
    changed = [case(str(at), str(at), Verdict.WA, miss, change) for at, miss in enumerate(misses)]
    watched = case("t", "table", Verdict.WA, Finding("two rows are one list", Place(part="calls"), kind="wrong-table"))
    found = causes(grade(*changed, watched, printed("run", "count", b"12 solutions\n", 0.1)))
    assert [(cause.case.name, cause.after) for cause in found] == [("0", ()), ("t", ()), ("run", ("✘ 2",))]


def test_what_watched_calls_show_comes_before_the_output_that_may_follow_from_it() -> None:
    table = Finding("two rows are one list", Place(part="calls"), kind="wrong-table")
    never = Finding("find was never called", Place(part="calls"), kind="function-not-called")
    output = printed("run", "count", b"12 solutions\n", 50.0)
    seen, wrong = causes(grade(output, case("t", "table", Verdict.WA, table)))
    assert (seen.case.name, seen.after, wrong.case.name, wrong.after) == ("t", (), "run", ("✘ 1",))
    assert [cause.case.name for cause in causes(grade(output, case("t", "table", Verdict.WA, never)))] == ["run", "t"]


def test_what_a_missing_file_lacks_is_no_other_cause() -> None:
    def of_file(name: str, kind: str, file: str) -> CaseGrade:
        return case(name, name, Verdict.WA, Finding.of(kind, Place(path=file), file=file))

    lacking = of_file("says", "text-missing", "README.txt")
    assert names(lacking, of_file("there", "required-file-missing", "README.txt")) == [["there", "says"]]
    assert names(lacking, of_file("there", "required-file-missing", "NOTES.txt")) == [["says"], ["there"]]


def test_two_changes_of_one_place_are_not_one() -> None:
    place = Place(path="main.py", line=3, source=b"count = 5", marked=(8, 8))

    def changes(errors: str, values: str) -> list[Finding | None]:
        cases = (
            case(f"{error}{at}", "C", Verdict.RTE, raised(error), Finding.of("one-change", place, old="5", new=new))
            for at, (error, new) in enumerate(zip(errors, values, strict=True))
        )
        return [cause.change for cause in causes(grade(*cases))]

    assert changes("EE", "46") == [None]
    assert len(changes("EF", "46")) == 2
    assert changes("EE", "44") == changes("EF", "44") == [Finding.of("one-change", place, old="5", new="4")]


def test_a_run_that_does_not_end_belongs_to_the_read_that_failed_unnoticed() -> None:
    twice = Finding.of("line-differs", Place(stream="stdout", line=1), b"4 5 6 7", b"4 5 6 7 7", read_failed=True)
    late = Finding.of("timed-out", Place(path="q.cc", line=9, function="solve"), read_failed=True)
    other = replace(late, params={}, where=replace(late.where, function="other"))
    cases = [case("one", "input", Verdict.WA, twice), case("none", "input", Verdict.TLE, late)]
    assert names(*cases) == [["one", "none"]]
    assert sorted(names(*cases, case("large", "input", Verdict.TLE, other))) == [["large"], ["one", "none"]]
    assert sorted(names(case("one", "input", Verdict.AC), *cases[1:])) == [["none"]]


@pytest.mark.parametrize(("loses_none", "causes_seen"), [(True, 2), (False, 1)])
def test_no_answer_beside_answers_of_a_fault_that_loses_none_is_another_cause(
    *, loses_none: bool, causes_seen: int
) -> None:
    wrong = Finding("too many", kind="shares-diagonal", params={"calls": "queens(4, Qs)", "loses_none": loses_none})
    none = Finding("none", Place(part="the answers"), b"[1]", kind="no-answer", params={"calls": "queens(1, Qs)"})
    assert (
        len(names(case("right-4", "right", Verdict.WA, wrong), case("all-1", "all", Verdict.WA, none))) == causes_seen
    )


@pytest.mark.parametrize(
    ("loses_none", "own_fault", "seen"), [(True, True, 2), (False, True, 1), (True, False, 1), (False, False, 1)]
)
def test_an_answer_given_twice_where_nothing_is_tested_is_no_effect_of_a_wrong_test(
    *, loses_none: bool, own_fault: bool, seen: int
) -> None:
    wrong = Finding("too many", kind="shares-diagonal", params={"calls": "queens(4, Qs)", "loses_none": loses_none})
    twice = Finding("twice", Place(part="the answers"), params={"calls": "queens(4, Qs)"})
    first = replace(twice, params={"calls": "queens(1, Qs)", "own_fault": own_fault})
    doubled = [case(name, "once", Verdict.WA, found) for name, found in (("once-1", first), ("once-4", twice))]
    shown = names(case("right-4", "right", Verdict.WA, wrong), *doubled)
    assert len(shown) == seen
    assert shown[-1][-2:] == ["once-1", "once-4"]


def test_a_size_without_an_answer_is_not_right_elsewhere() -> None:
    none = Finding("none", Place(part="the answers"), b"[1]", kind="no-answer", params={"calls": "queens(1, Qs)"})
    right = [case(name, "right", Verdict.AC, score=5.0) for name in ("right-1", "right-4", "usage")]
    (cause,) = causes(grade(*right, case("all-1", "all", Verdict.WA, none)))
    assert cause.passed == ("right-4", "usage")


@pytest.mark.parametrize(
    ("lacks", "loses_none", "after"),
    [(True, (True, True), ()), (True, (True, False), ("isSafe",)), (False, (True, True), ("isSafe",))],
)
def test_an_output_without_an_answer_follows_from_no_function_that_loses_none(
    *, lacks: bool, loses_none: tuple[bool, bool], after: tuple[str, ...]
) -> None:
    said = [Finding("wrong", params={"call": "isSafe(1)", "loses_none": loses}) for loses in loses_none]
    output = Finding("no queen in column 7", Place(stream="stdout"), actual=b"-1", params={"lacks_answer": lacks})
    calls = [case(name, "safe", Verdict.WA, finding) for name, finding in zip("ab", said, strict=True)]
    function, run = causes(grade(*calls, case("run", "run", Verdict.WA, output)))
    assert (function.case.clause, function.after, run.case.name, run.after) == ("safe", (), "run", after)


def test_a_run_without_end_that_follows_is_shown_without_what_it_never_called() -> None:
    never = Finding.of("traced-run-ended", Place(part="calls"), limit="cpu", never="reset")
    late = Finding.of("timed-out", used_s=2.0)
    calls = answered("mark", "tried", "mark(2)")
    runs = [case("traced", "calls", Verdict.TLE, never), case("run", "ends", Verdict.TLE, late)]
    _, run = causes(grade(*runs, calls))
    assert (run.case.name, run.after) == ("run", ("mark",))
    (alone,) = causes(grade(*runs))
    assert alone.case.name == "traced"


def test_two_functions_that_change_a_copy_are_one_cause() -> None:
    left = Finding.of("wrong-argument", Place(part="arguments"), call="place(B)", variable="B", cause="changes-copy")
    other = replace(left, params={**left.params, "call": "remove(B)"})
    place, remove = case("a", "place", Verdict.WA, left), case("b", "remove", Verdict.WA, other)
    assert names(place, remove) == [["a", "b"]]


@pytest.mark.parametrize(
    ("error", "is_same"),
    [
        ("cannot find symbol", True),
        ("unexpected type", False),
        ("call of 'place' takes 2 arguments", True),
        ("';' expected", False),
    ],
)
def test_compile_errors_of_a_class_are_one_cause_where_names_and_numbers_alone_differ(
    error: str, *, is_same: bool
) -> None:
    others = {"call of 'place' takes 2 arguments": "call of 'put' takes 3 arguments", "';' expected": "')' expected"}
    other = error if is_same and error not in others else others.get(error, "cannot find symbol")
    failed = [
        grade(case("build", "sum", Verdict.CE, Finding.of("compile-error", error=text))) for text in (error, other)
    ]
    (first,), (second,) = map(class_causes, failed)
    assert (first == second) == is_same


def too_deep(*functions: str) -> Finding:
    params = {"functions": [*functions]} if functions else {}
    where = Place(path="q.cc", line=3, function="f")
    return Finding.of("uncaught-exception", where, error="SIGSEGV", reason="recursion", **params)


def test_functions_that_call_themselves_are_a_cause_each() -> None:
    deep, other, unknown = (
        case(name, name, Verdict.RTE, too_deep(*functions)) for name, functions in (("a", "f"), ("b", "g"), ("c", ""))
    )
    assert names(deep, other) == [["a"], ["b"]]
    assert names(deep, unknown) == [["a", "c"]]


def test_a_signal_without_a_place_joins_no_cause_where_there_are_several() -> None:
    places = [Place(path="q.cc", line=line) for line in (3, 9)] + [Place()]
    first, second, unknown = (
        case(f"c{at}", f"c{at}", Verdict.RTE, raised("SIGSEGV", where)) for at, where in enumerate(places)
    )
    assert names(first, unknown) == [["c0", "c2"]]
    assert len(names(first, second, unknown)) == len(places)


def test_a_case_is_wrong_for_which_another_one_shows_the_same_near_miss() -> None:
    same = Finding.of(SAME_IN, cases=["count-4", "count-5"])
    extra = Finding.of("line-differs", Place("count-9", "stdout"), b"1", b"1\ndone")
    (cause,) = causes(grade(case("alone", "alone", Verdict.WA, extra, same), case("count-4", "count", Verdict.AC)))
    assert {"count-4", "count-5", "count-9"} <= set(cause.failed)
