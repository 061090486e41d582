"""What a program wrote to stderr in every report, for staff and students."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.reports.document import Document
from harness.reports.formats import named
from harness.reports.visible_to import Reader, document_for
from harness.sandbox.isolation.none import Unconfined
from tests.support import SUM, course, graded, loaded, write

BASH = SUM.replace("language: python", "language: any")
SCRIPT = 'set -u\necho "$sum"\n'
EVIL = "import sys\nprint(6)\nprint('<b>\\x1b[2J & error', file=sys.stderr)\n"


def rendered(tmp_path: Path, name: str, spec: str, files: dict[str, str], reader: Reader) -> str:
    assignment = loaded(course(tmp_path / "course", spec))
    grade = graded(assignment, write(tmp_path / "handed-in", files))
    document = document_for(Document((grade,), Unconfined().level, {"sum": assignment}), reader)
    return bytes(named(name).render(document)).decode()


@pytest.mark.parametrize("reader", ["staff", "student"])
@pytest.mark.parametrize("name", ["txt", "html", "md", "json", "junit", "gradescope"])
def test_each_report_shows_it(tmp_path: Path, name: str, reader: Reader) -> None:
    text = rendered(tmp_path, name, BASH, {"main.bash": SCRIPT}, reader)
    assert "sum: unbound variable" in text
    assert text.count("unbound variable") == (1 if name in ("txt", "html", "md") else 2)  # a cause, or each case


def test_the_text_has_it_below_the_difference(tmp_path: Path) -> None:
    lines = rendered(tmp_path, "txt", BASH, {"main.bash": SCRIPT}, "student").splitlines()
    (row,) = [line.strip() for line in lines if "unbound" in line]
    assert row.startswith("stderr   | ")


@pytest.mark.parametrize("name", ["txt", "html", "md", "json", "junit", "gradescope"])
def test_it_is_escaped(tmp_path: Path, name: str) -> None:
    text = rendered(tmp_path, name, SUM, {"main.py": EVIL}, "student")
    assert "\x1b" not in text
    assert ("<b>" in text) == (name in ("txt", "md", "json", "gradescope"))
