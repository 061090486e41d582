"""Graders of other systems, run as they are: their points become ours, whatever form their results have."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import Package, write_package
from harness.model.errors import UsageError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import graded, loaded, write

SUM = "def add(a, b):\n    return a + b\n"
HALF = "def add(a, b):\n    return abs(a + b)\n"
ASKS = """\
import json, sys
sys.path.insert(0, {folder!r})
from add import add
right = [add(1, 2) == 3, add(-1, -2) == -3]
"""
GRADESCOPE = {
    "setup.sh": "#!/bin/sh\napt-get install -y python3-numpy\n",
    "run_autograder": "#!/bin/sh\ncd /autograder/source && python3 tests.py > /autograder/results/results.json\n",
    "tests.py": ASKS.format(folder="/autograder/submission")
    + "tests = [{'name': n, 'score': 5 * ok, 'max_score': 5, 'output': 'add was asked'}"
    " for n, ok in zip(('plus', 'minus'), right)]\nprint(json.dumps({'tests': tests}))\n",
}
YML = "general: {handin_filename: add.py}\nproblems: [{name: Sum, max_score: 30.0}, {name: Style, max_score: 10}]\n"
MAKEFILE = "autograde:\n\ttar xf autograde.tar\n\tpython3 grader.py\n"
CLASSROOM50 = {
    "autograder.py": ASKS.format(folder=".")
    + "tests = [{'test-name': str(n), 'passed': ok} for n, ok in enumerate(right)]\n"
    "json.dump({'schema': 'classroom50/result/v1', 'score': sum(right), 'max-score': 2, 'tests': tests},"
    " open('result.json', 'w'))\n"
}
EXERCISM = {
    "bin/run.sh": "#!/bin/sh\nPYTHONPATH=$2 python3 bin/ask.py > $3/results.json\n",
    "bin/ask.py": ASKS.format(folder="/none")
    + "tests = [{'name': str(n), 'status': 'pass' if ok else 'fail'} for n, ok in enumerate(right)]\n"
    "print(json.dumps({'version': 2, 'status': 'pass' if all(right) else 'fail', 'tests': tests}))\n",
}
JUNIT = GRADESCOPE | {
    "run_autograder": "#!/bin/sh\npython3 /autograder/source/tests.py > /autograder/results/tests.xml\n",
    "tests.py": ASKS.format(folder="/autograder/submission")
    + 'print(\'<testsuite>\', *(\'<testcase name="t"/>\' if ok else \'<testcase name="minus"><failure message="no"/>'
    "</testcase>' for ok in right), '</testsuite>')\n",
}


def autolab(root: Path) -> Path:
    scores = "{'Sum': 15 * sum(right), 'Style': 10}"
    text = ASKS.format(folder=".") + f"print('two sums')\nprint(json.dumps({{'scores': {scores}}}))\n"
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        member = tarfile.TarInfo("grader.py")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text.encode()))
    folder = write(root / "there", {"lab.yml": YML, "autograde-Makefile": MAKEFILE})
    (folder / "autograde.tar").write_bytes(content.getvalue())
    return folder


def zipped(root: Path) -> Path:
    folder = root / "there"
    folder.mkdir()
    with zipfile.ZipFile(folder / "autograder.zip", "w") as archive:
        for name, text in GRADESCOPE.items():
            archive.writestr(name, text)
    return folder


def grade(root: Path, package: Package, program: str) -> Grade:
    if not (root / "specs").exists():
        write_package(package, root / "specs/sum")
    return graded(loaded(root, "sum"), write(root / f"student{len(program)}", {"add.py": program}))


def source(root: Path, kind: str) -> Path:
    files = {"gradescope": GRADESCOPE, "junit": JUNIT, "classroom50": CLASSROOM50, "exercism": EXERCISM}
    if kind in files:
        return write(root / "there", files[kind])
    return autolab(root) if kind == "autolab" else zipped(root)


@pytest.mark.parametrize("kind", ["gradescope", "zip", "junit", "autolab", "classroom50", "exercism"])
def test_the_points_of_a_foreign_grader_are_taken_over(tmp_path: Path, kind: str) -> None:
    folder = source(tmp_path, kind)
    assert [name for name, importer in importers().items() if importer.recognises(folder)] == ["foreign-grader"]
    package = importers()["foreign-grader"].read(folder)
    right, half = (grade(tmp_path, package, program) for program in (SUM, HALF))
    most = 40 if kind == "autolab" else 100
    assert (right.score, right.max_score) == (most, most)
    assert half.score == {"autolab": 25}.get(kind, 50)
    message = half.cases[0].findings[0].message
    assert message.startswith("judged by the foreign grader: ")
    assert kind not in ("gradescope", "zip") or message.endswith("minus: add was asked")


@pytest.mark.parametrize(
    "results", ["", "nonsense", "[]", '{"score": 5}', '{"tests": [{"score": NaN, "max_score": 1}]}', "<!DOCTYPE x><x/>"]
)
def test_results_that_cannot_be_read_cost_no_student_anything(tmp_path: Path, results: str) -> None:
    runs = f"#!/bin/sh\nprintf %s '{results}' > /autograder/results/results.json\n"
    package = importers()["foreign-grader"].read(write(tmp_path / "there", {"run_autograder": runs}))
    assert [case.verdict for case in grade(tmp_path, package, SUM).cases] == [Verdict.JE]


def test_what_is_hidden_there_is_not_shown_here(tmp_path: Path) -> None:
    test = {"name": "secret", "score": 0, "max_score": 2, "output": "the answer is 7", "visibility": "after_published"}
    runs = f"#!/bin/sh\necho '{json.dumps({'tests': [test]})}' > /autograder/results/results.json\n"
    package = importers()["foreign-grader"].read(write(tmp_path / "there", {"run_autograder": runs}))
    assert [finding.message for finding in grade(tmp_path, package, SUM).cases[0].findings] == [
        "judged by the foreign grader: a hidden test"
    ]


def test_what_a_foreign_grader_installs_is_reported(tmp_path: Path) -> None:
    notes = importers()["foreign-grader"].read(source(tmp_path, "gradescope")).notes
    assert "setup.sh is not run; it would: apt-get install -y python3-numpy" in notes


def test_an_archive_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"autograder.zip"):
        importers()["foreign-grader"].read(write(tmp_path / "there", {"autograder.zip": "PK"}))


@pytest.mark.parametrize(("yml", "message"), [("general: {}\n", "handin_filename"), ("problems: []\n", "max_score")])
def test_an_assessment_of_autolab_says_its_points_and_its_file(tmp_path: Path, yml: str, message: str) -> None:
    folder = write(autolab(tmp_path), {"lab.yml": yml})
    with pytest.raises(UsageError, match=message):
        importers()["foreign-grader"].read(folder)
