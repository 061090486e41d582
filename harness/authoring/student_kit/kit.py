"""Make the kit: the visible part of a course, the harness, the packages that it imports, and one command."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

import harness
from harness.authoring.autograder import zipped
from harness.authoring.student_kit.readme import readme, samples
from harness.authoring.student_kit.visible_course import VisibleCourse, visible_course
from harness.authoring.student_kit.visible_part import VisiblePart, records, with_variants
from harness.course.ingest.matching.variants import StudentVariants, Variant
from harness.course.policy.load import load_policy, own_check_of
from harness.grading.running.sealed_examples import Sealed, sealed_answers
from harness.grading.running.student_tests import wrong_programs
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers.image import Image
from harness.model.errors import JudgeError, UsageError
from harness.spec.format.assignment import KIT_FILE, Assignment, PlannedCase
from harness.spec.format.folder import files_below
from harness.spec.format.model import Suite


class Kit(Struct, frozen=True):
    """A kit, and the course in it."""

    content: bytes
    course: VisibleCourse
    examples: tuple[str, ...]
    """The cases of examples that it checks by sealed answers."""


def student_kit(
    assignment: Assignment, workspace: Workspace | None = None, student: StudentVariants | None = None
) -> Kit:
    """The kit of an assignment.

    Args:
        assignment: with its reference and wrong programs, which stay here.
        workspace: where these run, for sealed answers and variants; None: the course alone judges what takes them.
        student: whose variants the kit has; None: the course alone judges these.

    Raises:
        UsageError: when it has no case that could be judged by a kit.
        JudgeError: when the reference or the course's list of inputs fails.

    """
    variants: dict[str, Variant] = {}
    if workspace is not None and student is not None:
        assignment, variants = with_variants(assignment, student, workspace)
    course = visible_course(assignment)
    part = course.part
    sealed = {} if workspace is None else dict(_sealed(assignment, part, workspace))
    if not part.cases and not sealed:
        raise UsageError(f"{assignment.id}: it has no visible case that can be judged by a kit")
    facts = {
        "assignment": assignment.id,
        "seen": round(sum(part.points.values()), 6),
        "total": part.total,
        "elsewhere": [planned.name for planned in part.elsewhere if planned.name not in sealed],
        "cases": len(part.cases),
        "examples": msgspec.to_builtins(sealed),
        "receipt": own_check_of(load_policy(assignment.folder.parent), assignment.id) != "none",
    }
    compiled = _compiled_packages(part.cases)
    inner = {f"course/specs/{name}": text for name, text in course.files.items()}
    inner |= {f"course/{KIT_FILE}": json.dumps(facts, indent=1).encode(), **dict(carried(compiled))}
    outer = {
        "check.py": _check_py(compiled),
        "kit/README.md": readme(assignment, part, sealed, variants),
        "kit/kit.zip": zipped(inner),
        **samples(assignment, part),
    }
    return Kit(zipped(outer, frozenset({"check.py"})), course, tuple(sealed))


def _sealed(assignment: Assignment, part: VisiblePart, workspace: Workspace) -> Iterator[tuple[str, Sealed]]:
    """The sealed answers of the cases whose possible inputs the course lists, by name."""
    for planned in part.elsewhere:
        if planned.case.tests is not None and planned.case.tests.inputs:
            wrong = wrong_programs(assignment, planned.case, workspace)
            yield planned.name, sealed_answers(assignment, planned, wrong, workspace)


_ANYWHERE = (
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
_COMPILED = ("msgspec", "tree-sitter", "tree-sitter-java", "tree-sitter-cpp", "nh3")
"""What grading imports that is compiled for one platform and one Python."""
_NOT_NEEDED = ("authoring/", "app/web/", "app/pytest_plugin/", "grading/cluster/", "course/gradebook/storage/")
"""Parts of the harness that checking does not import."""
_COMPILED_SUFFIXES = (".so", ".pyd", ".dylib")


def _compiled_packages(cases: Iterable[PlannedCase]) -> tuple[str, ...]:
    """The compiled packages that a kit of these cases imports; some are large, and taken by few."""
    inside = [record for planned in cases for record in records(planned.case)]
    pictures = ("pillow",) if any(isinstance(record, Image) for record in inside) else ()
    is_node = any(isinstance(record, Suite) and record.runner == "node" for record in inside)
    return (*_COMPILED, *pictures, *(("tree-sitter-javascript",) if is_node else ()))


def _check_py(compiled: Iterable[str]) -> bytes:
    """The text of ``check.py``, which names the packages to fetch where those of the kit do not fit."""
    text = Path(__file__).with_name("check.py.txt").read_text(encoding="utf-8")
    named = ", ".join(f'"{name}"' for name in compiled)
    return text.replace("PACKAGES", named).encode()


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
    for folder, names in (("any", _ANYWHERE), (f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}", compiled)):
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
