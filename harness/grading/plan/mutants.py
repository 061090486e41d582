"""The programs beside a spec that prove it: right ones that must get full marks, wrong ones that must lose them."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.model.errors import JudgeError, SpecError, suggestion
from harness.model.struct import Model
from harness.sandbox.files.scratch import copy_tree
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.spec.conversion.convert import convert
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Identifier
from harness.spec.yaml.source import read

NOTES_FILE = "mutants.yaml"
FailureVerdict = Literal["WA", "RTE", "TLE"]
"""How a program fails a case, as contests distinguish it."""


class MutantNote(Model, frozen=True):
    """What ``mutants.yaml`` says about one mutant."""

    why: str
    """Why it must violate other clauses, or where its verdicts come from."""
    also: tuple[Identifier, ...] = ()
    """Other clauses that this program must violate too."""
    permitted: tuple[FailureVerdict, ...] = ()
    """What the cases that it fails may come to; empty: anything."""
    required: tuple[FailureVerdict, ...] = ()
    """What at least one case must come to; empty: anything."""
    score: tuple[float, float] | None = None
    """The least and the most points that it may earn; nothing is then asked of its clause."""


class MutantNotes(Model, frozen=True):
    """``specs/<assignment>/mutants.yaml``: mutants that violate more than their clause, or must fail in some way."""

    mutants: dict[str, MutantNote] = {}
    """By folder name."""


class Mutant(Struct, frozen=True):
    """A wrong program."""

    name: str
    """Its folder's name: ``<clause>-<what>``."""
    clause: str
    folder: Path
    also: tuple[str, ...] = ()
    permitted: tuple[str, ...] = ()
    """The names of the verdicts to which the cases that it fails may come; empty: all."""
    required: tuple[str, ...] = ()
    """The names of the verdicts of which at least one case must have one; empty: all."""
    score: tuple[float, float] | None = None
    """The least and the most points; None if the clauses that it loses say enough."""


def folder_hash(folder: Path) -> str:
    """One hash over the names and contents of a folder's files."""
    total = hashlib.sha256()
    for name in submission_files(folder):
        content = (folder / name).read_bytes()
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def accepted_programs(assignment: Assignment) -> list[Path]:
    """The right programs in ``specs/<assignment>/accepted``."""
    return [path for path in _entries(assignment.folder / "accepted") if path.is_dir()]


def mutants(assignment: Assignment, patched: Path) -> list[Mutant]:
    """The wrong programs in ``specs/<assignment>/mutants``: folders, and patches on right programs.

    ``<clause>-<what>.patch`` is one on the first reference, ``<clause>-<what>.<program>.patch`` on the reference or the
    accepted program of that name.

    Args:
        assignment: whose mutants.
        patched: an empty folder where patched programs are put.

    Raises:
        SpecError: when a name begins with no clause, or ``mutants.yaml`` names something that is not there.

    """
    notes = _notes(assignment)
    wrong_programs: list[Mutant] = []
    problems: list[str] = []
    for name, folder in _programs(assignment, patched, problems):
        clause = mutant_clause(name, assignment)
        if clause is None:
            problems.append(
                f"{assignment.folder / 'mutants' / name}: the name begins with no clause; it must be "
                f"<clause>-<what>{suggestion(name, assignment.clauses)}"
            )
            continue
        note = notes.mutants.get(name) or MutantNote(why="")
        wrong_programs.append(Mutant(name, clause, folder, note.also, note.permitted, note.required, note.score))
    names = mutant_names(assignment)
    problems += [
        f"{assignment.folder / 'mutants'}: {name} occurs twice, as a folder and as a patch"
        for name in sorted(set(names))
        if names.count(name) > 1
    ]
    for name, note in notes.mutants.items():
        if name not in names:
            problems.append(f'{assignment.folder / NOTES_FILE}: there is no mutant "{name}"{suggestion(name, names)}')
        problems += [
            f'{assignment.folder / NOTES_FILE}: {name}: there is no clause "{clause}"'
            f"{suggestion(clause, assignment.clauses)}"
            for clause in note.also
            if clause not in assignment.clauses
        ]
    if problems:
        raise SpecError("\n".join(problems))
    return wrong_programs


def mutant_clause(name: str, assignment: Assignment) -> str | None:
    """The clause that a mutant of this name stands for; None if the name begins with none."""
    return max((clause for clause in assignment.clauses if f"{name}-".startswith(f"{clause}-")), key=len, default=None)


def mutant_names(assignment: Assignment) -> list[str]:
    """The names of all mutants."""
    return [_name(entry) for entry in _entries(assignment.folder / "mutants")]


def _notes(assignment: Assignment) -> MutantNotes:
    path = assignment.folder / NOTES_FILE
    return convert(read(path), MutantNotes) if path.is_file() else MutantNotes()


def _entries(folder: Path) -> list[Path]:
    """What people put into a folder; not what editors, systems and interpreters leave there."""
    return sorted(path for path in folder.iterdir() if path.name[0] not in "._") if folder.is_dir() else []


def _name(entry: Path) -> str:
    """A mutant's name."""
    return entry.stem.partition(".")[0] if entry.suffix == ".patch" else entry.name


def _programs(assignment: Assignment, patched: Path, problems: list[str]) -> Iterator[tuple[str, Path]]:
    for path in _entries(assignment.folder / "mutants"):
        if path.is_dir():
            yield path.name, path
        elif path.suffix == ".patch":
            try:
                yield _name(path), _patch(assignment, path.resolve(), patched / path.stem)
            except SpecError as error:
                problems.append(str(error))
        elif not path.name.lower().startswith("readme"):
            problems.append(f"{path}: a mutant is a folder or a .patch")


def _patch(assignment: Assignment, patch: Path, target: Path) -> Path:
    """The right program that a patch is for, with the patch put on it."""
    if shutil.which("patch") is None:
        raise JudgeError("this machine has no patch; install it with: apt-get install patch")
    base = _base(assignment, patch)
    description = f"the {'reference' if base in assignment.references() else 'accepted program'} {base.name}"
    target.mkdir(parents=True)
    copy_tree(base, target)
    done = subprocess.run(
        # no fuzz: a patch that only nearly fits changes something else than it says; force: it asks nobody
        ["patch", "-p1", "-s", "--fuzz=0", "--force", "--no-backup-if-mismatch", "-r", "-", "-i", str(patch)],
        cwd=target,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        why = (done.stdout + done.stderr).decode(errors="replace").strip().replace("\n", "; ")
        raise SpecError(f"{patch}: does not fit {description}: {why}")
    if folder_hash(target) == folder_hash(base):
        raise SpecError(f"{patch}: changes nothing in {description}")
    return target


def _base(assignment: Assignment, patch: Path) -> Path:
    """The right program that a patch names, or the first reference."""
    references = assignment.references()
    if not references:
        raise SpecError(f"{patch}: there is no reference to patch in {assignment.reference_folder}")
    named = patch.stem.partition(".")[2]
    known = {path.name: path for path in (*accepted_programs(assignment), *references)}
    if named and named not in known:
        raise SpecError(f'{patch}: there is no reference and no accepted program "{named}"{suggestion(named, known)}')
    return known[named] if named else references[0]


def as_submission(kind: str, name: str, assignment: Assignment, folder: Path) -> Submission:
    """A program beside the spec as a submission; its student's name says what it is."""
    return Submission(f"{kind} {name}", assignment.id, folder)
