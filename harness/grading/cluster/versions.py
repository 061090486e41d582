"""Compare the versions that decide a grade between client and worker."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping

import harness
from harness.course.harness_digest import harness_digest
from harness.course.ingest.matching.assignment_match import Course
from harness.language.tools.toolchain import tools_of, version


def tools_of_course(course: Course) -> list[str]:
    """The compilers and interpreters that the assignments need, sorted."""
    return sorted({tool for assignment in course.values() for tool in tools_of(assignment)})


def versions(tools: Iterable[str]) -> dict[str, str]:
    """Name -> version on this machine, of the harness, Python and the tools."""
    tool_versions = {tool: version(tool) or "missing" for tool in tools}
    return {
        "harness": f"{harness.__version__} ({harness_digest()[:12]})",
        "python": platform.python_version(),
        **tool_versions,
    }


def differences(wanted: Mapping[str, str]) -> Iterator[str]:
    """A phrase for each version on this machine that is not the wanted one."""
    here = versions(name for name in wanted if name not in ("harness", "python"))
    for name, wanted_version in wanted.items():
        if here[name] != wanted_version:
            yield f"{name} is {here[name]!r} there and {wanted_version!r} here"
