"""Write small courses with one submission each, and compile the bare loop that they are compared with."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from measure import BIN

LOOP = Path(__file__).with_name("spawn_loop.c")
LINE = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'
"""A trivial program in C."""
_LINES = """\
title: One line
language: any
clauses:
  line: {{text: The program prints one line., points: 100}}
build:
  - run: [[./line]]
cases:
  - name: line-{{n}}
    clause: line
    for: {{n: 1..{cases}}}
    args: ["{{n}}"]
    stdout: "hello\\n"
"""


def one_line(folder: Path, cases: int) -> Path:
    """A course in which the trivial program, handed in compiled, is run so many times; its folder."""
    root = course(folder, _LINES.format(cases=cases), {"line.c": LINE})
    compiled(root / "submissions" / "sam" / "task")
    return root


def compiled(folder: Path) -> Path:
    """The trivial program, compiled."""
    (folder / "line.c").write_text(LINE, encoding="ascii")
    subprocess.run(["gcc", "-O2", "-o", folder / "line", folder / "line.c"], check=True)
    return folder / "line"


def course(folder: Path, spec: str, submission: Mapping[str, str], beside: Mapping[str, bytes] | None = None) -> Path:
    """Write a course with one assignment and one submission; its folder. ``beside``: more files of the spec."""
    files = {f"specs/task/{name}": content for name, content in (beside or {}).items()}
    files |= {f"submissions/sam/task/{name}": text.encode() for name, text in submission.items()}
    for name, content in {"specs/task/spec.yaml": spec.encode(), **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def grade(folder: Path, *words: str | Path, isolation: str = "E", jobs: int = 1) -> list[str | Path]:
    """The command that grades the submission of a course."""
    submission = folder / "submissions" / "sam" / "task"
    options = ["--isolation", isolation, "-j", str(jobs), "--no-gradebook"]
    return [BIN / "grade", *options, "--specs", folder / "specs", *words, submission]


def spawn_loop(folder: Path, expected: bytes) -> tuple[Path, Path]:
    """The bare loop in C, compiled, and a file with what its program must print."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["gcc", "-O2", "-o", folder / "spawn_loop", LOOP], check=True)
    (folder / "expected").write_bytes(expected)
    return folder / "spawn_loop", folder / "expected"
