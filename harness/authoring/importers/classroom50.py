"""``classroom50``: the declarative tests of Classroom 50, ``tests.json``, by the rules of its wiki."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.fields import Fields, file_below, read_data
from harness.authoring.importing.package import Faults, Package
from harness.authoring.importing.shell_tests import ShellTest, package_of
from harness.model.errors import UsageError

TESTS_FILE = "tests.json"
SCHEMA = "classroom50/tests/v1"
_DEFAULT_SECONDS = 10
_COMPARISONS = {"exact": "exact", "included": "included", "regex": "regex"}
_SHOWN_ONLY = ("failure-details", "show-output", "show-command")
"""How a result is shown; no verdict depends on it."""


def read(source: Path) -> Package:
    """Read ``tests.json``, or the folder that holds it and the files that it names."""
    folder = source if source.is_dir() else source.parent
    path = source / TESTS_FILE if source.is_dir() else source
    if source.is_dir() and (source / "autograder.py").is_file():
        raise UsageError(
            f"{source / 'autograder.py'}: it takes the place of {TESTS_FILE}; harness import foreign-grader runs it"
        )
    faults = Faults()
    tests = [
        _test(Fields(content, f"{path}: tests[{number}]", faults), folder, faults)
        for number, content in enumerate(_tests(read_data(path), path))
    ]
    if not tests:
        raise UsageError(f"{path}: there is no test in it")
    return package_of(folder.resolve().name, tests, folder, faults)


def _tests(content: Any, path: Path) -> list[Any]:
    """The tests of the envelope, or of a bare list."""
    if isinstance(content, dict):
        if content.get("schema") != SCHEMA:
            raise UsageError(f"{path}: schema: expected {SCHEMA}, got {content.get('schema')!r}")
        content = content.get("tests")
    if not isinstance(content, list):
        raise UsageError(f"{path}: expected a list of tests")
    return content


def _test(fields: Fields, folder: Path, faults: Faults) -> ShellTest:
    kind = fields.text("type")
    compared = kind == "io"
    if kind not in ("io", "run", "python"):
        faults.add(f"{fields.place}.type", f"expected io, run or python, got {kind!r}")
    exit_code = int(fields.number("exit-code")) if kind == "run" else None
    test = ShellTest(
        place=fields.place,
        name=fields.text("name"),
        points=fields.number("points"),
        run=fields.text("run"),
        setup=fields.text("setup"),
        stdin=_content(fields, "input", folder, faults) if compared else "",
        expected=_pattern(fields, folder, faults) if compared else "",
        comparison=_COMPARISONS.get(str(fields.raw("comparison")), "") if compared else "",  # type: ignore[arg-type] # one of Comparison
        exit=exit_code,
        seconds=fields.number("timeout") or _DEFAULT_SECONDS,
        trim=False,
    )
    if compared and not test.comparison:
        faults.add(f"{fields.place}.comparison", f"expected exact, included or regex, got {fields.raw('comparison')!r}")
    fields.end(*_SHOWN_ONLY)
    return test


def _pattern(fields: Fields, folder: Path, faults: Faults) -> str:
    """What is expected; ``^`` and ``$`` of a regular expression stand for the ends of lines."""
    expected = _content(fields, "expected", folder, faults)
    return f"(?m:{expected})" if fields.raw("comparison") == "regex" else expected


def _content(fields: Fields, key: str, folder: Path, faults: Faults) -> str:
    """The text of a key, or of the file that its other spelling names."""
    name = fields.text(f"{key}-file")
    if not name:
        return fields.text(key)
    path = file_below(folder, name)
    if path is None:
        faults.add(f"{fields.place}.{key}-file", f"there is no such file beside the tests: {name}")
        return ""
    return path.read_text("utf-8")


def _recognises(folder: Path) -> bool:
    path = folder / TESTS_FILE
    return path.is_file() and not (folder / "autograder.py").is_file() and SCHEMA in path.read_text("utf-8", "replace")


IMPORTER = Importer("classroom50", "the declarative tests of Classroom 50: tests.json", read, _recognises)
