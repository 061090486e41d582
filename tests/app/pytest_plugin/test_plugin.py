"""``pytest specs/``, run as a user does, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support import ADDER, PATIENCE_S, ROOT, SUM, CompletedCommand, course, environment, harness, write


def run(*words: str, cwd: Path, apart: Path, expect: int) -> CompletedCommand:
    """Run pytest with this plugin alone; an installed package brings the same by its entry point."""
    command = [sys.executable, "-m", "pytest", "-p", "harness.app.pytest_plugin", "-p", "no:cacheprovider", *words]
    ended = subprocess.run(
        command,
        cwd=cwd,
        env=environment(apart) | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == expect, ended.stdout + ended.stderr
    return CompletedCommand(ended.returncode, ended.stdout, ended.stderr)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course with a reference, and a student's test that is no test of the course."""
    own = {"accepted/mine/test_mine.py": "def test_mine(): assert False\n"}
    folder = course(tmp_path / "course", SUM, beside=own)
    write(folder, {"reference/sum/python/sum.py": ADDER, "wrong/sum/sum.py": "print(5)\n"})
    return folder


def test_each_case_is_a_test_of_the_reference(root: Path, apart: Path) -> None:
    shown = run("specs", "-v", cwd=root, apart=apart, expect=0).out
    assert "specs/sum/spec.yaml::two PASSED" in shown
    assert "specs/sum/spec.yaml::three PASSED" in shown
    assert "2 passed" in shown


def test_a_failure_says_why_in_our_words(root: Path, apart: Path) -> None:
    shown = run("specs/", "--submission", "wrong", cwd=root, apart=apart, expect=1).out
    assert "1 failed, 1 passed" in shown
    assert "WA: " in shown
    assert "expected | 7" in shown
    assert "Traceback" not in shown
    assert "harness/" not in shown


@pytest.mark.parametrize(
    ("words", "counted"),
    [
        (("specs", "-k", "two"), "1 passed, 1 deselected"),
        (("specs/sum/spec.yaml::three",), "1 passed"),
        (("specs/sum", "-p", "xdist", "-n", "2"), "2 passed"),
    ],
)
def test_cases_are_chosen_as_tests_are(root: Path, apart: Path, words: tuple[str, ...], counted: str) -> None:
    assert counted in run(*words, cwd=root, apart=apart, expect=0).out


def test_the_first_failure_ends_the_run(root: Path, apart: Path) -> None:
    write(root, {"wrong/sum/sum.py": "print(1)\n"})
    assert "1 failed" in run("specs", "-x", "--submission=wrong", cwd=root, apart=apart, expect=1).out


def test_junit_is_pytests_own(root: Path, apart: Path) -> None:
    run("specs", "--junitxml=out.xml", cwd=root, apart=apart, expect=0)
    assert 'tests="2"' in (root / "out.xml").read_text()


def test_an_assignment_without_a_reference_is_run_on_what_is_accepted(root: Path, apart: Path) -> None:
    for name in ("bare", "proven"):
        write(root, {f"specs/{name}/spec.yaml": SUM})
    write(root, {"specs/proven/accepted/right/sum.py": ADDER})
    shown = run("specs", "-rs", cwd=root, apart=apart, expect=0).out
    assert "4 passed, 1 skipped" in shown
    assert "there is no reference and no program in accepted/" in shown


def test_an_unsound_spec_is_reported_in_a_line(root: Path, apart: Path) -> None:
    write(root, {"specs/sum/spec.yaml": SUM.replace("stdout:", "stdou:")})
    shown = run("specs", cwd=root, apart=apart, expect=2).out
    assert "stdou" in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("words", [(), ("tests",), (".",)])
def test_nothing_is_collected_that_was_not_named(root: Path, apart: Path, words: tuple[str, ...]) -> None:
    write(root, {"tests/specs/x/spec.yaml": "not: ours\n", "tests/test_own.py": "def test_own(): pass\n"})
    write(root, {"specs/sum/accepted/mine/test_mine.py": "def test_mine(): pass\n"})
    assert "spec.yaml" not in run(*words, "-v", cwd=root, apart=apart, expect=0).out


def test_loading_it_loads_nothing_of_ours(tmp_path: Path, apart: Path) -> None:
    program = (
        "import sys, harness.app.pytest_plugin; "
        "print(sorted(name for name in sys.modules if name.startswith('harness')))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment(apart),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert ended.stdout == "['harness', 'harness.app', 'harness.app.pytest_plugin', 'harness.bytecode']\n"


def test_the_pre_commit_hooks_run(root: Path, apart: Path) -> None:
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text()):
        words = hook["entry"].split()
        assert words[0] == "harness"
        harness(*words[1:], cwd=root, apart=apart, expect=0)
    write(root, {"specs/sum/spec.yaml": SUM.replace("stdout:", "stdou:")})
    assert harness("check", cwd=root, apart=apart).status != 0
