"""Find what cannot mean anything in an entry of the cases: keys that contradict each other, or that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.checkers import checker_of
from harness.judge.checkers.python import Python
from harness.spec.format.assignment import Assignment, expectations
from harness.spec.format.kinds import why_no_exit
from harness.spec.format.model import Case, InputWay, Limits
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

LEAST_MEMORY = 1 << 16
"""Bytes below which no process starts."""


def contradictions(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
    """A line for each key of an entry that contradicts another one, or that nothing would ever read."""
    yield from _ending(source, case, path)
    yield from _clauses(source, assignment, case, path)
    yield from _time(source, assignment, case, path)
    yield from _nothing_compared(source, case, path)
    yield from _equal_ways(source, case.attempts or (), case, (*path, "attempts"))
    yield from limits_problems(source, case.limits, (*path, "limits"), assignment.spec.limits)


def _ending(source: Source, case: Case, path: KeyPath) -> Iterator[Problem]:
    why = why_no_exit(case)
    if why == "end: waiting" and case.exit not in (None, "any"):
        yield Problem(source.at((*path, "exit")), "a program that must wait for more input has no exit status")
    elif why and case.exit not in (None, "any"):
        yield Problem(
            source.at((*path, "exit")),
            f'with "{why}" the exit status does not matter; take "exit" out, or make two cases of it',
        )


def _clauses(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
    """What charges a fault to a clause that is charged anyway, or that is never charged."""
    for name in case.explained_by:
        clause = assignment.clauses.get(name)
        if name == case.clause:
            yield Problem(
                source.at((*path, "follows")),
                f'"{name}" is the case\'s own clause, which cannot explain a failure of itself; name another',
            )
        elif clause is not None and (clause.manual or clause.untestable):
            yield Problem(
                source.at((*path, "follows")), f'no case judges "{name}", so that it never explains a failure'
            )
    for name in case.needs:
        clause = assignment.clauses.get(name)
        if name == case.clause or (clause is not None and (clause.manual or clause.untestable)):
            yield Problem(source.at((*path, "needs")), f'no other case judges "{name}", so that nothing shows it')
    for near_miss, target in (case.near_misses or {}).items():
        if target == case.clause:
            yield Problem(
                source.at((*path, "near_misses", near_miss)),
                f'"{target}" is the case\'s own clause, which loses '
                "its points without a near miss too; name another, or the part of the points that is kept",
            )


def _time(source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
    if case.time is None:
        return
    at = source.at((*path, "time"))
    if not assignment.references():
        yield Problem(
            at,
            f"there is no reference in {assignment.reference_folder} to measure; add one, or write "
            "limits: {cpu: 2 s}",
        )
    if case.ending == "any":
        yield Problem(at, 'with "ending: any" a program may be stopped at its limit; take one of the two out')
    if case.limits.cpu is not None:
        yield Problem(
            source.at((*path, "limits", "cpu")),
            f'"time" is the CPU limit of this case; take "cpu" out, or say "at least {case.limits.cpu:g} s" in "time"',
        )


def _nothing_compared(source: Source, case: Case, path: KeyPath) -> Iterator[Problem]:
    """Near misses and files with the output, if no output is compared."""
    judged = bool(case.pairs or case.by_reference or case.dialogue or any(True for _ in expectations(case)))
    if case.near_misses and not judged and not any(call.stdout or call.message for call in case.calls):
        yield Problem(
            source.at((*path, "near_misses")),
            "no output is compared here, so that none is nearly right; say what stdout, stderr or files must be",
        )
    by_function = any(isinstance(checker_of(expected), Python) for _, expected in expectations(case))
    as_stdout = case.stdout is not None or case.pairs or case.by_reference or case.across or by_function
    if case.output_files and not as_stdout:
        yield Problem(
            source.at((*path, "output_files")), 'they stand for stdout, which is not judged here; give "stdout"'
        )


def _equal_ways(source: Source, ways: tuple[InputWay, ...], case: Case, path: KeyPath) -> Iterator[Problem]:
    """Ways to hand the input over that are the same: the second is never of use."""
    complete = [
        (case.args if way.args is None else way.args, case.stdin if way.stdin is None else way.stdin) for way in ways
    ]
    for number, way in enumerate(complete):
        if way in complete[:number]:
            first = complete.index(way)
            yield Problem(source.at((*path, number)), f"the same way as {path[-1]}[{first}]; change it, or take it out")


def limits_problems(source: Source, limits: Limits, path: KeyPath, usual: Limits | None = None) -> Iterator[Problem]:
    """A line for each limit that no program can stay below, or that is never met.

    ``usual``: what holds where a limit is left out.
    """
    wall = limits.wall or (usual.wall if usual is not None else None)
    if limits.cpu is not None and wall is not None and wall < limits.cpu:
        where = "" if limits.wall else " of the spec"
        yield Problem(
            source.at((*path, "cpu")),
            f"the limit wall: {wall:g} s{where} comes first, so that no program uses "
            f"{limits.cpu:g} s; write a larger wall limit",
        )
    if limits.memory is not None and limits.memory < LEAST_MEMORY:
        yield Problem(source.at((*path, "memory")), f"no program starts in less than {LEAST_MEMORY >> 10} KiB")
