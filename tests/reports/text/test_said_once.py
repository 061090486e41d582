"""What is shown is shown once, and what is named is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.picture import Picture
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.document import Document
from harness.reports.html.student_page import student_page
from harness.reports.text.cause import needs_script
from harness.reports.text.headline import without_marks
from harness.reports.text.screen import screen_text
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded


def shown(tmp_path: Path, *cases: CaseGrade, notes: tuple[Finding, ...] = ()) -> str:
    grade = Grade("ann", "sum", Verdict.WA, cases, 0.0, 10.0, notes)
    return screen_text(Document((grade,), Unconfined().level, {"sum": loaded(course(tmp_path))}))


def wrong(name: str, finding: Finding) -> CaseGrade:
    return CaseGrade(name, f"of-{name}", Verdict.WA, 0.0, 5.0, (finding,))


def returned(name: str, lines: int) -> CaseGrade:
    place, call = Place(part="returned-value"), f"{name}(1)"
    return wrong(name, Finding.of("wrong-return", place, b"1\n" * lines, b"0\n" * lines, call=call, wanted="1"))


def test_a_note_shows_the_code_of_its_line(tmp_path: Path) -> None:
    where = Place(path="a.cc", line=3, column=5, function="f", source=b"    f() && g() || h();")
    lines = shown(tmp_path, returned("f", 1), notes=(Finding.of("suspicious-code", where, what="and-or"),)).splitlines()
    at = next(number for number, text in enumerate(lines) if "3 │" in text)
    assert lines[at - 2].startswith("  note: a.cc, line 3, column 5, in f: ")
    assert lines[at : at + 2] == ["         3 │     f() && g() || h();", " " * 17 + "^"]


@pytest.mark.parametrize("line", [3, 4])
def test_a_line_that_a_cause_shows_is_not_shown_by_a_note_too(tmp_path: Path, line: int) -> None:
    where = Place(path="a.py", line=3, function="f", source=b"    f(x)")
    crash = Finding.of("uncaught-exception", replace(where, line=line), error="ValueError")
    note = Finding.of("suspicious-code", where, what="copy", name="b")
    case = CaseGrade("a", "of-a", Verdict.RTE, 0.0, 5.0, (crash,))
    assert shown(tmp_path, case, notes=(note,)).count("│     f(x)") == (1 if line == where.line else 2)
    grade = Grade("ann", "sum", Verdict.RTE, (case,), 0.0, 10.0, (note,))
    document = Document((grade,), Unconfined().level, {"sum": loaded(course(tmp_path / "page"))})
    assert student_page(document).count(b"f(x)") == (1 if line == where.line else 2)


def test_a_file_is_named_once(tmp_path: Path) -> None:
    text = shown(tmp_path, wrong("a", Finding("README does not say how to start it", Place(path="README"))))
    assert "  ✘ 1  README does not say how to start it\n" in text


@pytest.mark.parametrize(
    ("text", "lines", "message", "is_drawn"),
    [
        ("step 1   2 1\nright    1 2\n", 1, "All go to the right.", False),
        ("start    3 3\nstep 1   2 1\n", 1, "From 3 3 it goes to the right.", False),
        ("start    3 3\nstep 1   2 1\n", 1, "All go to the right.", True),  # where it began stands nowhere else
        ("Q .\n. Q\n", 1, "All go to the right.", True),
        ("1 2\n2 1\n", 1, "All go to the right.", False),
        ("1 2\n1 2\n", 1, "All go to the right.", True),  # two rows of one kind
        ("2 1\n1 2\n", 1, "All go to the right.", True),  # in another order
        ("size     2\n", 1, "Of 12 boards all go to the right.", True),  # no word of it
        ("step 1   2 1\n", 9, "All go to the right.", True),  # lines of which a part is shown
    ],
)
def test_what_is_shown_as_expected_and_got_is_not_drawn_again(
    tmp_path: Path, text: str, lines: int, message: str, *, is_drawn: bool
) -> None:
    picture = Picture("<svg viewBox='0 0 1 1'/>", "a board", text)
    finding = Finding(message, Place(stream="stdout"), b"1 2\n" * lines, b"2 1\n" * lines, picture=picture)
    assert ("picture" in shown(tmp_path, wrong("two", finding))) == is_drawn


@pytest.mark.parametrize("lines", [8, 1])
def test_what_follows_names_the_functions_that_are_shown_or_listed(tmp_path: Path, lines: int) -> None:
    late = Finding.of("line-differs", Place(stream="stdout", line=1), b"2\n" * lines, b"3\n" * lines, line=1)
    outputs = [replace(wrong("two", late), clause="sum"), replace(wrong("three", late), clause="other")]
    text = shown(tmp_path, returned("first", lines), returned("second", lines), *outputs)
    row = " 2 more in short (10 points; --details says more). They may follow from first, second: fix that first."
    assert row in " ".join(text.split())


def test_a_function_that_has_no_line_is_not_named(tmp_path: Path) -> None:
    late = Finding.of("line-differs", Place(stream="stdout", line=1), b"2\n", b"3\n", line=1)
    several = [returned(name, 24) for name in ("first", "second", *"abcdefg")]
    text = " ".join(shown(tmp_path, *several, replace(wrong("two", late), clause="sum")).split())
    assert ". It may follow from first, second and 4 more: fix that first. ✘ 10" in text


FUNCTION = """\
title: Doubles
language: python
clauses:
  double: {text: f doubles its argument., handout: page 1, points: 5, hint: Multiply.}
  output: {text: The number is printed., points: 5}
  form: {text: A line is a number., points: 5}
cases:
  - {name: three, clause: double, calls: [{function: f, args: [3], returns: 6}]}
  - {name: four, clause: double, calls: [{function: f, args: [4], returns: 8}]}
  - {name: print, clause: output, args: [], stdout: "3", near_misses: {blanks: form}}
"""
PRINTED = Finding.of("line-differs", Place(stream="stdout", line=1), b"2\n", b"3\n", line=1)


def of_spec(tmp_path: Path, *cases: CaseGrade, details: bool = False, notes: tuple[Finding, ...] = ()) -> str:
    grade = Grade("ann", "sum", Verdict.WA, cases, 0.0, 10.0, notes)
    document = Document((grade,), Unconfined().level, {"sum": loaded(course(tmp_path, FUNCTION))})
    return screen_text(document, details=details)


def test_an_output_that_may_follow_is_counted_below_what_it_follows_from(tmp_path: Path) -> None:
    cases = returned("first", 1), replace(wrong("two", PRINTED), clause="sum")
    text = shown(tmp_path, *cases)
    above = "  1 more in short (5 points; --details says more). It may follow from first: fix that first.\n"
    assert above + '  ✘ 2  with 2 3, stdout first differs in line 1 ("3", expected "2")\n' in text
    assert "expected | 2" not in text
    bare = Finding("no board is right", Place(stream="stdout"))
    assert "from first: fix that first.\n" in shown(
        tmp_path / "bare", cases[0], replace(wrong("two", bare), clause="sum")
    )
    placed = Finding.of("line-differs", Place(stream="stdout", path="a.py", line=1, source=b"print(3)"), line=1)
    assert "✘ 2" in shown(tmp_path / "placed", cases[0], replace(wrong("two", placed), clause="sum"))


@pytest.mark.parametrize(
    ("kind", "near_miss", "came", "is_shown"),
    [
        ("line-differs", (), b"(1, 3)\n(4, 2)\n", True),
        ("line-differs", ("wording",), b"(2; 4)\n", True),
        ("line-differs", ("extra-lines",), b"trying\n(2, 4)\n", False),
        ("answer-missing", (), b"4-Queens has 0 solutions\n", False),
        ("number", (), b"(3, 4)\n", True),
    ],
)
def test_a_title_quotes_two_lines_that_belong_together(
    tmp_path: Path, kind: str, near_miss: tuple[str, ...], came: bytes, *, is_shown: bool
) -> None:
    finding = Finding("", Place(stream="stdout", line=1), b"(2, 4)\n", came, near_miss, kind, {"line": 1})
    cases = returned("first", 8), returned("second", 8), replace(wrong("two", finding), clause="sum")
    text = " ".join(shown(tmp_path, *cases).split())
    assert "✘ 3 with 2 3" in text
    assert ('expected "(2, 4)")' in text) == is_shown


@pytest.mark.parametrize(
    ("came", "expected", "message", "is_shown"),
    [
        (b"true", None, "f(1) must return false: the square is attacked", False),
        (b"false", None, "f(1) has to return true", False),
        (b"true", None, "f(1) must return true", True),
        (b"None", None, "f(1) must return true", True),
        (b"1", b"10", "f(1) returned 1, expected 10", False),
        (b"1", b"10", "f(1) returned 1, expected 100", True),
    ],
)
def test_a_value_that_the_sentence_gives_away_is_not_shown(
    tmp_path: Path, came: bytes, expected: bytes | None, message: str, *, is_shown: bool
) -> None:
    assert ("got  " in shown(tmp_path, wrong("two", Finding(message, expected=expected, actual=came)))) == is_shown


def test_the_values_of_a_call_whose_sentence_has_both_are_not_shown_again(tmp_path: Path) -> None:
    place, call = Place(part="returned-value"), {"call": "f(1)", "returned": "2", "wanted": "1"}
    text = shown(tmp_path, wrong("two", Finding.of("wrong-return", place, b"1", b"2", **call)))
    assert "f(1) returned 2, expected 1\n" in text
    assert "got  " not in text


def test_the_right_text_on_the_wrong_stream_is_shown_once(tmp_path: Path) -> None:
    finding = Finding("it belongs on stderr", Place(stream="stdout"), b"usage\n", b"usage\n")
    text = shown(tmp_path, wrong("two", finding))
    assert text.count("| usage") == 1


def test_the_rule_of_a_clause_is_left_out_beside_a_hint(tmp_path: Path) -> None:
    case = CaseGrade("three", "double", Verdict.WA, 0.0, 5.0, (Finding("it is wrong"),))
    text = of_spec(tmp_path, case)
    assert "costs 5 points in double · 1 case (handout: page 1)\n" in text
    assert "1 case: f doubles its argument." in of_spec(tmp_path / "details", case, details=True)
    no_hint = CaseGrade("print", "output", Verdict.WA, 0.0, 5.0, (Finding("it is wrong"),))
    assert "1 case: The number is printed." in of_spec(tmp_path / "plain", no_hint)


def test_functions_are_cleared_only_where_no_other_run_is_wrong(tmp_path: Path) -> None:
    right = [CaseGrade(name, "double", Verdict.AC, 2.5, 2.5) for name in ("three", "four")]
    printed = CaseGrade("print", "output", Verdict.WA, 0.0, 5.0, (PRINTED,))
    form = CaseGrade("form", "form", Verdict.AC, 5.0, 5.0)
    assert "The tests find no fault in f: look" in of_spec(tmp_path, *right, printed, form)
    where = Place(path="a.py", line=3, function="main", source=b"a is b")
    noted = Finding.of("suspicious-code", where, what="same-object")
    text = of_spec(tmp_path / "noted", *right, printed, form, notes=(noted,))
    assert ("may say why" in text, "find no fault" in text) == (True, False)
    place = Place(path="a.py", line=3, column=1, function="main", source=b"a = 1")
    change = Finding.of("one-change", place, old="1", new="2", by_one=True, does="one-more-than")
    changed = replace(printed, findings=(PRINTED, change))
    text = of_spec(tmp_path / "changed", *right, changed, form)
    assert ("With this change alone" in text, "find no fault" in text) == (True, False)
    other = Finding("it has no number", Place(stream="stdout"), kind="no-number")
    wrong_form = replace(form, verdict=Verdict.WA, score=0.0, findings=(other,))
    assert "find no fault" not in of_spec(tmp_path / "two", *right, printed, wrong_form)
    too_many = replace(printed, findings=(replace(PRINTED, expected=b"", actual=b"no solution\n"),))
    assert "find no fault" not in of_spec(tmp_path / "many", *right, too_many, form), (
        "which function prints is not seen"
    )


def test_what_describes_all_calls_needs_no_other_call(tmp_path: Path) -> None:
    def call(name: str, argument: int, **params: int) -> CaseGrade:
        finding = Finding("f adds 1", kind="adds", params={"call": f"f({argument})", **params})
        return CaseGrade(name, "double", Verdict.WA, 0.0, 2.5, (finding,))

    assert "also with f(4)" in of_spec(tmp_path, call("three", 3), call("four", 4))
    assert "also with" not in of_spec(tmp_path / "all", call("three", 3, all_calls=2), call("four", 4, all_calls=2))


@pytest.mark.parametrize(
    ("command", "is_pasted"),
    [
        ("python3 a.py 4", True),
        (r"printf '1\n2\n' > in && ./a in", True),
        (r"printf 'a\nb\nc\nd\n' > a.py && python3 a.py", False),
        (r"make && printf 'a\nb(\047c\047)\nd\n' > a.py && python3 a.py", False),
        (r"printf '1\n2\n3\n4\n' | ./a", True),
    ],
)
def test_a_program_of_several_lines_is_not_pasted(command: str, *, is_pasted: bool) -> None:
    case = replace(wrong("two", Finding("it is wrong")), reproduce=command)
    assert needs_script(Cause((case,))) != is_pasted


def test_a_mark_in_a_picture_is_not_spoken_of_where_the_picture_is_left_out(tmp_path: Path) -> None:
    text = "The queens in columns 2 and 5 (counted from 1, marked X) share a row, (marked ?) holds the queen marked X."
    board = Finding(text, Place(stream="stdout", line=1), None, b"X . . X\n", kind="board")
    many = [returned(f"f{number}", 20) for number in range(3)]
    late = shown(tmp_path, *many, wrong("board", board))
    plain = "The queens in columns 2 and 5 (counted from 1) share a row, holds the queen"
    alone = " ".join(late.split())
    assert ("marked" in alone, plain in alone, "X . . X" in alone) == (False, True, False)
    assert "(counted from 1, marked X) share a row" in shown(tmp_path, wrong("board", board))


@pytest.mark.parametrize("text", ["the lines marked with a sign differ", "3 (marked as wrong)", "marked Xylophone"])
def test_other_marks_stay_in_a_sentence(text: str) -> None:
    assert without_marks(text) == text


def test_a_sentence_that_counts_calls_has_no_label_before_it(tmp_path: Path) -> None:
    place = Place(part="calls")
    counted = Finding.of("wrong-call-count", place, function="f", calls=1, least=3, most=3, bounds="exact")
    assert "✘ 1  f was called 1 time in this run; the required way takes 3 calls\n" in shown(
        tmp_path, wrong("counted", counted)
    )


@pytest.mark.parametrize("finished", [True, False])
def test_the_first_time_of_a_run_that_was_ended_is_left_to_details(tmp_path: Path, *, finished: bool) -> None:
    timing = Timing(cpu_s=2.2, cpu_limit_s=2.0, first_cpu_s=2.1)
    late = Finding.of("timed-out", Place(), used_s=2.1, limit_s=2.0, **({"finished": True} if finished else {}))
    case = CaseGrade("print", "output", Verdict.TLE, 0.0, 5.0, (late,), timing)
    texts = [of_spec(tmp_path / str(details), case, details=details) for details in (False, True)]
    assert ["run again alone" in text for text in texts] == [finished, True]


@pytest.mark.parametrize(
    ("finding", "title"),
    [
        (
            Finding.of("too-much-output", Place(stream="stdout"), limit=2 * 1024**2, streams=["stdout"]),
            "with 2 3: the program wrote more than 2 MiB to stdout and was ended",
        ),
        (
            Finding.of("timed-out", Place(), used_s=3.0, limit_s=2.0),
            "with 2 3: the program was still running after 3.00 s of CPU time; 2.00 s are allowed",
        ),
        (
            Finding('"2 3" should be refused', Place(stream="stdout")),
            'stdout: "2 3" should be refused',
        ),
        (
            Finding("", Place(stream="stdout"), b"2\n3\n", b"3\n2\n", ("line-order",), "line-differs", {"line": 1}),
            "with 2 3: each line is right, but the order is not",
        ),
    ],
)
def test_a_title_of_the_list_names_input_and_stream_once(tmp_path: Path, finding: Finding, title: str) -> None:
    verdict = Verdict.TLE if finding.kind == "timed-out" else Verdict.WA
    case = replace(wrong("two", finding), clause="sum", verdict=verdict)
    text = shown(tmp_path, returned("first", 8), returned("second", 8), case)
    assert f"✘ 3 {title} " in " ".join(text.split())


def test_a_fault_in_short_says_where_it_is(tmp_path: Path) -> None:
    place = Place(path="a.py", line=3, function="f", source=b"    show(1)")
    change = Finding.of(ONE_CHANGE, place, old="show(1)", new="", does="removes")
    long = [
        wrong(name, Finding(f"{name} is wrong", Place(stream="stdout"), b"%d\n" % at * 30, b"0\n" * 30))
        for at, name in enumerate(("first", "second"), 1)
    ]
    short = replace(wrong("short", Finding("the last is printed twice", Place(stream="stdout"))), max_score=1.0)
    text = shown(tmp_path, *long, replace(short, findings=(*short.findings, change)))
    assert "the last is printed twice Look at a.py, line 3, in f: Remove `show(1)`." in " ".join(text.split())
    assert "Look at" not in shown(tmp_path / "unknown", *long, short)
