"""The versions that decide a grade: here, and on a worker."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping

import harness
from harness.ingest.discovery import Course
from harness.plan.harness_digest import harness_digest
from harness.plan.toolchain import tools_of, version


def tools_of_course(course: Course) -> list[str]:
    """The tools that the assignments take."""
    return sorted({tool for assignment in course.values() for tool in tools_of(assignment)})


def versions(tools: Iterable[str]) -> dict[str, str]:
    """Name -> version, as this machine has it."""
    told = {tool: version(tool) or "missing" for tool in tools}
    return {"harness": f"{harness.__version__} ({harness_digest()[:12]})", "python": platform.python_version(), **told}


def differences(wanted: Mapping[str, str]) -> Iterator[str]:
    """What is other here than is wanted, a phrase each."""
    here = versions(name for name in wanted if name not in ("harness", "python"))
    for name, one in wanted.items():
        if here[name] != one:
            yield f"{name} is {here[name]!r} there and {one!r} here"
