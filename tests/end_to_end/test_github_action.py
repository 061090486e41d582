"""The action and the workflows to copy: their steps run as GitHub runs them."""

from __future__ import annotations

import base64
import json
import re
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


def steps(workflow: str) -> Iterator[dict[str, Any]]:
    (job,) = WORKFLOWS[workflow]["jobs"].values()
    yield from job["steps"]


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
