"""A second proof runs only what an edit may change; what it takes from before it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import environment, harness, write

SPEC = """\
title: Sums
language: python
clauses:
  sum: {text: The sum is printed., points: 10}
  none: {text: Nothing is no error., points: 5}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
  - {name: three, clause: sum, args: ["1", "2", "3"], stdout: {check: python, function: shown}}
  - {name: none, clause: none, stdout: "0\\n"}
"""
RIGHT = "import sys\nprint(sum(map(int, sys.argv[1:])))\n"
FILES = {
    "specs/sum/spec.yaml": SPEC,
    "specs/sum/checks.py": "def shown(run, expected):\n    return [] if run.stdout == b'6\\n' else ['no']\n",
    "specs/sum/mutants/sum-first/sum.py": "import sys\nprint([*map(int, sys.argv[1:]), 0][0])\n",
    "specs/sum/mutants/none-crashes/sum.py": "import sys\nprint(sum(map(int, sys.argv[1:])))\nsys.argv[1]\n",
    "specs/sum/accepted/loop/sum.py": f"# in one line\n{RIGHT}",
    "reference/sum/python/sum.py": RIGHT,
}
PROGRAMS = 5 + 1 + 2
ALL = 3 * PROGRAMS


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "course", FILES)


def prove(root: Path, *words: str, expect: int = 0) -> str:
    return harness("verify", *words, cwd=root, apart=root.parent / "apart", expect=expect).out


def taken(output: str) -> tuple[int, int]:
    """How many verdicts are those of the proof before, and of how many."""
    found = re.search(r"^(\d+) of (\d+) verdicts are those of the last proof", output, re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else (0, ALL)


def change(root: Path, name: str, old: str, new: str) -> None:
    path = root / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_without_an_edit_nothing_is_run_and_the_same_is_proven(root: Path) -> None:
    first, second = prove(root), prove(root)
    assert (taken(first), taken(second)) == ((0, ALL), (ALL, ALL))
    assert first.split("verified:")[0] == second.split("verified:")[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "run"),
    [
        ("specs/sum/spec.yaml", 'args: ["2", "3"]', 'args: ["3", "2"]', PROGRAMS),
        ("specs/sum/spec.yaml", "points: 10", "points: 20", 0),
        ("specs/sum/spec.yaml", "title: Sums", "# more\ntitle: Sums", 0),
        ("specs/sum/spec.yaml", "language: python", "language: python\nlimits: {cpu: 3 s}", ALL),
        ("specs/sum/checks.py", "'no'", "'not 6'", PROGRAMS),
        ("specs/sum/checks.py", "def shown", "# the sum\ndef shown", 0),
        ("specs/sum/checks.py", "def shown", "def unused(run, expected):\n    return ['no']\n\n\ndef shown", 0),
        ("specs/sum/accepted/loop/sum.py", "one line", "a single line", 3),
        ("reference/sum/python/sum.py", "import sys", "import sys  # argv", ALL),
    ],
)
def test_an_edit_runs_what_it_may_change(root: Path, file: str, old: str, new: str, run: int) -> None:
    prove(root)
    change(root, file, old, new)
    assert taken(prove(root)) == (ALL - run, ALL)


def test_goldens_are_made_again_only_where_that_may_change_them(root: Path) -> None:
    change(root, "specs/sum/spec.yaml", 'stdout: "5\\n"', "stdout: {golden: true}")
    write(root, {"specs/sum/golden/two.stdout": "5\n"})
    harness("golden", cwd=root, apart=root.parent / "apart")
    assert "1 golden fresh" in prove(root)
    assert "1 golden fresh" in prove(root)
    write(root, {"specs/sum/golden/two.stdout": "6\n"})
    assert "-6" in prove(root, expect=1)
    assert "-6" in prove(root, expect=1)
    write(root, {"specs/sum/golden/two.stdout": "5\n"})
    change(root, "reference/sum/python/sum.py", "print(", "print(0 + ")
    assert "another version of the reference" in prove(root, expect=1)


def test_a_case_that_is_put_in_front_runs_alone(root: Path) -> None:
    prove(root)
    change(
        root, "specs/sum/spec.yaml", "cases:\n", 'cases:\n  - {name: one, clause: sum, args: ["2"], stdout: "2\\n"}\n'
    )
    assert taken(prove(root)) == (ALL, ALL + PROGRAMS)


def test_a_wrong_program_that_is_now_right_is_found(root: Path) -> None:
    prove(root)
    write(root, {"specs/sum/mutants/sum-first/sum.py": RIGHT})
    ended = prove(root, expect=1)
    assert "mutant sum-first loses nothing of clause sum" in ended
    assert taken(ended) == (ALL - 3, ALL)


def test_an_edited_case_that_right_programs_fail_is_found(root: Path) -> None:
    write(root, {"specs/sum/accepted/loop/sum.py": "import uuid\nprint(uuid.uuid4())\n"})
    before = prove(root, expect=1)
    change(root, "specs/sum/spec.yaml", 'stdout: "5\\n"', 'stdout: "6\\n"')
    after = prove(root, expect=1)
    assert "reference python must get full marks, but fails case two" in after
    printed = [re.findall(r"got '([0-9a-f-]{36})", output) for output in (before, after)]
    assert printed[0]
    assert printed[0] == printed[1], "it was run again, though only what is expected of it changed"


def test_the_whole_is_run_where_that_is_asked_for_and_in_ci(root: Path) -> None:
    prove(root)
    assert taken(prove(root, "--whole")) == (0, ALL)
    variables = environment(root.parent / "apart") | {"CI": "true"}
    words = [sys.executable, "-m", "harness", "verify"]
    ended = subprocess.run(words, cwd=root, env=variables, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert taken(ended.stdout.decode()) == (0, ALL)
