"""A spreadsheet program takes no name in a report for a formula: LibreOffice itself opens the files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import by_ending
from harness.sandbox.isolation.none import Unconfined
from tests.reports.test_names import NAMES
from tests.support import PATIENCE_S, course, loaded

SEPARATORS = {"comma": "44", "semicolon": "59", "tab": "9"}
"""The separators that people's spreadsheets are set to, as LibreOffice's filter numbers them."""


def opened(path: Path, separator: str, folder: Path) -> str:
    """The flat XML of a spreadsheet that LibreOffice makes of a file."""
    office = shutil.which("soffice")
    assert office is not None, "this test needs LibreOffice: apt-get install libreoffice-calc-nogui"
    command = [
        office,
        "--headless",
        f"-env:UserInstallation=file://{folder / 'profile'}",
        f"--infilter=Text - txt - csv (StarCalc):{separator},34,76,1",  # 34: quotes, 76: UTF-8, from line 1
        *("--convert-to", "fods", "--outdir", str(folder), str(path)),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)
    return (folder / path.with_suffix(".fods").name).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("separator", SEPARATORS.values(), ids=SEPARATORS)
def test_no_name_becomes_a_formula(tmp_path: Path, separator: str) -> None:
    grades = tuple(Grade(name, "sum", Verdict.AC, (), 1.0, 1.0) for name in NAMES)
    document = Document(grades, Unconfined().level, {"sum": loaded(course(tmp_path))})
    report = tmp_path / "report.csv"
    report.write_bytes(by_ending("report.csv").render(document))
    sheet = opened(report, separator, tmp_path)
    assert sheet.count("<table:table-row") > len(NAMES)
    assert "table:formula" not in sheet


@pytest.mark.slow
def test_a_formula_that_nothing_defuses_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "formula.csv"
    path.write_text("name,=1+1\n", encoding="utf-8")
    assert "table:formula" in opened(path, SEPARATORS["comma"], tmp_path)
