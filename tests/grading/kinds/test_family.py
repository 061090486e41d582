"""A kind of case is one file: added to a copy of the program, it is read, refused beside others, run and documented."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.grading.running.case_kind import Kind
from harness.spec.format.kinds import CaseKind, kinds
from tests.support import PATIENCE_S, ROOT, course, environment, write

NEW = '''\
"""Cases that look for a licence."""

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.running.case_kind import Kind
from harness.model.struct import Model
from harness.model.verdict import Verdict


class Licence(Model, frozen=True):
    """A file that says who may use the program."""

    file: str
    """Its name."""
    words: str = ""
    """What stands in it."""


class LicenceKind(Kind):
    """Looks for a licence; nothing is run."""

    key = "licence"
    options = Licence

    def run(self, planned, runner):
        licence = getattr(planned.case, self.key)
        path = runner.folder / licence.file
        if path.is_file() and licence.words in path.read_text():
            return CaseResult(RIGHT)
        return CaseResult(Judgement.fault(Verdict.WA, "file-not-built", file=licence.file))


KIND = LicenceKind()
'''
SPEC = """\
title: Licences
language: python
clauses:
  free: {text: All may use it., points: 10}
cases:
  - {name: there, clause: free, licence: {file: LICENCE, words: free}}
  - {name: gone, clause: free, licence: {file: COPYING}}
"""


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one kind more, in one file."""
    folder = tmp_path_factory.mktemp("extended")
    copy = shutil.copytree(ROOT / "harness", folder / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    write(copy / "grading" / "kinds", {"licence.py": NEW})
    write(folder / "docs", {"make_spec_format.py": (ROOT / "docs" / "make_spec_format.py").read_text()})
    return folder


def run(extended: Path, apart: Path, cwd: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env={**environment(apart), "PYTHONPATH": str(extended)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )


def graded(extended: Path, apart: Path, root: Path) -> subprocess.CompletedProcess[bytes]:
    return run(
        extended, apart, root, "-m", "harness", "grade", "submissions", "--isolation", "E", "--report=report.json"
    )


def test_a_new_kind_is_one_file(extended: Path, tmp_path: Path, apart: Path) -> None:
    files = {"submissions/ann/rights/main.py": "print(1)\n", "submissions/ann/rights/LICENCE": "It is free.\n"}
    root = write(course(tmp_path / "course", SPEC, name="rights"), files)
    for _ in range(2):  # the second time the spec comes from the cache
        ended = graded(extended, apart, root)
        assert ended.returncode == 1, ended.stderr.decode()  # not all is accepted
        (grade,) = json.loads((root / "report.json").read_text())["grades"]
        assert {case["name"]: case["verdict"] for case in grade["cases"]} == {"there": "AC", "gone": "WA"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("words: free", "wrods: free"), 'did you mean "words"?'),
        (("LICENCE, words: free}", 'LICENCE}, args: ["x"]'), '"args" does not go with "licence"'),
        (("LICENCE, words: free}", "LICENCE}, source: {recursive: [f]}"), "a case does one thing"),
    ],
)
def test_what_does_not_fit_a_new_kind_is_reported(
    extended: Path, tmp_path: Path, apart: Path, change: tuple[str, str], message: str
) -> None:
    root = write(
        course(tmp_path / "course", SPEC.replace(*change), name="rights"), {"submissions/ann/rights/a.py": "\n"}
    )
    ended = graded(extended, apart, root)
    assert ended.returncode == 2
    assert message in ended.stderr.decode()


def test_a_new_kind_is_in_the_documents_made_by_machine(extended: Path, apart: Path) -> None:
    done = run(extended, apart, extended, "docs/make_spec_format.py")
    assert done.returncode == 0, done.stderr.decode()
    text = (extended / "docs" / "spec-format.md").read_text()
    assert "- [`licence`](kinds/licence.md): Looks for a licence; nothing is run." in text
    assert "What stands in it." in (extended / "docs" / "kinds" / "licence.md").read_text()
    done = run(extended, apart, extended, "-m", "harness", "schema")
    schema: dict[str, Any] = json.loads(done.stdout)["$defs"]
    assert schema["Case"]["properties"]["licence"]["description"] == "Looks for a licence; nothing is run."
    assert schema["Licence"]["properties"]["words"]["description"] == "What stands in it."


def test_every_kind_says_what_it_is() -> None:
    for name, kind in kinds().items():
        assert (kind.key, isinstance(kind, Kind)) == (name, True)
        assert kind.__doc__ not in (None, CaseKind.__doc__, Kind.__doc__)
        assert kind.why_not.keys().isdisjoint(kind.all_keys())
