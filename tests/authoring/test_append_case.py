"""A case is appended after the last one, and nothing else of the file changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from harness.authoring.case_text import append_case, case_text
from harness.model.errors import UsageError
from harness.spec.yaml.source import read, with_case_list
from tests.support import ROOT, write


def entry(indent: int) -> str:
    return case_text("new", "sum", args=["1"], stdout="1\n", indent=indent)


def appended(folder: Path, text: str) -> str:
    """The file afterwards; that nothing is lost or changed is checked on the way."""
    path = write(folder, {"spec.yaml": text}) / "spec.yaml"
    line = append_case(path, entry)
    after = path.read_bytes().decode()
    lines = after.split("\n")
    assert lines[line - 1].strip() == "- name: new"
    kept = iter(lines)
    assert all(old in kept for old in text.rstrip("\n").split("\n")), "a line was lost or moved"
    return after


@pytest.mark.parametrize(
    ("before", "blank", "indent", "behind"),
    [
        ("cases:\n  - name: a # one\n    stdout: x   # why\n", "\n", 2, "# the end\n"),
        ("cases:\n- name: a\n- name: b\n", "", 0, "\noracle: o\n"),
        ("cases:\n  - name: a\n    stdout: |\n      x\n\n      # no comment\n", "\n", 2, "\nend: 1\n"),
        ("cases:\n  - {name: a, args: [b,\n     c]}\n", "\n", 2, ""),
        ("cases:\n  - name: a\n\n  - name: b\n    x: {y: [1]}\n", "\n", 2, "\n\n# end\n"),
    ],
    ids=["comments", "not-the-last-key", "block", "flow-entry", "apart"],
)
def test_a_case_is_put_after_the_last(tmp_path: Path, before: str, blank: str, indent: int, behind: str) -> None:
    assert appended(tmp_path, before + behind) == before + blank + entry(indent) + behind


def test_a_file_without_a_newline_at_its_end(tmp_path: Path) -> None:
    assert appended(tmp_path, "cases:\n  - name: a\n    x: 1").endswith('    stdout: "1\\n"\n')


def test_a_file_with_windows_line_ends_keeps_them(tmp_path: Path) -> None:
    after = appended(tmp_path, "cases:\r\n  - name: a\r\n")
    assert after.count("\r\n") == after.count("\n")


@pytest.mark.parametrize(
    "text", ["cases: [{name: a}]\n", "cases: {from: x}\n", "title: x\n", "cases: []\n", "cases:\n  from: x\n", "- a\n"]
)
def test_cases_in_another_form_are_left_alone(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, {"spec.yaml": text}) / "spec.yaml"
    with pytest.raises(UsageError, match="by hand"):
        append_case(path, entry)
    assert path.read_text() == text


def test_what_would_change_something_else_is_taken_back(tmp_path: Path) -> None:
    text = "cases:\n  - name: a\n"
    path = write(tmp_path, {"spec.yaml": text}) / "spec.yaml"
    with pytest.raises(UsageError, match="by hand"):
        append_case(path, lambda indent: f"{' ' * indent}- name: b\nmore: 1\n")
    assert path.read_text() == text


@pytest.mark.parametrize("spec", sorted((ROOT / "specs").glob("*/spec.yaml")), ids=lambda path: path.parent.name)
def test_our_own_specs_take_one_more(tmp_path: Path, spec: Path) -> None:
    copy = Path(shutil.copy(spec, tmp_path / "spec.yaml"))
    append_case(copy, entry)
    before, after = (with_case_list(read(path)).value["cases"] for path in (spec, copy))
    assert after[:-1] == before
    assert after[-1]["name"] == "new"
