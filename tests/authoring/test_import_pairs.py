"""An assignment from a folder of pairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.import_pairs import import_pairs
from harness.model.errors import UsageError
from tests.support import grade, harness, loaded, write

KATTIS = {
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/01-small.in": "4\n",
    "data/secret/01-small.ans": "4\n",
    "data/secret/02-large.in": "1000 1\n",
    "data/secret/02-large.ans": "1001\n",
    "data/secret/03.in": "",
    "problem.yaml": "x",
}


def names(root: Path, folder: str = "there", **options: str) -> list[str]:
    imported = import_pairs(root / folder, root / "specs", "sum", options.get("language", "any"))
    assert imported.spec == root / "specs/sum/spec.yaml"
    return [planned.name for planned in loaded(root).cases]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["1.in", "1.out", "10.in", "10.out", "2.in", "2.ans"], ["test-1", "test-2", "test-10"]),
        (["input00.txt", "output00.txt", "input01.txt", "output01.txt"], ["test-00", "test-01"]),
        (["input/input00.txt", "output/output00.txt"], ["test-00"]),
        (["input/a.txt", "expected/a.txt"], ["test-a"]),
        (["in.1", "out.1", "in.2", "ans.2"], ["test-1", "test-2"]),
        (["a b.in", "a b.out"], ["test-a-b"]),
        (["a.in", "a.out", "a.args"], ["test-a"]),
        (["x/1.in", "x/1.out", "y/1.in", "y/1.out"], ["x-1", "y-1"]),
        (["2024/1.in", "2024/1.out"], ["tests-2024-1"]),
    ],
)
def test_usual_layouts_are_known(tmp_path: Path, files: list[str], expected: list[str]) -> None:
    write(tmp_path / "there", dict.fromkeys(files, "1\n"))
    assert names(tmp_path) == expected


def test_folders_become_clauses_and_what_is_no_pair_is_reported(tmp_path: Path) -> None:
    write(tmp_path / "there", KATTIS)
    imported = import_pairs(tmp_path / "there", tmp_path / "specs", "sum", "python")
    assert imported.groups == {"data-sample": 1, "data-secret": 2}
    assert list(imported.left_out) == [
        "problem.yaml: not known as part of a pair",
        "data/secret/03.in: no expected output for it",
    ]
    assert {name: clause.points for name, clause in loaded(tmp_path).clauses.items()} == {
        "data-sample": 33,
        "data-secret": 67,
    }


def test_nothing_is_overwritten_and_no_pairs_are_an_error(tmp_path: Path) -> None:
    write(tmp_path / "there", {"1.in": "", "1.out": "", "e/readme": ""})
    names(tmp_path)
    with pytest.raises(UsageError, match="is there already"):
        import_pairs(tmp_path / "there", tmp_path / "specs", "sum", "any")
    with pytest.raises(UsageError, match="no pair of input and expected output"):
        import_pairs(tmp_path / "there/e", tmp_path / "specs", "other", "any")
    assert not (tmp_path / "specs/other").exists()


def test_from_a_folder_to_grades_without_a_reference(tmp_path: Path, apart: Path) -> None:
    write(tmp_path / "Sum Pairs", {name: text for name, text in KATTIS.items() if name != "problem.yaml"})
    done = harness("import", "pairs", tmp_path / "Sum Pairs", cwd=tmp_path, apart=apart, expect=0)
    assert "specs/sum-pairs/spec.yaml: 3 cases: data-sample (1), data-secret (2)" in done.out
    right = {"s.py": "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n"}
    write(tmp_path / "submissions/ann/sum-pairs", right)
    write(tmp_path / "submissions/bob/sum-pairs", {"s.py": "print(3)\n"})
    ended = grade("submissions", "--isolation", "E", cwd=tmp_path, apart=apart, expect=1)
    assert "100/100" in ended.out
    assert "33/100" in ended.out
    write(tmp_path / "specs/sum-pairs/accepted/sum", right)
    for clause, comparison in {"data-sample": "!= 3", "data-secret": "== 3"}.items():
        wrong = f"import sys\nn = sum(map(int, sys.stdin.read().split()))\nprint(n if n {comparison} else 0)\n"
        write(tmp_path / f"specs/sum-pairs/mutants/{clause}-none", {"s.py": wrong})
    verified = harness("verify", "sum-pairs", cwd=tmp_path, apart=apart, expect=0)
    assert "note sum-pairs: there is no reference: what is expected is written by hand\n" in verified.out


def test_line_ends_of_an_editor_become_newlines(tmp_path: Path) -> None:
    files = {"a.in": "1\r\n2\r\n", "a.out": "3\r\n", "b.in": "1", "b.out": "1", "c.in": "", "c.out": ""}
    write(tmp_path / "there", files)
    imported = import_pairs(tmp_path / "there", tmp_path / "specs", "sum", "any")
    data = tmp_path / "specs/sum/data"
    assert {path.name: path.read_bytes() for path in data.iterdir()} == {
        "a.in": b"1\n2\n", "a.out": b"3\n", "b.in": b"1", "b.out": b"1\n", "c.in": b"", "c.out": b"",
    }  # fmt: skip
    assert list(imported.fixed) == ["a.in", "a.out", "b.out"]
