"""Open the gradebook that a run writes into, and take over what earlier runs graded under the same key."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from harness.course.assignments import contract_files, harness_digest
from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.kept_setup import keep_setup
from harness.course.gradebook.run_grades import AttemptRecord, GradebookOptions, RunGrades
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.store import NAME as STORE
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.submissions import HandedIn, record_assignments, record_submissions
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import fingerprint
from harness.language.tools.packages import packages, tool_file
from harness.language.tools.toolchain import tools_of
from harness.model.errors import UsageError
from harness.sandbox.process_setup.environment import locate
from harness.spec.format.assignment import Assignment, Course


class AttemptKeys:
    """Computes the keys of one run; what the submissions share is hashed once."""

    def __init__(self, course: Mapping[str, Assignment], level: str, only: tuple[str, ...]) -> None:
        settings = repr((harness_digest(), sys.version, level, only)).encode()
        shared = _hash([settings, *_describe_tools(packages())])
        contracts = {name: _hash_contract(assignment) for name, assignment in course.items()}
        self.contracts = {name: digest.hex() for name, digest in contracts.items()}
        """The hash of each assignment's contract and tools, 64 hexadecimal digits."""
        self._contracts = {name: shared + digest for name, digest in contracts.items()}

    def key_of(self, submission: Submission, handed_in: bytes) -> str:
        """The key of a submission, 64 hexadecimal digits; ``handed_in``: the hash of what was, empty for nothing."""
        stated = (submission.provenance, submission.notes, submission.unclear)
        stated_bytes = repr(stated).encode("utf-8", "backslashreplace") if any(stated) else b""
        return hashlib.sha256(self._contracts[submission.assignment] + handed_in + stated_bytes).hexdigest()


def content_hash(submission: Submission) -> bytes:
    """The hash of what was handed in; empty for nothing."""
    return b"" if submission.folder is None else fingerprint(submission.folder)


def _hash_contract(assignment: Assignment) -> bytes:
    root = assignment.folder.parent.parent
    return _hash(
        [
            *(_describe_file(file, root) for file in contract_files(assignment)),
            *_describe_tools(tools_of(assignment), tool_file),
        ]
    )


def _describe_tools(names: Iterable[str], find: Callable[[str], str | None] = locate) -> Iterator[bytes]:
    """Path, size and time of each compiler and interpreter: a new version is another file."""
    for tool in names:
        path = find(tool)
        real_path = os.path.realpath(path) if path else ""
        status = Path(real_path).stat() if path else None
        yield f"{tool} {real_path} {status and (status.st_size, status.st_mtime_ns)}".encode()


def _describe_file(file: Path, root: Path) -> bytes:
    return f"{file.relative_to(root)}\0{os.access(file, os.X_OK)}".encode() + hashlib.sha256(file.read_bytes()).digest()


def _hash(parts: Iterable[bytes]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


FOLDER = ".grade"
"""The folder for the harness's own files, beside the folder of specs."""


def default_location(specs: Path) -> str:
    """The file of the course's own gradebook; create its folder. UsageError when that is not possible."""
    folder = specs.resolve().parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="ascii")  # grades do not belong into a course's history
    except OSError as error:
        raise UsageError(f"{folder}: no folder for the gradebook can be made: {error.strerror}") from None
    return str(folder / "gradebook.sqlite")


def store_of(gradebook: Gradebook, specs: Path) -> Store:
    """Where the work is kept that belongs to a gradebook: beside its file, or in the course's own folder."""
    return Store((gradebook.folder or Path(default_location(specs)).parent) / STORE)


def begin_run(
    gradebook_options: GradebookOptions,
    specs: Path,
    course: Course,
    submissions: Sequence[Submission],
    level: str,
    only: tuple[str, ...],
) -> RunGrades:
    """Open the gradebook and begin a run in it, or continue the last one.

    Raises:
        UsageError: when it cannot be opened, or there is no run to continue.

    """
    gradebook = Gradebook(gradebook_options.location or default_location(specs))
    run = gradebook.interrupted_run() if gradebook_options.resume else None
    if gradebook_options.resume and run is None:
        raise UsageError(
            f"{gradebook.location}: the last run came to its end, so there is nothing to resume; "
            "to grade what has changed since, say --changed"
        )
    reuse = gradebook_options.resume or gradebook_options.changed
    return begin_run_in(gradebook, course, submissions, level, only, run=run, reuse=reuse)


def begin_run_in(
    gradebook: Gradebook,
    course: Course,
    submissions: Sequence[Submission],
    level: str,
    only: tuple[str, ...],
    *,
    run: int | None = None,
    reuse: bool = True,
) -> RunGrades:
    """Begin a run in a gradebook, or continue one; ``reuse``: take over what is graded already."""
    reusable = gradebook.latest_attempts(run=run) if reuse else {}
    if run is None:
        run = gradebook.begin_run(level)
    attempt_keys = AttemptKeys(course, level, only)
    contents = [content_hash(submission) for submission in submissions]
    keys = [attempt_keys.key_of(*pair) for pair in zip(submissions, contents, strict=True)]
    attempts = {
        position: reusable[identity]
        for position, (submission, key) in enumerate(zip(submissions, keys, strict=True))
        if (identity := gradebook.identity(submission.student, submission.assignment, key)) in reusable
    }
    gradebook.take_over(run, attempts)
    records = _record(gradebook, submissions, contents, keys, course, attempt_keys.contracts, level)
    return RunGrades(len(submissions), gradebook, run, records, attempts)


def _record(
    gradebook: Gradebook,
    submissions: Sequence[Submission],
    contents: Sequence[bytes],
    keys: Sequence[str],
    course: Course,
    contracts: Mapping[str, str],
    level: str,
) -> list[AttemptRecord]:
    """Write down what was handed in and the assignments as they stand; what each attempt needs to know of that."""
    handed_in = [
        HandedIn(submission, content.hex() or None) for submission, content in zip(submissions, contents, strict=True)
    ]
    graded = [course[name] for name in dict.fromkeys(submission.assignment for submission in submissions)]
    with gradebook.writing() as connection:
        event = add_event(connection, "grade")
        rows = record_submissions(connection, handed_in, event)
        assignments = record_assignments(connection, graded, contracts)
        setups = {assignment.id: keep_setup(connection, assignment, level) for assignment in graded}
    return [
        AttemptRecord(key, row.id if row else None, assignments[submission.assignment], setups[submission.assignment])
        for key, row, submission in zip(keys, rows, submissions, strict=True)
    ]
