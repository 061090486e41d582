"""What is handed out: a wheel, made from the sdist, serves a course outside any checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from harness import __version__
from tests.support import ADDER, PATIENCE_S, ROOT, course, environment, write

PACKAGED = ("LICENSE", "README.md", "pyproject.toml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
STEM = f"{PROJECT['name'].replace('-', '_')}-{__version__}"
COMPILED = ("__pycache__", "*.pyc")

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


def build(kind: str, source: Path, target: Path) -> Path:
    """Build an sdist or a wheel as an installer does, but by this environment's setuptools; its path."""
    program = f"import setuptools.build_meta as backend; backend.build_{kind}({str(target)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=source, check=True, capture_output=True, timeout=PATIENCE_S)
    (path,) = target.iterdir()
    return path


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, as a build leaves files behind; with a module compiled for another Python in it."""
    folder = tmp_path_factory.mktemp("sdist")
    source = folder / "source"
    shutil.copytree(ROOT / "harness", source / "harness", ignore=shutil.ignore_patterns(*COMPILED))
    write(source / "harness" / "drivers" / "__pycache__", {"driver.cpython-399.pyc": b""})
    for name in PACKAGED:
        shutil.copy(ROOT / name, source)
    return build("sdist", source, folder / "dist")


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, so that nothing can be in it that the sdist lacks."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)  # noqa: S202 - our own archive
    return build("wheel", folder / STEM, folder / "dist")


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment with the wheel; dependencies are those of the tests' own environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    # Somewhere else, as pip would find this checkout's own metadata and call the package installed.
    elsewhere = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    install = [*pip, "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, cwd=folder, env=elsewhere, check=True, capture_output=True, timeout=PATIENCE_S)
    (site_packages,) = folder.glob("lib/*/site-packages")
    write(site_packages, {"dependencies.pth": sysconfig.get_path("purelib") + "\n"})
    return folder / "bin"


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
    graded = run(commands, "grade", "ann", cwd=tmp_path, apart=apart)
    assert graded.returncode == 0, graded.stdout + graded.stderr
    assert "2 of 2 accepted" in graded.stdout


def test_what_is_missing_is_named_as_it_is_installed(tmp_path: Path, apart: Path) -> None:
    """Without Dask, ``--on`` says how to get it, by the name under which the package is handed out."""
    course(tmp_path)
    write(tmp_path / "ann", {"sum/sum.py": ADDER})
    program = (
        "import sys; sys.modules['dask'] = sys.modules['distributed'] = None;"
        "from harness.cli.grade import main; sys.exit(main(['ann', '--on', 'local:1']))"
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
