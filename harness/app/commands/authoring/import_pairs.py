"""``harness import pairs FOLDER``: an assignment from a folder of inputs and expected outputs."""

from __future__ import annotations

import re
from pathlib import Path

from harness.authoring.import_pairs import Imported, import_pairs
from harness.course.assignments import load_course
from harness.model.errors import UsageError
from harness.model.patterns import lazy_regex
from harness.sandbox.run.bounded_call import bounded_call
from harness.spec.format.folder import find_specs

_SHOWN = 20
_ID = lazy_regex(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def run(folder: Path, *, name: str, language: str, specs: Path | None) -> int:
    """Write the assignment, load it, and print what was made of which files; return the exit status."""
    name = assignment_id(name, folder.resolve().name)
    target = specs or specs_folder()
    imported, number = bounded_call(lambda: _import(folder, target, name, language), folder)
    groups = ", ".join(f"{clause} ({count})" for clause, count in imported.groups.items())
    spec = from_here(imported.spec)
    lines = [f"{spec}: {number} case{'s' if number != 1 else ''}: {groups}"]
    lines += [f"  left out: {line}" for line in imported.left_out[:_SHOWN]]
    if len(imported.left_out) > _SHOWN:
        lines.append(f"  and {len(imported.left_out) - _SHOWN} more files")
    if imported.fixed:
        names = ", ".join(imported.fixed[:_SHOWN]) + (", ..." if len(imported.fixed) > _SHOWN else "")
        lines.append(f"  with newlines now, also at their ends, as programs print them: {names}")
    lines += [
        "The expected output is taken as it is; no reference is needed to grade. With right programs in accepted/",
        f"and wrong ones in mutants/, beside the spec, harness verify {name} proves it.",
    ]
    print(*lines, sep="\n")  # noqa: T201 - the command's output
    return 0


def _import(folder: Path, target: Path, name: str, language: str) -> tuple[Imported, int]:
    """Import the pairs; return what was made, and the number of cases."""
    return import_pairs(folder, target, name, language), len(load_course(target, (name,))[name].cases)


def assignment_id(given: str, source: str) -> str:
    """The id that was given, else one made of the name of the source; UsageError where it cannot be one."""
    name = given or re.sub(r"[^a-z0-9]+", "-", source.lower()).strip("-")
    if not _ID.fullmatch(name):
        raise UsageError(f'"{name}" cannot be the id of an assignment: lower case, digits and dashes; give --id')
    return name


def from_here(path: Path) -> Path:
    """The path as a person here would write it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def specs_folder() -> Path:
    """The course's folder of specs, or a new one here."""
    try:
        return find_specs(Path.cwd())
    except UsageError:
        return Path("specs")
