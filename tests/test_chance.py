"""No test fails by chance: what it looks for in vain stands in no date, path, size or token."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support import ROOT

_PROGRAMS = {"workspaces", "conformance"}
MODULES = sorted(path for path in (ROOT / "tests").rglob("*.py") if not _PROGRAMS & {*path.relative_to(ROOT).parts})
_SHORT_NUMBER = re.compile(r"\d{1,4}")


def short_numbers_in_vain(source: str) -> Iterator[str]:
    """Comparisons by which a short number must be nowhere in a text; times and random names hold many."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=ast.Constant(value=str() | bytes() as value), ops=[ast.NotIn()]):
                text = value if isinstance(value, str) else value.decode("latin-1")
                if _SHORT_NUMBER.fullmatch(text):
                    yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("folder", sorted({path.relative_to(ROOT).parts[1] for path in MODULES}))
def test_no_short_number_is_looked_for_in_vain(folder: str) -> None:
    modules = [path for path in MODULES if path.relative_to(ROOT).parts[1] == folder]
    assert [
        f"{path.relative_to(ROOT)}, {comparison}: read the numbers, or look for one that nothing else holds"
        for path in modules
        for comparison in short_numbers_in_vain(path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('assert "40" not in report', 1),
        ('assert b"7" not in output', 1),
        ('assert not any("102" not in text for text in texts)', 1),
        ('assert "90210.5" not in report', 0),
        ('assert "line 40 " not in report', 0),
        ('assert "40" in report', 0),
        ("assert 40 not in numbers", 0),
    ],
)
def test_a_short_number_in_vain_is_noticed_and_no_other_text(source: str, count: int) -> None:
    assert len([*short_numbers_in_vain(source)]) == count
