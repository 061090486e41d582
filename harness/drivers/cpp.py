"""C++: a program of ours is compiled around the student's functions; calls are counted by the compiler's own hooks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.drivers.base import NotCallable
from harness.drivers.program import FOLDER, lay
from harness.drivers.symbols import Symbol, symbols
from harness.languages.cpp import Cpp
from harness.run.scratch import read_bounded, regular_files

_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_NAMESPACE = re.compile(r"\bnamespace\s+([\w:]+)")
_FLAGS = "-w -pthread"
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


@dataclass(frozen=True)
class _Object:
    """One of the student's sources, compiled."""

    number: int
    source: str
    standard: str
    defined: tuple[Symbol, ...]

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.number}.o"


class CppDriver:
    """Calls functions of the student's sources, static ones too, from a program of ours."""

    language = "cpp"

    def __init__(self) -> None:
        """Nothing is compiled yet."""
        self._ready = b""  # our own program's object file: the same for every submission, made with the first

    def commands(self, box: Path, functions: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """Compile the sources, look which functions they define, compile them again with the driver behind."""
        objects = yield from _compiled(box, _CALLED, ("driver.cc", "values.h"), self._own(box))
        wanted = {name.lower() for names in functions for name in names.removeprefix("(?i)").split("|")}

        def score(one: _Object) -> tuple[int, int]:
            names = {symbol.name.lower() for symbol in one.defined if not symbol.scope}
            return -len(names & wanted), one.number

        glued: list[_Object] = []
        known: set[str] = set()
        for one in sorted(objects, key=score):
            here = [symbol for symbol in one.defined if symbol.name.lower() in wanted and symbol.name not in known]
            if here:
                known |= {symbol.name for symbol in here}
                glue = _glue(one, here, box)
                (box / FOLDER / f"glue{one.number}.cc").write_text(glue, encoding="utf-8", errors="surrogateescape")
                glued.append(one)
        yield from _archive(one for one in objects if one not in glued)
        glue_files = [f"{FOLDER}/glue{one.number}.cc" for one in glued]
        standard = max((one.standard for one in glued), default="c++17")  # gnu++20 if one of them needs it
        yield (
            "g++", f"-std={standard}", *_FLAGS.split(), "-I.", "-O0", *glue_files, f"{FOLDER}/driver.o",
            *_others(box), "-o", f"{FOLDER}/program",
        )  # fmt: skip

    def _own(self, box: Path) -> Iterator[tuple[str, ...]]:
        """Compile the driver before anything of the student's is looked at, once for all submissions."""
        made = f"{FOLDER}/driver.o"
        if self._ready:
            (box / made).write_bytes(self._ready)
            return
        yield ("g++", "-std=c++17", *_FLAGS.split(), "-O0", "-c", f"{FOLDER}/driver.cc", "-o", made)
        self._ready = read_bounded(box, made, _LARGEST) or b""

    def start(self, box: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """The program made by ``commands``."""
        return (f"./{FOLDER}/program", report)

    def traced(
        self, box: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The way that starts a program in the folder; that program is made again from the sources, with the hooks."""
        for way in ways:
            program = box / way[0]
            if "/" in way[0] and program.is_file() and program.resolve().is_relative_to(box.resolve()):
                return self._rebuild(box, program, report), way
        raise NotCallable("the build made no program that could be built again with counters")

    def _rebuild(self, box: Path, program: Path, report: str) -> Iterator[tuple[str, ...]]:
        objects = yield from _compiled(box, _TRACED, ("hooks.c",))
        mains = [one for one in objects if any(symbol.name == "main" and not symbol.scope for symbol in one.defined)]
        if not mains:
            raise NotCallable("no source file defines main")
        main = min(mains, key=lambda one: (Path(one.source).stem != program.stem, one.number))
        yield from _archive(one for one in objects if one is not main)
        names = box / FOLDER / "names"
        yield (
            "gcc", "-O1", "-fPIE", f'-DGRADE_REPORT="{_escaped(report)}"', f'-DGRADE_NAMES="{_escaped(str(names))}"',
            "-c", f"{FOLDER}/hooks.c", "-o", f"{FOLDER}/hooks.o",
        )  # fmt: skip
        program.unlink()
        target = str(program.relative_to(box))
        yield ("g++", "-pie", "-pthread", "-o", target, main.path, f"{FOLDER}/hooks.o", *_others(box))
        yield ("sh", "-c", f'nm -C --defined-only "./$1" >{FOLDER}/symbols', "sh", target)
        lines = [f"{symbol.address:x} {symbol.name}\n" for symbol in symbols(_read(box, "symbols"))]
        names.write_text("".join(lines), encoding="utf-8")


def _compiled(
    box: Path, flags: str, own: tuple[str, ...], first: Iterable[tuple[str, ...]] = ()
) -> Generator[tuple[str, ...], None, list[_Object]]:
    """Lay our files, compile the student's; what came of it is the generator's value, in ``yield from``.

    ``first`` are commands that come before anything of the student's is compiled.
    """
    odd = re.compile(r'["\\\n]')
    sources = [path for path in regular_files(box) if path.endswith(Cpp.suffixes) and not odd.search(path)]
    sources = [path for path in sources if not path.startswith(FOLDER)]
    if not sources:
        raise NotCallable("there is no C++ source file")
    lay(box, "cpp_program", own)
    yield ("g++", "--version")  # so that its lack is told as such
    yield from first
    yield ("sh", "-c", _COMPILE.format(flags=f"{_FLAGS} {flags}", folder=FOLDER), "sh", *sources)
    objects = [
        _Object(number, source, standard, tuple(symbols(_read(box, f"{number}.names"))))
        for number, source in enumerate(sources)
        if (standard := _read(box, f"{number}.standard").strip())
    ]
    if not objects:
        raise NotCallable("".join(_read(box, f"{number}.errors") for number in range(len(sources))))
    return objects


def _archive(objects: Iterable[_Object]) -> Iterator[tuple[str, ...]]:
    """Put objects where the linker takes only what it needs: another source may have a second ``main``."""
    paths = [one.path for one in objects]
    if paths:
        yield ("ar", "rcs", f"{FOLDER}/others.a", *paths)


def _others(box: Path) -> tuple[str, ...]:
    path = f"{FOLDER}/others.a"
    return (path,) if (box / path).exists() else ()


def _read(box: Path, name: str) -> str:
    return (read_bounded(box, f"{FOLDER}/{name}", _LARGEST) or b"").decode(errors="replace")


def _escaped(path: str) -> str:
    return path.replace("\\", "\\\\").replace('"', '\\"')


def _glue(one: _Object, here: list[Symbol], box: Path) -> str:
    """A source that holds the student's own, and behind it says which functions there are.

    Its macros are gone by then; the program that comes behind is ours.
    """
    texts = [_text(box / path) for path in regular_files(box) if not path.startswith(FOLDER)]
    macros = sorted({name for text in texts for name in _DEFINED.findall(text)})
    spaces = {part for text in texts for found in _NAMESPACE.findall(text) for part in found.split("::")}
    often = Counter((symbol.scope, symbol.name) for symbol in here)
    lines = [
        f"#define main grade_main_{one.number}",
        f'#include "../{one.source}"',
        *(f"#undef {name}" for name in ("main", *macros)),
        '#include "values.h"',
        "namespace {",
    ]
    for number, symbol in enumerate(here):
        word = f"const bool grade_{number} = grade_driver::"
        full = f"&::{symbol.scope}::{symbol.name}" if symbol.scope else f"&::{symbol.name}"
        if symbol.scope and not set(symbol.scope.split("::")) <= spaces:
            why = f"it is a member of {symbol.scope}, where it must stand by itself"
            lines.append(f'{word}unusable("{symbol.name}", "{why}");')
        elif symbol.template:
            lines.append(f'{word}unusable("{symbol.name}", "it is a template");')
        elif often[symbol.scope, symbol.name] > 1 and symbol.parameters is not None:
            lines.append(f'{word}add("{symbol.name}", grade_driver::Pick<{symbol.parameters}>::of({full}));')
        else:
            lines.append(f'{word}add("{symbol.name}", {full});')
    return "\n".join([*lines, "}  // namespace", ""])


def _text(path: Path) -> str:
    if path.suffix not in (*Cpp.suffixes, ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp"):
        return ""
    return (read_bounded(path.parent, path.name, _LARGEST) or b"").decode(errors="replace")


DRIVER = CppDriver()
