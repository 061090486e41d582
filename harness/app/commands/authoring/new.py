"""``harness new ID``: the beginning of an assignment that works as it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from harness.authoring.skeleton import SCHEMA_FILE, schema_text, skeleton
from harness.course.assignments import load_course
from harness.model.errors import SpecError, UsageError
from harness.model.patterns import lazy_regex
from harness.reports.output.printing import print_lines
from harness.reports.output.write import write_whole
from harness.spec.format.folder import SPEC_FILE, find_specs

_ID = lazy_regex(r"[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*")


def new(
    name: str, *, language: str, kind: str, transcript: Path | None, specs: Path | None, course: Path | None = None
) -> int:
    """Write the files, load the spec, and say what comes next; return 0.

    ``name``: its id, which may be empty if there is a ``course``.
    ``course``: a folder in which a course is begun, with the assignment as its first.

    Raises:
        UsageError: when there is such an assignment already, or none can be made of what was given.

    """
    if not name and course is None:
        raise UsageError("give the ID of an assignment, or --course FOLDER")
    if course is not None and specs is not None:
        raise UsageError("--course makes a folder of specs of its own; leave out --specs")
    name = name or "hello"
    if not _ID.fullmatch(name):
        fitting = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()
        raise UsageError(
            f'"{name}" cannot be the id of an assignment, which is the name of a folder: letters, digits, "-", "_" and '
            f'"."{f"; write {fitting}" if fitting else ""}'
        )
    folder = course / "specs" if course is not None else specs or specs_folder()
    if (folder / name).exists():
        raise UsageError(f"{folder / name} is there already; take another id, or change that one")
    remarks: list[str] = []
    if transcript is None:
        files: Mapping[str, str] = skeleton(name, language or "python", kind)
    else:
        from harness.authoring.transcript import assignment_of  # noqa: PLC0415 - most are not made of one

        files, remarks = assignment_of(name, transcript, language)
    try:
        if course is not None:
            remarks += _begin_course(course)
        _write_all(folder, files)
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be made: {error.strerror}") from None
    try:
        load_course(folder, (name,), goldens=False)
    except SpecError as error:
        raise UsageError(f"the new spec is not sound, which is a fault of the harness: {error}") from None
    print_lines(
        *(f"{from_here(_target(folder, path))}" for path in files), *remarks, "", *_next_steps(name, transcript, kind)
    )
    return 0


def _begin_course(folder: Path) -> list[str]:
    """Write what a course has beside its assignments; a line for each file."""
    from harness.authoring.skeleton import course_files  # noqa: PLC0415 - most begin an assignment only

    lines = []
    for path, text in course_files().items():
        target = folder / path
        if target.exists():
            lines.append(f"{from_here(target)}: there already, and left as it is")
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode())
        lines.append(f"{from_here(target)}")
    return lines


def _write_all(specs: Path, files: Mapping[str, str]) -> None:
    for path in files:
        target = _target(specs, path)
        if target.exists():
            raise UsageError(f"{target} is there already; take another id, or remove it")
        target.parent.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        write_whole(_target(specs, path), text.encode())
    if not (specs / SCHEMA_FILE).is_file():
        write_whole(specs / SCHEMA_FILE, schema_text())


def _target(specs: Path, path: str) -> Path:
    """Where a file goes: ``specs/...`` into the folder of specs, whatever that is called, the rest beside it."""
    below_specs = path.removeprefix("specs/")
    return specs / below_specs if below_specs != path else specs.parent / path


_RECORDED = {"functions": "--call 'NAME(ARGUMENTS)'", "dialogue": "--answer TEXT"}
"""What is recorded, by kind, if it is not what is printed for arguments."""


def _next_steps(name: str, transcript: Path | None, kind: str) -> list[str]:
    program, recorded = f"reference/{name}", _RECORDED.get(kind, "-- ARGUMENTS")
    first = (
        f"It works as it stands: harness verify {name}. Now make it yours:"
        if transcript is None
        else "The cases are those of the transcript. Now:"
    )
    return [
        first,
        f"  1. say in specs/{name}/{SPEC_FILE} what your handout asks for, a clause each",
        f"  2. write the right program in {program}; harness record {name} {recorded} makes a case of what it does",
        f"  3. change the wrong programs in specs/{name}/mutants, one or more a clause: CLAUSE-WHAT",
        f"  4. harness check {name} gives advice, harness verify {name} proves the spec",
    ]


def specs_folder() -> Path:
    """The course's folder of specs, or a new one here."""
    try:
        return find_specs(Path.cwd())
    except UsageError:
        return Path("specs")


def from_here(path: Path) -> Path:
    """The path as a person here would write it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
