"""An isolation backend is one file: added to a copy of the package, it is probed, chosen and ranked like the others."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from harness.course.gradebook.storage.tables import RUN
from harness.sandbox.isolation import backends, level_named
from tests.attacks.levels import probed_isolation
from tests.support import ADDER, PATIENCE_S, ROOT, course, environment, write

BACKEND = '''\
"""Level B2: bubblewrap once more, between B and C."""

import os

from harness.sandbox.isolation.base import Backend, Level
from harness.sandbox.isolation.bubblewrap import Bubblewrap
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup.seccomp import syscall_filter

LEVEL = Level("B2", 25, "a backend of one file", ("whatever",))


class Claimed(Unconfined):
    level = LEVEL


def confined(_hidden):
    return Bubblewrap(LEVEL, syscall_filter(), (), root=os.geteuid() == 0, use_cgroup=False)


def unconfined(_hidden):
    return Claimed()


BACKENDS = (Backend(LEVEL, {create}),)
'''


class Copy:
    """A copy of the package with one more backend, and a course to grade by it."""

    def __init__(self, folder: Path, create: str, apart: Path) -> None:
        package = shutil.copytree(ROOT / "harness", folder / "harness", ignore=shutil.ignore_patterns("__pycache__"))
        write(package / "sandbox" / "isolation", {"second_bubblewrap.py": BACKEND.format(create=create)})
        self.root = write(course(folder / "course"), {"submissions/ann/sum/main.py": ADDER})
        self._environment = {**environment(apart), "PYTHONPATH": str(folder)}

    def grade(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Grade the course by the copy."""
        return subprocess.run(
            [sys.executable, "-m", "harness", "grade", "submissions", *options],
            cwd=self.root,
            env=self._environment,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            text=True,
        )

    def level(self, *options: str) -> str:
        """Grade, and return the isolation level that the report names."""
        done = self.grade(*options, "--report", "report.json")
        assert done.returncode == 0, done.stderr
        report = json.loads((self.root / "report.json").read_bytes())
        assert report["grades"][0]["verdict"] == "AC"
        name: str = report["isolation"]["level"]
        return name


@pytest.mark.skipif(isinstance(probed_isolation("B"), str), reason="this machine gives no bubblewrap")
def test_a_backend_is_one_file(tmp_path: Path, apart: Path) -> None:
    copy = Copy(tmp_path, "confined", apart)
    assert copy.level("--isolation", "B2", "--require-isolation", "B2") == "B2"
    assert copy.level("--isolation", "b2", "--require-isolation", "C") == "B2"
    assert copy.level("--isolation", "B", "--require-isolation", "B2") == "B"
    too_weak = copy.grade("--isolation", "B2", "--require-isolation", "B")
    assert too_weak.returncode == 3
    assert "isolation B is required, and this machine gives B2" in too_weak.stderr
    weaker = copy.grade("--isolation", "E", "--require-isolation", "B2")
    assert weaker.returncode == 3
    assert "isolation B2 is required, and this machine gives E" in weaker.stderr
    assert "known, the strongest first: A, B, B2, C, D, E" in copy.grade("--isolation", "B3").stderr


def test_a_backend_that_does_not_hold_is_passed_over(tmp_path: Path, apart: Path) -> None:
    refused = Copy(tmp_path, "unconfined", apart).grade("--isolation", "B2", "--require-isolation", "B2")
    assert refused.returncode == 3
    assert "B2: its probe says: read a file of the grader; reached the network" in refused.stderr


def test_a_level_has_a_name_of_any_length_in_the_gradebook() -> None:
    assert getattr(RUN.c.isolation.type, "length", None) is None


def test_levels_have_names_and_ranks_of_their_own_and_room_between_them() -> None:
    names = set(_names())
    named_ranks = {(backend.level.rank, backend.level.name) for backend in backends()}
    assert len(named_ranks) == len(names)
    ranks = sorted(rank for rank, _ in named_ranks)
    assert all(rank - stronger > 1 for stronger, rank in pairwise(ranks))


def test_the_document_has_a_report_s_words_for_what_each_level_does_not_hold() -> None:
    text = (ROOT / "docs" / "isolation.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    shown: dict[str, str] = {}
    for name, *_, words in rows[1:]:  # "all of B" stands for the words of that row
        shown[name] = re.sub(r"all of (\w)", lambda level: shown[level[1]], words)
    assert shown == {name: ", ".join(level_named(name).not_enforced) for name in dict.fromkeys(_names())}
    assert all(level_named(name).in_full.endswith(f"not enforced: {words}") for name, words in shown.items())


def test_a_sandbox_for_each_run_says_what_it_does_not_hold_besides() -> None:
    for name in ("A", "B"):
        preferred, other = (set(backend.level.not_enforced) for backend in backends() if backend.level.name == name)
        assert {"sight of locks on the machine's files", "times of devices", "number of terminals"} <= other - preferred


def _names() -> list[str]:
    return [backend.level.name for backend in backends()]
