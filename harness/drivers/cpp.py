"""C++: a program of ours is compiled around the student's functions; calls are counted by the compiler's own hooks."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

from harness.drivers.base import NotCallable
from harness.drivers.glue import Object, read_whole, write_glue
from harness.drivers.program import FOLDER, lay
from harness.drivers.symbols import Symbol, symbols
from harness.files.scratch import read_bounded, regular_files
from harness.languages.cpp import Cpp
from harness.plan.build_cache import get_cached, put_cached
from harness.plan.compilers import installation_id
from harness.sources.cpp import outline

_FLAGS = "-w -pthread"
_PROGRAM = f"{FOLDER}/program"
_OWN = ("driver.cc", "values.h")
_LARGEST = 16 * 1024**2
_COMPILE = """\
number=0
for file; do
  for standard in c++17 gnu++20; do
    g++ -std=$standard -I. {flags} -c "./$file" -o {folder}/$number.o 2>{folder}/$number.errors || continue
    nm -C --defined-only {folder}/$number.o >{folder}/$number.names
    echo $standard >{folder}/$number.standard
    break
  done
  number=$((number + 1))
done
"""
"""Each source by itself: one that does not compile is no fault as long as nothing of it is needed."""

_CALLED = "-O0 -fkeep-static-functions -Dmain=grade_main_$number"
_TRACED = "-O1 -fPIE -finstrument-functions -finstrument-functions-exclude-file-list=/usr/include,/usr/lib"


class CppDriver:
    """Calls functions of the student's sources, static ones too, from a program of ours."""

    language = "cpp"
    has_fields = False

    def __init__(self) -> None:
        """Nothing is compiled yet."""
        self._ready = b""  # our own program's object file: the same for every submission, made with the first

    def commands(self, workdir: Path, functions: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """Compile the sources with the driver behind: at once where it is plain what they define.

        Where it is not, or that fails, they are first compiled by themselves, to look which functions they define.
        """
        sources = _sources(workdir)
        groups = [names.removeprefix("(?i)").lower().split("|") for names in functions]
        wanted = {name for group in groups for name in group}
        yield from _laid(workdir, _OWN)
        yield from self._own(workdir)
        here = _foreseen(workdir, sources, groups)
        if here:
            glue = write_glue(workdir, Object(0, sources[0], "c++17", ()), here)
            yield ("sh", "-c", f'"$@" 2>{FOLDER}/errors || rm -f {_PROGRAM}', "sh", *_linked("c++17", [glue], ()))
            if (workdir / _PROGRAM).exists():
                return
        objects = yield from _compiled(workdir, _CALLED, sources)

        def score(one: Object) -> tuple[int, int]:
            names = {symbol.name.lower() for symbol in one.defined if not symbol.scope}
            return -len(names & wanted), one.number

        glued: dict[Object, str] = {}
        known: set[str] = set()
        for one in sorted(objects, key=score):
            here = [symbol for symbol in one.defined if symbol.name.lower() in wanted and symbol.name not in known]
            if here:
                known |= {symbol.name for symbol in here}
                glued[one] = write_glue(workdir, one, here)
        yield from _archive(one for one in objects if one not in glued)
        standard = max((one.standard for one in glued), default="c++17")  # gnu++20 if one of them needs it
        yield _linked(standard, glued.values(), _others(workdir))

    def _own(self, workdir: Path) -> Iterator[tuple[str, ...]]:
        """Compile the driver before anything of the student's is looked at, once for all submissions."""
        made = f"{FOLDER}/driver.o"
        command = ("g++", "-std=c++17", *_FLAGS.split(), "-O0", "-c", f"{FOLDER}/driver.cc", "-o", made)
        facts = repr((command, installation_id("g++"), [(workdir / FOLDER / name).read_bytes() for name in _OWN]))
        self._ready = self._ready or get_cached(facts) or b""
        if self._ready:
            (workdir / made).write_bytes(self._ready)
            return
        yield command
        self._ready = read_bounded(workdir, made, _LARGEST) or b""
        if self._ready:
            put_cached(facts, self._ready)

    def alone(self, workdir: Path) -> bool:  # noqa: ARG002 - part of the protocol
        """It cannot: it is compiled around the submission."""
        return False

    def start(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """The program made by ``commands``."""
        return (f"./{_PROGRAM}", report)

    def traced(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The way that starts a program in the folder; that program is made again from the sources, with the hooks."""
        for way in ways:
            program = workdir / way[0]
            if "/" in way[0] and program.is_file() and program.resolve().is_relative_to(workdir.resolve()):
                return self._rebuild(workdir, program, report), way
        raise NotCallable("the build made no program that could be built again with counters")

    def _rebuild(self, workdir: Path, program: Path, report: str) -> Iterator[tuple[str, ...]]:
        sources = _sources(workdir)
        yield from _laid(workdir, ("hooks.c",))
        objects = yield from _compiled(workdir, _TRACED, sources)
        mains = [one for one in objects if any(symbol.name == "main" and not symbol.scope for symbol in one.defined)]
        if not mains:
            raise NotCallable("no source file defines main")
        main = min(mains, key=lambda one: (Path(one.source).stem != program.stem, one.number))
        yield from _archive(one for one in objects if one is not main)
        names = workdir / FOLDER / "names"
        yield (
            "gcc",
            "-O1",
            "-fPIE",
            f'-DGRADE_REPORT="{_escaped(report)}"',
            f'-DGRADE_NAMES="{_escaped(str(names))}"',
            "-c",
            f"{FOLDER}/hooks.c",
            "-o",
            f"{FOLDER}/hooks.o",
        )
        program.unlink()
        target = str(program.relative_to(workdir))
        yield ("g++", "-pie", "-pthread", "-o", target, main.path, f"{FOLDER}/hooks.o", *_others(workdir))
        yield ("sh", "-c", f'nm -C --defined-only "./$1" >{FOLDER}/symbols', "sh", target)
        lines = [f"{symbol.address:x} {symbol.name}\n" for symbol in symbols(_read(workdir, "symbols"))]
        names.write_text("".join(lines), encoding="utf-8")


def _sources(workdir: Path) -> list[str]:
    """The student's sources; NotCallable when there is none."""
    odd = re.compile(r'["\\\n]')
    sources = [path for path in regular_files(workdir) if path.endswith(Cpp.suffixes) and not odd.search(path)]
    sources = [path for path in sources if not path.startswith(FOLDER)]
    if not sources:
        raise NotCallable("there is no C++ source file")
    return sources


def _laid(workdir: Path, own: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Lay our files, and look that there is a compiler: so its lack is told as such."""
    lay(workdir, "cpp_program", own)
    yield ("g++", "--version")


def _foreseen(workdir: Path, sources: list[str], groups: list[list[str]]) -> list[Symbol]:
    """The functions wanted, where one source holds them all and none twice; else nothing is foreseen."""
    if len(sources) > 1:
        return []
    defined = (
        one for one in outline(sources[0], read_whole(workdir / sources[0])).functions if one.defined and one.free
    )
    found = [one.name for one in defined if any(one.name.lower() in group for group in groups)]
    if len(set(found)) < len(found) or not all(any(name.lower() in group for name in found) for group in groups):
        return []
    return [Symbol(0, "", name, None) for name in found]


def _compiled(workdir: Path, flags: str, sources: list[str]) -> Generator[tuple[str, ...], None, list[Object]]:
    """Compile the student's sources; what came of it is the generator's value, in ``yield from``."""
    yield ("sh", "-c", _COMPILE.format(flags=f"{_FLAGS} {flags}", folder=FOLDER), "sh", *sources)
    objects = [
        Object(number, source, standard, tuple(symbols(_read(workdir, f"{number}.names"))))
        for number, source in enumerate(sources)
        if (standard := _read(workdir, f"{number}.standard").strip())
    ]
    if not objects:
        raise NotCallable("".join(_read(workdir, f"{number}.errors") for number in range(len(sources))))
    return objects


def _archive(objects: Iterable[Object]) -> Iterator[tuple[str, ...]]:
    """Put objects where the linker takes only what it needs: another source may have a second ``main``."""
    paths = [one.path for one in objects]
    if paths:
        yield ("ar", "rcs", f"{FOLDER}/others.a", *paths)


def _linked(standard: str, glue: Iterable[str], others: tuple[str, ...]) -> tuple[str, ...]:
    """The command that makes the program."""
    own = (*glue, f"{FOLDER}/driver.o")
    return ("g++", f"-std={standard}", *_FLAGS.split(), "-I.", "-O0", *own, *others, "-o", _PROGRAM)


def _others(workdir: Path) -> tuple[str, ...]:
    path = f"{FOLDER}/others.a"
    return (path,) if (workdir / path).exists() else ()


def _read(workdir: Path, name: str) -> str:
    return (read_bounded(workdir, f"{FOLDER}/{name}", _LARGEST) or b"").decode(errors="replace")


def _escaped(path: str) -> str:
    return path.replace("\\", "\\\\").replace('"', '\\"')


DRIVER = CppDriver()
