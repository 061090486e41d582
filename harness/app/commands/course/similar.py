"""``harness gradebook similar``: pairs of programs that are worth a look, both excerpts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sqlalchemy import Connection, select

from harness.app.commands.course.opened import assignment_with_rules, opened
from harness.course.gradebook.begin_run import store_of
from harness.course.gradebook.marks.marking import Marking
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.storage.tables import GROUP_MEMBER, STUDENT_GROUP
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.similarity import Comparison, Pair, Passage, Work, compare, excerpt
from harness.language import language_of
from harness.model.errors import UsageError
from harness.model.escape import escape_invisible, json_bytes
from harness.reports.output.printing import echo
from harness.reports.output.write import check_target, write_whole
from harness.spec.format.assignment import Assignment

_SHOWN_PASSAGES = 3
_SHOWN_LINES = 12
_WIDTH = 56
_NOTE = (
    "Likeness has many reasons: the handout, a book, a tutor, help that is allowed. "
    "These pairs are worth a look, and prove nothing."
)


def similar(
    name: str,
    *,
    templates: Sequence[Path],
    others: Sequence[Path],
    with_reference: bool,
    least: float,
    most: int,
    out: Path | None,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Print the pairs that are most alike; return the exit status.

    ``templates``: folders with what all were given: nothing of it counts. ``others``: folders of other years' work, a
    folder a student, which is compared, too, with this year's. ``with_reference``: whether the references are compared;
    else nothing that is in them counts. ``least``: the least share that is listed, in percent.
    """
    folder, assignment, policy = assignment_with_rules(name, specs)
    for path in (*templates, *others):
        if not path.is_dir():
            raise UsageError(f"{path}: no such folder")
    if out is not None:
        check_target(out)
    with opened(gradebook, folder) as book, book.reading() as connection:
        works = list(_works(connection, Marking(connection, assignment, policy), store_of(book, folder)))
    works += [
        _work(f"{path.name}/{entry.name}", entry, path.name)
        for path in others
        for entry in sorted(path.iterdir())
        if entry.is_dir()
    ]
    references = [_work(f"the reference {path.name}", path) for path in assignment.references()]
    works += references if with_reference else []
    excluded = [_work(str(path), path) for path in templates] + ([] if with_reference else references)
    comparison = compare(works, excluded, least=least / 100, most=most)
    by_name = {work.name: work for work in works}
    echo(*_lines(assignment, comparison, by_name))
    if out is not None:
        content = {
            "assignment": name,
            "note": _NOTE,
            "pairs": [_plain(pair, by_name) for pair in comparison.pairs],
            "not_read": comparison.unread,
        }
        write_whole(out, json_bytes(content))
    return 0


def _works(connection: Connection, marking: Marking, store: Store) -> Iterator[Work]:
    """The hand-in that counts of each student; what a group handed in together is one."""
    together = _groups(connection, marking.assignment.id)
    printed: set[tuple[str, str]] = set()
    for proposal in marking.proposals():
        if proposal.hand_in is None or not store.has(proposal.hand_in.content):
            continue
        group = together.get(proposal.student.id, "")
        if group and (group, proposal.hand_in.content) in printed:
            continue
        printed.add((group, proposal.hand_in.content))
        yield _work(proposal.student.with_number, store.path(proposal.hand_in.content), group)


def _groups(connection: Connection, assignment: str) -> dict[int, str]:
    query = select(GROUP_MEMBER.c.student_id, GROUP_MEMBER.c.group_id).join(STUDENT_GROUP)
    rows = connection.execute(query.where(STUDENT_GROUP.c.assignment == assignment))
    return {student: f"group {group}" for student, group in rows}


def _work(name: str, folder: Path, group: str = "") -> Work:
    files = [file for file in submission_files(folder) if language_of(file)]
    return Work(name, folder, tuple(files), group)


def _lines(assignment: Assignment, comparison: Comparison, works: Mapping[str, Work]) -> Iterator[str]:
    yield f"{assignment.id}: {len(comparison.pairs)} pairs among {len(works)} programs"
    yield _NOTE
    for pair in comparison.pairs:
        yield ""
        yield f"{100 * pair.share:.0f} %  {pair.name}  and  {pair.other}"
        for passage in pair.passages[:_SHOWN_PASSAGES]:
            yield from _side_by_side(works[pair.name], works[pair.other], passage)
        if len(pair.passages) > _SHOWN_PASSAGES:
            yield f"  and {len(pair.passages) - _SHOWN_PASSAGES} shorter passages"
    if comparison.unread:
        yield ""
        yield from (f"not read: {line}" for line in comparison.unread)


def _side_by_side(left: Work, right: Work, passage: Passage) -> Iterator[str]:
    heads = [
        f"{passage.file}:{passage.first}-{passage.last}",
        f"{passage.other_file}:{passage.other_first}-{passage.other_last}",
    ]
    yield f"  {heads[0][:_WIDTH]:<{_WIDTH}} | {heads[1][:_WIDTH]}"
    mine = excerpt(left, passage.file, passage.first, passage.last, _SHOWN_LINES)
    other = excerpt(right, passage.other_file, passage.other_first, passage.other_last, _SHOWN_LINES)
    for number in range(max(len(mine), len(other))):
        cells = [_cell(lines[number]) if number < len(lines) else "" for lines in (mine, other)]
        yield f"  {cells[0]:<{_WIDTH}} | {cells[1]}".rstrip()


def _cell(line: bytes) -> str:
    return escape_invisible(line.rstrip().replace(b"\t", b"    ")[: 4 * _WIDTH])[:_WIDTH]


def _plain(pair: Pair, works: Mapping[str, Work]) -> dict[str, object]:
    passages = [
        {
            "file": passage.file, "lines": [passage.first, passage.last],
            "other_file": passage.other_file, "other_lines": [passage.other_first, passage.other_last],
            "excerpt": _text(works[pair.name], passage.file, passage.first, passage.last),
            "other_excerpt": _text(works[pair.other], passage.other_file, passage.other_first, passage.other_last),
        }
        for passage in pair.passages
    ]  # fmt: skip
    return {"student": pair.name, "other": pair.other, "share": pair.share, "passages": passages}


def _text(work: Work, file: str, first: int, last: int) -> list[str]:
    return [line.decode("utf-8", "backslashreplace") for line in excerpt(work, file, first, last, 200)]
