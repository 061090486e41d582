"""``harness verify``: prove the specs with the programs beside them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from tabulate import tabulate

from harness.commands.golden import golden
from harness.commands.progress import progress_bar
from harness.engine.verify import Proof, verify
from harness.plan.course import load_course
from harness.reports.document import points
from harness.reports.write import write_whole
from harness.run.isolation import Unconfined
from harness.run.scratch import scratch
from harness.spec.load import find_specs


def run(ids: tuple[str, ...], *, specs: Path | None, jobs: int, table: Path | None) -> int:
    """Verify the assignments, print the clause matrix and one line a failure; the exit status."""
    begin = time.monotonic()
    where = specs or find_specs(Path.cwd())
    stale = golden(ids, specs=where, jobs=jobs, check=True)
    course = load_course(where, ids)
    with scratch() as root, progress_bar(2) as progress:
        proofs = verify(course, Unconfined(), root, jobs, progress)
    matrices = [line for proof in proofs for line in ("", *matrix(proof))]
    failures = [line for proof in proofs for line in proof.failures]
    _print(*matrices, "", *failures)
    _print(_summary(proofs, failures, stale=bool(stale), seconds=time.monotonic() - begin))
    if table is not None:
        write_whole(table, _markdown(proofs).encode())
    return 1 if failures or stale else 0


def matrix(proof: Proof, style: str = "simple") -> Iterator[str]:
    """The clause matrix of one assignment: clause, points, cases, mutants killed."""
    title = f"{proof.assignment.id}: {proof.right} right programs with full marks, {_count(proof)} mutants killed"
    yield f"## {title}" if style == "github" else title
    yield ""
    rows = []
    for name, clause in proof.assignment.clauses.items():
        excuse = "by hand" if clause.manual else "untestable" if clause.untestable else ""
        cases = excuse or _some(proof.cases.get(name, []))
        own = f"{len(name) + 1}"
        short = [one[int(own) :] or one for one in proof.killed.get(name, [])]
        rows.append((name, points(clause.points, clause.points).partition("/")[0], cases, ", ".join(short) or "-"))
    head = ("clause", "points", "cases", "mutants killed")
    yield from tabulate(rows, head, style, disable_numparse=True, maxcolwidths=[None, None, 40, 60]).splitlines()


def _some(names: list[str]) -> str:
    return f"{len(names)}: {', '.join(names[:2])}{', ...' if len(names) > 2 else ''}" if names else "-"  # noqa: PLR2004


def _count(proof: Proof) -> int:
    return sum(map(len, proof.killed.values()))


def _summary(proofs: list[Proof], failures: list[str], *, stale: bool, seconds: float) -> str:
    right, killed = sum(proof.right for proof in proofs), sum(map(_count, proofs))
    clauses = sum(len(proof.assignment.clauses) for proof in proofs)
    verdict = f"{len(failures)} failures" if failures else "no failure"
    goldens = "goldens stale" if stale else "goldens fresh"
    return f"{clauses} clauses, {right} right programs, {killed} mutants killed, {goldens}, {verdict}; {seconds:.0f} s"


def _markdown(proofs: list[Proof]) -> str:
    head = ["# Clauses, cases and mutants", "", "Made by `harness verify --table`; not written by hand."]
    lines = [line for proof in proofs for line in ("", *matrix(proof, "github"))]
    return "\n".join([*head, *lines]) + "\n"


def _print(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201 - the command's output
