"""``harness golden``: regenerate goldens from the references, or check that they are fresh."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from harness.authoring.golden import Goldens, make_goldens
from harness.course.assignments import load_course
from harness.grading.schedule.isolation_probe import isolate
from harness.grading.schedule.proof_cache import ProofCache
from harness.grading.schedule.tasks import Worker
from harness.language.tools.case_tools import missing_tool_lines
from harness.model.errors import JudgeError
from harness.model.escape import escape_invisible
from harness.reports.output.printing import print_lines
from harness.reports.output.write import write_whole
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import find_specs
from harness.spec.loading.validate_references import PROVENANCE

_MAX_DIFF_SIZE = 1 << 18
_MAX_DIFF_LINES = 40


def golden(
    ids: tuple[str, ...], *, specs: Path | None, jobs: int, check: bool, isolation: str | None, whole: bool = True
) -> int:
    """Make the goldens of the assignments; write, or with ``check`` only compare them.

    ``whole``: whether all are made; else only those that may have changed since they were compared last.

    Return the exit status: 1 where one is stale or refused, else 3 where some cannot be made for lack of a tool.
    """
    specs_folder = specs or find_specs(Path.cwd())
    course = load_course(specs_folder, ids, goldens=False)
    status = 0
    with scratch() as root:
        worker = Worker(course, isolate(specs_folder, best=isolation).isolation, root)
        cache = ProofCache(course, type(worker.isolation).__name__, whole=whole)
        for name, assignment in course.items():
            goldens = make_goldens(worker, assignment, jobs, cache.known_goldens(assignment))
            if goldens.unmade and not check:
                goldens.refusals += missing_tool_lines(assignment)
            if goldens.refusals:
                print_lines(f"{name}: refused", *(f"  {line}" for line in goldens.refusals))
                status = 1
                continue
            changes = list(_changes(assignment, goldens))
            print_lines(*changes, f"{name}: {_summary(goldens, changes, check=check)}")
            status = 1 if check and changes else status or (JudgeError.exit_status if goldens.unmade else 0)
            if not check and changes:
                _write(assignment, goldens)
            elif not changes:
                cache.keep_goldens(assignment, goldens.commands)
    return status


def _summary(goldens: Goldens, changes: list[str], *, check: bool) -> str:
    unmade = f"; {len(goldens.unmade)} not compared: no {', no '.join(sorted({*goldens.unmade.values()}))} here"
    return _freshness(goldens, changes, check=check) + (unmade if goldens.unmade else "")


def _freshness(goldens: Goldens, changes: list[str], *, check: bool) -> str:
    if goldens.unmade and not goldens.texts:
        return "no golden made"
    if not goldens.texts and not changes:
        return "has no goldens"
    if not changes:
        return f"{_count_goldens(goldens)} fresh"
    return "stale; run: harness golden " + goldens.assignment.id if check else f"{_count_goldens(goldens)} written"


def _count_goldens(goldens: Goldens) -> str:
    return f"{len(goldens.texts)} golden{'s' if len(goldens.texts) != 1 else ''}"


def _changes(assignment: Assignment, goldens: Goldens) -> Iterator[str]:
    """The differences between the folder and the new goldens, as lines of a diff."""
    folder = assignment.golden_folder
    existing = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} if folder.is_dir() else {}
    provenance = existing.pop(PROVENANCE, None)
    for name in sorted((existing.keys() | goldens.texts.keys()) - goldens.unmade.keys()):
        yield from _diff(f"{folder.name}/{name}", existing.get(name), goldens.texts.get(name))
    if goldens.texts and not _same_provenance(provenance, goldens):
        why = "new" if provenance is None else "another version of the reference, or another command"
        yield f"{folder.name}/{PROVENANCE}: {why}"


def _same_provenance(text: bytes | None, goldens: Goldens) -> bool:
    """Whether the stored provenance names the same reference and commands; another toolchain alone is not stale."""
    try:
        kept = json.loads(text or b"")
    except ValueError:
        return False
    if not isinstance(kept, dict) or not isinstance(kept.get("commands"), dict):
        return False
    now = goldens.provenance()
    kept["commands"] = {name: kept["commands"][name] for name in kept["commands"] if name not in goldens.unmade}
    return all(kept.get(key) == now[key] for key in now if key != "toolchain")


def _diff(name: str, old: bytes | None, new: bytes | None) -> Iterator[str]:
    if old == new:
        return
    if old is None or new is None:
        yield f"{name}: {'new' if old is None else 'no case asks for it'}"
        return
    if max(len(old), len(new)) > _MAX_DIFF_SIZE:
        yield f"{name}: differs ({len(old)} bytes before, {len(new)} now)"
        return
    lines = unified_diff(_lines(old), _lines(new), f"{name} (kept)", f"{name} (made now)", lineterm="")
    for number, line in enumerate(lines):
        if number == _MAX_DIFF_LINES:
            yield "..."
            return
        yield line


def _lines(text: bytes) -> list[str]:
    return [escape_invisible(line) for line in text.split(b"\n")]


def _write(assignment: Assignment, goldens: Goldens) -> None:
    folder = assignment.golden_folder
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in goldens.texts:
            path.unlink()
    for name, text in goldens.texts.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != text:
            write_whole(folder / name, text)
    if goldens.texts:
        write_whole(folder / PROVENANCE, (json.dumps(goldens.provenance(), indent=2) + "\n").encode())
