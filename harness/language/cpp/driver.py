"""The C++ driver: a program compiled around the student's functions; calls are counted by the compiler's hooks."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

from harness.language.cpp.glue import LIBRARY, CompiledSource, Instances, read_source, write_glue
from harness.language.cpp.language import STANDARDS, Cpp
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
from harness.language.cpp.operators import asks_for_operators, parse_operators
from harness.language.cpp.symbols import Symbol, has_defaults, is_constructor, parse_symbols
from harness.language.cpp.templates import (
    Template,
    made_classes,
    made_functions,
    skip_macros,
    wanted_templates,
    with_headers,
    wrapper,
    write_wrappers,
)
from harness.language.driver import FOLDER, Attempt, CalledNames, NotCallable, copy_program
from harness.language.parsing.cpp import outline
from harness.model.result import ValueRules

_FLAGS = "-w -g1 -pthread"
_OWN_FILES = ("driver.cc", "case.cc", "json.cc", "stack.cc", "values.h")
_COMPILE_SCRIPT = """\
number=0
compile() {{ COMPILER -std=$standard -I. {flags} $defined "$@" "./$file" 2>{folder}/$number.errors; }}
for file; do
  for standard in STANDARDS; do
    defined=
    wrapper={folder}/wrapper$number.cc
    source=$file
    if [ -e $wrapper ]; then
      file=$wrapper
      if ! compile -fsyntax-only; then
        all=$(grep -o "GRADE_SKIP_[0-9]*$" $wrapper)
        for each in $all; do
          defined=$(for other in $all; do [ $other = $each ] || echo -D$other; done)
          compile -fsyntax-only || echo $each >>{folder}/$number.skipped
        done
        defined=$([ -e {folder}/$number.skipped ] && sed s/^/-D/ {folder}/$number.skipped)
      fi
    fi
    compile -c -o {folder}/$number.o || {{ file=$source; continue; }}
    nm -C --defined-only {folder}/$number.o >{folder}/$number.names
    echo $standard >{folder}/$number.standard
    break
  done
  number=$((number + 1))
done
"""
"""Compile each source separately: one that does not compile is no fault unless something in it is needed."""

_NO_SOURCE = "there is no C++ source file"
_CALL_FLAGS = "-O0 -fkeep-static-functions -Dmain=grade_main_$number"
_TRACE_FLAGS = "-O1 -fPIE -finstrument-functions -finstrument-functions-exclude-file-list=/usr/include,/usr/lib"


class CppDriver(NativeDriver):
    """Calls functions of the student's sources, also static ones, from a program that includes the sources."""

    language = "cpp"
    rules = ValueRules(text_as_bytes=True)

    def __init__(
        self, compiler: str = "g++", standards: tuple[str, ...] = STANDARDS, suffixes: tuple[str, ...] = Cpp.suffixes
    ) -> None:
        """Create the driver; its own object file is compiled with the first submission and used for all.

        C programs, too, are traced by a driver with another ``compiler``.
        """
        self._driver_object = DriverObject("driver.cc", _OWN_FILES)
        self._suffixes = suffixes
        self._compile_script = _COMPILE_SCRIPT.replace("COMPILER", compiler).replace("STANDARDS", " ".join(standards))

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:
        """Compile the sources together with the driver, in one step where parsing shows which functions they define.

        When it does not, or that step fails, they are first compiled separately to read their symbols.
        """
        templates = wanted_templates(names)
        groups = [name.removeprefix("(?i)").lower().split("|") for name in names.functions]
        wanted = {name for group in groups for name in group}
        classes = {name for written in names.classes for name in written.removeprefix("(?i)").lower().split("|")}
        sources = with_headers(workdir, source_files(workdir, self._suffixes), templates, classes)
        if not sources:
            raise NotCallable(_NO_SOURCE)
        yield from _copy_own_files(workdir, _OWN_FILES)
        yield from self._driver_object.compile(workdir)
        is_plain = not names.objects and not asks_for_operators(names)
        functions_found = _functions_in_only_source(workdir, sources, groups) if is_plain else []
        if functions_found:
            glue = write_glue(workdir, CompiledSource(0, sources[0], STANDARDS[0], ()), functions_found, names)
            yield Attempt(_link_command(STANDARDS[0], [glue], ("-Wfatal-errors",)))  # without a shell it can be cached
            if os.access(workdir / PROGRAM, os.X_OK):  # what a linker did not finish is not executable
                return
        write_wrappers(workdir, sources, templates)
        flags = f"{_CALL_FLAGS} -fkeep-inline-functions" if names.objects else _CALL_FLAGS
        objects = yield from _compile_sources(workdir, self._compile_script, flags, sources)

        def preference(compiled: CompiledSource) -> tuple[int, int]:
            names = {symbol.name.lower() for symbol in compiled.defined if not symbol.scope}
            return -len(names & wanted), compiled.number

        glue_files: dict[CompiledSource, str] = {}
        known: set[tuple[str, str]] = set()
        for compiled in sorted(objects, key=preference):
            instances = _instances(workdir, compiled, templates)
            new = [
                symbol
                for symbol in _distinct(compiled.defined)
                if symbol.scope.split("::")[0] not in LIBRARY
                and (symbol.name.lower() in wanted or _is_constructor(symbol, classes, instances))
                and (symbol.scope if names.objects else "", symbol.name) not in known
            ]
            knows_class = names.objects and not glue_files and _defines_class(workdir, compiled, classes)
            if new or instances.functions or instances.classes or knows_class:
                known |= {(symbol.scope if names.objects else "", symbol.name) for symbol in new}
                glue_files[compiled] = write_glue(workdir, compiled, new, names, instances)
        yield from archive(compiled.path for compiled in objects if compiled not in glue_files)
        standard = max((compiled.standard for compiled in glue_files), default=STANDARDS[0])  # newer if one needs it
        others = (*archive_argument(workdir), *(("-fno-access-control",) if names.objects else ()))
        yield _link_command(standard, glue_files.values(), others)

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The first way that starts a program of the folder, which is rebuilt from the sources with counting hooks."""
        for way in ways:
            program = workdir / way[0]
            if "/" in way[0] and program.is_file() and program.resolve().is_relative_to(workdir.resolve()):
                return self._rebuild(workdir, program, report), way
        raise NotCallable("the build made no program that could be built again with counters")

    def _rebuild(self, workdir: Path, program: Path, report: str) -> Iterator[tuple[str, ...]]:
        sources = source_files(workdir, self._suffixes)
        if not sources:
            raise NotCallable(_NO_SOURCE)
        yield from _copy_own_files(workdir, ("hooks.c",))
        objects = yield from _compile_sources(workdir, self._compile_script, _TRACE_FLAGS, sources)
        mains = [
            compiled
            for compiled in objects
            if any(symbol.name == "main" and not symbol.scope for symbol in compiled.defined)
        ]
        if not mains:
            raise NotCallable("no source file defines main")
        main = min(mains, key=lambda compiled: (Path(compiled.source).stem != program.stem, compiled.number))
        yield from archive(compiled.path for compiled in objects if compiled is not main)
        names = workdir / FOLDER / "names"
        defined = (f'-DGRADE_REPORT="{_escaped(report)}"', f'-DGRADE_NAMES="{_escaped(str(names))}"')
        hooks = f"{FOLDER}/hooks.o"
        yield ("gcc", "-O1", "-fPIE", *defined, "-c", f"{FOLDER}/hooks.c", "-o", hooks)
        program.unlink()
        target = str(program.relative_to(workdir))
        yield ("g++", "-pie", "-pthread", "-o", target, main.path, hooks, *archive_argument(workdir), "-lm")
        yield ("sh", "-c", f'nm -C --defined-only "./$1" >{FOLDER}/symbols', "sh", target)
        lines = [f"{symbol.address:x} {symbol.name}\n" for symbol in parse_symbols(read_output(workdir, "symbols"))]
        names.write_text("".join(lines), encoding="utf-8")


def _instances(workdir: Path, compiled: CompiledSource, templates: list[Template]) -> Instances:
    """What the compiler made of the source's templates."""
    path = wrapper(compiled.number)
    if not (workdir / path).is_file():
        return Instances()
    functions = made_functions(workdir, compiled.number, templates)
    skipped = tuple(skip_macros(workdir, compiled.number))
    return Instances(path, skipped, made_classes(compiled.defined, templates), tuple(functions))


def _copy_own_files(workdir: Path, own: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Copy the driver's files, and call the compiler, so that a missing one is reported as such."""
    copy_program(workdir, "cpp/program", own)
    yield ("g++", "--version")


def _functions_in_only_source(workdir: Path, sources: list[str], groups: list[list[str]]) -> list[Symbol]:
    """The required functions when the only source defines each of them once; else none."""
    if len(sources) > 1:
        return []
    content = read_source(workdir / sources[0])
    if any(has_defaults(name, content.decode(errors="replace")) for group in groups for name in group):
        return []
    parsed = outline(sources[0], content).functions
    defined = [function.name for function in parsed if function.defined and function.is_free]
    names = [name for name in defined if any(name.lower() in group for group in groups)]
    if len(set(names)) < len(names) or not all(any(name.lower() in group for name in names) for group in groups):
        return []
    return [Symbol(0, "", name, None) for name in names]


def _distinct(symbols: Iterable[Symbol]) -> list[Symbol]:
    """The symbols, each once: a constructor has several."""
    by_signature = {(symbol.scope, symbol.name, symbol.parameters, symbol.constant): symbol for symbol in symbols}
    return list(by_signature.values())


def _is_constructor(symbol: Symbol, classes: set[str], instances: Instances) -> bool:
    return is_constructor(symbol) and instances.classes.get(symbol.scope, symbol.name).lower() in classes


def _defines_class(workdir: Path, compiled: CompiledSource, classes: set[str]) -> bool:
    """Whether a source seems to know one of these classes, of which the compiler may have made nothing."""
    text = read_source(workdir / compiled.source).decode(errors="replace").lower()
    return any(re.search(rf"\b{re.escape(name)}\b", text) for name in classes)


def _compile_sources(
    workdir: Path, script: str, flags: str, sources: list[str]
) -> Generator[tuple[str, ...], None, list[CompiledSource]]:
    """Compile the student's sources separately; the value of ``yield from`` is the list of those that compiled."""
    yield ("sh", "-c", script.format(flags=f"{_FLAGS} {flags}", folder=FOLDER), "sh", *sources)
    objects = [
        CompiledSource(number, source, standard, tuple(parse_symbols(defined)), parse_operators(defined))
        for number, source in enumerate(sources)
        if (standard := read_output(workdir, f"{number}.standard").strip())
        for defined in (read_output(workdir, f"{number}.names"),)
    ]
    if not objects:
        raise NotCallable("".join(read_output(workdir, f"{number}.errors") for number in range(len(sources))))
    return objects


def _link_command(standard: str, glue: Iterable[str], others: tuple[str, ...]) -> tuple[str, ...]:
    """The command that links the driver's program."""
    own_files = (*glue, DRIVER_OBJECT)
    return ("g++", f"-std={standard}", *_FLAGS.split(), "-I.", "-O0", *own_files, *others, "-o", PROGRAM)


def _escaped(path: str) -> str:
    return path.replace("\\", "\\\\").replace('"', '\\"')


DRIVER = CppDriver()
