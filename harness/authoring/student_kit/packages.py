"""What a kit carries to run anywhere: the harness, the packages that it imports, and the command that starts it."""

from __future__ import annotations

import importlib.metadata
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

import harness
from harness.authoring.student_kit.visible_part import records
from harness.judge.checkers.image import Image
from harness.model.errors import JudgeError
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.folder import files_below
from harness.spec.format.model import Suite

ANYWHERE = (
    "PyYAML",
    "Jinja2",
    "MarkupSafe",
    "Pygments",
    "rich",
    "markdown-it-py",
    "mdurl",
    "tabulate",
    "pexpect",
    "ptyprocess",
)
"""What grading imports that is, or can be, Python alone; compiled parts of it are left out."""
COMPILED = ("msgspec", "tree-sitter", "tree-sitter-java", "tree-sitter-cpp", "nh3")
"""What grading imports that is compiled for one platform and one Python."""
_NOT_NEEDED = ("authoring/", "app/web/", "app/pytest_plugin/", "grading/cluster/", "course/gradebook/storage/")
"""Parts of the harness that checking does not import."""
_COMPILED_SUFFIXES = (".so", ".pyd", ".dylib")


def compiled_packages(cases: Iterable[PlannedCase]) -> tuple[str, ...]:
    """The compiled packages that a kit of these cases imports; some are large, and taken by few."""
    inside = [record for planned in cases for record in records(planned.case)]
    pictures = ("pillow",) if any(isinstance(record, Image) for record in inside) else ()
    is_node = any(isinstance(record, Suite) and record.runner == "node" for record in inside)
    return (*COMPILED, *pictures, *(("tree-sitter-javascript",) if is_node else ()))


def check_py(compiled: Iterable[str]) -> bytes:
    """The text of ``check.py``, which names the packages to fetch where those of the kit do not fit."""
    text = Path(__file__).with_name("check.py.txt").read_text(encoding="utf-8")
    named = ", ".join(f'"{name}"' for name in compiled)
    return text.replace("PACKAGES", named).encode()


def platform_tag() -> str:
    """Name Python and platform as they are here, as ``check.py`` names them."""
    return f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def carried(compiled: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The harness and the packages with their licences, as files of the kit.

    Those that are compiled lie in a folder of this platform.

    Raises:
        JudgeError: when nobody knows which files a package has.

    """
    package = Path(harness.__file__).parent
    for path in files_below(package):
        name = path.relative_to(package).as_posix()
        if not name.startswith(_NOT_NEEDED):
            yield f"lib/any/harness/{name}", path.read_bytes()
    for folder, names in (("any", ANYWHERE), (platform_tag(), compiled)):
        for name in names:
            for file in _files(name):
                left_out = file.suffix == ".pyc" or ".." in file.parts or file.name in ("RECORD", "direct_url.json")
                if not left_out and (folder != "any" or file.suffix not in _COMPILED_SUFFIXES):
                    yield f"lib/{folder}/{file.as_posix()}", Path(str(file.locate())).read_bytes()


def _files(name: str) -> list[importlib.metadata.PackagePath]:
    try:
        files = importlib.metadata.files(name)
    except importlib.metadata.PackageNotFoundError:
        files = None
    if not files:  # as where a system's own packages were installed without a list
        raise JudgeError(f"nothing lists the files of {name}; install it with: pip install --force-reinstall {name}")
    return files
