"""Make an assignment from a course's own tests: those of a runner of suites, or tests for Gradescope."""

from __future__ import annotations

import ast
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from harness.model.errors import SpecError, UsageError
from harness.spec.format.folder import SPEC_FILE, files_below
from harness.spec.format.javascript_tests import imported_files
from harness.spec.format.model import Suite
from harness.spec.format.suite_tests import RUNNER_LANGUAGES, SuiteTest, tests_of

RUNNERS = ("unittest", "pytest", "doctest", "junit", "node")
GRADESCOPE = "gradescope-utils"
"""Tests of unittest with decorators that say what they are worth."""
_OWN = ("pytest", "gradescope_utils", "grade_tests")
_ALL_POINTS = 100
_NO_CLASS = "functions"
_SHARED_TYPE = re.compile(r"\b(interface|enum|record|abstract\s+class|class\s+\w+\s+extends\s+\w*(Exception|Error))\b")
_FRAMEWORK = re.compile(r"\b(junit|assertj|hamcrest|mockito)\b")
_TEST_NAME = re.compile(r"^Tests?(?=[A-Z])|Tests?$")


class ImportedSuite(Struct, frozen=True):
    """What was made of tests."""

    spec: Path
    clauses: dict[str, int]
    """Clause -> the number of its tests."""
    modules: tuple[str, ...]
    """The files that students hand in, as far as the tests import them."""
    given: tuple[str, ...]
    """The files beside the tests that students' programs get: interfaces and exceptions in Java."""


def import_suite(source: Path, specs: Path, name: str, kind: str) -> ImportedSuite:
    """Copy the tests to ``specs/name/tests`` and write a spec for them, a clause for each class.

    Raises:
        UsageError: when there is no such file, no test in it, or the assignment is there already.

    """
    runner = "unittest" if kind == GRADESCOPE else kind
    target = specs / name
    if (target / SPEC_FILE).exists():
        raise UsageError(f"{target / SPEC_FILE} is there already; give another id with --id, or remove it")
    if not source.exists():
        raise UsageError(f"{source}: there is no such file or folder; give the tests")
    suite = Suite(runner=runner, files=("tests/**/*",))  # type: ignore[arg-type] # one of RUNNERS
    copied = _copy(source, target / "tests")
    try:
        tests = tests_of(target, suite)
    except SpecError as error:
        shutil.rmtree(target / "tests")
        raise UsageError(f"{source}: {error}") from None
    groups: dict[str, list[SuiteTest]] = {}
    for test in tests:
        groups.setdefault(test.name.rpartition(".")[0] or test.file, []).append(test)
    modules = tuple(_handed_in(target, copied, suite, tests))
    given = tuple(_given(target, copied, tests)) if runner == "junit" else ()
    (target / SPEC_FILE).write_text(_spec(name, suite, groups, modules, given), encoding="utf-8")
    clauses = {clause: sum(len(groups[group]) for group in members) for clause, members in _by_clause(groups).items()}
    return ImportedSuite(target / SPEC_FILE, clauses, modules, given)


def _copy(source: Path, target: Path) -> list[str]:
    """Copy the file, or all of the folder; return the names below the spec's folder."""
    names: list[str] = []
    for path in files_below(source):
        name = path.name if source.is_file() else path.relative_to(source).as_posix()
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target / name)
        names.append(f"tests/{name}")
    return names


def _handed_in(folder: Path, copied: list[str], suite: Suite, tests: list[SuiteTest]) -> Iterator[str]:
    """The files of the modules that the tests import and that are not their own, Python's or a framework's.

    Of Java the files that the tests are named for: ``Cart.java`` of ``CartTest``.
    """
    if suite.runner == "junit":
        files = dict.fromkeys(Path(test.file).stem for test in tests)
        yield from (f"{name}.java" for stem in files if (name := _TEST_NAME.sub("", stem)) != stem and name)
        return
    if suite.runner == "node":
        yield from imported_files({name: folder / name for name in copied})
        return
    own = {Path(name).stem for name in copied}
    if suite.runner == "doctest":
        yield from dict.fromkeys(Path(test.file).name for test in tests if test.file.endswith(".py"))
        own -= {Path(test.file).stem for test in tests}
    names: dict[str, None] = {}
    for file in (name for name in copied if name.endswith(".py")):
        for node in ast.walk(ast.parse((folder / file).read_bytes())):
            if isinstance(node, ast.Import):
                names |= dict.fromkeys(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names[node.module] = None
    for name in names:
        top = name.partition(".")[0]
        if top not in own and top not in sys.stdlib_module_names and top not in _OWN:
            yield f"{name.replace('.', '/')}.py"


def _given(folder: Path, copied: list[str], tests: list[SuiteTest]) -> Iterator[str]:
    """The files of types that a student's class may implement, extend or throw; they hold no test."""
    with_tests = {test.file for test in tests}
    for name in copied:
        text = (folder / name).read_text("utf-8", "replace") if name.endswith(".java") else ""
        if name not in with_tests and _SHARED_TYPE.search(text) and not _FRAMEWORK.search(text):
            yield name


def clause_of(group: str) -> str:
    """``TestShoppingCart`` -> ``shopping-cart``; tests outside of classes have a clause for each file."""
    named = Path(group).name.partition(".")[0] if _is_file(group) else group
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1-\2", named.replace("_", "-"))
    parts = [re.sub(r"^[Tt]ests?(?![a-z])-?|-?Tests?$|-tests?$", "", part) for part in words.split(".")]
    clause = re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")
    return clause if clause[:1].isalpha() else f"{_NO_CLASS}-{clause}".strip("-")


def _by_clause(groups: dict[str, list[SuiteTest]]) -> dict[str, list[str]]:
    """The groups of each clause: the class ``TestCart`` and the functions of ``test_cart.py`` share one."""
    clauses: dict[str, list[str]] = {}
    for group in groups:
        clauses.setdefault(clause_of(group), []).append(group)
    return clauses


def _is_file(group: str) -> bool:
    return "/" in group


def _spec(
    name: str,
    suite: Suite,
    groups: dict[str, list[SuiteTest]],
    modules: tuple[str, ...],
    given: tuple[str, ...],
) -> str:
    lines = [f"title: {name}", f"language: {RUNNER_LANGUAGES[suite.runner]}"]
    lines += [f"files: {{required: [{', '.join(modules)}]}}"] if modules else []
    lines += ["given:"] if given else []
    lines += [f"  {Path(file).name}: {{file: {file}}}" for file in given]
    lines += ["", "clauses:"]
    points = _points(groups)
    for clause, members in _by_clause(groups).items():
        which = " and ".join(Path(group).name if _is_file(group) else group for group in members)
        lines += [f"  {clause}:", f"    text: The tests of {which} pass."]
        lines += [f"    points: {sum(points[group] for group in members):g}"]
        lines += [f"    # {sum(len(groups[group]) for group in members)} tests"]
    first = next(iter(groups))
    lines += ["", "cases:", "  - name: test", f"    clause: {clause_of(first)}", "    suite:"]
    lines += [f"      runner: {suite.runner}", '      files: ["tests/**/*"]']
    rest = sorted((group for group in groups if group != first), key=lambda group: -group.count("."))
    lines += ["      tests:"] if rest else []
    lines += [
        f"        {name}: {clause_of(group)}"
        for group in rest
        for name in ([test.name for test in groups[group]] if _is_file(group) else [f"{group}.*"])
    ]
    return "\n".join(lines) + "\n"


def _points(groups: dict[str, list[SuiteTest]]) -> dict[str, float]:
    """The points of each clause: the weights where some say any, else all points shared by the number of tests."""
    weights = {group: sum(test.weight for test in tests) for group, tests in groups.items()}
    if any(test.weight != 1 for tests in groups.values() for test in tests):
        return weights
    total = sum(weights.values())
    shares = {group: float(round(_ALL_POINTS * weight / total)) for group, weight in weights.items()}
    last = next(reversed(shares))
    shares[last] += _ALL_POINTS - sum(shares.values())
    return shares
