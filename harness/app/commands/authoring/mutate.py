"""``harness mutate``: change the references mechanically and see which changes no case notices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from harness.app.commands.grading.run_grader import progress_bar
from harness.authoring.mutate import NOTES_FILE, MutationResult, mutate
from harness.course.assignments import load_course
from harness.grading.schedule.isolation_probe import isolate
from harness.reports.output.printing import print_lines
from harness.sandbox.files.scratch import scratch
from harness.spec.format.folder import find_specs


def run(ids: tuple[str, ...], *, specs: Path | None, jobs: int, most: int, isolation: str | None) -> int:
    """Mutate the references, grade them, print the survivors; return 1 when one of them is not justified, else 0."""
    begin = time.monotonic()
    specs_folder = specs or find_specs(Path.cwd())
    course = load_course(specs_folder, ids)
    with scratch() as root, progress_bar("grading mutants") as progress:
        outcomes = mutate(course, isolate(specs_folder, best=isolation).isolation, root, jobs, most, progress)
    for outcome in outcomes:
        print_lines(*_describe(outcome))
    print_lines(f"{time.monotonic() - begin:.0f} s")
    return 1 if any(outcome.survivors or outcome.problems for outcome in outcomes) else 0


def _describe(outcome: MutationResult) -> Iterator[str]:
    survivors = len(outcome.survivors)
    counted = [f"{outcome.killed} of {outcome.killed + outcome.justified + survivors} changes noticed"]
    counted += [f"{outcome.justified} make no difference, as {NOTES_FILE} says"] if outcome.justified else []
    counted += [f"{outcome.unbuilt} do not build and say nothing"] if outcome.unbuilt else []
    counted += [f"{survivors} unnoticed"] if survivors else []
    yield f"{outcome.assignment.id}: {', '.join(counted)}"
    for name in outcome.unread:
        yield f"  {name}: not changed: only Python, Java, C++ and Prolog can be read here"
    yield from (f"  FAIL {line}" for line in outcome.problems)
    for mutation in outcome.survivors:
        yield f"  FAIL unnoticed: {mutation}"
    if survivors:
        yield f"  add a case for each, or say in specs/{outcome.assignment.id}/{NOTES_FILE} why it makes no difference"
