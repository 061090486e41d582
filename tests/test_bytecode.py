"""Modules from one file: the ones that Python itself would load, whatever has changed since."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from harness import bytecode
from tests.support import ADDER, ROOT, course, environment, write

_IMPORT = """\
import importlib.util, sys
import _frozen_importlib_external as python
source, *path, file, name, meanwhile = sys.argv[1:]
spec = importlib.util.spec_from_file_location("bytecode", source)
bytecode = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bytecode)
sys.path[:0] = path
if meanwhile == "another Python":
    python.MAGIC_NUMBER = bytecode.MAGIC_NUMBER = b"othr"
archive = bytecode.Archive(file)
sys.meta_path.insert(0, archive)
module = importlib.import_module(name)
if meanwhile == "another file":
    open(path[0] + '/package.py', 'w').close()
if meanwhile == "another Python later":
    python.MAGIC_NUMBER = bytecode.MAGIC_NUMBER = b"othr"
archive.write()
is_cached = module.__spec__.cached == module.__cached__
print(module.VALUE, type(module.__loader__).__module__, module.WHERE == module.__file__, is_cached)
"""
_BY_PYTHON = ["_frozen_importlib_external", "True", "True"]
_BY_FILE = ["bytecode", "True", "True"]


def _module(value: int) -> str:
    return f"VALUE = {value}\nWHERE = (lambda: 0).__code__.co_filename\n"


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """Where the package is; a folder before it, ``first``, is looked into, too."""
    (tmp_path / "first").mkdir()
    return write(tmp_path / "second", {"package/__init__.py": "", "package/module.py": _module(1)})


def _imported(second: Path, name: str = "package.module", meanwhile: str = "") -> list[str]:
    paths = bytecode.__file__, second.parent / "first", second, second.parent / "modules"
    command = [sys.executable, "-I", "-S", "-c", _IMPORT, *map(str, paths), name, meanwhile]
    return subprocess.check_output(command, text=True, umask=0).split()


def _keep(second: Path, name: str = "package.module") -> None:
    """Import a module until it is in the file: the first import adds folders for bytecode."""
    assert _imported(second, name) == ["1", *_BY_PYTHON]
    assert _imported(second, name) == ["1", *_BY_PYTHON]
    assert _imported(second, name) == ["1", *_BY_FILE]


def test_a_module_comes_from_the_file_until_anything_has_changed(second: Path) -> None:
    _keep(second)
    (second / "package/module.py").write_text(_module(22))
    assert _imported(second) == ["22", *_BY_PYTHON]
    assert _imported(second) == ["22", *_BY_FILE]
    moved = second.rename(second.with_name("moved"))
    assert _imported(moved) == ["22", *_BY_PYTHON]
    assert _imported(moved) == ["22", *_BY_FILE]
    for python in ("another Python", ""):
        assert _imported(moved, meanwhile=python) == ["22", *_BY_PYTHON]
    write(moved.with_name("first"), {"package/__init__.py": "", "package/module.py": _module(3)})
    assert _imported(moved) == ["3", *_BY_PYTHON]


@pytest.mark.parametrize(
    ("before", "name", "hiding"),
    [
        ({"first/package/x": "", "second/package/__init__.py": ""}, "package.module", "first/package/__init__.py"),
        ({"second/package/module/x": ""}, "package.module", "second/package/module/__init__.py"),
        ({"first/space/x": "", "second/space/module.py": _module(1)}, "space.module", "first/space/module.py"),
        ({"first/a/b/x": "", "second/a/b/module.py": _module(1)}, "a.b.module", "first/a/b/module.py"),
    ],
    ids=["a folder becomes a package", "a folder beside a module does", "a part gets a module", "an inner part does"],
)
def test_a_module_that_python_would_not_find_any_more(
    second: Path, before: dict[str, str], name: str, hiding: str
) -> None:
    write(second.parent, before)
    _keep(second, name)
    write(second.parent, {f"{Path(hiding).parent}/module.py": _module(3), hiding: _module(3)})
    assert _imported(second, name) == ["3", *_BY_PYTHON]


_DAMAGE: dict[str, Callable[[Path], object]] = {
    "no index": lambda file: file.write_bytes(b"\xff" * 9),
    "cut": lambda file: os.truncate(file, file.stat().st_size - 9),
    "zeros": lambda file: file.write_bytes(file.read_bytes()[:-99] + bytes(99)),
    "writable by others": lambda file: file.chmod(0o666),
    "somebody else's": lambda file: os.chown(file, 12345, -1),
}


def test_a_file_that_is_damaged_or_not_safe_is_written_again(second: Path) -> None:
    _keep(second)
    file = second.parent / "modules"
    for name, damage in _DAMAGE.items():
        if name == "somebody else's" and os.geteuid():
            continue
        damage(file)
        damaged = file.stat().st_ino
        assert (name, *_imported(second)[:1]) == (name, "1")
        again = file.stat().st_ino
        assert again != damaged, name
        assert (name, *_imported(second)) == (name, "1", *_BY_FILE)
        assert file.stat().st_ino == again, name


@pytest.mark.parametrize("meanwhile", ["another file", "another Python later"])
def test_what_is_hidden_or_of_no_use_meanwhile_is_not_kept(second: Path, meanwhile: str) -> None:
    _imported(second)
    _imported(second, meanwhile=meanwhile)
    assert not (second.parent / "modules").exists()


def test_writers_of_one_process_number_do_not_mix_their_files(tmp_path: Path) -> None:
    file = tmp_path / "modules"
    with Path(f"{file}.{os.getpid()}").open("wb", buffering=0) as other:
        bytecode._replace(str(file), b"whole")
        other.write(b"mixed")
    assert file.read_bytes() == b"whole"


def test_the_command_reads_its_modules_from_the_file(tmp_path: Path, apart: Path) -> None:
    copied = tmp_path / "harness"
    shutil.copytree(ROOT / "harness", copied, ignore=shutil.ignore_patterns("modules.*", "*-pytest-*", "*.pyc.*"))
    os.utime(tmp_path, (0, 0))
    write(course(apart / "course") / "submissions/ann/sum", {"sum.py": ADDER})
    paths = f"{tmp_path}:{sysconfig.get_path('purelib')}"  # without this checkout, in which other tests write
    variables = environment(apart) | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "", "PYTHONVERBOSE": "1"}
    script = str(Path(sys.executable).with_name("grade"))
    command = (sys.executable, "-S", script, "submissions", "--isolation", "E")

    def modules_from_their_own_files() -> set[str]:
        ended = subprocess.run(command, cwd=apart / "course", env=variables, capture_output=True, text=True, check=True)
        assert "10/10" in ended.stdout
        return set(re.findall(rf"# code object from '?{copied}/.*?(\w+)\.[\w.-]+'?\n", ended.stderr))

    before = modules_from_their_own_files()
    if not (files := list((copied / "__pycache__").glob("modules.*"))):
        modules_from_their_own_files()  # the first one added folders for bytecode
        files = list((copied / "__pycache__").glob("modules.*"))
    assert len(before) > 99
    others = {"__init__", "bytecode", "entry_point", "python"}  # loaded before the file is read, or by a fork
    assert modules_from_their_own_files() <= others
    os.truncate(files[0], files[0].stat().st_size // 2)
    assert modules_from_their_own_files()
