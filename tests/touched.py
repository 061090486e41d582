"""Run the tests that a change touches, the nearest first.

    python -m tests.touched [--since REVISION] [PYTEST OPTIONS]

A change is what differs from a revision (default: the last commit) in the working folder. A test file is touched that
changed, that stands where its module is mirrored, or that imports what changed, through helpers of the tests too.
Beside these always come the tests that look at the sources as a whole. After a while no more tests are begun; a
run that begins none fails.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 20
"""Test files that are run; the rest is for the whole run of the tests."""
BEGUN_WITHIN_S = 75
"""Tests that are not begun then are skipped, so that all is over in two minutes with style and types."""
_ALWAYS = ("tests/docs/test_documents.py", "tests/docs/test_words.py")
_SOURCES = {"harness": "", "tests": "", "specs/_shared": "specs/"}
"""The folders whose modules import each other, each with what does not belong to a module's name."""
_PROGRAMS = "tests/workspaces"
"""Students' programs, which may be anything."""


def changed_files(since: str) -> list[str]:
    """The files that differ from a revision, and those that git does not know yet."""
    commands = (["git", "diff", "--name-only", since], ["git", "ls-files", "--others", "--exclude-standard"])
    outputs = (subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True) for command in commands)
    return sorted({name for output in outputs for name in output.stdout.splitlines()})


def module_files(root: Path) -> dict[str, str]:
    """The modules of the project, by the dotted name that imports them, each with its file."""
    modules: dict[str, str] = {}
    for folder, prefix in _SOURCES.items():
        for path in sorted(path for path in (root / folder).rglob("*.py") if root / _PROGRAMS not in path.parents):
            file = path.relative_to(root).as_posix()
            name = file.removeprefix(prefix).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            modules[name] = file
    return modules


def imported_files(file: str, text: str, modules: Mapping[str, str]) -> set[str]:
    """The files of the project that a module imports, wherever in it."""
    package = file.removeprefix("specs/").split("/")[:-1]
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names.update(f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base for alias in node.names)
    return {modules[name] for name in names if name in modules}


def touched_tests(changed: Iterable[str], root: Path) -> list[str]:
    """The test files that a change touches, the nearest first."""
    modules = module_files(root)
    imports = {file: imported_files(file, (root / file).read_text("utf-8"), modules) for file in modules.values()}
    tests = [file for file in modules.values() if Path(file).name.startswith("test_")]
    distances: dict[str, int] = {}
    for distance, near in enumerate((_mirrored, _importers, _importers_through_helpers)):
        for file in changed:
            for test in near(file, tests, imports):
                distances.setdefault(test, distance)
    return sorted(distances, key=lambda test: (distances[test], test))


def _mirrored(file: str, tests: Iterable[str], _imports: Mapping[str, set[str]]) -> Iterator[str]:
    """The tests where a file is mirrored: itself, ``test_NAME.py``, or those in the folder of a helper or a package."""
    path = Path(file)
    place = Path("tests", *path.parts[1:-1])
    everything_there = path.name in ("__init__.py", "conftest.py") or (path.parts[0] == "tests" and len(path.parts) > 2)
    for test in map(Path, tests):
        exact = path == test or test == place / f"test_{path.stem}.py" or test.parent == place / path.stem
        if exact or (everything_there and not path.name.startswith("test_") and test.parent == place):
            yield test.as_posix()


def _importers(file: str, tests: Iterable[str], imports: Mapping[str, set[str]]) -> Iterator[str]:
    """The tests that import a file themselves."""
    return (test for test in tests if file in imports[test])


def _importers_through_helpers(file: str, tests: Iterable[str], imports: Mapping[str, set[str]]) -> Iterator[str]:
    """The tests that import a file through helpers of the tests."""
    for test in tests:
        helpers, todo = {test}, [test]
        while todo:
            new = {helper for helper in imports[todo.pop()] if helper.startswith("tests/")} - helpers
            helpers |= new
            todo += new
        if any(file in imports[helper] for helper in helpers):
            yield test


def main() -> int:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.touched", description=__doc__)
    parser.add_argument("--since", default="HEAD", metavar="REVISION", help="what the change is from (default: HEAD)")
    parser.add_argument("--list", action="store_true", help="only print the test files")
    arguments, options = parser.parse_known_args()
    touched = touched_tests(changed_files(arguments.since), ROOT)
    files = list(dict.fromkeys([*_ALWAYS, *touched[:MOST_FILES]]))
    if arguments.list:
        sys.stdout.writelines(f"{file}\n" for file in files)
        return 0
    if len(touched) > MOST_FILES:
        sys.stdout.write(f"{len(touched) - MOST_FILES} more test files import the change: run all tests for them.\n")
    environment = os.environ | {"TESTS_BEGUN_UNTIL": str(time.monotonic() + BEGUN_WITHIN_S)}
    command = [sys.executable, "-m", "pytest", *options, *files]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
