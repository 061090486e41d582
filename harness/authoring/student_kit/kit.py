"""Make the kit: the visible part of a course, the harness with what it imports, and one command."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

import harness
from harness.authoring.student_kit.readme import readme, samples
from harness.authoring.student_kit.slice_functions import UnclearUse, sliced_functions
from harness.authoring.student_kit.visible_spec import (
    VisiblePart,
    functions_of_case,
    records,
    spec_text,
    visible_part,
    with_variants,
)
from harness.authoring.wheel import zipped
from harness.course.ingest.matching.variants import StudentVariants, Variant
from harness.course.policy.load import load_policy, own_check_of
from harness.grading.running.example_pairs import sealed_answers
from harness.grading.running.student_tests import wrong_programs
from harness.grading.verdicts.sealed_examples import Sealed
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers.base import BaseChecker
from harness.model.errors import UsageError
from harness.spec.format.assignment import KIT_FILE, Assignment, PlannedCase, expectations
from harness.spec.format.folder import SPEC_FILE, files_below
from harness.spec.format.model import FileContent, Lint, PairFiles

ANYWHERE = ("PyYAML", "Jinja2", "MarkupSafe", "Pygments", "rich", "markdown-it-py", "mdurl", "tabulate", "pexpect")
"""What grading imports that is, or can be, Python alone; compiled parts of it are left out."""
COMPILED = ("msgspec", "tree-sitter", "tree-sitter-java", "tree-sitter-cpp", "nh3")
"""What grading imports that is compiled for one platform and one Python."""
_NOT_NEEDED = ("authoring/", "app/web/", "app/pytest_plugin/", "grading/cluster/", "course/gradebook/storage/")
"""Parts of the harness that checking does not import."""
_COMPILED_SUFFIXES = (".so", ".pyd", ".dylib")


class Kit(Struct, frozen=True):
    """A kit, and what its author should look at before it goes out."""

    content: bytes
    part: VisiblePart
    functions: tuple[str, ...]
    """The functions of ``checks.py`` whose text goes out."""
    refused: tuple[str, ...]
    """Why functions stay at the course."""


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
    refused: dict[str, str] = {}
    for name in sorted(
        {name for planned in visible_part(assignment).cases for name in functions_of_case(planned.case)}
    ):
        try:
            sliced_functions(assignment.folder, [name])
        except (UnclearUse, SyntaxError) as error:
            refused[name] = str(error)
    part = visible_part(assignment, refused)
    sealed = {} if workspace is None else dict(_sealed(assignment, part, workspace))
    if not part.cases and not sealed:
        raise UsageError(f"{assignment.id}: it has no visible case that can be judged by a kit")
    names = sorted({name for planned in part.cases for name in functions_of_case(planned.case)})
    modules = sliced_functions(assignment.folder, names)
    course = {f"specs/{name}": text for name, text in modules.items()}
    course[f"specs/{assignment.id}/{SPEC_FILE}"] = spec_text(assignment, part, modules.values())
    course |= {f"specs/{assignment.id}/{name}": text for name, text in _files(assignment, part)}
    facts = {
        "assignment": assignment.id,
        "seen": round(sum(part.points.values()), 6),
        "total": part.total,
        "elsewhere": [planned.name for planned in part.elsewhere if planned.name not in sealed],
        "cases": len(part.cases),
        "examples": msgspec.to_builtins(sealed),
        "receipt": own_check_of(load_policy(assignment.folder.parent), assignment.id) != "none",
    }
    inner = {f"course/{name}": text for name, text in course.items()}
    inner |= {f"course/{KIT_FILE}": json.dumps(facts, indent=1).encode(), **dict(_harness()), **dict(_dependencies())}
    outer = {
        "check.py": Path(__file__).with_name("check.py.txt").read_bytes(),
        "kit/README.md": readme(assignment, part, sealed, variants),
        "kit/kit.zip": zipped(inner),
        **samples(assignment, part),
    }
    reasons = tuple(f"{name}: {reason}" for name, reason in refused.items())
    return Kit(zipped(outer, frozenset({"check.py"})), part, tuple(names), reasons)


def _sealed(assignment: Assignment, part: VisiblePart, workspace: Workspace) -> Iterator[tuple[str, Sealed]]:
    """The sealed answers of the cases whose possible inputs the course lists, by name."""
    for planned in part.elsewhere:
        if planned.case.tests is not None and planned.case.tests.inputs:
            wrong = wrong_programs(assignment, planned.case, workspace)
            yield planned.name, sealed_answers(assignment, planned, wrong, workspace)


def _files(assignment: Assignment, part: VisiblePart) -> Iterator[tuple[str, bytes]]:
    """The goldens of the cases, and the files of the spec's folder that they name."""
    given = records((assignment.spec.given, assignment.spec.given_for))
    names = {record.file for record in given if isinstance(record, FileContent)}
    for planned in part.cases:
        names |= set(_named_files(planned, assignment.folder))
        for stream, expected in expectations(planned.case):
            golden = assignment.golden(planned.name, stream)
            if golden.is_file() and not isinstance(expected, str):
                yield golden.relative_to(assignment.folder).as_posix(), golden.read_bytes()
    for name in sorted(filter(None, names)):
        yield name, (assignment.folder / name).read_bytes()


def _named_files(planned: PlannedCase, folder: Path) -> Iterator[str]:
    for record in records(planned.case):
        if isinstance(record, FileContent):
            yield record.file or ""
        elif isinstance(record, BaseChecker):
            yield record.expected_file()
        elif isinstance(record, Lint):
            yield record.config
        elif isinstance(record, PairFiles):
            for pattern in filter(None, (record.input, record.expected, record.args)):
                yield from (path.relative_to(folder).as_posix() for path in folder.glob(pattern) if path.is_file())
    if isinstance(planned.case.pairs, str):
        yield from (path.relative_to(folder).as_posix() for path in _pair_files(folder, planned.case.pairs))


def _pair_files(folder: Path, pattern: str) -> Iterator[Path]:
    """The inputs of a pattern, and what lies beside each under its name."""
    for path in folder.glob(pattern):
        yield from (beside for beside in path.parent.glob(f"{path.stem}.*") if beside.is_file())


def _harness() -> Iterator[tuple[str, bytes]]:
    package = Path(harness.__file__).parent
    for path in files_below(package):
        name = path.relative_to(package).as_posix()
        if not name.startswith(_NOT_NEEDED):
            yield f"lib/any/harness/{name}", path.read_bytes()


def platform_tag() -> str:
    """Name Python and platform as they are here, as ``check.py`` names them."""
    return f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def _dependencies() -> Iterator[tuple[str, bytes]]:
    """The packages that are imported, with their licences; those that are compiled in a folder of this platform."""
    for folder, names in (("any", (*ANYWHERE, "ptyprocess")), (platform_tag(), COMPILED)):
        for name in names:
            for file in importlib.metadata.files(name) or ():
                left_out = file.suffix == ".pyc" or ".." in file.parts or file.name in ("RECORD", "direct_url.json")
                if not left_out and (folder != "any" or file.suffix not in _COMPILED_SUFFIXES):
                    yield f"lib/{folder}/{file.as_posix()}", Path(str(file.locate())).read_bytes()
