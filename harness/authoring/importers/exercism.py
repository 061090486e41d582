"""``exercism``: an exercise of a track, by its own test files: ``.meta/config.json``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.fields import Fields, file_below, read_data
from harness.authoring.importing.package import Faults, Package

_SETTINGS = ".meta/config.json"
_RUNNERS = {".py": ("pytest", "python"), ".java": ("junit", "java")}
"""Ending of the tests -> what runs them, and the language."""
_SOURCES = ("src/main/java/", "src/test/java/", ".meta/src/reference/java/")
"""Folders of Java's build, which a hand-in does not have."""
_SKIPPED = re.compile(rb'^\s*@(?:Disabled|Ignore)\("Remove to run test"\)\s*$', re.MULTILINE)
"""What a student takes out, test by test; the track's own runner runs all of them."""
_POINTS = 100


def read(source: Path) -> Package:
    """Read the folder of an exercise; a track whose tests are of another kind is refused."""
    faults = Faults()
    path = source / _SETTINGS
    content = read_data(path)
    files = Fields(content.get("files") if isinstance(content, dict) else None, f"{path}: files", faults)
    solutions, tests = _names(files, "solution", source, faults), _names(files, "test", source, faults)
    editor, examples = _names(files, "editor", source, faults), _names(files, "example", source, faults)
    examples = examples or _names(files, "exemplar", source, faults)
    files.end("invalidator")
    endings = {Path(name).suffix for name in tests} & {*_RUNNERS}
    if len(endings) != 1:
        faults.add(files.place, f"tests in {' and '.join(tests) or 'no file'}: only those of Python and Java are run")
        faults.stop()
    runner, language = _RUNNERS[endings.pop()]
    faults.stop()
    copied = {f"tests/{_flat(name)}": _SKIPPED.sub(b"", (source / name).read_bytes()) for name in (*tests, *editor)}
    spec: dict[str, Any] = {
        "title": source.resolve().name,
        "language": language,
        "files": {"required": [_flat(name) for name in solutions]},
        "clauses": {"tests": {"text": "The tests of the exercise pass.", "points": _POINTS}},
        "cases": [{"name": "test", "clause": "tests", "suite": {"runner": runner, "files": ["tests/**/*"]}}],
    }
    return Package(spec, copied | dict(_example(source, solutions, examples)))


def _names(files: Fields, key: str, source: Path, faults: Faults) -> list[str]:
    names = [str(name) for name in files.items(key)]
    for name in names:
        if file_below(source, name) is None:
            faults.add(f"{files.place}.{key}", f"{name}: there is no such file in the exercise")
    return names


def _flat(name: str) -> str:
    """The name as it is handed in."""
    return next((name.removeprefix(folder) for folder in _SOURCES if name.startswith(folder)), name)


def _example(source: Path, solutions: Sequence[str], examples: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The track's own solution, as a right program; of Python it has another name than a student's."""
    by_order = len(solutions) == len(examples)
    for number, name in enumerate(examples):
        own = _flat(name)
        named = own if own in map(_flat, solutions) else solutions[number] if by_order else PurePosixPath(own).name
        yield f"accepted/example/{_flat(named)}", (source / name).read_bytes()


def _recognises(folder: Path) -> bool:
    path = folder / _SETTINGS
    return path.is_file() and '"solution"' in path.read_text("utf-8", "replace")


IMPORTER = Importer("exercism", "exercises of exercism's tracks: .meta/config.json", read, _recognises)
