"""A slip on a command line is printed in one line, with the option or command that was meant."""

from __future__ import annotations

import argparse
import importlib
import inspect
from collections.abc import Iterator

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


def commands_of(parser: argparse.ArgumentParser) -> Iterator[tuple[str, dict[str, argparse.Action]]]:
    """Where the commands without commands below them are named, and their options."""
    actions = parser._actions  # noqa: SLF001 - argparse names no other way
    below = [action.choices for action in actions if isinstance(action.choices, dict)]
    if not below:
        yield parser.get_default("run"), {action.dest: action for action in actions if action.dest != "help"}
    for choices in below:
        for command in choices.values():
            yield from commands_of(command)


def test_every_option_is_a_parameter_of_the_function_that_it_is_for() -> None:
    """A call passes over what no parameter takes, so that a name that differs would be an option without effect."""
    by_name = [(run, options) for run, options in commands_of(harness.make_parser()) if isinstance(run, str)]
    assert len(by_name) > 30
    for run, options in by_name:
        other = options.pop("run", None)
        parameters: dict[str, inspect.Parameter] = {}
        for target in (run, other.const) if other else (run,):
            module, _, name = target.partition(":")
            function = getattr(importlib.import_module(f"harness.app.commands.{module}"), name)
            parameters |= inspect.signature(function).parameters
        assert options.keys() - {"nobody"} <= parameters.keys(), run
        needed = {each.name for each in parameters.values() if each.default is inspect.Parameter.empty}
        assert needed - {"kind"} <= options.keys(), run
