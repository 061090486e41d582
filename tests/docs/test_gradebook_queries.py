"""The questions in SQL that the documents show have answers in a real gradebook."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.docs.documents import fences, read
from tests.support import ADDER, course, grade, write


def test_the_queries_answer(tmp_path: Path, apart: Path) -> None:
    (queries,) = (fence.text for fence in fences(read("docs/gradebook.md")) if fence.language == "sql")
    course(tmp_path)
    write(tmp_path / "class", {"ann/sum/sum.py": ADDER, "bob/sum/sum.py": "print(5)\n"})
    grade("class", "--gradebook", tmp_path / "book.sqlite", cwd=tmp_path, apart=apart, expect=1)
    with closing(sqlite3.connect(tmp_path / "book.sqlite")) as book:
        best, lost, kinds = (book.execute(query).fetchall() for query in queries.split(";") if query.strip())
    assert sorted(best) == [("ann", "sum", 10), ("bob", "sum", 5)]
    assert lost == [("sum", "sum", 5)]
    assert kinds == [("sum", "line-differs", 1)]
