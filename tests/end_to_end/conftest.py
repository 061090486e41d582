"""A wheel of this checkout, and an environment in which it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from pathlib import Path

import pytest

from harness import __version__
from tests.support import PATIENCE_S, ROOT, write

PACKAGED = ("LICENSE", "README.md", "pyproject.toml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
STEM = f"{PROJECT['name'].replace('-', '_')}-{__version__}"
COMPILED = ("__pycache__", "*.pyc")


def build(kind: str, source: Path, target: Path) -> Path:
    """Build an sdist or a wheel as an installer does, but by this environment's setuptools; its path."""
    program = f"import setuptools.build_meta as backend; backend.build_{kind}({str(target)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=source, check=True, capture_output=True, timeout=PATIENCE_S)
    (path,) = target.iterdir()
    return path


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, as a build leaves files; with a module compiled for another Python in it."""
    folder = tmp_path_factory.mktemp("sdist")
    source = folder / "source"
    shutil.copytree(ROOT / "harness", source / "harness", ignore=shutil.ignore_patterns(*COMPILED))
    write(source / "harness" / "language" / "__pycache__", {"driver.cpython-399.pyc": b""})
    for name in PACKAGED:
        shutil.copy(ROOT / name, source)
    return build("sdist", source, folder / "dist")


@pytest.fixture(scope="session")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, so that nothing can be in it that the sdist lacks."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)  # noqa: S202 - our own archive
    return build("wheel", folder / STEM, folder / "dist")


@pytest.fixture(scope="session")
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
