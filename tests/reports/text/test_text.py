"""The text for people: what it says first, how little, and how it looks on a terminal."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.picture import Picture
from harness.model.verdict import Verdict
from harness.reports.causes.hints import hint_for
from harness.reports.document import Document
from harness.reports.text.difference import difference
from harness.reports.text.lines import Line, line, plain
from harness.reports.text.screen import screen, screen_text
from harness.reports.text.terminal import print_lines
from harness.sandbox.isolation.none import Unconfined
from tests.support import SUM, course, environment, loaded


def shown(expected: bytes | None, actual: bytes | None) -> list[str]:
    return list(plain(difference(expected, actual, "", translator())))


def document(tmp_path: Path, *cases: CaseGrade, spec: str = SUM) -> Document:
    worst = next((case.verdict for case in cases if case.verdict is not Verdict.AC), Verdict.AC)
    score, most = sum(case.score for case in cases), sum(case.max_score for case in cases)
    return Document(
        (Grade("ann", "sum", worst, cases, score, most),), Unconfined().level, {"sum": loaded(course(tmp_path, spec))}
    )


def test_the_place_of_a_difference_is_marked() -> None:
    assert shown(b"5 solutions\n", b"6 solutions\n") == [
        "expected | 5 solutions",
        "got      | 6 solutions",
        " " * 11 + "^",
    ]
    assert shown(b"a\nb c\n", b"a\nb d\n") == [
        "expected | a",
        "         > b c",
        "got      | a",
        "         > b d",
        " " * 13 + "^",
    ]
    assert [text.index("^") for text in shown(b"a b\nb c\n", b"a e\nb d\n") if "^" in text] == [13, 13]
    assert not any("^" in text for text in shown(b"a b\n" * 4, b"a c\n" * 4))  # many lines differ


@pytest.mark.parametrize(
    ("expected", "actual", "line_shown"),
    [
        (b"a\n", b"a \n", "a\N{MIDDLE DOT}"),
        (b"a\n", b" a\n", "\N{MIDDLE DOT}a"),
        (b"a b\n", b"a  b\n", "a \N{MIDDLE DOT}b"),
        (b"a\n", b"a\t\n", r"a\t"),
        (b"a\n", "a\N{ZERO WIDTH SPACE}\n".encode(), r"a\u200b"),
        (b"a\n", b"a\r\n", r"a\r"),
        (b"cat\n", "c\N{CYRILLIC SMALL LETTER A}t\n".encode(), r"c\u0430t"),
        (b"3-1\n", "3\N{MINUS SIGN}1\n".encode(), r"3\u22121"),
        ("\u00e9\n".encode(), "e\u0301\n".encode(), r"e\u0301"),
        (b"a\n", "b\N{CYRILLIC SMALL LETTER A}\n".encode(), "b\N{CYRILLIC SMALL LETTER A}"),
    ],
)
def test_what_nobody_sees_is_shown(expected: bytes, actual: bytes, line_shown: str) -> None:
    assert f"got      | {line_shown}" in shown(expected, actual)


def test_blanks_between_words_stay_blanks() -> None:
    assert "got      | the other text" in shown(b"some text\n", b"the other text\n")


def test_of_long_outputs_the_lines_around_the_first_difference_are_shown() -> None:
    expected = b"".join(b"%d\n" % number for number in range(40))
    lines = shown(expected, expected.replace(b"20\n", b"x\n"))
    assert lines[0] == "expected | 19"
    assert "         > 20" in lines
    assert "         > x" in lines
    assert len(lines) < 16


def test_a_missing_newline_and_an_empty_output_are_reported() -> None:
    assert "got      | 5  (the newline after this is missing)" in shown(b"5\n", b"5")
    assert "got        (nothing)" in shown(b"5\n", b"")


def test_a_newline_too_many_is_not_asked_for() -> None:
    lines = shown(b"5", b"5\n")
    assert "expected | 5  (the output ends without a newline)" in lines
    assert "got      | 5" in lines


def test_lines_are_wrapped_at_words_below_their_beginning() -> None:
    wrapped = list(plain([line("one two three four five six", lead="  hint: ")], 28))
    assert wrapped == ["  hint: one two three four", "        five six"]
    assert list(plain([line("one two three four five six", wraps=False)], 10)) == ["one two three four five six"]


def test_all_of_a_right_student_is_a_line_an_assignment(tmp_path: Path) -> None:
    right = CaseGrade("two", "sum", Verdict.AC, 10.0, 10.0)
    assignments = {"sum": loaded(course(tmp_path)), "other": loaded(course(tmp_path, name="other"), "other")}
    grades = tuple(Grade("ann", name, Verdict.AC, (right,), 10.0, 10.0) for name in assignments)
    text = screen_text(Document(grades, Unconfined().level, assignments))
    assert text.splitlines()[:3] == [
        "ann",
        "  ✔ sum        10/10   1 clause, 1 case         0.0 s of CPU",
        "  ✔ other      10/10   1 clause, 1 case         0.0 s of CPU",
    ]
    assert len(text.splitlines()) <= 5


def test_a_crash_shows_its_line_once(tmp_path: Path) -> None:
    where = Place(path="q.py", line=12, column=8, source=b'size = board["n"]', function="main")
    finding = Finding.of("uncaught-exception", where, None, b"Traceback ...\n", error="KeyError: 'n'")
    cases = [CaseGrade(f"case-{number}", "sum", Verdict.RTE, 0.0, 1.0, (finding,)) for number in range(40)]
    text = screen_text(document(tmp_path, *cases))
    assert text.count("KeyError") == 1
    assert '12 │ size = board["n"]' in text
    assert "Traceback" not in text
    assert len(text.splitlines()) < 20


def test_a_picture_stands_there_in_characters_and_none_of_them_acts(tmp_path: Path) -> None:
    drawn = Finding("wrong", picture=Picture("<svg></svg>", "A board.", "Q .\n. \x1b[2JX" + "\nmore" * 100))
    grade = Grade("ann", "sum", Verdict.WA, (CaseGrade("two", "sum", Verdict.WA, 0.0, 5.0, (drawn,)),), 0.0, 5.0)
    document = Document((grade,), Unconfined().level, {"sum": loaded(course(tmp_path))})
    text = screen_text(document)
    assert "picture  | Q .\n                | . \\x1b[2JX\n" in text
    assert text.count("| more") == 18
    assert "<svg" not in text


def test_all_that_a_runtime_marks_is_marked(tmp_path: Path) -> None:
    where = Place(path="q.py", line=2, source=b"return {}['n']", marked=(7, 13))
    crash = Finding.of("uncaught-exception", where, error="KeyError: 'n'")
    rows = screen_text(document(tmp_path, CaseGrade("two", "sum", Verdict.RTE, 0.0, 1.0, (crash,)))).splitlines()
    source = next(number for number, row in enumerate(rows) if "return" in row)
    assert rows[source + 1].index("^") == rows[source].index("{}")
    assert rows[source + 1].count("^") == len("{}['n']")


def test_a_crash_is_explained_in_the_second_sentence(tmp_path: Path) -> None:
    finding = Finding.of("uncaught-exception", error="KeyError: 'n'", reason="key", key="'n'")
    text = screen_text(document(tmp_path, CaseGrade("two", "sum", Verdict.RTE, 0.0, 1.0, (finding,))))
    lines = [row.strip() for row in text.splitlines()]
    assert lines.index("The dictionary or set holds no 'n'.") == 1 + lines.index(
        "✘ 1  the program stops with KeyError: 'n'"
    )


def test_a_right_answer_is_never_called_wrong(tmp_path: Path) -> None:
    excused = CaseGrade("two", "sum", Verdict.WA, 5.0, 5.0, (Finding.of("follows", clause="other"),))
    wrong = CaseGrade("three", "sum", Verdict.WA, 0.0, 5.0, (Finding("it is wrong"),))
    assert "(5/5" not in screen_text(document(tmp_path, excused, wrong))


def test_a_hint_on_what_is_missing_says_nothing_of_a_crash(tmp_path: Path) -> None:
    spec = HINTS.replace("TLE: about time", "line-differs: about lines")
    assignment = loaded(course(tmp_path, spec))
    missing, crash = Finding.of("line-differs", line=1), Finding.of("killed-by-signal", signal="SIGSEGV")
    assert hint_for(CaseGrade("two", "sum", Verdict.WA, 0.0, 1.0, (missing,)), assignment) == "about lines"
    assert hint_for(CaseGrade("two", "sum", Verdict.WA, 0.0, 1.0, (missing, crash)), assignment) == ""


HINTS = """\
title: Sums
language: python
clauses:
  sum:
    text: The sum of the arguments is printed.
    points: 10
    hint: about a wrong sum
    hints: {TLE: about time, trailing-blanks: about blanks, uncaught-exception: about errors}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
"""


@pytest.mark.parametrize(
    ("verdict", "finding", "hint"),
    [
        (Verdict.WA, Finding("wrong"), "about a wrong sum"),
        (Verdict.WA, Finding("x", near_misses=("trailing-blanks",)), "about blanks"),
        (Verdict.WA, Finding.of("output-empty", Place(), b"5\n", b""), ""),
        (Verdict.WA, Finding.of("usage-instead", Place(), b"5\n", b"Usage: x\n"), ""),
        (Verdict.WA, Finding.of("function-missing", text="there is no f"), ""),
        (Verdict.TLE, Finding.of("timed-out", limit_s=1.0, used_s=1.0), "about time"),
        (Verdict.RTE, Finding.of("uncaught-exception", error="KeyError"), "about errors"),
        (Verdict.RTE, Finding.of("killed-by-signal", signal="SIGSEGV"), ""),
        (Verdict.NR, Finding("look"), ""),
    ],
)
def test_a_hint_appears_only_where_it_was_written_for(
    tmp_path: Path, verdict: Verdict, finding: Finding, hint: str
) -> None:
    assignment = loaded(course(tmp_path, HINTS))
    assert hint_for(CaseGrade("two", "sum", verdict, findings=(finding,)), assignment) == hint


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    return io.StringIO()


def test_a_terminal_gets_colours_and_no_color_takes_them_away(
    terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (Finding("it is wrong", expected=b"5\n", actual=b"6\n"),))
    lines = list(screen(document(tmp_path, wrong), width=60))
    print_lines(lines, terminal)
    assert "\x1b[" in terminal.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain_terminal = io.StringIO()
    print_lines(lines, plain_terminal)
    assert "\x1b[3" not in plain_terminal.getvalue()


def test_wide_and_combining_characters_are_counted_as_they_are_shown(terminal: io.StringIO) -> None:
    words: list[Line] = [line(" ".join(["漢字漢字"] * 12), lead="  hint: ")]
    print_lines(words, terminal)
    assert all(cell_len(row) <= 60 for row in terminal.getvalue().splitlines())
    assert terminal.getvalue().count("漢字漢字") == 12


def test_nothing_of_a_student_is_taken_for_markup(terminal: io.StringIO) -> None:
    print_lines([line("[bold]x[/bold] :smile:")], terminal)
    assert terminal.getvalue().strip() == "[bold]x[/bold] :smile:"


def test_a_pipe_loads_no_rich(tmp_path: Path) -> None:
    code = (
        "import sys; from harness.app.cli.grade import main; status = main(sys.argv[1:])\n"
        "sys.exit('rich' in sys.modules or status)"
    )
    root = course(tmp_path / "course")
    (root / "submissions/ann/sum").mkdir(parents=True)
    (root / "submissions/ann/sum/main.py").write_text("import sys\nprint(sum(map(int, sys.argv[1:])))\n")
    command = [sys.executable, "-c", code, "submissions/ann", "--isolation", "E"]
    ended = subprocess.run(
        command, cwd=root, env=environment(tmp_path / "apart"), capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_every_way_in_which_a_clause_is_wrong_is_reported_or_counted(tmp_path: Path) -> None:
    findings = [Finding(f"way {number} is wrong", kind=f"way-{number}") for number in (1, 2, 3, 3, 4, 5)]
    cases = [CaseGrade(f"c{at}", "sum", Verdict.WA, 0.0, 1.0, (finding,)) for at, finding in enumerate(findings)]
    text = screen_text(document(tmp_path, *cases), details=True)
    assert "also in c1: way 2 is wrong" in text
    assert text.count("way 3 is wrong") == 1
    assert "wrong too: c3, c4, c5" in text


def test_the_causes_of_one_student_fit_a_screen(tmp_path: Path) -> None:
    long = b"".join(b"%d\n" % number for number in range(6))
    cases = [
        CaseGrade(f"k{at}", f"c{at}", Verdict.WA, 0.0, 1.0, (Finding(f"wrong {at}", Place(), long, b"x%d\n" % at * 9),))
        for at in range(9)
    ]
    message = document(tmp_path, *cases)
    lines = screen_text(message).splitlines()
    assert len(lines) < 40
    assert any("wrong 0" in row for row in lines)
    assert not any("wrong 8" in row for row in lines)
    titled = [row for row in lines if row.startswith("  ✘ ") and "wrong" in row]
    rest = lines.index(next(row for row in lines if " more in short" in row))
    assert lines[rest + 1 : rest + 7] == [*titled[-5:], "  ... (3 more causes)"]  # what has no room is said or counted
    assert lines[rest].startswith("  8 more in short (8 points")
    assert "wrong 8" in screen_text(message, details=True)
    assert "verdict" in screen_text(document(tmp_path / "none"), details=True)  # a person reads it all


def test_a_call_is_named_once_and_the_main_program_by_that_name(tmp_path: Path) -> None:
    place = Place(part="returned-value")
    finding = Finding.of("wrong-return", place, b"1", b"2", call="f(3)", returned="2", wanted="1")
    assert "✘ 1  f(3) returned 2, expected 1\n" in screen_text(document(tmp_path, failing(finding)))
    where = Place(path="q.py", line=2, source=b"x = y", function="<module>")
    crashed = Finding.of("uncaught-exception", where, error="NameError: name 'y' is not defined")
    assert "q.py, line 2, in the main program:\n" in screen_text(document(tmp_path, failing(crashed)))


def failing(finding: Finding) -> CaseGrade:
    return CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (finding,))


def test_a_failed_call_shows_what_was_before_it(tmp_path: Path) -> None:
    call = {"calls": "reset(1)", "before": "[0, 1]\n[2, 3]", "field": "board"}
    finding = Finding.of("wrong-field", Place(part="fields"), b"[0, 1]\n[0, 0]", b"[0, 1]\n[2, 0]", **call)
    assert (
        "       call     | reset(1)\n"
        "       before   | [0, 1]\n"
        "                | [2, 3]\n"
        "       expected | [0, 1]\n"
        "                > [0, 0]\n"
        "       got      | [0, 1]\n"
        "                > [2, 0]\n"
    ) in screen_text(document(tmp_path, failing(finding)))


def test_rows_of_a_board_are_cut_and_their_signs_escaped(tmp_path: Path) -> None:
    before = "\n".join(["\x1b[31m", *map(str, range(20))])
    finding = Finding.of(
        "wrong-argument", Place(part="arguments"), b"1", b"2", call="f(A)", variable="A", before=before
    )
    text = screen_text(document(tmp_path, failing(finding)))
    assert "before   | \\x1b[31m\n" in text
    assert "| 10\n" in text
    assert "| 11\n" not in text
    assert "... (9 more lines)" in text
