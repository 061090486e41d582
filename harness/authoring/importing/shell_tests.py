"""Tests that are shell commands in the student's folder, as GitHub Classroom and Classroom 50 have them, as a spec.

Those graders run all commands in one folder, one after the other, so that a test may use what an earlier one compiled.
A spec builds once, and each case begins in a copy of what was built: so the build runs the commands that set up, in
their order, and goes on where one fails, which then fails the test that it belongs to.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from harness.authoring.importing.checks import checks_of
from harness.authoring.importing.package import Faults, Package, UniqueNames

_NOT_OF_PYTHON = re.compile(r"\(\?<[A-Za-z_]|\\k<|\\[pPuc]|\(\?[a-z]+-")


def exact(text: str) -> Mapping[str, Any]:
    """The text, whatever white space stands around the whole of it."""
    return {"check": "text", "text": text.strip() + "\n", "normalise": "trimmed"}


def cleaned(text: str, *, nearly: bool = False) -> Mapping[str, Any]:
    """The text except for spaces at the ends of lines and empty lines at the end.

    ``nearly``: also except for other empty lines, several spaces and letter case.
    """
    return {"check": "python", "function": "cleaned", "options": {"text": text, "nearly": nearly}}


def matches(pattern: str, place: str, faults: Faults, *, trim: bool = True) -> Mapping[str, Any]:
    """A match of the regular expression somewhere; one that Python has not, or has otherwise, is a fault."""
    if _NOT_OF_PYTHON.search(pattern):
        faults.add(place, f"the regular expression {pattern!r} means something else in Python")
    try:
        re.compile(pattern)
    except re.error as error:
        faults.add(place, f"{pattern!r} is not a regular expression: {error}")
    options = {"pattern": pattern} if trim else {"pattern": pattern, "trim": False}
    return {"check": "python", "function": "matches", "options": options}


Comparison = Literal["exact", "included", "regex", ""]
_NETWORK = re.compile(r"\b(pip3?|pipx|apt|apt-get|npm|npx|yarn|conda|cargo|gem|curl|wget|git|sudo|docker|mvn|gradle)\b")
_PYTEST_INSTALL = re.compile(r"(sudo (-H )?)?(python3? -m )?pip3? install( -\S+)* pytest[\w=.-]*")
_PYTEST = re.compile(r"(python3? -m )?pytest\b")
_VARIABLE = re.compile(r"\$\{?(GITHUB_|CLASSROOM50_|RUNNER_)\w*|\$\{\{")
_FLAGS_WITHOUT_EFFECT = {"-q", "-v", "-vv", "-s", "-x", "--quiet", "--verbose", "--no-header"}


class ShellTest(Struct, frozen=True):
    """One test of such a grader."""

    place: str
    """Where it stands, for messages: ``tests.json: tests[2]``."""
    name: str
    points: float
    run: str
    setup: str = ""
    stdin: str = ""
    expected: str = ""
    comparison: Comparison = ""
    """``exact`` without white space around it; ``included`` or ``regex`` somewhere. Empty: the output is not judged."""
    exit: int | None = 0
    """The exit status that is right; None: any."""
    seconds: float = 10
    trim: bool = True
    """Whether a regular expression sees the output without white space around it."""
    splits_points: bool = True
    """Of a test that runs pytest: whether each of its tests earns a part of the points."""


def package_of(title: str, tests: Sequence[ShellTest], root: Path, faults: Faults) -> Package:
    """The spec of the tests; ``root``: the folder with the files that they need, such as those of pytest."""
    clauses: dict[str, Any] = {}
    cases: list[Mapping[str, Any]] = []
    names = UniqueNames()
    files: dict[str, bytes] = {}
    notes = list(_notes(tests))
    for test in tests:
        _refuse(test, faults)
        name = names.of(test.name, "test")
        clauses[name] = {"text": " ".join(test.name.split()), "points": test.points}
        if _PYTEST.match(test.run):
            cases.append({"name": name, "clause": name, **_suite(test, root, files, faults)})
        else:
            cases.append({"name": name, "clause": name, **_run(test, faults)})
    faults.stop()
    spec: dict[str, Any] = {"title": title, "language": _language(tests), "build": [_build(tests)]}
    return Package(spec | {"clauses": clauses, "cases": cases}, files | checks_of(cases, "outputs"), notes)


def _notes(tests: Sequence[ShellTest]) -> Iterator[str]:
    if any(_PYTEST_INSTALL.fullmatch(test.setup.strip()) for test in tests):
        yield "pytest is not installed by the tests any more: the harness has its own"
    for test in tests:
        if _PYTEST.match(test.run) and not test.splits_points:
            yield f"{test.place}: all of pytest's tests had to pass for the points; now each earns its part"


def _refuse(test: ShellTest, faults: Faults) -> None:
    for key, command in (("setup", _setup(test)), ("run", test.run)):
        network = _NETWORK.search(command)
        if network:
            faults.add(
                f"{test.place}.{key}", f"{network[0]} takes a network or the machine's owner, which no program has here"
            )
        variable = _VARIABLE.search(command)
        if variable:
            faults.add(f"{test.place}.{key}", f"{variable[0]} is known to the other grader alone")


def _setup(test: ShellTest) -> str:
    return "" if _PYTEST_INSTALL.fullmatch(test.setup.strip()) else test.setup.strip()


def _language(tests: Sequence[ShellTest]) -> str:
    return "python" if any(_PYTEST.match(test.run) for test in tests) else "any"


def _build(tests: Sequence[ShellTest]) -> Mapping[str, Any]:
    """Run what sets up, and the tests of which only the exit status counts, which are often the compiler's call."""
    commands: dict[str, float] = {}
    for test in tests:
        if _PYTEST.match(test.run):
            continue
        if _setup(test):
            commands.setdefault(_setup(test), test.seconds)
        if not test.comparison:
            commands.setdefault(test.run, test.seconds)
    lines = [
        ["bash", "-c", f"timeout {seconds:g} bash -c {shlex.quote(command)} </dev/null; true"]
        for command, seconds in commands.items()
    ]
    return {"commands": lines, "run": [["true"]]}


def _run(test: ShellTest, faults: Faults) -> Mapping[str, Any]:
    command = test.run if test.exit is not None else f"{test.run}\nexit 0"
    if _setup(test):
        quiet = f"bash -c {shlex.quote(_setup(test))} </dev/null >/dev/null 2>&1 || exit 125"
        command = f"{quiet}\n{command}"
    case: dict[str, Any] = {"run": ["bash", "-c", command]}
    if test.stdin:
        case["stdin"] = test.stdin
    if test.comparison == "exact":
        case["stdout"] = exact(test.expected)
    elif test.comparison == "included":
        case["stdout"] = {"check": "python", "function": "contains", "options": {"text": test.expected}}
    elif test.comparison == "regex":
        case["stdout"] = matches(test.expected, f"{test.place}.expected", faults, trim=test.trim)
    case["exit"] = test.exit or 0
    seconds = f"{test.seconds:g} s"
    return case | {"limits": {"cpu": seconds, "wall": seconds}}


def _suite(test: ShellTest, root: Path, files: dict[str, bytes], faults: Faults) -> Mapping[str, Any]:
    """The tests of pytest, run where the student's code does not decide them."""
    words = shlex.split(_PYTEST.sub("", test.run, count=1))
    targets = [word for word in words if word not in _FLAGS_WITHOUT_EFFECT]
    for word in targets:
        if word.startswith("-") or "::" in word or any(sign in word for sign in "|&;<>$`*"):
            faults.add(f"{test.place}.run", f"pytest is called with {word}")
    if _setup(test):
        faults.add(f"{test.place}.setup", f"a command before pytest: {_setup(test)}")
    paths = [path for target in targets or ["."] for path in _test_files(root / target)]
    if not paths:
        faults.add(f"{test.place}.run", f"there is no file of tests: {' '.join(targets) or 'test_*.py'} in {root}")
    for path in paths:
        files[f"tests/{path.name}"] = path.read_bytes()
    names = [f"tests/{path.name}" for path in paths]
    return {"suite": {"runner": "pytest", "files": names, "each": f"{test.seconds:g} s"}}


def _test_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted({*path.glob("test_*.py"), *path.glob("*_test.py")}) if path.is_dir() else []
