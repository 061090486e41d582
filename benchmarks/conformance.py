"""Hold the programs in folders of problem packages, and of DMOJ's tests, to the verdicts given to them: a table.

python benchmarks/conformance.py [-j JOBS] FOLDER...
"""

from __future__ import annotations

import argparse
import itertools
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field
from msgspec.structs import replace
from tabulate import tabulate

from harness.app.commands.authoring.imports import foreign_format
from harness.authoring.importers import Importer, importers
from harness.authoring.importing.package import Package, write_package
from harness.course.assignments import load_course
from harness.grading.grader import Grader
from harness.grading.plan.mutant_verdicts import verdict_faults
from harness.grading.plan.mutants import Mutant, accepted_programs, as_submission, mutants
from harness.grading.schedule.isolation_probe import isolate
from harness.judge.finding_kinds import WRONG_EXIT_STATUS
from harness.language import language_of
from harness.model.errors import SpecError, UsageError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment

_HEAD = ("package", "submissions", "run", "agree", "why not")
_NAME = "package"
_SETTINGS = ("problem.yaml", "init.yml", ".meta/config.json")
_NOT_HERE = ("PY2", "PYPY3")
_OUR_NAMES = {"IR": ("RTE",), "IE": ("JE", "NR")}
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
            importer = foreign_format(folder)
            if (folder / "evaluation").is_dir():
                rows.append(tested_row(folder, root, isolation, options.jobs))
            elif importer is None or importer.name == "dmoj":
                rows.append(dmoj_row(folder, isolation, options.jobs))
            else:
                rows.append(row(importer, folder, root, isolation, options.jobs))
            print(rows[-1], file=sys.stderr, flush=True)  # a long list is read while it grows
    cells = [(line.name, line.submissions, line.run, line.agree, "\n".join(line.why_not)) for line in rows]
    sums = [sum(values) for values in zip(*((line.submissions, line.run, line.agree) for line in rows), strict=True)]
    print(tabulate([*cells, (f"{len(rows)} packages", *sums, "")], _HEAD, maxcolwidths=list(_WIDTHS)))


def package_folders(root: Path) -> Iterator[Path]:
    """The folders below one that an importer recognises."""
    paths = (path for name in _SETTINGS for path in root.rglob(name))
    folders = sorted(path.parent if path.parent.name != ".meta" else path.parent.parent for path in paths)
    yield from (folder for folder in folders if foreign_format(folder) is not None)
    yield from sorted(path.parent for path in root.rglob("solution") if (path.parent / "evaluation").is_dir())


def dmoj_row(folder: Path, isolation: Isolation, jobs: int) -> Row:
    """Import a problem of DMOJ's own test suite, and hold its programs to the codes that stand beside them."""
    tests = [path for path in sorted(folder.glob("tests/*/test*.yml")) if "freebsd" not in path.name]
    line = Row(folder.name, len(tests))
    try:
        package = importers()["dmoj"].read(folder)
    except UsageError as error:
        codes = [yaml.safe_load(path.read_text("utf-8")).get("expect") for path in tests]
        line.run = line.agree = codes.count("IE")  # an error of the problem's, as it is here
        line.why_not.append(f"not read: {str(error).replace(f'{folder}/', '')}")
        return line
    for path in tests:
        test = yaml.safe_load(path.read_text("utf-8"))
        if not language_of(test["source"]) or test["language"] in _NOT_HERE:
            line.why_not.append(f"{path.parent.name}: {test['language']} is not a language here")
            continue
        limits = {"cpu": f"{test['time']} s", "memory": f"{test['memory']} KiB"}
        with scratch() as work:
            timed = replace(package, spec={**package.spec, "limits": limits})
            write_package(timed, work / "specs" / _NAME)
            (work / "submission").mkdir()
            shutil.copy(path.parent / test["source"], work / "submission")
            try:
                course = load_course(work / "specs", (_NAME,))
            except SpecError as error:
                line.why_not.append(f"{path.parent.name}: {str(error).partition('spec.yaml')[2]}")
                continue
            grader = Grader(course, isolation, work / "work", jobs, own_programs=True)
            grader.run([as_submission("test", path.parent.name, course[_NAME], work / "submission")])
            faults = list(_dmoj_faults(next(iter(grader.grades())), test))
        line.run += 1
        line.agree += not faults
        line.why_not += [f"{path.parent.name} ({test['language']}): {fault}" for fault in faults[:1]]
    return line


def tested_row(folder: Path, root: Path, isolation: Isolation, jobs: int) -> Row:
    """Import each suite of an exercise of TESTed's own tests for the language of each solution, and run that.

    What is ``correct`` or a ``solution`` passes; what is ``wrong``, or a ``comp-error``, does not.
    """
    solutions = [path for path in sorted(folder.glob("solution/*")) if path.stem.startswith(("correct", "solution"))]
    solutions += [path for path in sorted(folder.glob("solution/*")) if path.stem.startswith(("wrong", "comp-error"))]
    suites = [
        path for path in sorted(folder.glob("evaluation/*")) if path.suffix in (".yaml", ".yml", ".json", ".tson")
    ]
    line = Row(folder.relative_to(root).as_posix(), len(solutions) * len(suites))
    for suite, solution in itertools.product(suites, solutions):
        language = language_of(solution.name)
        if language is None:
            continue
        with scratch() as work:
            shutil.copytree(folder, work / "there")
            (work / "there/config.json").write_text(json.dumps({"programming_language": language.name}), "utf-8")
            try:
                package = importers()["tested"].read(work / "there/evaluation" / suite.name)
                write_package(package, work / "specs" / _NAME)
                course = load_course(work / "specs", (_NAME,))
            except (UsageError, SpecError) as error:
                reason = str(error).replace(f"{work}/there/evaluation/", "").partition("\n")[0]
                line.why_not.append(f"not read for {language.name}: {reason}")
                continue
            (work / "submission").mkdir()
            shutil.copy(solution, work / "submission")
            grader = Grader(course, isolation, work / "work", jobs, own_programs=True)
            grader.run([as_submission("test", solution.name, course[_NAME], work / "submission")])
            grade = next(iter(grader.grades()))
        is_right = solution.stem.startswith(("correct", "solution"))
        faults = [*_faults(grade, None, course[_NAME])]
        line.run += 1
        line.agree += (not faults) == is_right
        if bool(faults) == is_right:
            line.why_not.append(f"{suite.name}, {solution.name}: {faults[0] if faults else 'passes'}")
    return line


def _dmoj_faults(grade: Grade, test: dict[str, Any]) -> Iterator[str]:
    """The cases that came to something else than the codes of the test."""
    every, each = test.get("expect", "AC"), test.get("cases", [])
    for number, case in enumerate(grade.cases):
        code = each[number] if number < len(each) else every
        is_part = case.verdict is Verdict.WA and (case.score or test.get("score") == 0)
        ours = "AC" if is_part else case.verdict.name  # who earns a part, perhaps nothing, is accepted there
        if any(finding.kind == WRONG_EXIT_STATUS for finding in case.findings):
            ours = Verdict.RTE.name
        codes = {name for one in (code if isinstance(code, list) else [code]) for name in _OUR_NAMES.get(one, (one,))}
        if ours not in codes and not ("SC" in codes and case.score == 0):
            found = ", ".join(
                f"{finding.message or finding.kind} {dict(finding.params)}" for finding in case.findings[:1]
            )
            yield f"{case.name} comes to {ours}, not {code}: {found[:160]}"
    if str(test.get("score", "")).isdecimal() and grade.judged and grade.score != test["score"]:
        yield f"earns {grade.score:g}, not {test['score']}"


def row(importer: Importer, folder: Path, root: Path, isolation: Isolation, jobs: int) -> Row:
    """Import a package, run its programs, and count those that end as they are labelled."""
    name = folder.relative_to(root).as_posix() if folder != root else folder.name
    programs = [path for path in folder.glob("submissions/*/*") if path.name[0] not in "._"]
    programs += [*folder.glob(".meta/example*"), *folder.glob(".meta/src/reference")]
    line = Row(name, len(programs))
    try:
        package = importer.read(folder)
        line.why_not += [note for note in package.notes if note.startswith("submissions/") or "time limit" in note]
        with scratch() as work:
            _run(package, work, isolation, jobs, line)
    except (UsageError, SpecError) as error:
        line.why_not.append(f"not read: {str(error).replace(f'{folder}/', '')}")
    return line


def _run(package: Package, root: Path, isolation: Isolation, jobs: int, line: Row) -> None:
    write_package(package, root / "specs" / _NAME, is_kept=False)
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
    elif not grade.judged:
        yield "is not judged"
    elif not failed and mutant.score is None:
        yield f"passes all {len(assignment.cases)} cases"
    else:
        yield from verdict_faults(mutant, grade.cases)


if __name__ == "__main__":
    main()
