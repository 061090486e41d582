"""Hold the programs in folders of problem packages to the verdicts that their juries gave them: a table on stdout.

python benchmarks/conformance.py [-j JOBS] FOLDER...
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field
from tabulate import tabulate

from harness.authoring.importers import importers
from harness.authoring.importing.package import Package, write_package
from harness.course.assignments import load_course
from harness.grading.plan.mutant_verdicts import verdict_faults
from harness.grading.plan.mutants import Mutant, accepted_programs, as_submission, mutants
from harness.grading.schedule.grader import Grader
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import SpecError, UsageError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment

_HEAD = ("package", "submissions", "run", "agree", "why not")
_NAME = "package"
_WIDTHS = (None, None, None, None, 100)


class Row(Struct):
    """What came of a package."""

    name: str
    submissions: int
    run: int = 0
    agree: int = 0
    why_not: list[str] = field(default_factory=list)


def main() -> None:
    """Read the folders, and print the table and its sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    isolation = isolate(best=None).isolation
    rows = []
    for root in options.folders:
        for folder in package_folders(root):
            rows.append(row(folder, root, isolation, options.jobs))
            print(rows[-1], file=sys.stderr, flush=True)  # a long list is read while it grows
    cells = [(line.name, line.submissions, line.run, line.agree, "\n".join(line.why_not)) for line in rows]
    sums = [sum(values) for values in zip(*((line.submissions, line.run, line.agree) for line in rows), strict=True)]
    print(tabulate([*cells, (f"{len(rows)} packages", *sums, "")], _HEAD, maxcolwidths=list(_WIDTHS)))


def package_folders(root: Path) -> Iterator[Path]:
    """The packages below a folder that have test data."""
    yield from sorted(path.parent for path in root.rglob("problem.yaml") if (path.parent / "data").is_dir())


def row(folder: Path, root: Path, isolation: Isolation, jobs: int) -> Row:
    """Import a package, run its programs, and count those that end as they are labelled."""
    name = folder.relative_to(root).as_posix() if folder != root else folder.name
    programs = [path for path in folder.glob("submissions/*/*") if path.name[0] not in "._"]
    line = Row(name, len(programs))
    try:
        package = importers()["kattis"].read(folder)
        line.why_not += [note for note in package.notes if note.startswith("submissions/") or "time limit" in note]
        with scratch() as work:
            _run(package, work, isolation, jobs, line)
    except (UsageError, SpecError) as error:
        line.why_not.append(f"not read: {str(error).replace(f'{folder}/', '')}")
    return line


def _run(package: Package, root: Path, isolation: Isolation, jobs: int, line: Row) -> None:
    write_package(package, root / "specs" / _NAME)
    course = load_course(root / "specs", (_NAME,))
    assignment = course[_NAME]
    wrong = {f"mutant {mutant.name}": mutant for mutant in mutants(assignment, root / "patched")}
    submissions = [as_submission("accepted", path.name, assignment, path) for path in accepted_programs(assignment)]
    submissions += [as_submission("mutant", mutant.name, assignment, mutant.folder) for mutant in wrong.values()]
    grader = Grader(course, isolation, root / "work", jobs, own_programs=True)
    grader.run(submissions)
    for grade in grader.grades():
        line.run += 1
        faults = list(_faults(grade, wrong.get(grade.student), assignment))
        line.agree += not faults
        line.why_not += [f"{grade.student}: {fault}" for fault in faults[:1]]


def _faults(grade: Grade, mutant: Mutant | None, assignment: Assignment) -> Iterator[str]:
    """Why a program did not end as it is labelled."""
    failed = [case for case in grade.cases if case.verdict is not Verdict.AC]
    if mutant is None:
        for case in failed:
            kinds = ", ".join(f"{finding.kind} {dict(finding.params)}"[:160] for finding in case.findings[:1])
            yield f"fails {case.name} with {case.verdict.name}: {kinds}"
    elif not failed:
        yield f"passes all {len(assignment.cases)} cases"
    elif not grade.judged:
        yield "is not judged"
    else:
        yield from verdict_faults(mutant, grade.cases)


if __name__ == "__main__":
    main()
