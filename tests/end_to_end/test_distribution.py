"""What is handed out: a wheel, made from the sdist, serves a course outside any checkout."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

from harness import __version__
from harness.authoring.autograder import wheel as made_here
from tests.support import ADDER, PATIENCE_S, ROOT, course, environment, write

PACKAGED = ("LICENSE", "README.md", "pyproject.toml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
STEM = f"{PROJECT['name'].replace('-', '_')}-{__version__}"

JAVA_SPEC = """\
title: Doubles
language: java
clauses:
  twice: {text: twice doubles a number., points: 10}
cases:
  - name: three
    clause: twice
    calls: [{function: twice, args: [3], returns: 6}]
"""
TWICE = "public class Doubles { public static int twice(int number) { return 2 * number; } }\n"


def run(commands: Path, *words: str | Path, cwd: Path, apart: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of that environment with no way to the checkout."""
    surroundings = environment(apart) | {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    del surroundings["PYTHONPATH"]
    return subprocess.run(
        [commands / words[0], *words[1:]],
        cwd=cwd,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def shipped() -> set[str]:
    """Every file of the package, as it stands here."""
    files = (path.relative_to(ROOT) for path in (ROOT / "harness").rglob("*") if path.is_file())
    return {str(path) for path in files if "__pycache__" not in path.parts}


def test_sdist_and_wheel_hold_all_of_the_package_and_the_licence(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        source = {name.removeprefix(f"{STEM}/") for name in archive.getnames()}
    with zipfile.ZipFile(wheel) as packed:
        installed = set(packed.namelist())
    assert shipped() | set(PACKAGED) <= source
    about = {name for name in installed if name.startswith(f"{STEM}.dist-info/")}
    assert installed - about == shipped()
    assert f"{STEM}.dist-info/licenses/LICENSE" in about


def test_the_commands_are_installed(commands: Path, tmp_path: Path, apart: Path) -> None:
    assert run(commands, "grade", "--version", cwd=tmp_path, apart=apart).stdout == f"grade {__version__}\n"
    assert run(commands, "harness", "--help", cwd=tmp_path, apart=apart).returncode == 0
    where = run(commands, "python", "-c", "import harness; print(harness.__file__)", cwd=tmp_path, apart=apart)
    assert where.stdout.startswith(str(commands.parent))


def test_a_course_elsewhere_is_graded(commands: Path, tmp_path: Path, apart: Path) -> None:
    """One assignment that runs a program, one whose functions are called by a driver that is a file of data."""
    course(tmp_path)
    course(tmp_path, JAVA_SPEC, name="doubles")
    write(tmp_path / "ann", {"sum/sum.py": ADDER, "doubles/Doubles.java": TWICE})
    graded = run(commands, "grade", "ann", "--report", "ann.html", cwd=tmp_path, apart=apart)
    assert graded.returncode == 0, graded.stdout + graded.stderr
    assert "2 of 2 accepted" in graded.stdout
    assert (tmp_path / "ann.html").read_bytes().startswith(b"<!doctype html>")


def test_what_is_missing_is_named_as_it_is_installed(tmp_path: Path, apart: Path) -> None:
    """Without Dask, ``--on`` says how to get it, by the name under which the package is handed out."""
    course(tmp_path)
    write(tmp_path / "ann", {"sum/sum.py": ADDER})
    program = (
        "import sys; sys.modules['dask'] = sys.modules['distributed'] = None;"
        "from harness.app.cli.grade import main; sys.exit(main(['ann', '--on', 'local:1']))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment(apart),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 2
    assert f"pip install '{PROJECT['name']}[cluster]'" in ended.stderr


def test_the_wheel_that_is_made_without_build_tools_is_the_same(wheel: Path) -> None:
    """That of ``harness export``: same files, same commands, same dependencies."""
    name, content = made_here()
    with zipfile.ZipFile(wheel) as built, zipfile.ZipFile(io.BytesIO(content)) as own:
        assert name == wheel.name
        about = f"{STEM}.dist-info"
        assert {file for file in own.namelist() if file.startswith("harness/")} == shipped()
        for file in shipped():
            assert own.read(file) == built.read(file)
        theirs, ours = (Parser().parsestr(archive.read(f"{about}/METADATA").decode()) for archive in (built, own))
        wanted = [line for line in theirs.get_all("Requires-Dist", []) if "extra ==" not in line]
        assert ours.get_all("Requires-Dist") == wanted
        assert (ours["Name"], ours["Version"]) == (theirs["Name"], theirs["Version"])
        license_text = own.read(f"{about}/licenses/LICENSE")
        assert license_text == built.read(f"{about}/licenses/LICENSE")
        record = own.read(f"{about}/RECORD").decode().splitlines()
        assert {line.split(",")[0] for line in record} == set(own.namelist())


def test_pytest_finds_the_plugin_and_is_not_disturbed(commands: Path, tmp_path: Path, apart: Path) -> None:
    course(tmp_path)
    write(tmp_path, {"reference/sum/python/sum.py": ADDER, "tests/test_own.py": "def test_own(): pass\n"})
    shown = run(commands, "python", "-m", "pytest", "-p", "no:cacheprovider", "specs", cwd=tmp_path, apart=apart).stdout
    assert "2 passed" in shown
    shown = run(commands, "python", "-m", "pytest", "-p", "no:cacheprovider", cwd=tmp_path, apart=apart).stdout
    assert "1 passed" in shown


def test_an_assignment_is_begun_and_graded_where_there_is_nothing(commands: Path, tmp_path: Path, apart: Path) -> None:
    begun = run(commands, "harness", "new", "--course", "mine", cwd=tmp_path, apart=apart)
    assert begun.returncode == 0, begun.stdout + begun.stderr
    graded = run(commands, "grade", "reference", "--report", "page.html", cwd=tmp_path / "mine", apart=apart)
    assert graded.returncode == 0, graded.stdout + graded.stderr
    assert (tmp_path / "mine" / "page.html").read_bytes().startswith(b"<!doctype html>")
