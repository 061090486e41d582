"""Advice on a sound spec: what it most likely does not mean, and what it lacks to be trusted. Nothing is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from harness.authoring.skeleton import schema_problem
from harness.authoring.text_advice import TEXT_LINTS, LoadedSpec, checkers
from harness.grading.plan.mutants import accepted_programs
from harness.judge.checkers.text import Text
from harness.model.escape import some_of
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import files_below
from harness.spec.loading.validate_references import golden_problems, wanted_goldens
from harness.spec.yaml.location import Location, Problem, by_line
from harness.spec.yaml.source import Source

_SHOWN = 6


def advice(source: Source, assignment: Assignment) -> list[str]:
    """A line for each piece of advice, with file and line, in the order of the file; each is given once."""
    loaded = LoadedSpec(source, assignment)
    problems = [problem for lint in _LINTS for problem in lint(loaded)]
    return list(dict.fromkeys(map(str, by_line(problems))))


def _points(loaded: LoadedSpec) -> Iterator[Problem]:
    clauses = loaded.assignment.clauses
    if not any(clause.points for clause in clauses.values()):
        yield Problem(loaded.source.at(("clauses",)), "no clause has points")
        return
    for name, clause in clauses.items():
        if not clause.points and not clause.gate and not clause.manual and not clause.untestable:
            yield Problem(
                loaded.source.at(("clauses", name)), "the clause costs nothing; give it points, or gate: true"
            )


def _hints(loaded: LoadedSpec) -> Iterator[Problem]:
    """The clauses that lack a hint, in a spec that gives some."""
    bare = [
        name
        for name, clause in loaded.assignment.clauses.items()
        if not (clause.hint or clause.hints or clause.manual or clause.untestable)
    ]
    if bare and any(clause.hint or clause.hints for clause in loaded.assignment.clauses.values()):
        yield Problem(
            loaded.source.at(("clauses",)),
            f"without a hint, which a student reads below a failure: {some_of(bare, _SHOWN)}",
        )


def _near_misses(loaded: LoadedSpec) -> Iterator[Problem]:
    """What is compared letter by letter, and is some text: of what must be empty nothing comes nearly right."""
    cases = loaded.assignment.cases
    exact = [
        checker for _, _, checker in checkers(loaded.assignment) if isinstance(checker, Text) and checker.text != ""
    ]
    if exact and not any(planned.case.near_misses for planned in cases):
        yield Problem(
            loaded.source.at(("cases",)),
            "a blank or a capital letter too many costs as much as a wrong answer; "
            "near_misses says what less costs, such as near_misses: {trailing-blanks: 0.5, letter-case: 0.5}",
        )


def _goldens(loaded: LoadedSpec) -> Iterator[Problem]:
    problems = list(golden_problems(loaded.assignment))
    if problems:
        count = f" ({len(problems)} goldens are missing or left over)" if len(problems) > 1 else ""
        yield Problem(problems[0].location, problems[0].message + count)
    if wanted_goldens(loaded.assignment) and not loaded.assignment.spec.oracle:
        yield Problem(
            loaded.source.at(("cases",)),
            "goldens come from the reference alone, which may be wrong; an oracle, a "
            "function of checks.py that computes them in another way, would tell",
        )


def _unused_files(loaded: LoadedSpec) -> Iterator[Problem]:
    folder = loaded.assignment.folder
    files = [path.relative_to(folder).as_posix() for path in files_below(folder / "input")]
    used = repr((loaded.assignment.spec, loaded.assignment.cases)) if files else ""
    checks = "".join(path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("checks*/**/*.py"))
    for name in files:
        if name not in used and Path(name).name not in checks:
            yield Problem(Location(folder / name), "no case takes this file")


def _proof(loaded: LoadedSpec) -> Iterator[Problem]:
    """What ``harness verify`` would miss; one line if there is nothing at all to prove a spec by."""
    assignment, at = loaded.assignment, loaded.source.at(("clauses",))
    folder = assignment.folder / "mutants"
    names = [f"{path.stem}-" for path in folder.iterdir()] if folder.is_dir() else []
    if not (names or assignment.references() or accepted_programs(assignment)):
        yield Problem(
            at,
            f"no program proves the spec: put a right one into {assignment.reference_folder}/NAME and wrong ones "
            f"into {folder}/CLAUSE-WHAT, for harness verify {assignment.id}",
        )
        return
    if not assignment.references():
        yield Problem(
            at,
            f"there is no reference; put a right program into {assignment.reference_folder}/NAME, where goldens "
            "and times come from",
        )
    bare = [
        name
        for name, clause in assignment.clauses.items()
        if not (clause.manual or clause.untestable) and not any(mutant.startswith(f"{name}-") for mutant in names)
    ]
    if bare:
        yield Problem(
            at,
            f"no wrong program shows that these clauses can be lost: {some_of(bare, _SHOWN)}; put some into "
            f"{folder}/{bare[0]}-WHAT, for harness verify {assignment.id}",
        )


def _other_mutants(loaded: LoadedSpec) -> Iterator[Problem]:
    """Wrong programs that stand for no clause, such as those of ``harness new`` after the clauses have other names."""
    folder, clauses = loaded.assignment.folder / "mutants", loaded.assignment.clauses
    entries = sorted(path for path in folder.iterdir() if path.name[:1] not in "._") if folder.is_dir() else []
    for path in entries:
        if path.is_dir() and not any(f"{path.name}-".startswith(f"{clause}-") for clause in clauses):
            yield Problem(Location(path), "the name begins with no clause; call it CLAUSE-WHAT, or take it out")


def _schema_line(loaded: LoadedSpec) -> Iterator[Problem]:
    problem = schema_problem(loaded.source.path)
    if problem:
        yield Problem(Location(loaded.source.path, problem[0]), problem[1])


_LINTS: tuple[Callable[[LoadedSpec], Iterator[Problem]], ...] = (
    *TEXT_LINTS,
    _points,
    _hints,
    _near_misses,
    _goldens,
    _unused_files,
    _proof,
    _other_mutants,
    _schema_line,
)
