"""Find the folder of specs and the assignments in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.model.errors import UsageError

SPEC_FILE = "spec.yaml"
SHARED = "_shared"
"""The package beside the assignments that the Python of several of them imports."""
CHECKS = "checks"
"""The module or package in an assignment's folder with the functions that its spec names."""
INPUT_VALIDATORS, INPUT_FLAGS = "input_validators", "input_validators.yaml"
PROGRAM_FOLDERS = ("mutants", "accepted", INPUT_VALIDATORS)
"""Folders of an assignment with programs that test its spec; no submission is judged by them."""


def find_specs(*starts: Path) -> Path:
    """The nearest folder ``specs`` at or above one of the starting folders; UsageError when there is none."""
    for start in starts:
        for folder in (start.resolve(), *start.resolve().parents):
            if (folder / "specs").is_dir():
                return folder / "specs"
    raise UsageError("no folder named specs here or above; go to the course's folder or give --specs FOLDER")


def assignment_ids(specs: Path) -> list[str]:
    """The assignments of a course, by the names of their folders."""
    if not specs.is_dir():
        raise UsageError(f"{specs}: no such folder; --specs takes the folder that holds one folder an assignment")
    ids = sorted(path.parent.name for path in specs.glob(f"*/{SPEC_FILE}") if path.parent.name != SHARED)
    if not ids:
        raise UsageError(f"{specs}: no assignment here; each is a folder with a {SPEC_FILE}")
    return ids


def files_below(path: Path) -> Iterator[Path]:
    """The file itself, or every file below the folder, in a fixed order; without what Python leaves."""
    if path.is_file():
        yield path
    elif path.is_dir() and path.name != "__pycache__":
        for entry in sorted(path.iterdir()):
            yield from files_below(entry)
