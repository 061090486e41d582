"""Modules from one file: the ones that Python itself would load, whatever has changed since."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from harness.bytecode import Archive
from tests.support import write

_IMPORT = """\
import sys
from harness.bytecode import Archive
first, second, file = sys.argv[1:]
sys.path[:0] = [first, second]
archive = Archive(file)
sys.meta_path.insert(0, archive)
import package.module
archive.write()
spec = package.module.__spec__
print(package.module.VALUE, type(spec.loader).__module__, spec.cached == package.module.__cached__, *package.__path__)
"""


def test_a_module_comes_from_the_file_until_anything_has_changed(tmp_path: Path) -> None:
    second = write(tmp_path / "second", {"package/__init__.py": "", "package/module.py": "VALUE = 1\n"})
    first, environment = tmp_path / "first", {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    first.mkdir()

    def imported() -> list[str]:
        command: list[str | Path] = [sys.executable, "-c", _IMPORT, first, second, tmp_path / "modules"]
        return str(subprocess.check_output(command, env=environment, text=True)).split()

    by_python, by_file = "_frozen_importlib_external", Archive.__module__
    where = ["True", str(second / "package")]
    assert imported() == ["1", by_python, *where]
    assert imported() == ["1", by_python, *where]  # the first one added a folder for bytecode to the package
    assert imported() == ["1", by_file, *where]
    (second / "package/module.py").write_text("VALUE = 22\n")
    assert imported() == ["22", by_python, *where]
    assert imported() == ["22", by_file, *where]
    write(first, {"package/__init__.py": "", "package/module.py": "VALUE = 3\n"})
    assert imported() == ["3", by_python, "True", str(first / "package")]
    (tmp_path / "modules").write_bytes(b"\xff" * 9)
    assert imported()[:2] == ["3", by_python]
    assert imported()[:2] == ["3", by_file]


def test_what_a_new_file_hides_meanwhile_is_not_kept(tmp_path: Path) -> None:
    second = write(tmp_path / "second", {"package/__init__.py": "", "package/module.py": "VALUE = 1\n"})
    first, file = tmp_path / "first", tmp_path / "modules"
    first.mkdir()
    command: list[str | Path] = [sys.executable, "-c", _IMPORT, first, second, file]
    meanwhile = _IMPORT.replace("archive.write()", "open(first + '/package.py', 'w').close(); archive.write()")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.check_output(command, env=environment)
    subprocess.check_output([*command[:2], meanwhile, *command[3:]], env=environment)
    assert not file.exists()
