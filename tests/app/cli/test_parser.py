"""A slip on a command line is printed in one line, with the option or command that was meant."""

from __future__ import annotations

import pytest

from harness.app.cli import grade, harness


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    parser = grade.make_parser() if words[0] == "grade" else harness.make_parser()
    with pytest.raises(SystemExit) as end:
        parser.parse_args(words[1:])
    assert end.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.strip()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("grade --onyl x submissions", "grade: there is no option --onyl; did you mean --only?"),
        ("grade --onyl=x submissions", "grade: there is no option --onyl; did you mean --only?"),
        ("grade --onyl", "grade: there is no option --onyl; did you mean --only?"),
        ("grade --rooster a.csv b", "grade: there is no option --rooster; did you mean --roster?"),
        ("grade --zzzz b", "grade: there is no option --zzzz; grade --help lists them"),
        ("grade -x b", "grade: there is no option -x; grade --help lists them"),
        ("grade", "grade: this is missing: PATH; grade --help says more"),
        ("grade --for studnet b", 'grade: --for takes student, staff, not "studnet"; did you mean "student"?'),
        ("grade --layout flat b", 'grade: --layout takes student/assignment, assignment/student, not "flat"'),
        ("harness golden --chekc", "harness golden: there is no option --chekc; did you mean --check?"),
        (
            "harness gradebook exprot",
            'harness gradebook: there is no action "exprot"; did you mean "export"? actions: ',
        ),
        ("harness verfy sum", 'harness: there is no command "verfy"; did you mean "verify"? commands: '),
        ("harness", "harness: which command? "),
        ("harness gradebook", "harness gradebook: which command? roster, "),
        ("harness reproduce sum", "harness reproduce: this is missing: CASE; harness reproduce --help says more"),
        ("harness doctor sum", "harness doctor: there are too many words: sum; harness doctor --help says more"),
    ],
)
def test_a_slip_is_reported_in_one_line(capsys: pytest.CaptureFixture[str], line: str, expected: str) -> None:
    assert refusal(capsys, *line.split()).startswith(expected)


def test_an_option_may_still_be_shortened() -> None:
    assert grade.make_parser().parse_args(["--detail", "x"]).details


def test_a_path_that_begins_with_a_dash_comes_after_two() -> None:
    assert [str(path) for path in grade.make_parser().parse_args(["--", "--onyl"]).paths] == ["--onyl"]
