"""Load the assignments of a course, from a cache where spec and harness are unchanged: parsing takes long."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import harness
from harness.language import language_words
from harness.language.tools.build_cache import unpickled, user_cache
from harness.model.errors import SpecError, UsageError, suggestion
from harness.sandbox.files.snapshot import sha256, size_and_time
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import PROGRAM_FOLDERS, SHARED, SPEC_FILE, assignment_ids, files_below
from harness.spec.loading.course_modules import functions_of, module_files


@cache
def harness_digest() -> str:
    """One hash, in hexadecimal digits, over the names and contents of all files of the harness."""
    import hashlib  # noqa: PLC0415 - OpenSSL hashes five megabytes in a fifth of the time

    root = Path(harness.__file__).parent
    total = hashlib.sha256()
    for path in files_below(root):
        total.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def load_cached(specs: Path, name: str, *, goldens: bool = True) -> Assignment:
    """Load an assignment as ``load`` does, from the user's cache when nothing has changed."""
    cache = user_cache()
    if cache is None:
        return _load(specs, name, goldens=goldens)
    folder = specs / name
    key = _key(specs, folder, goldens=goldens)
    cached: tuple[Any, Any] | None = unpickled(cache.get(key))
    if cached is not None:
        return Assignment(name, folder, *cached, _Functions(folder))
    assignment = _load(specs, name, goldens=goldens)
    cache.put(key, pickle.dumps((assignment.spec, assignment.cases), pickle.HIGHEST_PROTOCOL))
    return assignment


def _load(specs: Path, name: str, *, goldens: bool) -> Assignment:
    from harness.spec.loading.load import load  # noqa: PLC0415 - parsers and checks of specs, which a cached one does not need

    return load(specs, name, goldens=goldens, languages=language_words())


class _Functions(Mapping[str, Callable[..., Any]]):
    """The functions of ``checks.py``, loaded when the first of them is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __reduce__(self) -> tuple[type[_Functions], tuple[Path]]:
        """Pickle the folder only: another process has no module that the functions could be found in."""
        return _Functions, (self._folder,)

    @cached_property
    def _loaded(self) -> Mapping[str, Callable[..., Any]]:
        return functions_of(self._folder, user_cache())

    def __getitem__(self, name: str) -> Callable[..., Any]:
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


def _key(specs: Path, folder: Path, *, goldens: bool) -> str:
    """A hash of all that decides the result of ``load``: the spec, the files beside it and the course's modules."""
    facts = [str(folder), str(goldens), sys.version, *_harness_modules()]
    text = (folder / SPEC_FILE).read_bytes()
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PROGRAM_FOLDERS)
        facts.append(f"{path} {Path(path).stat().st_mtime_ns}")  # it changes when a file is added or removed
        if b"from" in text:  # files of arguments become part of the cases
            facts += [size_and_time(Path(path) / name) for name in sorted(names)]
    facts += [size_and_time(path) for path in module_files(folder)]
    references = specs.parent / "reference" / folder.name
    facts += sorted(path.name for path in references.iterdir()) if references.is_dir() else []
    return sha256("\0".join(facts).encode("utf-8", "surrogateescape") + b"\0" + text).hexdigest()


@cache
def _harness_modules() -> tuple[str, ...]:
    """The modules of the harness that decide what a spec means, with size and time."""
    root, parts = Path(harness.__file__).parent, ("grading/kinds", "judge", "language", "model", "spec")
    modules, folders = [], [f"{root}/{part}" for part in parts]
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    modules.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}")
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return tuple(sorted(modules))


def load_course(specs: Path, chosen: Iterable[str] = (), *, goldens: bool = True) -> dict[str, Assignment]:
    """Load the assignments by id, all of them or the chosen ones.

    Raises:
        UsageError: when a chosen assignment does not exist.
        SpecError: with one line for each problem of all faulty specs.

    """
    course: dict[str, Assignment] = {}
    problems: list[str] = []
    with paused_collector():
        for name in chosen_ids(specs, chosen):
            try:
                course[name] = load_cached(specs, name, goldens=goldens)
            except SpecError as error:
                problems.append(str(error))
    if problems:
        raise SpecError("\n".join(problems))
    return course


def chosen_ids(specs: Path, chosen: Iterable[str] = ()) -> list[str]:
    """The chosen assignments, or all; UsageError when a chosen one does not exist."""
    known, chosen = assignment_ids(specs), list(chosen)
    for name in chosen:
        if name not in known:
            raise UsageError(
                f'there is no assignment "{name}" in {specs}{suggestion(name, known)}; known: {", ".join(known)}'
            )
    return chosen or known


def contract_files(assignment: Assignment) -> Iterator[Path]:
    """Every file that decides a grade, in a fixed order.

    The package that the course's assignments share, the assignment's folder, and the references, by which times are
    measured.
    """
    yield from files_below(assignment.folder.parent / SHARED)
    tested = {folder for planned in assignment.cases for folder in planned.kind.program_folders(planned.case)}
    for path in sorted(assignment.folder.iterdir()):
        if path.name not in PROGRAM_FOLDERS or path.name in tested:
            yield from files_below(path)
    for reference in assignment.references():
        yield from files_below(reference)


@contextlib.contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the collector while modules are loaded or specs are read: it would take up to half of that time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
