"""The C driver: functions are called by their types in the debug information; a program includes each source."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from pathlib import Path

from msgspec import Struct

from harness.language.c.dwarf import DebugInformation
from harness.language.c.glue import write_c_glue, write_tables
from harness.language.c.language import C
from harness.language.cpp.driver import CppDriver
from harness.language.cpp.native import (
    DRIVER_OBJECT,
    PROGRAM,
    DriverObject,
    NativeDriver,
    archive,
    archive_argument,
    read_output,
    source_files,
)
from harness.language.cpp.symbols import parse_symbols
from harness.language.driver import FOLDER, CalledNames, NotCallable, copy_program
from harness.model.result import ValueRules

_INCLUDED = ("driver.cc", "case.cc", "json.cc", "stack.cc", "values.h")
_COMPILE_SCRIPT = """\
number=0
for file; do
  if gcc -w -O0 -g -gdwarf-4 -fkeep-static-functions -Dmain=grade_main_$number -I. -c "./$file" \
      -o {folder}/$number.o 2>{folder}/$number.errors; then
    nm --defined-only {folder}/$number.o >{folder}/$number.names
    readelf --debug-dump=info -W {folder}/$number.o 2>/dev/null | head -c 12000000 >{folder}/$number.info
    echo yes >{folder}/$number.compiled
  fi
  number=$((number + 1))
done
"""
"""Compile each source separately: one that does not compile is no fault unless something in it is needed."""

_GLUE_FLAGS = ("-w", "-g1", "-gdwarf-4", "-O0", "-fkeep-static-functions")
"""With newer debugging information the lines of an included source would be those of the file that includes it."""


class _Compiled(Struct, frozen=True):
    """One of the student's sources, compiled."""

    number: int
    source: str
    names: frozenset[str]
    """The functions that it defines, in lower case."""

    @property
    def path(self) -> str:
        """The object file, relative to the working folder."""
        return f"{FOLDER}/{self.number}.o"


class CDriver(NativeDriver):
    """Calls functions of the student's sources, also static ones, from a program that includes the sources."""

    language = "c"
    rules = ValueRules(number_as_truth=True, character_as_number=True, list_as_tuple=True, text_as_bytes=True)

    def __init__(self) -> None:
        """Create the driver; its own object file is compiled with the first submission and used for all."""
        self._driver_object = DriverObject("driver_c.cc", ("driver_c.cc", "table.h", *_INCLUDED))

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:
        """Compile the sources, read their types, and compile them again together with the driver."""
        sources = source_files(workdir, C.suffixes)
        if not sources:
            raise NotCallable("there is no C source file")
        wanted = {name for written in names.functions for name in written.removeprefix("(?i)").lower().split("|")}
        copy_program(workdir, "cpp/program", _INCLUDED)
        for own in ("driver_c.cc", "table.h"):
            (workdir / FOLDER / own).write_bytes((Path(__file__).with_name("program") / own).read_bytes())
        yield ("gcc", "--version")
        yield from self._driver_object.compile(workdir)
        objects = yield from _compile_sources(workdir, sources)
        glue: dict[_Compiled, str] = {}
        known: set[str] = set()
        for compiled in sorted(objects, key=lambda compiled: (-len(compiled.names & wanted), compiled.number)):
            new = (compiled.names & wanted) - known
            if new:
                known |= new
                glue[compiled] = _glue(workdir, compiled, set(new))
        yield from archive(compiled.path for compiled in objects if compiled not in glue)
        files = [*glue.values(), write_tables(workdir, [compiled.number for compiled in glue])]
        outputs = [f"{FOLDER}/own{number}.o" for number in range(len(files))]
        for file, output in zip(files, outputs, strict=True):
            yield ("gcc", *_GLUE_FLAGS, "-I.", f"-I{FOLDER}", "-c", file, "-o", output)
        yield ("g++", "-pthread", *outputs, DRIVER_OBJECT, *archive_argument(workdir), "-lm", "-o", PROGRAM)

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """As for C++: the program is rebuilt with counting hooks."""
        return CppDriver("gcc", ("gnu17",), C.suffixes).trace_commands(workdir, ways, report)


def _glue(workdir: Path, compiled: _Compiled, names: set[str]) -> str:
    """Write the glue file of a source; NotCallable where its types lead through more types than anybody writes."""
    try:
        information = DebugInformation(read_output(workdir, f"{compiled.number}.info"))
        return write_c_glue(workdir, compiled.number, compiled.source, information, names)
    except RecursionError:
        raise NotCallable(f"the types of {compiled.source} are nested too deeply") from None


def _compile_sources(workdir: Path, sources: list[str]) -> Generator[tuple[str, ...], None, list[_Compiled]]:
    """Compile the student's sources separately; the value of ``yield from`` is the list of those that compiled."""
    yield ("sh", "-c", _COMPILE_SCRIPT.format(folder=FOLDER), "sh", *sources)
    objects = [
        _Compiled(number, source, frozenset(symbol.name.lower() for symbol in parse_symbols(names)))
        for number, source in enumerate(sources)
        if read_output(workdir, f"{number}.compiled")
        for names in (read_output(workdir, f"{number}.names"),)
    ]
    if not objects:
        raise NotCallable("".join(read_output(workdir, f"{number}.errors") for number in range(len(sources))))
    return objects


DRIVER = CDriver()
