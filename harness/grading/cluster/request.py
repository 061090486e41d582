"""The messages between client and worker, and the versions that must be equal on both."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

import harness
from harness.course.assignments import harness_digest
from harness.course.ingest.submission import Submission
from harness.language.tools.toolchain import tools_of, version
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.sandbox.isolation.base import Level
from harness.spec.format.assignment import Course


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


class RunSettings(Struct, frozen=True):
    """What all submissions of a run have in common; a worker that does not match them grades none."""

    course: str
    """The hash of the packed course."""
    versions: tuple[tuple[str, str], ...]
    """The client's versions of ``harness``, ``python`` and each tool."""
    assignments: tuple[str, ...]
    only: tuple[str, ...] = ()
    required: str | None = None
    """The weakest isolation level that is acceptable; None: any."""
    best: str | None = None
    """The strongest isolation level to use; None: the best there is."""


class GradeRequest(Struct, frozen=True):
    """A submission to grade, its files packed."""

    submission: Submission
    """Without its folder."""
    bundle: bytes


class Refusal(Struct, frozen=True):
    """Why a worker cannot grade: it differs from the client, or isolates too weakly."""

    reason: str


Answer = Grade | Level | Refusal | JudgeError
"""The grade; the worker's isolation level where no submission was sent; a refusal; or a fault of the harness."""
