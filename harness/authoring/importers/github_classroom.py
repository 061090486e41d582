"""``github-classroom``: the tests of GitHub Classroom, which was closed in 2026, out of a repository that it left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Package
from harness.authoring.importing.shell_tests import ShellTest, package_of
from harness.model.errors import UsageError

AUTOGRADING = Path(".github/classroom/autograding.json")
WORKFLOW = Path(".github/workflows/classroom.yml")
_ACTIONS = "classroom-resources/autograding-"
_GRADERS = ("io-grader", "command-grader", "python-grader")
_OTHER_STEPS = ("actions/checkout@", "actions/setup-", f"{_ACTIONS}grading-reporter@")
_COMPARISONS = {"exact": "exact", "included": "included", "contains": "included", "regex": "regex"}
_DEFAULT_MINUTES = 10


def read(source: Path) -> Package:
    """Read ``autograding.json`` or ``classroom.yml``, or the repository that holds either."""
    path = _file(source)
    root = source if source.is_dir() else _root(path)
    faults = Faults()
    content = read_data(path)
    tests = [
        *(_workflow(content, path, faults) if path.suffix in (".yml", ".yaml") else _autograding(content, path, faults))
    ]
    faults.stop()
    if not tests:
        raise UsageError(f"{path}: there is no test in it")
    return package_of(root.resolve().name, tests, root, faults)


def _file(source: Path) -> Path:
    if not source.is_dir():
        return source
    for name in (AUTOGRADING, WORKFLOW, Path(AUTOGRADING.name), Path(WORKFLOW.name)):
        if (source / name).is_file():
            return source / name
    raise UsageError(f"{source}: there is neither {AUTOGRADING} nor {WORKFLOW} in it")


def _root(path: Path) -> Path:
    """The repository of a file in ``.github``, else the file's own folder."""
    above = [folder.name for folder in path.parents]
    return path.parents[above.index(".github") + 1] if ".github" in above else path.parent


def _autograding(content: Any, path: Path, faults: Faults) -> Iterator[ShellTest]:
    for number, entry in enumerate(Fields(content, str(path), faults).items("tests")):
        fields = Fields(entry, f"{path}: tests[{number}]", faults)
        stdin, expected = fields.text("input"), fields.text("output")
        comparison = fields.text("comparison", "included") or "included"
        yield _shell_test(
            fields,
            faults,
            keys=("name", "setup", "run", "points"),
            stdin=stdin,
            expected=expected,
            comparison=comparison if stdin or expected else "",
        )


def _workflow(content: Any, path: Path, faults: Faults) -> Iterator[ShellTest]:
    workflow = Fields(content, str(path), faults)
    jobs = workflow.raw("jobs")
    for job_name, job in (jobs if isinstance(jobs, dict) else {}).items():
        for number, entry in enumerate(Fields(job, f"{path}: jobs.{job_name}", faults).items("steps")):
            step = Fields(entry, f"{path}: jobs.{job_name}.steps[{number}]", faults)
            uses = step.text("uses")
            grader = uses.removeprefix(_ACTIONS).partition("@")[0] if uses.startswith(_ACTIONS) else ""
            if grader in _GRADERS:
                yield _step(Fields(step.raw("with"), f"{step.place}.with", faults), grader, faults)
            elif not uses.startswith(_OTHER_STEPS):
                faults.add(step.place, f"a step that is no test: {uses or step.raw('run') or step.raw('name')}")


def _step(fields: Fields, grader: str, faults: Faults) -> ShellTest:
    """The action's own rule takes white space around each input away."""
    comparison = fields.text("comparison-method") if grader == "io-grader" else ""
    if grader == "io-grader" and not comparison:
        faults.add(f"{fields.place}.comparison-method", "expected exact, contains or regex")
    return _shell_test(
        fields,
        faults,
        keys=("test-name", "setup-command", "command", "max-score"),
        stdin=str(fields.raw("input") or "").strip(),
        expected=str(fields.raw("expected-output") or "").strip(),
        comparison=comparison,
        splits_points=grader == "python-grader",
    )


def _shell_test(
    fields: Fields,
    faults: Faults,
    *,
    keys: tuple[str, str, str, str],
    stdin: str,
    expected: str,
    comparison: str,
    splits_points: bool = False,
) -> ShellTest:
    name, setup, run, points = keys
    if comparison and comparison not in _COMPARISONS:
        faults.add(fields.place, f"this comparison is not known: {comparison}")
    test = ShellTest(
        place=fields.place,
        name=fields.text(name),
        points=fields.number(points),
        run=fields.text(run),
        setup=fields.text(setup),
        stdin=stdin,
        expected=expected,
        comparison=_COMPARISONS.get(comparison, ""),  # type: ignore[arg-type] # one of Comparison
        seconds=60 * (fields.number("timeout") or _DEFAULT_MINUTES),
        splits_points=splits_points,
    )
    if not test.run:
        faults.add(f"{fields.place}.{run}", "there is no command")
    fields.end()
    return test


def _recognises(folder: Path) -> bool:
    return (folder / AUTOGRADING).is_file() or (folder / WORKFLOW).is_file()


IMPORTER = Importer(
    "github-classroom", "the tests of GitHub Classroom: autograding.json or classroom.yml", read, _recognises
)
