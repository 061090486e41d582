"""``harness verify``: prove the specs with the programs beside them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

from harness.app.commands.authoring.golden import golden
from harness.app.commands.grading.run_grader import progress_bar
from harness.authoring.proof import Proof
from harness.authoring.verify import verify
from harness.course.assignments import load_course
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import JudgeError
from harness.reports.document import points
from harness.reports.output.printing import print_lines, table_lines
from harness.reports.output.write import check_target, write_whole
from harness.sandbox.files.scratch import scratch
from harness.spec.format.folder import find_specs

HEAD = ("clause", "points", "cases", "wrong programs that lose it")


def watch(
    ids: tuple[str, ...],
    *,
    specs: Path | None,
    jobs: int,
    table: Path | None,
    check: bool,
    isolation: str | None,
    whole: bool,
) -> int:
    """Verify now, and after each save below the specs and the reference what that may change; until Ctrl-C.

    Arguments as those of ``run``; ``whole`` holds for the first time alone.
    """
    from harness.app.commands.grading.watch import watch as on_each_save  # noqa: PLC0415 - few watch

    folder, runs = specs or find_specs(Path.cwd()), count()
    written = [table] if table is not None else []
    watched = (folder, folder.parent / "reference")
    verify_once = partial(run, ids, specs=specs, jobs=jobs, table=table, check=check, isolation=isolation)
    return on_each_save(lambda: verify_once(whole=whole and next(runs) == 0), watched, written, "harness")


def run(
    ids: tuple[str, ...],
    *,
    specs: Path | None,
    jobs: int,
    table: Path | None,
    check: bool,
    isolation: str | None,
    whole: bool = True,
) -> int:
    """Verify the assignments, print the clause matrix and a line for each failure.

    ``whole``: whether everything is run; else only what may have changed since the last proof.

    Return the exit status: 1 where something is wrong, else 3 where a tool is missing without which not all is proven.
    """
    begin = time.monotonic()
    if table is not None and not check:
        check_target(table)
    specs_folder = specs or find_specs(Path.cwd())
    stale = golden(ids, specs=specs_folder, jobs=jobs, check=True, isolation=isolation, whole=whole)
    course = load_course(specs_folder, ids)
    with scratch() as root, progress_bar("verifying") as progress:
        sandbox = isolate(specs_folder, best=isolation).isolation
        proofs, cache = verify(course, sandbox, root, jobs, progress, whole=whole)
    matrices = [line for proof in proofs for line in ("", *matrix(proof))]
    failures = [line for proof in proofs for line in proof.failures]
    print_lines(*matrices, "", *(f"note {line}" for proof in proofs for line in proof.notes))
    if failures:
        print_lines(*(f"FAIL {line}" for line in failures))
    unproven = [line for proof in proofs for line in proof.unproven]
    if unproven:
        print_lines(*(f"not proven: {line}" for line in unproven))
    print_lines(_summary(proofs, failures, goldens=stale, seconds=time.monotonic() - begin))
    if cache.taken:
        print_lines(
            f"{cache.taken} of {cache.total} verdicts are those of the last proof; --whole runs everything again"
        )
    if table is not None and unproven:
        print_lines(f"{table} is neither written nor compared, as not all is proven")
    elif table is not None:
        stale = _update_table(table, _markdown(proofs).encode(), check=check) or stale
    if failures or stale == 1:
        return 1
    return JudgeError.exit_status if unproven or stale else 0


def _update_table(table: Path, content: bytes, *, check: bool) -> int:
    """Write the table, or, with ``check``, only compare it; return the exit status."""
    if not check:
        write_whole(table, content)
    elif not table.is_file() or table.read_bytes() != content:
        print_lines(f"{table} is stale; make it with: harness verify --table {table}")
        return 1
    return 0


def matrix(proof: Proof) -> Iterator[str]:
    """The lines of an assignment's clause matrix: clause, points, cases, mutants that lose its points."""
    yield f"{proof.assignment.id}: {proof.assignment.spec.title}"
    yield ""
    yield f"Full marks, as they must: {', '.join(proof.right) or 'no program'}."
    yield ""
    yield from table_lines(_rows(proof), HEAD, [None, None, 36, 60])


def _rows(proof: Proof) -> Iterator[tuple[str, str, str, str]]:
    """A row for each clause, with its cases, or the reason why it has none."""
    for name, worth, killed in _proven(proof):
        clause = proof.assignment.clauses[name]
        if isinstance(killed, str):
            yield name, worth, f"{killed}: {clause.manual or clause.untestable}", "-"
        else:
            yield name, worth, _count_and_examples(proof.cases.get(name, [])), ", ".join(killed) or "NONE"


def _proven(proof: Proof) -> Iterator[tuple[str, str, str | list[str]]]:
    """Each clause, its points, and the wrong programs that lose it, or who judges it instead of a case."""
    for name, clause in proof.assignment.clauses.items():
        worth = points(clause.points, clause.points).partition("/")[0] or ("gate" if clause.gate else "0")
        killed = [mutant.removeprefix(f"{name}-") for mutant in proof.killed.get(name, [])]
        killed += [f"{mutant.removeprefix(f'{name}-')} (not proven)" for mutant in proof.undecided.get(name, [])]
        yield name, worth, ("by hand" if clause.manual else "none possible" if clause.untestable else killed)


def _count_and_examples(names: list[str]) -> str:
    return f"{len(names)}: {', '.join(names[:2])}{', ...' if len(names) > 2 else ''}" if names else "NONE"  # noqa: PLR2004


def _summary(proofs: list[Proof], failures: list[str], *, goldens: int, seconds: float) -> str:
    """``goldens``: the exit status of their check."""
    stale = goldens == 1
    fresh = "goldens fresh where they can be made" if goldens else "goldens fresh"
    clauses = sum(len(proof.assignment.clauses) for proof in proofs)
    cases = sum(len(proof.lacking) for proof in proofs)
    unproven = [f"{_quantity(cases, 'case')} not proven for lack of tools"] if cases else []
    counted = (
        _quantity(clauses, "clause"),
        f"{_quantity(sum(len(proof.right) for proof in proofs), 'right program')} with full marks",
        f"{_quantity(sum(len(names) for proof in proofs for names in proof.killed.values()), 'wrong program')} caught",
        *unproven,
        "goldens stale" if stale else fresh,
        _quantity(len(failures), "failure"),
    )
    verdict = "verified, but not all" if cases else "verified"
    return f"{'FAILED' if failures or stale else verdict}: {', '.join(counted)}; {seconds:.0f} s"


def _quantity(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _markdown(proofs: list[Proof]) -> str:
    lines = [
        "# Clauses, points and mutants",
        "",
        "A clause's points, and in brackets how many programs of `mutants/` lose it.",
    ]
    lines += ["", "Made by `harness verify --table`; not written by hand."]
    for proof in proofs:
        right = f"Full marks: {_quantity(len(proof.right), 'right program')}."
        rows = (
            f"`{name}` {worth} ({killed if isinstance(killed, str) else len(killed)})"
            for name, worth, killed in _proven(proof)
        )
        lines += ["", f"## {proof.assignment.id}", "", right, "", ", ".join(rows)]
    return "\n".join(lines) + "\n"
