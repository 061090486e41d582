"""The door: a folder of specs becomes assignments, or one SpecError that lists what is wrong and where."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.model.errors import SpecError
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.convert import convert
from harness.spec.expand import expand
from harness.spec.folder import SPEC_FILE
from harness.spec.model import Spec
from harness.spec.source import Source, read
from harness.spec.validate import problems


def load(specs: Path, name: str, *, goldens: bool = True) -> Assignment:
    """Read one spec and hold everything in it against everything else.

    What was written as cases is in the assignment's own cases, filled in, and no longer in its spec.

    Args:
        specs: the folder that holds one folder an assignment.
        name: the assignment's id.
        goldens: whether a missing or left-over golden is an error (not while they are being made).

    Raises:
        SpecError: with one line a problem, each with file, line and path.

    """
    folder = specs / name
    source = read(folder / SPEC_FILE)
    spec = convert(source, Spec)
    assignment = Assignment(name, folder, spec, _cases(source, spec), functions_of(folder))
    found = problems(source, assignment, goldens=goldens)
    if found:
        raise SpecError("\n".join(found))
    return replace(assignment, spec=replace(spec, cases=()))


def _cases(source: Source, spec: Spec) -> tuple[PlannedCase, ...]:
    planned: list[PlannedCase] = []
    for index in range(len(spec.cases)):
        location = source.at(("cases", index))
        try:
            planned += [PlannedCase(case, values, location) for case, values in expand(spec, index)]
        except SpecError as error:
            raise SpecError(f"{location}: {error}") from None
    return tuple(planned)


def functions_of(folder: Path) -> Mapping[str, Callable[..., Any]]:
    """The public functions of ``checks.py``. Modules beside the assignments' folders can be imported by it."""
    path = folder / "checks.py"
    if not path.is_file():
        return {}
    beside = str(folder.parent)
    if beside not in sys.path:
        sys.path.append(beside)
    found = importlib.util.spec_from_file_location(f"checks_{folder.name.replace('-', '_')}", path)
    if found is None or found.loader is None:
        raise SpecError(f"{path}: cannot be loaded as Python")
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module  # dataclasses look their module up by name
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # a spec's folder holds what people wrote
    try:
        found.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 - whatever a course's own code raises is told as its fault
        raise SpecError(f"{path}{_line_in(path, error)}: {type(error).__name__}: {error}") from None
    finally:
        sys.dont_write_bytecode = written
    return {name: one for name, one in vars(module).items() if callable(one) and not name.startswith("_")}


def _line_in(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f":{error.lineno}"
    trace, line = error.__traceback__, ""
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line
