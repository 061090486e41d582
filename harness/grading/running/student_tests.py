"""Run the tests that a student wrote: against the reference, which they must accept, and against wrong programs.

Of what they print nothing reaches the student but the names of their own tests: they could print the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

from msgspec import Struct

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.plan.mutants import mutants
from harness.grading.running.compiled_python import close
from harness.grading.running.observe_case import case_limits
from harness.grading.running.sealed_examples import (
    LARGEST,
    PATTERNS,
    example_inputs,
    lines_of,
    observe_inputs,
    output_name,
    plain,
    possible_inputs,
)
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.workspace.workspace import Workspace
from harness.language.tools.packages import JAR_FOLDER
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.model.patterns import lazy_regex, matching
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded, regular_files
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, StudentTests

_PATTERNS: Mapping[str, tuple[str, ...]] = {
    "pytest": ("**/test_*.py", "**/*_test.py"),
    "junit": ("**/*Test.java", "**/*Tests.java"),
    "pairs": PATTERNS,
}
_FIXTURES = "conftest.py"
"""What pytest reads of the tests' folder beside the files with tests: fixtures that they share."""
_JARS = (
    "junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params", "junit-platform-commons", "apiguardian-api",
    "junit-platform-console", "junit-platform-engine", "junit-platform-launcher", "junit-platform-reporting",
    "opentest4j", "opentest4j-reporting-events", "opentest4j-reporting-tooling-spi", "picocli", "univocity-parsers",
)  # fmt: skip
_NO_TESTS = {"pytest": 5, "junit": 2}
"""The exit status of a runner that found no test."""
_NAMED = 5
_FAILED = lazy_regex(rb"^(?:FAILED|ERROR) (?P<test>[\w./-]{1,200}(?:::\w{1,200}){0,3})", re.MULTILINE)
_UNLOADED = lazy_regex(rb"^ERROR (?P<file>[^\n:]{1,300}?)(?: - [^\n]{0,500})?$", re.MULTILINE)
_FAILED_METHOD = lazy_regex(rb"methodName = '(?P<test>\w{1,200})'")


class _Outcome(Struct, frozen=True):
    """The result of the tests with one program."""

    passed: bool
    empty: bool = False
    late: bool = False
    names: tuple[str, ...] = ()
    """The tests that failed, as the student has named them."""
    unloaded: tuple[str, ...] = ()
    """The student's files that failed before any test was run."""


class FindFailedTests(Struct, frozen=True):
    """Read out of what a runner printed which tests failed, and which files it could not load."""

    output: bytes
    files: dict[str, bytes]
    """The student's files: what is in none of them is not shown."""

    def run(self, _course: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of tests and of files, each once."""
        errors = {match["file"].decode(errors="replace") for match in _UNLOADED.finditer(self.output)}
        return self._tests(), tuple(sorted(errors & self.files.keys()))[:_NAMED]

    def _tests(self) -> tuple[str, ...]:
        failures = [*_FAILED.finditer(self.output), *_FAILED_METHOD.finditer(self.output)]
        names = dict.fromkeys(match["test"].rpartition(b"::")[2] for match in failures)
        known = (name for name in names if any(name in source for source in self.files.values()))
        return tuple(name.decode(errors="replace") for name in known)[:_NAMED]


def judge_student_tests(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Judgement:
    """The judgement on a student's tests; JudgeError when this machine lacks their runner."""
    case, tests = planned.case, planned.case.tests
    if tests is None or built.folder is None:
        raise ValueError("only a case with tests, of a submission that was built, is judged so")
    files = _files_of(tests, built)
    if not files:
        return Judgement.fault(Verdict.WA, "tests-missing", patterns=[*(tests.files or _PATTERNS[tests.runner])])
    runner = _Runner(assignment, case, tests, files, workspace, case_limits(assignment, case))
    runner.check_tools()
    reference = assignment.references()[0]
    right = runner.outcome(reference)
    if not right.passed:
        shows_text = tests.runner != "pairs" and runner.outcome(reference, "open").passed
        return Judgement.fault(Verdict.WA, "tests-read-source") if shows_text else _rejects_reference(right)
    wrong = list(wrong_programs(assignment, case, workspace))
    missed = [name for name, folder in wrong if runner.outcome(folder).passed]
    again = runner.outcome(reference, "rewritten")
    if not again.passed and not (again.late and runner.outcome(reference).passed):
        passes = runner.outcome(reference).passed and not runner.outcome(reference, "rewritten").passed
        return Judgement.fault(Verdict.WA, "tests-read-source" if passes else "tests-not-repeatable")
    if not missed:
        return RIGHT
    noticed = len(wrong) - len(missed)
    names = missed[:_NAMED] if tests.names == "shown" else []
    finding = Finding.of("tests-miss-faults", noticed=noticed, programs=len(wrong), names=names)
    return Judgement(Verdict.WA, (finding,), noticed / len(wrong))


def _rejects_reference(outcome: _Outcome) -> Judgement:
    if outcome.empty:
        return Judgement.fault(Verdict.WA, "tests-empty")
    if outcome.late:
        return Judgement.fault(Verdict.TLE, "tests-too-slow")
    if outcome.unloaded:
        return Judgement.fault(Verdict.WA, "tests-not-loaded", names=[*outcome.unloaded])
    return Judgement.fault(Verdict.WA, "tests-reject-right", names=[*outcome.names])


def _files_of(tests: StudentTests, built: Built) -> dict[str, bytes]:
    """The files with tests, as they were handed in."""
    source, files = built.staged or built.folder or Path(), dict[str, bytes]()
    for pattern in tests.files or _PATTERNS[tests.runner]:
        for name in matching(built.intake.files, pattern):
            content = read_bounded(source, name, LARGEST)
            if content is not None and len(content) <= LARGEST:
                files[name] = content
    if tests.runner == "pytest" and files:
        for name in matching(built.intake.files, f"**/{_FIXTURES}"):
            content = read_bounded(source, name, LARGEST)
            if content is not None and len(content) <= LARGEST:
                files[name] = content
    return files


def wrong_programs(assignment: Assignment, case: Case, workspace: Workspace) -> Iterator[tuple[str, Path]]:
    """The wrong programs by name; of the mutants those that stand for another clause than that of the tests."""
    against = case.tests.against if case.tests is not None else ""
    if against != "mutants":
        yield from sorted((path.name, path) for path in (assignment.folder / against).iterdir() if path.is_dir())
        return
    for mutant in mutants(assignment, workspace.new("mutants")):
        if mutant.clause != case.clause:
            yield mutant.name, mutant.folder


class _Runner(Struct, frozen=True):
    """Runs a student's tests with one program after the other, each in a folder of its own."""

    assignment: Assignment
    case: Case
    tests: StudentTests
    files: Mapping[str, bytes]
    workspace: Workspace
    limits: ResolvedLimits

    def check_tools(self) -> None:
        """Raise JudgeError where the sandbox shows no pytest."""
        if self.tests.runner == "pytest":
            with self.workspace.temporary() as (workdir, home):
                command = ("python3", "-m", "pytest", "--version")
                if self.workspace.observe(Invocation(command, workdir, home, ResolvedLimits())).exit != 0:
                    raise JudgeError("this machine has no pytest; install it with: apt-get install python3-pytest")

    def outcome(self, program: Path, form: Literal["closed", "rewritten", "open"] = "closed") -> _Outcome:
        """Return the result of the tests with a program.

        Its text is out of their reach, else they could look for what only a right program says. ``rewritten``: it does
        the same by another code; ``open``: with its text.
        """
        if self.tests.runner == "pairs":
            return self._pairs(program)
        with self.workspace.temporary() as (workdir, home):
            copy_tree(program, workdir)
            for pattern in self.tests.files or _PATTERNS[self.tests.runner]:
                for name in matching(list(regular_files(workdir)), pattern):  # the program's own tests
                    (workdir / name).unlink()
            if self.tests.runner == "pytest" and form != "open":
                close(workdir, rewritten=form == "rewritten")
            for name, content in self.files.items():
                prepare_new_file(workdir, name).write_bytes(content)
            if self.tests.runner == "junit":
                return self._junit(workdir, home, form)
            names = [name for name in sorted(self.files) if PurePosixPath(name).name != _FIXTURES]
            words = ("python3", "-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", *names)
            return self._read(self.workspace.observe(Invocation(words, workdir, home, self.limits)))

    def _junit(self, workdir: Path, home: Path, form: str) -> _Outcome:
        jars = ":".join(str(path) for name in _JARS if (path := JAR_FOLDER / f"{name}.jar").is_file())
        sources = [name for name in regular_files(workdir) if name.endswith(".java")]
        debugging = "-g:none" if form == "rewritten" else "-g"
        compiling = ("javac", debugging, "-d", "classes", "-cp", jars, *sources)
        limits = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)
        if observe_build(compiling, workdir, limits, self.workspace).exit != 0:
            return _Outcome(passed=False, unloaded=tuple(sorted(self.files))[:_NAMED])
        for name in sources if form != "open" else ():
            (workdir / name).unlink()
        launcher = "org.junit.platform.console.ConsoleLauncher"
        options = ("--scan-classpath", "classes", "--disable-banner", "--details=none", "--fail-if-no-tests")
        words = ("java", "-cp", f"classes:{jars}", launcher, *options)
        return self._read(self.workspace.observe(Invocation(words, workdir, home, self.limits)))

    def _read(self, observation: Observation) -> _Outcome:
        """Return what a runner's exit status says, and the names that it printed."""
        if observation.exit == 0:
            return _Outcome(passed=True)
        empty = observation.exit == _NO_TESTS[self.tests.runner]
        output = read_whole(observation.stdout)[-LARGEST:] + observation.stderr[-LARGEST:]
        request = FindFailedTests(output, dict(self.files))
        names, unloaded = self.workspace.judging.call_or(request, self.workspace.key, ((), ()))
        late = observation.ended_by is not None
        return _Outcome(passed=False, empty=empty, late=late, names=names, unloaded=unloaded)

    def _pairs(self, program: Path) -> _Outcome:
        """Return what comes of the pairs of input and output: a program fails where its output differs."""
        inputs = {name: output_name(name, self.files) for name in example_inputs(self.files)}
        pairs = {name: self.files[output] for name, output in inputs.items() if output is not None}
        if not pairs:
            return _Outcome(passed=False, empty=True)
        spelled = possible_inputs(self.assignment, self.case)
        given = [spelled.get(plain(self.files[name]), self.files[name]) for name in pairs]
        runs = observe_inputs(self.assignment, self.case, program, given, self.workspace)
        seen = list(zip(pairs.items(), runs, strict=False))
        failed = [
            PurePosixPath(name).name
            for (name, output), run in seen
            if lines_of(read_whole(run.stdout)) != lines_of(output)
        ]
        late = any(run.ended_by is not None for _, run in seen)
        return _Outcome(passed=bool(seen) and not failed, late=late, names=tuple(failed[:_NAMED]))
