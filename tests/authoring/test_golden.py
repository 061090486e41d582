"""``harness golden``: made from the references, refused unless everything that can be asked agrees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import ADDER, CompletedCommand, course, harness, write

SPEC = """\
title: Sums
language: python
clauses:
  sum: {text: The sum is printed., points: 10}
cases:
  - name: two
    clause: sum
    args: ["2", "3"]
    stdout: {golden: true}
  - name: file
    clause: sum
    args: ["1"]
    stdout: "1\\n"
    stderr: {golden: true}
    produces: {out.txt: {golden: true}}
"""
REFERENCE = ADDER + "sys.stderr.write('told')\nopen('out.txt', 'w').write('written')\n"
ORACLE = "def oracle(args, stdin):\n    return b'%d\\n' % {sum} if len(args) > 1 else None\n"
WRONG = REFERENCE.replace("sum(", "1 + sum(")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    created = course(tmp_path / "course", SPEC)
    write(created / "reference" / "sum" / "plain", {"main.py": REFERENCE})
    return created


def golden(root: Path, apart: Path, *words: str, expect: int) -> CompletedCommand:
    return harness("golden", *words, cwd=root, apart=apart, expect=expect)


def texts(root: Path) -> dict[str, bytes]:
    folder = root / "specs" / "sum" / "golden"
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}


def test_goldens_are_what_the_reference_gives(root: Path, apart: Path) -> None:
    golden(root, apart, expect=0)
    created = texts(root)
    provenance = json.loads(created.pop("provenance.json"))
    assert created == {"two.stdout": b"5\n", "file.stderr": b"told", "file.out.txt": b"written"}
    assert provenance["implementation"] == "plain"
    assert len(provenance["sha256"]) == 64
    assert set(provenance["commands"]) == set(created)
    assert provenance["commands"]["two.stdout"].endswith("python3 main.py 2 3")
    assert provenance["toolchain"]["python3"].startswith("Python 3.")
    assert harness("grade", "reference", cwd=root, apart=apart).status == 0


def test_fresh_goldens_are_left_alone(root: Path, apart: Path) -> None:
    golden(root, apart, expect=0)
    folder = root / "specs" / "sum" / "golden"
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert "sum: 3 goldens fresh" in golden(root, apart, expect=0).out
    assert "sum: 3 goldens fresh" in golden(root, apart, "--check", expect=0).out
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "two.stdout").write_text("6\n"),
        lambda folder: (folder / "two.stdout").unlink(),
        lambda folder: (folder / "old.stdout").write_text("x"),
        lambda folder: (folder / "provenance.json").unlink(),
        lambda folder: (folder / "provenance.json").write_text("{}"),
        lambda folder: (folder / "provenance.json").write_text("not json"),
    ],
    ids=["changed", "missing", "left-over", "no-provenance", "other-provenance", "bad-provenance"],
)
def test_check_reports_what_is_stale_and_writes_nothing(root: Path, apart: Path, change: object) -> None:
    golden(root, apart, expect=0)
    fresh = texts(root)
    change(root / "specs" / "sum" / "golden")  # type: ignore[operator]
    stale = texts(root)
    ended = golden(root, apart, "--check", expect=1)
    assert "sum: stale; run: harness golden sum" in ended.out
    assert texts(root) == stale
    golden(root, apart, expect=0)
    assert texts(root) == fresh
    golden(root, apart, "--check", expect=0)


def test_check_shows_the_difference(root: Path, apart: Path) -> None:
    golden(root, apart, expect=0)
    (root / "specs" / "sum" / "golden" / "two.stdout").write_text("6 \n", encoding="utf-8")
    lines = golden(root, apart, "--check", expect=1).out.splitlines()
    assert "-6\N{MIDDLE DOT}" in lines
    assert "+5" in lines


def test_check_writes_nothing_where_there_was_nothing(root: Path, apart: Path) -> None:
    assert "two.stdout: new" in golden(root, apart, "--check", expect=1).out
    assert texts(root) == {}


def test_another_version_of_the_reference_is_reported(root: Path, apart: Path) -> None:
    golden(root, apart, expect=0)
    write(root / "reference" / "sum" / "plain", {"main.py": REFERENCE + "# another\n"})
    assert "another version of the reference" in golden(root, apart, "--check", expect=1).out


def refused(root: Path, apart: Path, shown: str) -> None:
    ended = golden(root, apart, expect=1)
    assert "sum: refused" in ended.out
    assert shown in ended.out
    assert texts(root) == {}


def test_two_references_that_disagree(root: Path, apart: Path) -> None:
    write(root / "reference" / "sum" / "quick", {"main.py": WRONG})
    refused(root, apart, "quick fails two (the goldens come from plain)")


def test_two_references_that_agree(root: Path, apart: Path) -> None:
    write(root / "reference" / "sum" / "quick", {"main.py": REFERENCE.replace("map(int", "map(float if 0 else int")})
    golden(root, apart, expect=0)


def test_an_oracle_that_disagrees(root: Path, apart: Path) -> None:
    course(root, SPEC + "oracle: oracle\n", beside={"checks.py": ORACLE.format(sum="(int(args[0]) * int(args[1]))")})
    refused(root, apart, "the oracle disagrees with the reference")


def test_an_oracle_that_agrees_or_has_no_opinion(root: Path, apart: Path) -> None:
    course(root, SPEC + "oracle: oracle\n", beside={"checks.py": ORACLE.format(sum="(int(args[0]) + int(args[1]))")})
    golden(root, apart, expect=0)


def test_two_runs_that_differ(root: Path, apart: Path) -> None:
    program = REFERENCE + "import uuid\nprint(uuid.uuid4())\n"
    write(root / "reference" / "sum" / "plain", {"main.py": program})
    refused(root, apart, "two runs of plain differ in stdout")


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ("print(\n", "plain: the reference fails to build: python3 -m py_compile main.py failed"),
        ("raise ValueError\n", "plain fails two: the program stops with ValueError"),
        (REFERENCE.replace("print(sum", "print(2 * sum"), "plain fails file"),
        (ADDER, "plain made no out.txt"),
    ],
)
def test_a_reference_that_fails(root: Path, apart: Path, program: str, shown: str) -> None:
    write(root / "reference" / "sum" / "plain", {"main.py": program})
    refused(root, apart, shown)


def test_no_reference_at_all(tmp_path: Path, apart: Path) -> None:
    refused(course(tmp_path / "course", SPEC), apart, "there is no implementation to make goldens from")


def test_a_refusal_leaves_the_goldens_as_they_are(root: Path, apart: Path) -> None:
    golden(root, apart, expect=0)
    before = texts(root)
    write(root / "reference" / "sum" / "quick", {"main.py": WRONG})
    golden(root, apart, expect=1)
    assert texts(root) == before


def test_one_assignment_of_several(root: Path, apart: Path) -> None:
    course(root, SPEC, name="other")
    golden(root, apart, "sum", expect=0)
    assert texts(root)
    ended = golden(root, apart, "smu", expect=2)
    assert ended.err.startswith('harness: there is no assignment "smu"')
    assert 'did you mean "sum"?' in ended.err
