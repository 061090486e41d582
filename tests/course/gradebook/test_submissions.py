"""Students are those of the roster; a submission is written down once, with its owner where that is clear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.roster_import import add_students
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.tables import GROUP_MEMBER, IDENTITY, OWNER, STUDENT_GROUP, SUBMISSION
from harness.course.gradebook.students import Students, read_students
from harness.course.gradebook.submissions import HandedIn, Recorded, record_submissions
from harness.course.ingest.matching.roster import read_roster
from harness.course.ingest.submission import Submission
from harness.model.errors import UsageError
from harness.model.grade import Provenance
from tests.support import write

ROSTER = """\
Student,ID,SIS Login ID,Email,Section
"Lee, Ann",101,ann,ann@example.edu,A
"O'Brien, Pat",102,pat,,A
"Lee, Ann",103,annl,,B
"""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Gradebook]:
    opened = Gradebook(str(tmp_path / "book.sqlite"))
    yield opened
    opened.close()


def bring_in(book: Gradebook, folder: Path, roster: str = ROSTER) -> tuple[int, int]:
    entries = read_roster(write(folder, {"roster.csv": roster}) / "roster.csv").entries
    with book.writing() as connection:
        return add_students(connection, entries, add_event(connection, "roster"))


def students(book: Gradebook) -> Students:
    with book.reading() as connection:
        return read_students(connection)


def test_namesakes_are_two_and_a_roster_twice_is_one(book: Gradebook, tmp_path: Path) -> None:
    assert bring_in(book, tmp_path) == (3, 0)
    assert bring_in(book, tmp_path) == (0, 0)
    assert [student.section for student in students(book).by_id.values()] == ["A", "A", "B"]


def test_a_new_name_is_added_and_the_old_one_still_finds_the_student(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    assert bring_in(book, tmp_path, ROSTER.replace("O'Brien, Pat", "Kim, Pat")) == (0, 1)
    known = students(book)
    assert known.named("Kim, Pat").id == known.named("Pat O'Brien").id == known.named("pat").id == 2
    assert known.named("#2").shown == "Kim, Pat"
    with book.reading() as connection:
        names = connection.execute(select(IDENTITY.c.value).where(IDENTITY.c.kind == "name")).scalars().all()
    assert names.count("O'Brien, Pat") == 1


@pytest.mark.parametrize("text", ["Ann Lee", "lee", "nobody", "#9", ""])
def test_who_is_not_clearly_meant_is_refused(book: Gradebook, tmp_path: Path, text: str) -> None:
    bring_in(book, tmp_path)
    with pytest.raises(UsageError, match="no student is clearly meant"):
        students(book).named(text)


def test_a_roster_row_that_may_be_several_students_is_refused(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    with pytest.raises(UsageError, match="may be Lee, Ann"):
        bring_in(book, tmp_path, "Student,ID,Login\nSomebody,101,annl\n")


def handed_in(name: str, number: str = "", content: str | None = "c" * 64, group: str = "") -> HandedIn:
    provenance = Provenance(
        "Canvas", number, name, group=group, submitted="2026-11-05T10:00:00", entries=(f"{name}.py",)
    )
    return HandedIn(Submission(name, "sum", Path(), provenance=provenance), content)


def record(book: Gradebook, *items: HandedIn) -> list[Recorded | None]:
    with book.writing() as connection:
        return record_submissions(connection, items, add_event(connection, "ingest"))


def test_submissions_have_their_owner_where_that_is_clear(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    rows = record(book, handed_in("leeann", "101"), handed_in("leeann"), handed_in("zoe"), handed_in("x", content=None))
    owners = [row.student.id if row and row.student else None for row in rows]
    assert owners == [1, None, None, None]
    assert rows[3] is None


def test_what_is_brought_in_again_is_no_new_submission(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    first = record(book, handed_in("leeann", "101"))
    again = record(book, handed_in("leeann", "101"), handed_in("leeann", "101", "d" * 64))
    assert [row.new for row in (*first, *again) if row] == [True, False, True]
    assert first[0] is not None
    assert again[0] is not None
    assert again[0].id == first[0].id
    with book.reading() as connection:
        assert connection.execute(select(func.count()).select_from(SUBMISSION)).scalar() == 2
        assert connection.execute(select(func.count()).select_from(OWNER)).scalar() == 2


def test_who_hands_in_together_is_a_group(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    for _ in range(2):
        record(book, handed_in("leeann", "101", group="Red"), handed_in("pat", "102", group="Red"))
    with book.reading() as connection:
        assert connection.execute(select(STUDENT_GROUP.c.name)).scalars().all() == ["Red"]
        assert connection.execute(select(GROUP_MEMBER.c.student_id)).scalars().all() == [1, 2]


def test_a_number_of_one_with_the_name_of_another_means_neither(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    rows = record(book, handed_in("O'Brien, Pat", "101"), handed_in("O'Brien, Pat", "7"), handed_in("Lee, Ann", "103"))
    assert [row.student.id if row and row.student else None for row in rows] == [None, None, 3], (
        "102 is Pat's Canvas id, and 7 is another Pat's"
    )


def test_who_is_known_by_the_roster_alone_is_in_no_group(book: Gradebook, tmp_path: Path) -> None:
    bring_in(book, tmp_path)
    alone = [
        HandedIn(Submission(name, "sum", Path(), provenance=Provenance("roster", number, name)), "c" * 64)
        for name, number in (("Lee, Ann", "101"), ("O'Brien, Pat", "102"))
    ]
    record(book, *alone)
    with book.reading() as connection:
        assert connection.execute(select(STUDENT_GROUP)).all() == []


def test_a_number_of_two_students_is_refused_by_both_names(book: Gradebook, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='has "101" for two students, Lee, Ann and Bob, Bo; each needs one of their'):
        bring_in(book, tmp_path, ROSTER + '"Bob, Bo",101,bob,,A\n')
    assert bring_in(book, tmp_path, ROSTER + '"Lee, Ann",101,ann,ann@example.edu,B\n') == (3, 0)


def test_two_addresses_that_begin_alike_are_two_students(book: Gradebook, tmp_path: Path) -> None:
    assert bring_in(book, tmp_path, "Name,Email\nAnn Lee,lee@a.edu\nBob Lee,lee@b.edu\n") == (2, 0)
    assert students(book).named("lee@b.edu").shown == "Bob Lee"


def test_a_quotation_that_is_not_closed_takes_no_student_away(book: Gradebook, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"roster\.csv:3: a quotation begins in this row and ends nowhere"):
        bring_in(book, tmp_path, 'Name,ID\nAnn,1\n"Bob,2\nEve,3\n')
    assert bring_in(book, tmp_path, 'Name,ID\n"Ann ""A"" Lee",1\n"Bob\nLee",2\n') == (2, 0)
