"""The versions that decide a grade: here, and on a worker."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import harness
from harness.plan.discover import Course
from harness.plan.toolchain import tools_of, version


def tools_of_course(course: Course) -> list[str]:
    """The tools that the assignments take."""
    return sorted({tool for assignment in course.values() for tool in tools_of(assignment)})


def facts(tools: Iterable[str]) -> dict[str, str]:
    """Name -> version, as this machine has it."""
    told = {tool: version(tool) or "missing" for tool in tools}
    return {"harness": _harness(), "python": platform.python_version(), **told}


def differences(wanted: Mapping[str, str]) -> Iterator[str]:
    """What is other here than is wanted, a phrase each."""
    here = facts(name for name in wanted if name not in ("harness", "python"))
    for name, one in wanted.items():
        if here[name] != one:
            yield f"{name} is {here[name]!r} there and {one!r} here"


def _harness() -> str:
    """The version, and a hash of every file of it."""
    root = Path(harness.__file__).parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            total.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return f"{harness.__version__} ({total.hexdigest()[:12]})"
