"""The action and the workflows to copy: their steps run as GitHub runs them."""

from __future__ import annotations

import base64
import csv
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import ADDER, PATIENCE_S, ROOT, SUM, course, environment, write

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in sorted((ROOT / "docs/workflows").glob("*.yml"))}
CRASH = "import sys\nnumbers = {}\nprint(numbers[sys.argv[1]])\n"


STUDENTS = "classroom"
"""The workflow that lies where students write."""
FAKE_GH = """\
#!/bin/sh
# Stands for GitHub's client: lists the repositories below REPOSITORIES and clones them.
test "$GH_TOKEN" = secret || exit 4
case "$1 $2" in
"repo list") ls "$REPOSITORIES" ;;
"repo clone") cat >/dev/null; git clone --quiet "file://$REPOSITORIES/${3#*/}" "$4" ;;
*) exit 2 ;;
esac
"""


def steps(workflow: str) -> Iterator[dict[str, Any]]:
    (job,) = WORKFLOWS[workflow]["jobs"].values()
    yield from job["steps"]


def jobs() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each workflow with each of its jobs."""
    for workflow in WORKFLOWS.values():
        for job in workflow["jobs"].values():
            yield workflow, job


def grades(step: dict[str, Any]) -> bool:
    """Whether programs of students or of the course are run in a step."""
    return "/grade@" in step.get("uses", "") or bool(re.search(r"(?m)^ *(grade|harness) ", step.get("run", "")))


def repository_of(folder: Path, source: str) -> None:
    """A repository with one commit."""
    write(folder, {"sum.py": source})
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    for words in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-q", "-m", "Hand in")):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def surroundings(folder: Path, apart: Path) -> dict[str, str]:
    """The environment of a step whose installation was done: the commands are those of this checkout."""
    for name, words in (("grade", "harness grade"), ("harness", "harness")):
        write(folder / "bin", {name: f'#!/bin/sh\nexec "{sys.executable}" -m {words} "$@"\n'})
        (folder / "bin" / name).chmod(0o755)
    own = environment(apart)
    return own | {
        "PATH": f"{folder / 'bin'}:{own['PATH']}",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
        "RUNNER_TEMP": str(folder),
    }


def run(text: str, cwd: Path, env: Mapping[str, str], expect: int = 0) -> str:
    """Run a step's commands as ``shell: bash`` does."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text]
    ended = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == expect, ended.stdout + ended.stderr
    return ended.stdout


def action(cwd: Path, env: Mapping[str, str], expect: int = 0, **given: str) -> str:
    """Run the action's step that grades, with its inputs as they stand in ``with``."""
    defaults = {name: value["default"] for name, value in ACTION["inputs"].items()}
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == "grade")
    inputs = defaults | {"student": "ann"} | {name.replace("_", "-"): value for name, value in given.items()}
    filled = {name: inputs[re.fullmatch(r"\$\{\{ inputs\.(.+) \}\}", value)[1]] for name, value in step["env"].items()}  # type: ignore[index]
    return run(step["run"], cwd, {**env, **filled, "GITHUB_WORKSPACE": str(cwd)}, expect)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A student's repository with the course checked out in it, as the workflow does."""
    folder = write(tmp_path / "repository", {"solution/main.py": CRASH, ".github/workflows/x.yml": "on: push\n"})
    course(folder / ".course", SUM)
    write(folder / ".course", {"reference/sum/python/sum.py": ADDER})
    return folder


def test_the_classroom_workflow_grades_and_hands_its_result_over(repository: Path, tmp_path: Path, apart: Path) -> None:
    env = surroundings(tmp_path, apart)
    for step in steps("classroom"):
        if "run" in step:
            run(step["run"], repository, env)
        elif step.get("id") == "grade":
            given = step["with"] | {"assignment": "sum", "course": str(tmp_path / "course")}
            given = {name.replace("-", "_"): value for name, value in given.items()}
            shown = action(repository, env, arguments="--isolation E", **given)
    assert "::error file=solution/main.py,line=3" in shown
    outputs = dict(line.split("=", 1) for line in (tmp_path / "output").read_text().splitlines())
    result = json.loads(base64.b64decode(outputs["result"]))
    assert (outputs["status"], result["version"], result["status"], result["max_score"]) == ("1", 1, "fail", 10)
    assert "Points" in (tmp_path / "summary").read_text().title()
    reporter = list(steps("classroom"))[-1]
    assert list(reporter["env"]) == [f"{reporter['with']['runners'].upper()}_RESULTS"]


def test_without_may_fail_lost_points_are_a_red_step(repository: Path, tmp_path: Path, apart: Path) -> None:
    env = surroundings(tmp_path, apart)
    action(repository, env, 1, course=".course", assignment="sum", path="solution", arguments="--isolation E")
    action(repository, env, 2, course=".course", assignment="smu", may_fail="true")


def test_an_annotation_has_the_path_from_the_root_of_the_repository(
    repository: Path, tmp_path: Path, apart: Path
) -> None:
    env = surroundings(tmp_path, apart)
    given = {"course": ".course", "assignment": "sum", "arguments": "--isolation E"}
    assert "::error file=solution/main.py,line=3" in action(repository, env, 1, path="solution", **given)
    elsewhere = write(tmp_path / "elsewhere", {"main.py": CRASH})
    shown = action(repository, env, 1, path=str(elsewhere), **given)
    assert "::error title=" in shown
    assert "file=" not in shown


def test_no_input_is_carried_out(repository: Path, tmp_path: Path, apart: Path) -> None:
    env = surroundings(tmp_path, apart)
    evil = '$(touch evil); touch evil; "`touch evil`'
    action(
        repository, env, 1, course=".course", assignment="sum", student=evil, path="solution", arguments="--isolation E"
    )
    action(repository, env, 2, course=evil, assignment=evil, path=evil)
    assert not list(tmp_path.rglob("evil"))
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]


def test_the_courses_workflow_runs_on_a_course(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", SUM)
    write(root, {"reference/sum/python/sum.py": ADDER, "specs/sum/mutants/sum-none/sum.py": "print(0)\n"})
    env = surroundings(tmp_path, apart) | {"GITHUB_WORKSPACE": str(root)}
    commands = [step["run"] for step in steps("course") if step.get("name") not in (None, "Install")]
    assert len(commands) == 4
    for command in commands:
        run(command, root, env)


def test_what_students_can_change_holds_no_secret_and_no_other_repository() -> None:
    text = (ROOT / f"docs/workflows/{STUDENTS}.yml").read_text()
    assert not re.search(r"secrets\b|token", re.sub(r"(?m)^ *#.*", "", text), re.IGNORECASE)
    checkouts = [step.get("with", {}) for step in steps(STUDENTS) if "checkout" in step.get("uses", "")]
    assert [given.get("repository") for given in checkouts] == [None]


def test_no_job_that_runs_programs_can_reach_a_secret() -> None:
    assert any(grades(step) for _, job in jobs() for step in job["steps"])
    for workflow, job in jobs():
        around = {name: value for name, value in workflow.items() if name != "jobs"}
        if any(grades(step) for step in job["steps"]):
            assert "secrets." not in json.dumps([job, around], default=str)
        for step in job["steps"]:
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False


def test_hidden_cases_run_by_hand_alone_and_no_input_is_put_into_commands() -> None:
    assert list(WORKFLOWS["class"][True]) == ["workflow_dispatch"]  # YAML reads "on" as true
    assert WORKFLOWS["class"]["permissions"] == {}
    for _, job in jobs():
        assert not any("${{" in step.get("run", "") for step in job["steps"])


def test_the_workflow_of_a_class_fetches_and_grades_by_all_cases(tmp_path: Path, apart: Path) -> None:
    for name, source in (("sum-ann", ADDER), ("sum-bob", "print(5)\n"), ("sums-eve", ADDER), ("other", ADDER)):
        repository_of(tmp_path / "repositories" / name, source)
    (tmp_path / "repositories" / "sum-gone").mkdir()  # no repository: it cannot be fetched
    hidden = SUM.replace("  - name: three\n", "  - name: three\n    visibility: hidden\n")
    root = course(tmp_path / "course", hidden)
    env = surroundings(tmp_path, apart) | {"ASSIGNMENT": "sum", "PREFIX": "sum", "OWNER": "x"}
    write(tmp_path / "bin", {"gh": FAKE_GH})
    (tmp_path / "bin" / "gh").chmod(0o755)
    fetch, grade = (WORKFLOWS["class"]["jobs"][name]["steps"] for name in ("fetch", "grade"))
    (fetching,) = (step["run"] for step in fetch if "run" in step)
    shown = run(fetching, root, env | {"GH_TOKEN": "secret", "REPOSITORIES": str(tmp_path / "repositories")})
    assert shown.splitlines() == ["::warning::sum-gone could not be fetched"]
    assert {path.name for path in (root / "sum-submissions").iterdir()} == {"sum-ann", "sum-bob"}
    shutil.rmtree(root / "sum-submissions")  # the archive alone reaches the other job
    (grading,) = (step["run"] for step in grade if step.get("name") == "Grade")
    assert "--require-isolation B" in grading
    run(grading.replace("--require-isolation B", "--isolation E"), root, env)
    rows = {row["student"]: row for row in csv.DictReader((root / "reports/grades.csv").open(encoding="utf-8"))}
    assert {student: float(row["score"]) for student, row in rows.items()} == {"ann": 10, "bob": 5}
    pages = {path.stem: path.read_text() for path in (root / "reports/students").iterdir()}
    assert set(pages) == {"ann", "bob"}
    assert not any("three" in page for page in pages.values())
