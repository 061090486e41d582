"""What the grader itself reads of others' files takes bounded time and memory, and ends in a line at worst."""

from __future__ import annotations

import os
import resource
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.course.gradebook.marks.score_file import read_scores
from harness.course.ingest.matching.roster import read_csv, read_roster
from harness.course.learning_systems.github_classroom import commit_time
from harness.course.learning_systems.gradescope import load_texts
from harness.course.policy.load import load_policy
from harness.model.errors import UsageError
from harness.reports.upload.filled_grades import fill
from tests.support import write

MIB = 1024**2
MOST_CPU_S = 60
"""Several times as many as it takes; what is unbounded takes hours."""
MOST_MEMORY = 800 * MIB
LONGEST_MESSAGE = 40_000


def _policy(folder: Path) -> object:
    (folder / "course.yaml").hardlink_to(folder / "content")
    return load_policy(folder / "specs", ["sum"])


def _scores_csv(folder: Path) -> object:
    (folder / "scores.csv").hardlink_to(folder / "content")
    return read_scores(folder / "scores.csv")


def _filled(folder: Path) -> object:
    return fill(read_csv(folder / "content"), ["PA2"], lambda row: 1 if row.get("id") == "1" else None, {1: 2.0})


def _git(folder: Path) -> object:
    for name in ("HEAD", "packed-refs"):
        (folder / name).hardlink_to(folder / "content")
    return commit_time(folder)


DOORS: dict[str, Callable[[Path], object]] = {
    "roster": lambda folder: read_roster(folder / "content"),
    "scores.csv": _scores_csv,
    "course.yaml": _policy,
    "metadata": lambda folder: load_texts(folder / "content", 16 * MIB),
    "grade file": _filled,
    "git": _git,
}
HEADINGS = b"Student,ID,PA2 (12)\n"


def _levels(line: str) -> bytes:
    """Forty names, each for twice what the one before stands for."""
    return b"".join(line.format(new=number, old=number - 1).encode() + b"\n" for number in range(1, 41))


YAML = ("course.yaml", "metadata")
CSV = ("roster", "grade file")
CONTENTS: dict[str, bytes] = {
    "laughs": b"x0: &x0 [a, b]\n" + _levels("x{new}: &x{new} [*x{old}, *x{old}]"),
    "laughs-of-a-key-that-stands-twice": b"x0: &x0 {a: 1}\n" + _levels("x{new}: &x{new} {{a: *x{old}, a: *x{old}}}"),
    "laughs-by-merging": b"x0: &x0 {a: 1}\n" + _levels("x{new}: &x{new} {{<<: [*x{old}, *x{old}]}}"),
    "a-value-in-itself": b"&a [*a]",
    "brackets": b"[" * MIB,
    "braces": b"{a: " * (MIB // 4),
    "lists-on-a-line": b"- " * 60_000,
    "keys-on-a-line": b"? " * 60_000,
    "commas": b"a: [" + b"a," * (2 * MIB) + b"]",
    "cells": HEADINGS + b"," * (15 * MIB),
    "rows": HEADINGS + b"a\n" * (7 * MIB),
    "headings": b"Name" + b",a" * 300_000 + b"\n" + b"x\n" * 10_000,
    "a-quotation-without-end": HEADINGS + b'"' + b"x" * (15 * MIB),
    "quotes": HEADINGS + b'"' + b'""' * MIB,
    "quotations": HEADINGS + b'"a",' * 100_000,
    "a-heading-of-blanks": b"Student,ID,P" + b" " * 120_000 + b"x\nx,1,2\n",
    "a-number": b"clause: a\nscores: {ann: " + b"9" * 100_000 + b"}\n",
    "a-number-in-a-cell": HEADINGS + b"x,1," + b"9" * 100_000,
    "no-utf-8": bytes(range(128, 256)) * 2000,
    "half-characters": b"\xff\xfe" + b"\x00\xd8" * 10_000,
    "all-bytes": HEADINGS + bytes(range(256)) * 100,
    "a-branch-elsewhere": b"ref: refs/heads/" + b"a/" * 50_000,
    "nothing": b"",
}


def end_of(check: Callable[[], None]) -> int:
    """Run a check in a child with limits; its exit status, negative for a signal."""
    child = os.fork()
    if child == 0:
        try:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            size = pages * resource.getpagesize() + MOST_MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S + 1))
            check()
            os._exit(0)
        except BaseException:  # noqa: BLE001 - nothing may leave this frame
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def message_of(read: Callable[[Path], object], folder: Path) -> str:
    """What the user reads; empty if it can be read."""
    try:
        read(folder)
    except UsageError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("content", CONTENTS)
def test_what_is_wicked_costs_a_line(tmp_path: Path, content: str) -> None:
    written = CONTENTS[content]
    doors = [*DOORS] if len(written) < MIB // 4 else CSV if written.startswith((HEADINGS[:4], b"Name")) else YAML

    def check() -> None:
        for door in doors:
            folder = write(tmp_path / door, {"content": written, "specs/sum/spec.yaml": ""})
            assert len(message_of(DOORS[door], folder)) < LONGEST_MESSAGE, door

    assert end_of(check) == 0


@pytest.mark.parametrize("door", DOORS)
def test_a_line_of_gigabytes_is_not_read(tmp_path: Path, door: str) -> None:
    write(tmp_path, {"content": b"", "specs/sum/spec.yaml": ""})
    os.truncate(tmp_path / "content", 1 << 32)

    def check() -> None:
        if door == "git":
            assert DOORS[door](tmp_path) == ""
        else:
            with pytest.raises(UsageError, match="larger than 16 MiB"):
                DOORS[door](tmp_path)

    assert end_of(check) == 0
