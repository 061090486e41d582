"""``harness golden``: regenerate goldens from the references, or check that they are fresh."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from harness.authoring.golden import Goldens, make_goldens
from harness.files.scratch import scratch
from harness.plan.course import load_course
from harness.reports.escape import visible
from harness.reports.write import write_whole
from harness.schedule.isolation_probe import isolate
from harness.schedule.tasks import Worker
from harness.spec.assignment import Assignment
from harness.spec.folder import find_specs
from harness.spec.validate_goldens import PROVENANCE

_LARGEST_DIFF = 1 << 18
_MOST_LINES = 40


def golden(ids: tuple[str, ...], *, specs: Path | None, jobs: int, check: bool, isolation: str | None) -> int:
    """Make the goldens of the assignments; write them, or only compare them when ``check``; the exit status."""
    where = specs or find_specs(Path.cwd())
    course = load_course(where, ids, goldens=False)
    status = 0
    with scratch() as root:
        worker = Worker(course, isolate(where, best=isolation).isolation, root)
        for name, assignment in course.items():
            made = make_goldens(worker, assignment, jobs)
            if made.refusals:
                _print(f"{name}: refused", *(f"  {line}" for line in made.refusals))
                status = 1
                continue
            changes = list(_changes(assignment, made))
            _print(*changes, f"{name}: {_summary(made, changes, check=check)}")
            status = status or int(check and bool(changes))
            if not check and changes:
                _write(assignment, made)
    return status


def _summary(made: Goldens, changes: list[str], *, check: bool) -> str:
    if not made.texts and not changes:
        return "has no goldens"
    if not changes:
        return f"{_goldens(made)} fresh"
    return "stale; run: harness golden " + made.assignment.id if check else f"{_goldens(made)} written"


def _goldens(made: Goldens) -> str:
    return f"{len(made.texts)} golden{'s' if len(made.texts) != 1 else ''}"


def _changes(assignment: Assignment, made: Goldens) -> Iterator[str]:
    """What differs between the folder and the goldens just made, as lines of a diff."""
    folder = assignment.golden_folder
    there = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} if folder.is_dir() else {}
    provenance = there.pop(PROVENANCE, None)
    for name in sorted(there.keys() | made.texts.keys()):
        yield from _diff(f"{folder.name}/{name}", there.get(name), made.texts.get(name))
    if made.texts and not _same_origin(provenance, made.provenance()):
        why = "new" if provenance is None else "another version of the reference, or another command"
        yield f"{folder.name}/{PROVENANCE}: {why}"


def _same_origin(text: bytes | None, now: dict[str, Any]) -> bool:
    """Whether the kept provenance names the same reference and commands; another toolchain alone is not stale."""
    try:
        kept = json.loads(text or b"")
    except ValueError:
        return False
    return isinstance(kept, dict) and all(kept.get(key) == now[key] for key in now if key != "toolchain")


def _diff(name: str, old: bytes | None, new: bytes | None) -> Iterator[str]:
    if old == new:
        return
    if old is None or new is None:
        yield f"{name}: {'new' if old is None else 'no case asks for it'}"
        return
    if max(len(old), len(new)) > _LARGEST_DIFF:
        yield f"{name}: differs ({len(old)} bytes before, {len(new)} now)"
        return
    lines = unified_diff(_lines(old), _lines(new), f"{name} (kept)", f"{name} (made now)", lineterm="")
    for number, line in enumerate(lines):
        if number == _MOST_LINES:
            yield "..."
            return
        yield line


def _lines(text: bytes) -> list[str]:
    return [visible(line) for line in text.split(b"\n")]


def _write(assignment: Assignment, made: Goldens) -> None:
    folder = assignment.golden_folder
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in made.texts:
            path.unlink()
    for name, text in made.texts.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != text:
            write_whole(folder / name, text)
    if made.texts:
        write_whole(folder / PROVENANCE, (json.dumps(made.provenance(), indent=2) + "\n").encode())


def _print(*lines: str) -> None:
    print(*lines, sep="\n")  # noqa: T201 - the command's output
