"""What the wrong values of a cause mean together, and the row of sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import FREE_ITEMS, KEPT_BETWEEN_CALLS, Finding, Parameter, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.text.arguments import alone_line, arguments_line, size_name
from harness.reports.text.cause import cause_lines
from harness.reports.text.headline import meaning, sizes_line, what_it_did
from harness.reports.text.lines import plain
from harness.reports.text.other_cases import given_text
from tests.support import SUM, course, loaded, write


def reported(size: int, wanted: int, came: int, family: str = "count") -> CaseGrade:
    texts = (f"{number} solutions\n".encode() for number in (wanted, came))
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), *texts, line=1)
    verdict = Verdict.AC if wanted == came else Verdict.WA
    findings = () if wanted == came else (finding,)
    return CaseGrade(f"{family}-{size}", family, verdict, 0.0, 2.0, findings, reproduce=f"python3 q.py {size}")


def grade(*cases: CaseGrade) -> Grade:
    return Grade("ann", "sum", Verdict.WA, cases)


def test_a_row_says_for_which_sizes_the_number_is_right_and_for_which_wrong() -> None:
    (cause,) = causes(grade(reported(1, 1, 1), reported(4, 2, 1), reported(8, 92, 12), reported(2, 0, 0)))
    text, names = sizes_line(cause, translator())
    assert text == "count: right for 1, 2; wrong for 4 (1, expected 2), 8 (12, expected 92)"
    assert names == {"count-4", "count-8"}


def test_zero_is_a_size_too() -> None:
    (cause,) = causes(grade(reported(0, 1, 1), reported(4, 2, 1)))
    assert sizes_line(cause, translator())[0] == "count: right for 0; wrong for 4 (1, expected 2)"
    (cause,) = causes(grade(reported(0, 1, 2), reported(4, 2, 2)))
    assert sizes_line(cause, translator())[0] == "count: right for 4; wrong for 0 (2, expected 1)"


def test_a_row_names_no_number_where_more_lines_differ() -> None:
    wrong = [reported(size, 1, 0) for size in (3, 5)]
    texts = b"1\n4\n9\n", b"0\n1\n4\n"
    more = Finding.of("line-differs", Place(stream="stdout", line=1), *texts, line=1)
    (cause,) = causes(grade(reported(1, 1, 1), *(replace(case, findings=(more,)) for case in wrong)))
    assert sizes_line(cause, translator())[0] == "count: right for 1; wrong for 3, 5"


@pytest.mark.parametrize("family", ["right", "wrong"])
def test_a_family_that_is_called_like_what_is_said_of_it_is_not_named(family: str) -> None:
    (cause,) = causes(grade(reported(1, 1, 1, family), reported(4, 2, 1, family)))
    assert sizes_line(cause, translator())[0] == "right for 1; wrong for 4 (1, expected 2)"


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("right", "right for 1; partly right for 5; wrong for 4 (1, expected 2)"),
        ("count", "count: right for 1, 5; wrong for 4 (1, expected 2)"),
    ],
)
def test_a_size_at_which_cases_of_another_family_are_wrong_stands_in_the_row_too(family: str, text: str) -> None:
    (cause,) = causes(grade(reported(1, 1, 1, family), reported(4, 2, 1, family), reported(5, 10, 10, family)))
    (other,) = causes(grade(reported(5, 10, 9, "list")))
    assert sizes_line(replace(cause, cases=(*cause.cases, *other.cases)), translator())[0] == text


def test_no_size_is_called_right_at_which_another_cause_shows() -> None:
    twice = replace(reported(1, 1, 2, "once"), findings=(Finding("queens(1) gives the same answer 2 times"),))
    first, other = causes(grade(reported(1, 1, 1), reported(2, 0, 0), reported(4, 2, 1), twice))
    assert (first.case.name, other.case.name) == ("count-4", "once-1")
    assert sizes_line(first, translator(), with_family=False)[0] == "right for 2; wrong for 4 (1, expected 2)"


@pytest.mark.parametrize("with_family", [True, False])
def test_no_size_is_called_right_for_whose_case_another_clause_is_charged(*, with_family: bool) -> None:
    where = Place(case="count-1", stream="stdout", line=1)
    (charged,) = (replace(finding, where=where) for finding in reported(1, 2, 1).findings)
    form = replace(reported(1, 1, 2), name="form", clause="form", findings=(charged,))
    right = reported(1, 1, 1), reported(2, 0, 0)
    cause, *_ = causes(grade(*right, reported(4, 2, 1), form))
    text = sizes_line(cause, translator(), with_family=with_family)[0]
    assert text.removeprefix("count: ") == "right for 2; wrong for 4 (1, expected 2)"


def test_a_row_that_names_neither_a_right_size_nor_a_number_is_left_out() -> None:
    def answered(size: int, text: str) -> CaseGrade:
        return replace(reported(size, 1, 2, "once"), findings=(Finding(text),))

    right = [reported(size, 1, 1, "once") for size in (2, 3)]
    others = [reported(2, 1, 0), reported(3, 1, 0)]
    found = causes(grade(answered(1, "queens(1) gives the same answer 2 times"), *right, *others))
    once = next(cause for cause in found if cause.case.name == "once-1")
    assert sizes_line(once, translator(), with_family=False) == ("", frozenset())
    assert sizes_line(once, translator())[0] == "once: right for 2, 3; wrong for 1"


def test_a_number_that_the_program_is_not_given_is_no_size() -> None:
    cases = [
        replace(reported(size, 2, came), reproduce="echo 0.4 14 | python3 q.py") for size, came in ((1, 2), (4, 3))
    ]
    (cause,) = causes(grade(*cases))
    assert sizes_line(cause, translator())[0] == ""


def test_no_size_is_blamed_for_what_earlier_calls_left() -> None:
    (cause,) = causes(grade(reported(1, 1, 1), reported(4, 2, 1)))
    first, *others = cause.case.findings
    kept = replace(first, params={**first.params, "reason": KEPT_BETWEEN_CALLS})
    case = replace(cause.case, findings=(kept, *others))
    assert sizes_line(cause, translator())[0]
    assert sizes_line(replace(cause, cases=(case, *cause.cases[1:])), translator())[0] == ""


def test_a_row_of_calls_needs_no_command() -> None:
    def returned(size: int, wanted: int, came: int) -> CaseGrade:
        call = {"call": f"count({size})", "returned": str(came), "wanted": str(wanted)}
        texts = str(wanted).encode(), str(came).encode()
        finding = Finding.of("wrong-return", Place(part="returned-value"), *texts, **call)
        return replace(reported(size, wanted, came), findings=(finding,), reproduce="")

    (cause,) = causes(grade(reported(1, 1, 1), returned(4, 2, 1), returned(8, 92, 12)))
    assert sizes_line(cause, translator())[0] == "count: right for 1; wrong for 4 (1, expected 2), 8 (12, expected 92)"
    (cause,) = causes(grade(reported(1, 1, 1), replace(returned(4, 2, 1), findings=returned(5, 2, 1).findings)))
    assert sizes_line(cause, translator())[0] == ""


def test_a_size_alone_needs_no_row_and_many_are_counted() -> None:
    (cause,) = causes(grade(reported(4, 2, 3)))
    assert sizes_line(cause, translator())[0] == ""
    (cause,) = causes(grade(*(reported(size, 2, 3 + size) for size in range(1, 8))))
    assert sizes_line(cause, translator())[0].endswith(", 5 (8, expected 2) and 2 more")


def test_outputs_that_are_wrong_at_the_same_sizes_alone_have_one_cause() -> None:
    right = [reported(4, 2, 2), reported(4, 2, 2, "list")]
    (cause,) = causes(grade(reported(1, 1, 0), reported(1, 1, 7, "list"), *right))
    assert [case.name for case in cause.cases] == ["count-1", "list-1"]
    assert len(causes(grade(reported(1, 1, 0), reported(1, 1, 7, "list"), right[0]))) == 2
    assert len(causes(grade(reported(1, 1, 0), reported(2, 1, 7, "list"), *right))) == 2
    small = [reported(1, 1, 1), reported(1, 1, 1, "list")]  # that the smallest is right says nothing of the others
    assert len(causes(grade(reported(4, 2, 0), reported(4, 2, 7, "list"), *small))) == 2


@pytest.mark.parametrize(
    ("free", "known"),
    [((), "The first items are right; those after them are in the reverse order."),
     ((0,), "All are there, from the last to the first.")],
)  # fmt: skip
def test_an_item_that_may_be_anything_is_none_of_those_that_are_right(
    tmp_path: Path, free: tuple[int, ...], known: str
) -> None:
    params: dict[str, Parameter] = {"call": "next(A)", "number": 1, FREE_ITEMS: free}
    texts = b"[9, 1, 2, 3, 4]", b"[9, 4, 3, 2, 1]"
    wrong = replace(
        reported(4, 2, 1), findings=(Finding.of("wrong-argument", Place(part="arguments"), *texts, **params),)
    )
    (cause,) = causes(grade(wrong))
    assert meaning(cause, loaded(course(tmp_path, SUM)), translator()) == known


def test_what_is_known_of_a_value_stands_below_the_title(tmp_path: Path) -> None:
    own = SUM + 'known_values:\n  "7": Seven is the number of days.\n  1 for 2, 12 for 92: Turned ones count once.\n'
    assignment = loaded(course(tmp_path, own))
    (cause,) = causes(grade(reported(4, 2, 1), reported(8, 92, 12)))
    lines = list(plain(cause_lines(cause, 1, assignment, translator())))
    assert "Turned ones count once" in lines[0]
    (cause,) = causes(grade(reported(4, 2, 7)))
    assert meaning(cause, assignment, translator()) == "Seven is the number of days."


def test_of_counted_cases_the_largest_shows_most() -> None:
    def left_out(size: int, missing: int, total: int) -> CaseGrade:
        said = Finding(f"{missing} of the {total} solutions are left out", Place(part="answers"), b"[1]")
        return CaseGrade(f"all-{size}", "all", Verdict.WA, 0.0, 2.0, (said,))

    (cause,) = causes(grade(left_out(4, 1, 2), left_out(8, 91, 92), left_out(5, 9, 10)))
    assert cause.case.name == "all-8"


def printed(wanted: bytes, came: bytes, near_miss: str) -> Finding:
    return Finding("", Place(stream="stdout", line=1), wanted, came, (near_miss,), "line-differs", {"line": 1})


def test_the_title_says_what_the_program_did_where_that_says_more_than_the_rule(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SUM))
    extra = CaseGrade("a", "sum", Verdict.WA, 0.0, 2.0, (printed(b"5\n", b"trying\n5\n", "extra-lines"),))
    (cause,) = causes(grade(extra))
    assert what_it_did(cause, assignment, translator()) == ["the program also prints: trying"]
    moved = printed(b"(2, 4, 1, 3)\n", b"(1, 3, 0, 2)\n", "off-by-one")
    (cause,) = causes(grade(CaseGrade("a", "sum", Verdict.WA, 0.0, 2.0, (moved,))))
    title, *sentences = what_it_did(cause, assignment, translator())
    assert (title, sentences) == ("Each number is one too small: they are counted from 0, and not from 1", [])


WITH_OPTION = """\
title: Sums
language: python
clauses: {sum: {text: It adds., points: 10, hint: Begin at 0.}, list: {text: It lists., points: 10}}
cases:
  - {name: "sum-{n}", clause: sum, for: {n: [1, 2, 3]}, args: ["{n}"], stdout: {text: "{n}\\n"}}
  - {name: "list-{n}", clause: list, for: {n: [1, 2, 3]}, args: [-v, "{n}"], stdout: {text: "{n}\\n"}}
  - {name: "both-{n}", clause: sum, for: {n: [2]}, args: [-v, "{n}"], stdout: {text: "{n}\\n"}}
"""


def test_an_option_without_which_the_same_is_right_is_named(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, WITH_OPTION))
    refused = Finding.of("usage-instead", Place(stream="stderr"), b"1\n", b"usage\n")

    def option(failing: str, *right: str) -> str:
        names = [(name, name in right) for name in ("sum-1", "sum-2", "sum-3", *failing.split())]
        cases = (
            CaseGrade(name, name[:3], Verdict.AC if good else Verdict.WA, 0, 1, () if good else (refused,))
            for name, good in names
        )
        (cause,) = causes(grade(*cases))
        shown = [text for text in plain(cause_lines(cause, 1, assignment, translator())) if "fail like this" in text]
        return "".join(shown).strip()

    sentence = "Only runs with -v fail like this; the same runs without it are right."
    assert option("list-1 list-2 both-2", "sum-1", "sum-2", "sum-3") == sentence
    assert option("list-1 list-2 both-2", "sum-1", "sum-2") == ""  # one without it is refused as well
    assert option("list-1 both-2", "sum-1", "sum-3") == ""


def test_no_option_is_named_where_another_one_is_wrong_as_well(tmp_path: Path) -> None:
    more = '  - {name: "table-{n}", clause: list, for: {n: [2, 3]}, args: [-t, "{n}"], stdout: {text: "{n}\\n"}}\n'
    assignment = loaded(course(tmp_path, WITH_OPTION + more))

    def shown(*tables: CaseGrade) -> bool:
        wrong = [reported(n, n, n - 1, "sum") for n in (1, 2)]
        right = [CaseGrade(name, "list", Verdict.AC, 1, 1) for name in ("list-1", "list-2", "list-3", "both-2")]
        cause, *_ = causes(grade(*wrong, *right, *tables))
        lines = plain(cause_lines(cause, 1, assignment, translator()))
        return any("Only runs without -v" in text for text in lines)

    tables = [CaseGrade(f"table-{n}", "list", Verdict.AC, 1, 1) for n in (2, 3)]
    assert shown(tables[0])
    assert not shown(*tables)  # right in several runs with -t, so that each option is a task of its own
    assert not shown(reported(2, 5, 7, "table"), tables[1])


def test_a_run_on_an_input_that_is_drawn_is_not_called_one_without_arguments(tmp_path: Path) -> None:
    drawn = "  - {name: drawn, clause: sum, generate: {function: numbers, count: 3, seed: 1}}\n"
    checks = {"checks.py": "def numbers(random):\n    return str(random.random())\n"}
    root = course(tmp_path, WITH_OPTION + drawn, beside=checks)
    write(root / "reference/sum/python", {"main.py": "print(input())\n"})
    assignment = loaded(root)
    assert given_text(replace(reported(1, 1, 2), name="drawn"), assignment, translator()) == ""


def test_an_option_with_which_all_is_right_is_named(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, WITH_OPTION))
    sentence = "Only runs without -v fail like this; those with it are right."
    hint = "Begin at 0."  # with the option it would be wrong as well

    def shown(came: Finding | None, *right: str) -> bool:
        cases = [reported(n, n, n - 1, "sum") for n in (1, 2)]
        cases = [replace(case, findings=(came or case.findings[0],)) for case in cases]
        listed = [CaseGrade(name, "list", Verdict.AC, 1, 1) for name in right]
        (cause,) = causes(grade(*cases, *listed))
        lines = [*plain(cause_lines(cause, 1, assignment, translator()))]
        is_named = any(sentence in text for text in lines)
        assert any(hint in text for text in lines) is not is_named
        return is_named

    assert shown(None, "list-1", "list-2", "list-3", "both-2")
    assert not shown(None, "list-1", "list-2", "both-2")  # one with it is wrong, or was not judged
    assert not shown(printed(b"1\n", b"1.\n", "wording"), "list-1", "list-2", "list-3", "both-2")


REFUSING = """\
title: Sums
language: python
clauses: {usage: {text: Refuses., points: 10}, sum: {text: Adds., points: 10}, list: {text: Lists., points: 10}}
cases:
  - {name: none, clause: usage, stdout: {text: "usage\\n"}}
  - {name: word, clause: usage, args: [x y], stdout: {text: "usage\\n"}}
  - {name: option, clause: usage, args: [-v], stdout: {text: "usage\\n"}}
  - {name: four, clause: list, args: ["4"], stdout: {text: "2 4\\n"}}
  - {name: five, clause: list, args: ["5"], stdout: {text: "1 3 5\\n"}}
  - {name: verbose, clause: list, args: [-v, "4"], stdout: {text: "2 4 and no more\\n"}}
  - {name: nothing, clause: list, stdout: {text: "nothing\\n"}}
  - {name: sql, clause: list, args: ["SELECT a"], stdout: {text: "1\\n"}}
  - {name: long, clause: list, args: ["SELECT every column FROM loans"], stdout: {text: "2 4\\n"}}
  - {name: given, clause: sum, stdin: "1\\n", args: [a], stdout: {text: "1\\n"}}
  - {name: other, clause: sum, stdin: "2\\n", args: [b], stdout: {text: "2\\n"}}
"""


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("word option", "none", "The program is right with no arguments."),
        ("word", "none option", "The program is right with the arguments (none), -v."),
        ("none option", "word", "The program is right with the arguments 'x y'."),
        ("none", "word option", ""),
        ("word option", "", ""),
        ("given", "other", ""),  # the input differs, too
        ("verbose", "four five", "The program is right with the arguments 4, 5."),
        ("four", "nothing sql long", ""),  # other matters, or too long to be quoted
    ],
)
def test_with_which_arguments_a_clause_that_fails_is_right_is_said(
    tmp_path: Path, wrong: str, right: str, said: str
) -> None:
    assignment = loaded(course(tmp_path, REFUSING))
    clauses = {planned.name: planned.case.clause for planned in assignment.cases}
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), b"usage\n", b"went on\n", line=1)
    cases = [CaseGrade(name, clauses[name], Verdict.WA, 0, 1, (finding,)) for name in wrong.split()]
    (cause,) = causes(grade(*cases, *(CaseGrade(name, clauses[name], Verdict.AC, 1, 1) for name in right.split())))
    assert arguments_line(cause, assignment, translator()) == said


@pytest.mark.parametrize(
    ("right", "title"),
    [
        ("none", "with 'x y': the program stops with ValueError: no"),
        ("", "the program stops with ValueError: no"),  # then it may be so with any
    ],
)
def test_a_crash_with_some_arguments_alone_is_named_with_them(tmp_path: Path, right: str, title: str) -> None:
    assignment = loaded(course(tmp_path, REFUSING))
    clauses = {planned.name: planned.case.clause for planned in assignment.cases}
    finding = Finding.of("uncaught-exception", Place(path="a.py", line=1, source=b"int(x)"), error="ValueError: no")
    cases = [CaseGrade("word", clauses["word"], Verdict.RTE, 0, 1, (finding,))]
    (cause,) = causes(grade(*cases, *(CaseGrade(name, clauses[name], Verdict.AC, 1, 1) for name in right.split())))
    assert what_it_did(cause, assignment, translator())[0] == title


SEVERAL = """\
title: Sums
language: python
clauses: {sum: {text: It adds., points: 10}}
cases:
  - {name: one, clause: sum, stdin: "1\\n1\\n", stdout: {text: "1\\n"}}
  - {name: two, clause: sum, stdin: "2\\n", stdout: {text: "1\\n"}}
  - {name: both, clause: sum, stdin: "2\\n1\\n2\\n", stdout: {text: "1\\n"}}
  - {name: given, clause: sum, args: [a], stdin: "2\\n1\\n", stdout: {text: "1\\n"}}
"""


@pytest.mark.parametrize(
    ("wrong", "right", "is_said"),
    [
        ("both", "one two", True),
        ("both", "one", False),
        ("both two", "one given", False),
        ("given", "one two", False),
        ("two", "one", False),
    ],
)
def test_lines_that_are_right_alone_are_said_to_be_so(tmp_path: Path, wrong: str, right: str, is_said: bool) -> None:
    assignment = loaded(course(tmp_path, SEVERAL))
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), b"1\n", b"2\n", line=1)
    cases = [CaseGrade(name, "sum", Verdict.WA, 0, 1, (finding,)) for name in wrong.split()]
    (cause,) = causes(grade(*cases, *(CaseGrade(name, "sum", Verdict.AC, 1, 1) for name in right.split())))
    assert bool(alone_line(cause, assignment, translator())) is is_said


@pytest.mark.parametrize(
    ("wrong", "right", "given"),
    [("option", "none word", "-v alone"), ("word", "none option", "'x y'")],
)
def test_a_crash_says_with_which_arguments_alone_it_comes(tmp_path: Path, wrong: str, right: str, given: str) -> None:
    assignment = loaded(course(tmp_path, REFUSING))
    finding = Finding.of("uncaught-exception", error="IndexError")
    cases = [CaseGrade(name, "usage", Verdict.AC, 5, 5) for name in right.split()]
    (cause,) = causes(grade(CaseGrade(wrong, "usage", Verdict.RTE, 0, 5, (finding,)), *cases))
    assert what_it_did(cause, assignment, translator())[0].startswith(
        f"with {given}: the program stops with IndexError"
    )


ALONE = """\
title: Sums
language: python
clauses: {alone: {text: Nothing else is printed., points: 10}, sum: {text: It adds., points: 10}}
cases:
  - {name: quiet, clause: alone, attempts: [{args: [a]}, {args: [-v, a]}], stdout: {text: "1\\n"}}
  - {name: list-a, clause: alone, args: [-v, a], stdout: {text: "1\\n"}}
  - {name: list-b, clause: alone, args: [-v, b], stdout: {text: "1\\n"}}
  - {name: sum-a, clause: sum, args: [a], stdout: {text: "1\\n"}, near_misses: {extra-lines: alone}}
  - {name: sum-b, clause: sum, args: [b], stdout: {text: "1\\n"}, near_misses: {extra-lines: alone}}
  - {name: sum-c, clause: sum, args: [c], stdout: {text: "1\\n"}, near_misses: {extra-lines: alone}}
  - {name: other-b, clause: sum, args: [b], stdout: {text: "1\\n"}}
"""


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ("quiet sum-a sum-b sum-c other-b", "The program is right with the arguments a, b."),
        (
            "quiet sum-a sum-b sum-c",
            "The program is right with the arguments a.",
        ),  # the same run is wrong in another case
        ("quiet sum-c", ""),  # attempts are no run without arguments
    ],
)
def test_runs_without_the_option_are_right_where_they_are_judged_for_the_same(
    tmp_path: Path, right: str, said: str
) -> None:
    assignment = loaded(course(tmp_path, ALONE))
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), b"1\n", b"None\n", line=1)
    cases = [CaseGrade(name, "alone", Verdict.WA, 0, 1, (finding,)) for name in ("list-a", "list-b")]
    (cause,) = causes(grade(*cases, *(CaseGrade(name, "sum", Verdict.AC, 1, 1) for name in right.split())))
    assert arguments_line(cause, assignment, translator()) == said


def test_what_a_call_prints_is_named_by_the_call(tmp_path: Path) -> None:
    printed = Finding.of("line-differs", Place(line=1), b"(2, 4)\n", b"(2 4)\n", call="printBoard(B)", line=1)
    (cause,) = causes(grade(CaseGrade("print", "print", Verdict.WA, 0, 1, (printed,))))
    title, *_ = what_it_did(cause, loaded(course(tmp_path, SUM)), translator())
    assert title == "what printBoard(B) prints first differs in line 1"


def test_what_comes_again_and_again_is_said_of_an_output_without_end(tmp_path: Path) -> None:
    def sentences(actual: bytes) -> list[str]:
        finding = Finding.of("too-much-output", Place(stream="stdout"), None, actual, stream="stdout", limit="2 MiB")
        case = CaseGrade("climb", "sum", Verdict.OLE, 0.0, 2.0, (finding,))
        (cause,) = causes(grade(case))
        return what_it_did(cause, loaded(course(tmp_path, SUM)), translator())[1:]

    assert sentences(b"2 1\n" * 9) == ["The same line comes again and again: 2 1"]
    assert sentences(b"1\n2\n" * 4 + b"1\n") == ["The same 2 lines come again and again: 1 / 2"]
    assert sentences(b"1\n2\n3\n4\n5\n6\n") == []


SIZES = """\
title: Queens
language: python
clauses:
  f: {text: "f(B, i, mode) returns a number.", points: 5}
  count: {text: "The number is printed, as f(B, 1, mode) returns it.", points: 5}
cases:
  - {name: from-row-2, clause: f, calls: [{function: f, args: [[0], 2, all], returns: 1}]}
  - {name: "count-{n}", clause: count, for: {n: [4, 8]}, args: ["{n}"], stdout: "1"}
"""


@pytest.mark.parametrize(
    ("case", "params", "name"),
    [
        pytest.param("count-4", {}, "n", id="variable-of-the-spec"),
        pytest.param("from-row-2", {"call": 'f([[2], [0, 2]], 2, "all")'}, "i", id="parameter-in-a-clause"),
        pytest.param("from-row-2", {"call": "f(2, 2, 1)"}, "", id="two-arguments-alike"),
        pytest.param("from-row-2", {"call": "g(2)"}, "", id="another-function"),
        pytest.param("last-2", {}, "", id="no-case-of-the-spec"),
    ],
)
def test_a_size_has_the_name_that_the_spec_gives_it(
    tmp_path: Path, case: str, params: dict[str, Parameter], name: str
) -> None:
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"5", **params)
    cause = Cause((CaseGrade(case, "f", Verdict.WA, 0.0, 5.0, (finding,)),))
    assert size_name(cause, loaded(course(tmp_path, SIZES))) == name


def test_the_first_number_has_its_name() -> None:
    wrong = reported(4, 2, 1), reported(8, 92, 12)
    for right, text in [((reported(1, 1, 1),), "right for n = 1; wrong for 4"), ((), "wrong for n = 4")]:
        (cause,) = causes(grade(*right, *wrong))
        row, _ = sizes_line(cause, translator(), with_family=False, of="n")
        assert row == f"{text} (1, expected 2), 8 (12, expected 92)"


@pytest.mark.parametrize("wanted", [b"1 2", None])
def test_an_address_is_explained_whether_or_not_the_right_text_is_shown(tmp_path: Path, wanted: bytes | None) -> None:
    finding = Finding("no board", Place(stream="stdout"), wanted, b"Positions: [I@1b6d3586\n")
    (cause,) = causes(grade(replace(reported(4, 2, 1), findings=(finding,))))
    text = "It shows where the array lies in memory. Arrays.toString or a loop gives its elements."
    assert meaning(cause, loaded(course(tmp_path, SUM)), translator()) == text
