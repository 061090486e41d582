"""An assignment as an autograder of another system: its files, what grading takes, and the system's entry points."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from harness.authoring.wheel import constraints, wheel, zipped
from harness.course.assignments import contract_files
from harness.language.java.jar import ASM_PACKAGE
from harness.language.tools.packages import packages
from harness.language.tools.toolchain import tools_of
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment

_TEMPLATES = Path(__file__).with_name("autograders")
_ALWAYS = ("python3-venv", "libseccomp2", "bubblewrap", "util-linux", "faketime")
"""What every assignment takes or is isolated better with. A clock that moves is set by faketime."""
_PROGRAMS = frozenset({"setup.sh", "run_autograder", "tests/run.sh"})
SYSTEMS = ("gradescope", "prairielearn")


class Settings(Struct, frozen=True):
    """How an autograder grades."""

    least_isolation: str = "C"
    """It grades nothing if programs are isolated less; a container's default allows level C."""
    seconds: int = 540
    """After so much elapsed time it reports what is judged so far."""
    jobs: int = 1


def gradescope(assignment: Assignment, settings: Settings) -> bytes:
    """The zip of an autograder: ``setup.sh`` and ``run_autograder`` at its root, course and wheel beside them."""
    name, content = wheel()
    files = {
        **_templates("gradescope"),
        "settings.sh": _settings(assignment, settings),
        "packages.txt": ("\n".join(_packages(assignment)) + "\n").encode(),
        "constraints.txt": constraints().encode(),
        name: content,
        **_course(assignment, "course/"),
    }
    return zipped(files, _PROGRAMS)


def prairielearn(assignment: Assignment, settings: Settings) -> bytes:
    """A zip to unpack in a question's folder: ``tests/`` with the course, and what ``info.json`` needs."""
    templates = _templates("prairielearn")
    files = {
        "info.json": templates["info.json"],
        "tests/run.sh": templates["run.sh"],
        "tests/settings.sh": _settings(assignment, settings),
        **_course(assignment, "tests/course/"),
    }
    return zipped(files, _PROGRAMS)


def _templates(system: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((_TEMPLATES / system).iterdir()) if path.is_file()}


def _settings(assignment: Assignment, settings: Settings) -> bytes:
    if not re.fullmatch(r"[\w.+-]+", assignment.id, re.ASCII):
        raise UsageError(f"{assignment.id}: an id of letters, digits, '.', '_', '+' and '-' is needed here")
    return (
        f"ASSIGNMENT={assignment.id}\nLEAST_ISOLATION={settings.least_isolation}\n"
        f"SECONDS_AT_MOST={settings.seconds}\nJOBS={settings.jobs}\n"
    ).encode()


def _course(assignment: Assignment, prefix: str) -> dict[str, bytes]:
    """What decides a grade: the spec's folder, what assignments share, and the references, by which times are set."""
    root = assignment.folder.parent.parent
    return {f"{prefix}{path.relative_to(root)}": path.read_bytes() for path in contract_files(assignment)}


def _packages(assignment: Assignment) -> list[str]:
    """The Debian packages that grading takes."""
    known = packages()
    names = [known[tool] for tool in tools_of(assignment) if tool in known]
    names += [ASM_PACKAGE] if "javac" in tools_of(assignment) else []
    return list(dict.fromkeys([*_ALWAYS, *names]))
