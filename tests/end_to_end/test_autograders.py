"""``harness export``: the zip in the tree of folders in which Gradescope and PrairieLearn run it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support import ADDER, PATIENCE_S, ROOT, SUM, course, environment, grade, harness, write

SPEC = (
    SUM
    + """\
  - {name: secret-name, clause: sum, args: ["41"], stdout: "41\\n", visibility: hidden}
"""
)
DOWNLOAD = """\
submission_1:
  :submitters: [{":name": a, ":sid": s1}, {":name": b, ":sid": s2}]
"""


def export(system: str, folder: Path, root: Path, apart: Path, *options: str, name: str = "sum") -> Path:
    """Export an assignment and unpack it as the system does, with its rights to execute; the folder."""
    out = apart / f"{system}.zip"
    harness("export", system, name, "-o", out, *options, cwd=root, apart=apart, expect=0)
    with zipfile.ZipFile(out) as archive:
        for entry in archive.infolist():
            Path(archive.extract(entry, folder)).chmod(entry.external_attr >> 16 & 0o777)
    return folder


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``/autograder`` after its setup, without the network: the packages that it takes are those of the tests."""
    folder = tmp_path_factory.mktemp("gradescope")
    root = course(folder / "course", SPEC)
    source = export("gradescope", folder / "autograder" / "source", root, folder, "--require-isolation=E")
    surroundings = {"PATH": os.environ["PATH"], "SKIP_PACKAGES": "1", "PIP_OPTIONS": "--no-index --no-deps"}
    subprocess.run([source / "setup.sh"], env=surroundings, check=True, capture_output=True, timeout=PATIENCE_S)
    (site_packages,) = source.glob("venv/lib/*/site-packages")
    write(site_packages, {"dependencies.pth": sysconfig.get_path("purelib") + "\n"})
    return folder / "autograder"


def autograde(tree: Path, folder: Path, files: dict[str, str], apart: Path) -> tuple[int, Any]:
    """Run the autograder on files; its exit status and the results."""
    shutil.rmtree(tree / "submission", ignore_errors=True)
    write(tree / "submission", files)
    surroundings = environment(apart) | {"AUTOGRADER": str(tree)}
    del surroundings["PYTHONPATH"]
    ended = subprocess.run(
        [tree / "source" / "run_autograder"],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    results = tree / "results" / "results.json"
    return ended.returncode, json.loads(results.read_bytes()) if results.exists() else ended.stderr


def test_the_zip_has_its_programs_at_its_root_and_nothing_that_grading_does_not_take(tmp_path: Path) -> None:
    root = course(tmp_path, SPEC, beside={"mutants/x/main.py": "", "accepted/y/main.py": ""})
    source = export("gradescope", tmp_path / "source", root, tmp_path)
    for name in ("setup.sh", "run_autograder"):
        assert os.access(source / name, os.X_OK)
        assert (source / name).read_text().startswith("#!/usr/bin/env bash\n")
    assert (source / "course" / "specs" / "sum" / "spec.yaml").is_file()
    assert not list(source.glob("course/specs/sum/mutants")) + list(source.glob("course/specs/sum/accepted"))
    packages = (source / "packages.txt").read_text().split()
    assert {"python3", "bubblewrap"} <= set(packages)
    again = root / "again.zip"
    harness("export", "gradescope", "sum", "-o", again, cwd=root, apart=tmp_path, expect=0)
    assert again.read_bytes() == (tmp_path / "gradescope.zip").read_bytes()


def test_a_submission_is_graded_and_hidden_cases_stay_hidden(tree: Path, tmp_path: Path, apart: Path) -> None:
    status, results = autograde(tree, tmp_path, {"main.py": "print(5)\n"}, apart)
    assert (status, results["extra_data"]["complete"]) == (0, True)
    seen = [test for test in results["tests"] if test["visibility"] == "visible"]
    assert [(test["score"], test["max_score"], test["status"]) for test in seen] == [(3.333333, 6.666667, "failed")]
    assert "secret-name" not in json.dumps(seen) + results["output"]
    assert [test["visibility"] for test in results["tests"] if test not in seen] == ["hidden"]
    assert "Only a part" not in results["output"]


def test_what_a_student_hands_in_never_makes_them_several(tree: Path, tmp_path: Path, apart: Path) -> None:
    hostile = {"submission_metadata.yml": DOWNLOAD, "submission_1/main.py": ADDER}
    status, results = autograde(tree, tmp_path, hostile, apart)
    assert (status, results["extra_data"]["complete"]) == (0, False)
    assert results["score"] == 0
    assert "looks like a Gradescope download" in results["output"]


def test_nothing_handed_in_is_reported(tree: Path, tmp_path: Path, apart: Path) -> None:
    status, results = autograde(tree, tmp_path, {}, apart)
    assert (status, results["score"]) == (0, 0)


def test_where_nothing_can_be_graded_nobody_gets_a_zero(tree: Path, tmp_path: Path, apart: Path) -> None:
    settings = tree / "source" / "settings.sh"
    text = settings.read_text()
    settings.write_text(text.replace("sum", "no-such-assignment"))
    try:
        status, said = autograde(tree, tmp_path, {"main.py": ADDER}, apart)
    finally:
        settings.write_text(text)
    assert status != 0
    assert "exit status 2" in said


def test_what_is_judged_is_there_when_the_run_is_killed(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path, f"{SUM}limits: {{wall: 600 s}}\n")
    program = "import sys, time\nif len(sys.argv) == 4:\n    time.sleep(600)\nprint(5)\n"
    write(root / "work", {"main.py": program})
    command = [sys.executable, "-m", "harness", "grade", "work", "--student", "ann", "--assignment", "sum"]
    process = subprocess.Popen(
        [*command, "--isolation=E", "-j1", "--report=gradescope:results.json", "--no-gradebook"],
        cwd=root,
        env=environment(apart),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline, score = time.monotonic() + PATIENCE_S, 0.0
    try:
        while not score and time.monotonic() < deadline:
            if (root / "results.json").exists():
                score = json.loads((root / "results.json").read_bytes())["score"]
            time.sleep(0.05)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    results = json.loads((root / "results.json").read_bytes())
    assert (results["score"], results["extra_data"]["complete"]) == (5.0, False)


def test_prairielearn_grades_in_its_tree(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", SPEC)
    folder = export("prairielearn", tmp_path / "grade", root, apart, "--require-isolation=E")
    options = json.loads((folder / "info.json").read_text())["externalGradingOptions"]
    assert options["entrypoint"] == "/grade/tests/run.sh"
    write(folder / "student", {"main.py": ADDER})
    program = (
        write(tmp_path / "bin", {"grade": f'#!/bin/sh\nexec "{sys.executable}" -m harness grade "$@"\n'}) / "grade"
    )
    program.chmod(0o755)
    surroundings = environment(apart) | {"GRADE_ROOT": str(folder), "GRADE": str(program)}
    run = folder / "tests" / "run.sh"
    subprocess.run([run], env=surroundings, cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE_S)
    results = json.loads((folder / "results" / "results.json").read_bytes())
    assert (results["gradable"], results["score"]) == (True, 1.0)
    assert "secret-name" not in json.dumps(results)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("export", "gradescope", "smu", "-o", "x.zip"), 'there is no assignment "smu"'),
        (
            ("export", "gradescope", "sum", "-o", "specs/sum/spec.yaml/x.zip"),
            "the folder specs/sum/spec.yaml cannot be made: ",
        ),
    ],
)
def test_what_cannot_be_exported_is_one_line(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    root = course(tmp_path, SPEC)
    ended = harness(*words, cwd=root, apart=tmp_path, expect=2)
    assert message in ended.err
    assert len(ended.err.splitlines()) == 1


def test_student_takes_one_path_and_one_assignment(tmp_path: Path, apart: Path) -> None:
    root = write(course(tmp_path), {"work/main.py": ADDER})
    assert "--student takes one PATH" in grade("work", "--student", "ann", cwd=root, apart=apart, expect=2).err


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="takes root and debootstrap")
def test_in_a_bare_debian_it_sets_itself_up_and_grades(tmp_path: Path, apart: Path) -> None:
    """The whole way: an image with nothing in it, packages from the network, then a submission."""
    root = tmp_path / "image"
    command = ["debootstrap", "--variant=minbase", "bookworm", str(root)]
    if subprocess.run(command, check=False, capture_output=True, timeout=900).returncode:
        pytest.skip("no Debian could be set up: no network?")
    export("gradescope", root / "autograder" / "source", ROOT, apart, name="cse30-pa2")
    shutil.copytree(ROOT / "submissions" / "bob" / "cse30-pa2", root / "autograder" / "submission")
    shutil.copy("/etc/resolv.conf", root / "etc")
    write(root / "etc" / "ssl" / "certs", {"machine.crt": Path("/etc/ssl/certs/ca-certificates.crt").read_bytes()})
    inside = [
        "chroot",
        str(root),
        "env",
        "-i",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "PIP_CERT=/etc/ssl/certs/machine.crt",
    ]
    subprocess.run([*inside, "/autograder/source/setup.sh"], check=True, timeout=900)
    mounts = [("proc", "proc", root / "proc"), ("devtmpfs", "devtmpfs", root / "dev")]
    for kind, device, target in mounts:
        subprocess.run(["mount", "-t", kind, device, target], check=True)
    try:
        subprocess.run([*inside, "/autograder/source/run_autograder"], check=True, timeout=600)
    finally:
        for _, _, target in mounts:
            subprocess.run(["umount", target], check=True)
    assert json.loads((root / "autograder" / "results" / "results.json").read_bytes())["score"] == 92.0
