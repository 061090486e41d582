"""A validator or an interactor of a package: its sources, built, and the words that start it from the spec's folder."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from harness.authoring.importing.fields import files_of
from harness.authoring.importing.package import Faults
from harness.language import language_of, languages
from harness.language.base import Language
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.sandbox.files.scratch import copy_tree, scratch
from harness.sandbox.run.plain import observe_plainly

FOLDER = "validator"
"""Where it lies beside the spec."""
STARTED = ("c", "cpp", "java", "python")
"""The languages of such programs."""
_HERE = "<here>"
_LIMITS = ResolvedLimits(cpu=120, wall=180)
_SHOWN = 500
_JAVA = ("java", "-Xmx64m", "-XX:+UseSerialGC", "-cp", f"{_HERE}/{FOLDER}")
"""The memory of a judging child is small; a heap of the usual size does not fit into it."""


class CourseProgram(Struct, frozen=True):
    """A program that can be started."""

    start: tuple[str, ...]
    """Its words; ``<here>`` stands for the spec's folder, ``<python>`` for the harness's own Python."""
    files: dict[str, bytes]
    """Name below the spec's folder -> content."""
    executable: tuple[str, ...] = ()
    """Those of the files that are started."""


def course_program(
    source: Path,
    faults: Faults,
    files: Sequence[Path] = (),
    flags: Sequence[str] = (),
    folder: str = FOLDER,
    fill_in: Callable[[bytes], bytes] = bytes,
) -> CourseProgram | None:
    """Build the program in a file or a folder; None after a fault.

    A folder with a program ``build`` or ``run`` is built and started by them, as its format says.

    Args:
        source: the file, or the folder.
        faults: where a fault is added.
        files: all files of it, where it is several.
        flags: for the compiler.
        folder: where it will lie beside the spec.
        fill_in: puts values into the texts of its sources.

    """
    with scratch() as root:
        work = root / "work"
        work.mkdir()
        (root / "home").mkdir()
        if source.is_dir():
            copy_tree(source, work)
        for path in files or ([] if source.is_dir() else [source]):
            (work / path.name).write_bytes(path.read_bytes())
        for path in files_of(work).values():
            path.write_bytes(fill_in(path.read_bytes()))
        scripts = (work / "build").is_file() or (work / "run").is_file()
        start = _by_its_scripts(work, source, faults) if scripts else _by_its_language(work, source, flags, faults)
        if not start:
            return None
        start = tuple(word.replace(f"{_HERE}/{FOLDER}", f"{_HERE}/{folder}") for word in start)
        paths = {f"{folder}/{name}": path for name, path in files_of(work).items()}
        content = {name: path.read_bytes() for name, path in paths.items()}
        return CourseProgram(start, content, tuple(name for name, path in paths.items() if os.access(path, os.X_OK)))


@contextmanager
def installed(program: CourseProgram) -> Iterator[Callable[[Sequence[str], bytes, ResolvedLimits], Observation]]:
    """Put it into a folder of its own; yield what runs it there with arguments, an input and limits."""
    with scratch() as root:
        for name, content in program.files.items():
            path = root / "work" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o755)
        (root / "home").mkdir()
        places = {_HERE: str(root / "work"), "<python>": sys.executable}
        words = tuple(
            functools.reduce(lambda word, place: word.replace(*place), places.items(), word) for word in program.start
        )

        def run(args: Sequence[str], stdin: bytes, limits: ResolvedLimits) -> Observation:
            return observe_plainly(Invocation((*words, *args), root / "work", root / "home", limits, stdin))

        yield run


def run_once(
    program: CourseProgram, args: Sequence[str], stdin: bytes, limits: ResolvedLimits, place: str, faults: Faults
) -> tuple[bytes, bytes]:
    """Run it here and now; return what it writes on stdout and on stderr. Its failure is a fault."""
    with installed(program) as run:
        observation = run(args, stdin, limits)
    if observation.ended_by is not None:
        faults.add(place, f"the program was ended at its limit: {observation.ended_by.value}")
    elif observation.exit != 0:
        said = " ".join(observation.stderr[:_SHOWN].decode(errors="replace").split())
        faults.add(place, f"the program fails with exit status {observation.exit}: {said}")
    return observation.stdout[:], observation.stderr


def _by_its_scripts(work: Path, source: Path, faults: Faults) -> tuple[str, ...]:
    if (work / "build").is_file():
        (work / "build").chmod(0o755)
        if not _succeeds((("./build",),), work, source, faults):
            return ()
    if not (work / "run").is_file():
        faults.add(source, "its build makes no program run")
        return ()
    (work / "run").chmod(0o755)
    return (f"{_HERE}/{FOLDER}/run",)


def _by_its_language(work: Path, source: Path, flags: Sequence[str], faults: Faults) -> tuple[str, ...]:
    names = sorted(files_of(work))
    known = {language.name for name in names if (language := language_of(name))}
    if len(known) != 1:
        faults.add(source, f"expected a program in one known language, got {' and '.join(sorted(known)) or 'none'}")
        return ()
    language = languages()[known.pop()]
    sources = [name for name in names if language_of(name) is language]
    commands = [(*command, *flags) for command in language.recipe(sources).commands]
    if not _succeeds(commands, work, source, faults):
        return ()
    start = _start(language, work, sources)
    if not start:
        faults.add(source, f"validators in {language.name} are not started: only in C, C++, Java and Python")
    return start


def _start(language: Language, work: Path, sources: list[str]) -> tuple[str, ...]:
    if language.name in ("c", "cpp"):
        return (f"{_HERE}/{FOLDER}/program",)
    entry = language.entry_point(work, sources) or ()
    if language.name == "python" and len(entry) == 1:
        return ("<python>", "-B", f"{_HERE}/{FOLDER}/{entry[0]}")
    return (*_JAVA, *entry) if language.name == "java" and entry else ()


def _succeeds(commands: Sequence[Sequence[str]], work: Path, source: Path, faults: Faults) -> bool:
    """Whether the commands that build it succeed; a fault with what they say, where not."""
    for command in commands:
        observation = observe_plainly(Invocation(tuple(command), work, work.parent / "home", _LIMITS))
        if observation.exit != 0:
            said = (observation.not_started.encode() or observation.stderr or observation.stdout)[:_SHOWN]
            faults.add(source, f"cannot be built by {command[0]}: {' '.join(said.decode(errors='replace').split())}")
            return False
    return True
