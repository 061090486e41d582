"""``c-tests``: a course's own tests in C or C++, as cases of calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.native_tests import NativeTest, read_tests
from harness.authoring.importing.package import Package, UniqueNames
from harness.model.errors import UsageError

_POINTS = 100
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_FRAMEWORKS = re.compile(r"(?i)^(catch|doctest|gtest|gmock|unity|criterion|cunit|acutest|minunit|greatest|munit)")
_SUFFIXES = {".c": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp"}
_MOST_SHOWN, _LARGEST = 20, 1 << 20


def read(source: Path) -> Package:
    """Read a file with tests; UsageError if no test of it can be said by calls."""
    language = _SUFFIXES.get(source.suffix)
    if language is None or not source.is_file():
        raise UsageError(f"{source}: give one file with tests, which ends in {', '.join(_SUFFIXES)}")
    if source.stat().st_size > _LARGEST:
        raise UsageError(f"{source}: a file of more than {_LARGEST >> 20} MiB")
    text = source.read_text("utf-8", "replace")
    tests = read_tests(text)
    usable = [test for test in tests if any(_judges(step) for step in test.steps)]
    if not usable:
        raise UsageError(f"{source}: no test in it compares what a function returns with a value")
    given, required = _files(source, text, language)
    clause_names, case_names = UniqueNames(), UniqueNames()
    clauses = {group: clause_names.of(group, "test") for group in dict.fromkeys(test.group for test in usable)}
    count = len(clauses)
    points = {name: _POINTS // count + (number < _POINTS % count) for number, name in enumerate(clauses.values())}
    spec: dict[str, Any] = {"title": source.stem, "language": language}
    spec |= {"files": {"required": required}} if required else {}
    spec |= {"given": {name: {"file": f"tests/{name}"} for name in given}} if given else {}
    spec["clauses"] = {name: {"text": _sentence(group), "points": points[name]} for group, name in clauses.items()}
    spec["cases"] = [
        {"name": case_names.of(test.name, "test"), "clause": clauses[test.group], "calls": [*map(_step, test.steps)]}
        for test in usable
    ]
    notes = [f"Students hand in {', '.join(required)}.", *_notes(source, tests, usable)]
    return Package(spec, {f"tests/{name}": source.parent / name for name in (*given, source.name)}, notes)


def _sentence(group: str) -> str:
    return f"{group[:1].upper()}{group[1:]}." if " " in group else f"The test {group} passes."


def _judges(step: dict[str, Any]) -> bool:
    return bool(step.keys() & {"returns", "raises", "after", "fields"})


def _step(step: dict[str, Any]) -> dict[str, Any]:
    """A step as a spec has it: what a condition of C holds for true may be a number."""
    plain = {key: value for key, value in step.items() if not (key == "args" and not value and "new" not in step)}
    if "fields" in plain and "function" not in plain:
        return plain
    return plain | ({"truth": "number"} if isinstance(plain.get("returns"), bool) else {})


def _files(source: Path, text: str, language: str) -> tuple[list[str], list[str]]:
    """The headers that lie beside the tests, which students get; the files that they hand in."""
    names = [name for name in _INCLUDE.findall(text) if not _FRAMEWORKS.match(Path(name).name)]
    given = [name for name in names if (source.parent / name).is_file() and Path(name).suffix.startswith(".h")]
    suffix = ".c" if language == "c" else ".cpp"
    return given, [str(Path(name).with_suffix(suffix)) if name in given else name for name in names]


def _notes(source: Path, tests: list[NativeTest], usable: list[NativeTest]) -> Iterator[str]:
    """What a person has to look at: the lines that no call says."""
    left_out = sorted({entry for test in tests for entry in test.left_out})
    names = dict.fromkeys(test.name for test in tests if test not in usable)
    if names:
        yield f"Tests without a case: {', '.join(names)}"
    for line, text in left_out[:_MOST_SHOWN]:
        yield f"{source.name}:{line}: left out, no call says it: {text}"
    if len(left_out) > _MOST_SHOWN:
        yield f"and {len(left_out) - _MOST_SHOWN} more lines"


IMPORTER = Importer(
    "c-tests", "tests in C or C++ (Catch2, doctest, GoogleTest, Unity, assert), as calls", read, lambda _: False
)
