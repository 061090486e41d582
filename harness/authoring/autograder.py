"""An assignment as an autograder of another system: its files, what grading takes, and the system's entry points.

A wheel of the harness as it is installed here goes with them, for an image that has no checkout.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import io
import re
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

import harness
from harness.course.assignments import contract_files
from harness.language.java.jar import ASM_PACKAGE
from harness.language.tools.packages import packages
from harness.language.tools.toolchain import tools_of
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import files_below

NAME = "grade-harness"
TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same content makes the same bytes."""


def wheel() -> tuple[str, bytes]:
    """The wheel's file name and content.

    Raises:
        UsageError: when the harness is not installed as a package, so that nobody knows what it depends on.

    """
    distribution = _distribution()
    stem = f"{NAME.replace('-', '_')}-{harness.__version__}"
    about = f"{stem}.dist-info"
    package = Path(harness.__file__).parent
    files = {f"harness/{path.relative_to(package)}": path.read_bytes() for path in files_below(package)}
    files |= {f"{about}/{name}": content for name, content in _about(distribution)}
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    return f"{stem}-py3-none-any.whl", zipped(files)


def constraints() -> str:
    """The versions of what the harness depends on, as they are installed here."""
    names = (re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in _requirements(_distribution()))
    return "".join(f"{name}=={importlib.metadata.version(name)}\n" for name in sorted(names, key=str.casefold))


def _requirements(distribution: importlib.metadata.Distribution) -> list[str]:
    """What the package depends on; in a checkout as it says there, as what was installed may be older."""
    project = Path(harness.__file__).parent.parent / "pyproject.toml"
    if project.is_file():
        table = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if table.get("name") == NAME:
            return list(table["dependencies"])
    return [line for line in distribution.requires or () if "extra ==" not in line]


def _metadata(distribution: importlib.metadata.Distribution) -> bytes:
    text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""  # the latter in a checkout
    head, blank, body = text.partition("\n\n")
    replaced = ("Requires-Dist:", "Provides-Extra:", "Version:")
    lines = [line for line in head.splitlines() if not line.startswith(replaced)]
    lines += [f"Version: {harness.__version__}"]
    lines += [f"Requires-Dist: {requirement}" for requirement in _requirements(distribution)]
    return ("\n".join(lines) + blank + body).encode()


def _distribution() -> importlib.metadata.Distribution:
    try:
        return importlib.metadata.distribution(NAME)
    except importlib.metadata.PackageNotFoundError:
        raise UsageError("the harness is not installed as a package; run ./setup in its checkout first") from None


def _about(distribution: importlib.metadata.Distribution) -> Iterator[tuple[str, bytes]]:
    yield "METADATA", _metadata(distribution)
    yield "entry_points.txt", (distribution.read_text("entry_points.txt") or "").encode()
    beside = Path(harness.__file__).parent.parent / "LICENSE"
    own = distribution.read_text("licenses/LICENSE") or (beside.read_text(encoding="utf-8") if beside.is_file() else "")
    yield "licenses/LICENSE", own.encode()
    yield "WHEEL", b"Wheel-Version: 1.0\nGenerator: grade\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def zipped(files: Mapping[str, bytes], programs: frozenset[str] = frozenset()) -> bytes:
    """A zip of files by their names; ``programs`` may be executed."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
            archive.writestr(entry, data)
    return content.getvalue()


_TEMPLATES = Path(__file__).with_name("autograders")
_ALWAYS = ("python3-venv", "libseccomp2", "bubblewrap", "util-linux", "faketime")
"""What every assignment takes or is isolated better with. A clock that moves is set by faketime."""
_PROGRAMS = frozenset({"setup.sh", "run_autograder", "tests/run.sh"})


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
