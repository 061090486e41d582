"""Wrong programs beside a spec: found, patched, and refused with one line each when they are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.plan.mutants import accepted_programs, as_submission, mutants
from harness.model.errors import SpecError
from tests.support import ADDER, course, loaded, write

TWO = """\
title: Sums
language: python
clauses:
  sum: {text: The sum is printed.}
  sum-of-none: {text: The sum of nothing is 0.}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
  - {name: none, clause: sum-of-none, stdout: "0\\n"}
"""
PATCH = """\
--- a/sum.py
+++ b/sum.py
@@ -1,2 +1,2 @@
 import sys
-print(sum(map(int, sys.argv[1:])))
+print(sum(map(int, sys.argv[2:])))
"""


def beside(root: Path, **files: str) -> Path:
    """The course ``TWO`` with a reference and more files in the spec's folder, ``__`` for a slash."""
    course(root, TWO, beside={name.replace("__", "/"): text for name, text in files.items()})
    write(root / "reference" / "sum" / "python", {"sum.py": ADDER})
    return root


def found(root: Path) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(entry.name, entry.clause, entry.also) for entry in mutants(loaded(root), root / "patched")]


def refused(root: Path) -> list[str]:
    with pytest.raises(SpecError) as caught:
        mutants(loaded(root), root / "patched")
    return str(caught.value).replace(f"{root}/", "").splitlines()


def test_no_folder_no_mutants(tmp_path: Path) -> None:
    assert found(beside(tmp_path)) == []
    assert accepted_programs(loaded(tmp_path)) == []


def test_the_longest_clause_that_the_name_begins_with_is_meant(tmp_path: Path) -> None:
    names = ("sum", "sum-of", "sum-of-none", "sum-of-none-is-1", "sum-off")
    write(beside(tmp_path) / "specs" / "sum" / "mutants", {f"{name}/sum.py": ADDER for name in names})
    assert found(tmp_path) == [
        ("sum", "sum", ()),
        ("sum-of", "sum", ()),
        ("sum-of-none", "sum-of-none", ()),
        ("sum-of-none-is-1", "sum-of-none", ()),
        ("sum-off", "sum", ()),
    ]


@pytest.mark.parametrize("name", ["summer", "total-1", "none", "Sum-x"])
def test_a_name_that_begins_with_no_clause_is_refused(tmp_path: Path, name: str) -> None:
    write(beside(tmp_path) / "specs" / "sum" / "mutants" / name, {"sum.py": ADDER})
    (line,) = refused(tmp_path)
    assert line.startswith(f"specs/sum/mutants/{name}: the name begins with no clause; it must be <clause>-<what>")


def test_a_patch_is_the_reference_with_a_change(tmp_path: Path) -> None:
    (entry,) = mutants(loaded(beside(tmp_path, **{"mutants__sum-first.patch": PATCH})), tmp_path / "patched")
    assert (entry.name, entry.clause) == ("sum-first", "sum")
    assert (entry.folder / "sum.py").read_text() == ADDER.replace("[1:]", "[2:]")
    assert [path.name for path in entry.folder.iterdir()] == ["sum.py"], "nothing that patch leaves"
    assert (tmp_path / "reference" / "sum" / "python" / "sum.py").read_text() == ADDER


def test_a_patch_fits_with_a_relative_folder_of_specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from harness.spec.loading.load import load  # noqa: PLC0415 - the helper makes absolute paths

    monkeypatch.chdir(beside(tmp_path, **{"mutants__sum-first.patch": PATCH}))
    (entry,) = mutants(load(Path("specs"), "sum"), tmp_path / "patched")
    assert "[2:]" in (entry.folder / "sum.py").read_text()


@pytest.mark.parametrize(
    "patch",
    [
        PATCH.replace("sys.argv[1:]", "sys.argv[3:]"),
        PATCH.replace(" import sys\n", " import os, sys\n"),
        PATCH.replace("sum.py", "other.py"),
        PATCH.replace("sum.py", "../../specs/sum/spec.yaml"),
        "nothing of a patch\n",
    ],
)
def test_a_patch_that_does_not_fit_is_refused(tmp_path: Path, patch: str) -> None:
    lines = refused(beside(tmp_path, **{"mutants__sum-first.patch": patch}))
    assert len(lines) == 1
    assert lines[0].startswith("specs/sum/mutants/sum-first.patch: does not fit the reference python: ")


def test_a_patch_may_name_another_right_program(tmp_path: Path) -> None:
    other = ADDER.replace("import sys", "import os\nimport sys")
    patch = PATCH.replace(" import sys\n", " import os\n import sys\n").replace("-1,2 +1,2", "-1,3 +1,3")
    beside(tmp_path, **{"accepted__other__sum.py": other, "mutants__sum-first.other.patch": patch})
    (entry,) = mutants(loaded(tmp_path), tmp_path / "patched")
    assert (entry.name, entry.clause) == ("sum-first", "sum")
    assert (entry.folder / "sum.py").read_text() == other.replace("[1:]", "[2:]")


def test_a_patch_on_a_program_that_is_not_there_is_refused(tmp_path: Path) -> None:
    beside(tmp_path, **{"accepted__other__sum.py": ADDER, "mutants__sum-first.othre.patch": PATCH})
    (line,) = refused(tmp_path)
    assert line.removeprefix("specs/sum/mutants/sum-first.othre.patch: ") == (
        'there is no reference and no accepted program "othre"; did you mean "other"?'
    )


def test_an_empty_patch_is_refused(tmp_path: Path) -> None:
    assert refused(beside(tmp_path, **{"mutants__sum-first.patch": ""})) == [
        "specs/sum/mutants/sum-first.patch: changes nothing in the reference python"
    ]


def test_a_patch_that_was_applied_already_is_refused(tmp_path: Path) -> None:
    write(
        beside(tmp_path, **{"mutants__sum-first.patch": PATCH}) / "reference" / "sum" / "python",
        {"sum.py": ADDER.replace("[1:]", "[2:]")},
    )
    assert "does not fit" in refused(tmp_path)[0]


def test_a_patch_needs_a_reference(tmp_path: Path) -> None:
    course(tmp_path, TWO, beside={"mutants/sum-first.patch": PATCH})
    (line,) = refused(tmp_path)
    assert line == "specs/sum/mutants/sum-first.patch: there is no reference to patch in reference/sum"


def test_what_editors_leave_is_no_mutant_and_a_lost_file_is_reported(tmp_path: Path) -> None:
    mutant = {"sum-x/sum.py": ADDER, ".idea/x": "", "__pycache__/x.pyc": "", "README.md": "About them."}
    write(beside(tmp_path) / "specs" / "sum" / "mutants", mutant)
    assert [name for name, _, _ in found(tmp_path)] == ["sum-x"]
    write(tmp_path / "specs" / "sum" / "mutants", {"sum-y.diff": PATCH})
    assert refused(tmp_path) == ["specs/sum/mutants/sum-y.diff: a mutant is a folder or a .patch"]


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    beside(tmp_path, **{"mutants__sum-x.patch": PATCH, "mutants__sum-x__sum.py": ADDER})
    assert refused(tmp_path) == ["specs/sum/mutants: sum-x occurs twice, as a folder and as a patch"]


NOTES = """\
mutants:
  sum-x:
    also: [sum-of-none]
    why: It is wrong for nothing too.
"""


def test_the_notes_say_what_else_is_lost(tmp_path: Path) -> None:
    beside(tmp_path, **{"mutants__sum-x__sum.py": ADDER, "mutants.yaml": NOTES})
    assert found(tmp_path) == [("sum-x", "sum", ("sum-of-none",))]


@pytest.mark.parametrize(
    ("notes", "shown"),
    [
        (NOTES.replace("sum-x", "sum-y"), 'specs/sum/mutants.yaml: there is no mutant "sum-y"; did you mean "sum-x"?'),
        (
            NOTES.replace("sum-of-none", "sum-of-one"),
            'specs/sum/mutants.yaml: sum-x: there is no clause "sum-of-one"; did you mean "sum-of-none"?',
        ),
        (NOTES.replace("why", "because"), "because"),
        (NOTES.replace("    why: It is wrong for nothing too.\n", ""), '"why"'),
    ],
)
def test_notes_of_what_is_not_there_are_refused(tmp_path: Path, notes: str, shown: str) -> None:
    lines = refused(beside(tmp_path, **{"mutants__sum-x__sum.py": ADDER, "mutants.yaml": notes}))
    assert len(lines) == 1
    assert shown in lines[0]


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    beside(tmp_path, **{"mutants__total__sum.py": ADDER, "mutants__sum-x.patch": "", "mutants.yaml": NOTES})
    assert [line.partition(":")[0] for line in refused(tmp_path)] == [
        "specs/sum/mutants/sum-x.patch",
        "specs/sum/mutants/total",
    ]


def test_accepted_programs_are_folders(tmp_path: Path) -> None:
    write(beside(tmp_path) / "specs" / "sum" / "accepted", {"b/sum.py": ADDER, "a/sum.py": ADDER, "README.md": ""})
    assert [path.name for path in accepted_programs(loaded(tmp_path))] == ["a", "b"]


def test_a_program_beside_the_spec_as_a_submission(tmp_path: Path) -> None:
    entry = as_submission("mutant", "sum-x", loaded(beside(tmp_path)), tmp_path)
    assert (entry.student, entry.assignment, entry.folder) == ("mutant sum-x", "sum", tmp_path)
