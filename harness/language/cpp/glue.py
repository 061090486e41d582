"""Glue files: C++ sources that include a student's source, so that its static functions can be called too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from harness.language.cpp.language import Cpp
from harness.language.cpp.operators import Signature, asks_for_operators, operator_lines
from harness.language.cpp.symbols import Symbol, is_constructor, owner_of, shorter_calls, split_scope
from harness.language.cpp.templates import Template
from harness.language.driver import FOLDER, CalledNames
from harness.language.parsing.cpp_globals import Held, globals_holding
from harness.model.patterns import lazy_regex, name_matcher
from harness.sandbox.files.scratch import read_bounded, regular_files

_MACRO = lazy_regex(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_CLASS = lazy_regex(r"^[ \t]*(?:class|struct)\s+(\w+)\s*(?:final\b\s*)?(?::[^:{;]*)?\{", re.MULTILINE)
_CLASS_TEMPLATE = lazy_regex(r"\btemplate\s*<[^;{]{0,500}?>\s*(?:class|struct)\s+(\w+)")
_NAMESPACE = lazy_regex(r"\bnamespace\s+([\w:]+)")
LIBRARY = ("std", "__gnu_cxx", "__cxxabiv1")
"""The namespaces of the standard library, whose inline functions are compiled too."""
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_MAX_BYTES = 16 * 1024**2


class Instances(Struct, frozen=True):
    """What the compiler made of a source's templates, by way of a wrapper."""

    wrapper: str = ""
    skipped: tuple[str, ...] = ()
    """Macros that leave out what cannot be made."""
    classes: Mapping[str, str] = {}
    """The compiler's name of a class: as the spec writes it."""
    functions: tuple[Template, ...] = ()


class CompiledSource(Struct, frozen=True):
    """One of the student's sources, compiled."""

    number: int
    source: str
    standard: str
    defined: tuple[Symbol, ...]
    operators: tuple[Signature, ...] = ()

    @property
    def path(self) -> str:
        """The object file, relative to the working folder."""
        return f"{FOLDER}/{self.number}.o"


def write_glue(
    workdir: Path,
    compiled: CompiledSource,
    functions: list[Symbol],
    names: CalledNames,
    instances: Instances | None = None,
) -> str:
    """Write the glue file of a source; return its path."""
    path = f"{FOLDER}/glue{compiled.number}.cc"
    text = _glue(compiled, functions, names, workdir, instances or Instances())
    (workdir / path).write_text(text, encoding="utf-8", errors="surrogateescape")
    return path


def _glue(
    compiled: CompiledSource, functions: list[Symbol], names: CalledNames, workdir: Path, instances: Instances
) -> str:
    """A source that includes the student's source and then registers its functions with the driver.

    The student's macros are undefined before the driver's part begins.
    """
    texts = source_texts(workdir)
    namespaces = {part for text in texts for name in _NAMESPACE.findall(text) for part in name.split("::")}
    occurrences = Counter((symbol.scope, symbol.name) for symbol in functions)
    classes = [*_classes(compiled, texts, namespaces), *instances.classes] if names.objects else []
    ordered = enumerate(sorted(functions, key=_copies))
    headers = [read_source(workdir / path) for path in regular_files(workdir) if path.endswith(_HEADERS)]
    source = read_source(workdir / compiled.source)
    kept = globals_holding(source, headers, {symbol.name for symbol in functions})
    lines = [
        f"#define main grade_main_{compiled.number}",
        *(f"#define {macro}" for macro in instances.skipped),
        f'#include "../{instances.wrapper or compiled.source}"',
        *undefined_macros(texts),
        '#include "values.h"',
        *(["#include <sstream>"] if asks_for_operators(names) else []),
        "namespace {",
        *(_registration(symbol, namespaces, occurrences, number, instances, kept) for number, symbol in ordered),
        *(
            f'const bool grade_template_{number} = grade_driver::add("", "{template.written}", &{template.full});'
            for number, template in enumerate(instances.functions)
        ),
        *_default_constructors(classes, functions, names, instances),
        *shorter_calls(functions, namespaces, texts, instances.classes),
        *_fields(classes, names),
        *operator_lines(names, classes, instances.classes, compiled.operators),
    ]
    return "\n".join([*lines, "}  // namespace", ""])


def _registration(
    symbol: Symbol,
    namespaces: set[str],
    occurrences: Counter[tuple[str, str]],
    number: int,
    instances: Instances,
    kept: Mapping[str, Held],
) -> str:
    word = f"const bool grade_{number} = grade_driver::"
    held = {} if symbol.scope else kept.get(symbol.name, {})
    full = f"&::{symbol.scope}::{symbol.name}" if symbol.scope else f"&::{symbol.name}"
    owner = owner_of(symbol, namespaces, instances.classes)
    named = ", ".join(f'"{name}"' for name in (owner or "", symbol.name))
    if symbol.template:
        return f'{word}unusable({named}, "it is a template");'
    if owner is not None and is_constructor(symbol):
        types = "".join(f", {symbol.parameters}" if symbol.parameters else "")
        return f'{word}add_constructor<::{symbol.scope}{types}>("{owner}");'
    if occurrences[symbol.scope, symbol.name] > 1 and symbol.parameters is not None:
        pick = "PickConst" if symbol.constant else "Pick"
        full = f"grade_driver::{pick}<{symbol.parameters}>::of({full})"
    if held:
        full = f"grade_driver::Setting<grade_set_{number}, decltype({full})>::of({full})"
    return _setting(held, number) + f"{word}add({named}, {full});"


def _setting(held: Held, number: int) -> str:
    """A class that sets globals to the arguments that they hold where the program itself makes the call."""
    if not held:
        return ""
    taken = (
        f"::{name} = static_cast<::std::decay_t<decltype(::{name})>>(::std::get<{at}>(all)); "
        for at, names in held.items()
        for name in names
    )
    arguments = "template <class... grade_A> static void set(grade_A&... given)"
    return f"struct grade_set_{number} {{ {arguments} {{ auto all = ::std::tie(given...); {''.join(taken)}}} }};\n"


def _copies(symbol: Symbol) -> bool:
    """Whether it is a constructor that copies: a message on wrong arguments is about another one."""
    return (symbol.parameters or "").startswith(symbol.scope) and is_constructor(symbol)


def _arity(symbol: Symbol) -> int:
    """The longer the parameters, the smaller: the shortest comes last."""
    return -len(symbol.parameters or "")


def _classes(compiled: CompiledSource, texts: list[str], namespaces: set[str]) -> list[str]:
    """The full names of the classes that the source knows: those with methods, and those that stand by themselves."""
    scopes = {symbol.scope for symbol in compiled.defined if symbol.scope}
    members = {scope for scope in scopes if not set(scope.split("::")) <= namespaces}
    plain = {name for text in texts for name in _CLASS.findall(text)}
    plain -= {name for text in texts for name in _CLASS_TEMPLATE.findall(text)}
    own = {scope for scope in members if scope.rpartition("::")[2] in plain and scope.split("::")[0] not in LIBRARY}
    return sorted(own) + sorted(plain - {scope.rpartition("::")[2] for scope in own} if not namespaces else set())


def _default_constructors(
    classes: list[str], functions: list[Symbol], names: CalledNames, instances: Instances
) -> Iterator[str]:
    """Registrations of constructors that the compiler makes."""
    written = {symbol.scope: symbol.parameters for symbol in sorted(functions, key=_arity) if is_constructor(symbol)}
    for number, full in enumerate(classes):
        name = instances.classes.get(full, split_scope(full)[1])
        if written.get(full) != "" and any(name_matcher(pattern)(name) for pattern in names.classes):
            others = str(full in written).lower()
            yield f'const bool grade_class_{number} = grade_driver::add_default<::{full}>("{name}", {others});'


def _fields(classes: list[str], names: CalledNames) -> Iterator[str]:
    """Functions that read the fields that are asked for, of the classes that have them."""
    fields = sorted({name for written in names.fields for name in written.split("|") if name.isidentifier()})
    for number, name in enumerate(fields):
        yield "template <class grade_C>"
        yield (
            f"auto grade_read_{number}(grade_C& object, int) -> decltype((void)object.{name}, ::std::string()) "
            f"{{ return grade_driver::Value<grade_driver::Bare<decltype(object.{name})>>::write(object.{name}); }}"
        )
        yield f'template <class grade_C> ::std::string grade_read_{number}(grade_C&, long) {{ return ""; }}'
        for place, full in enumerate(classes):
            yield (
                f'const bool grade_field_{number}_{place} = grade_driver::put(grade_driver::Field{{"{name}", '
                "[](grade_driver::Slot& slot, const ::std::string&) { "
                f"auto* object = grade_driver::object_in<::{full}>(slot); "
                f"return object == nullptr ? ::std::string() : grade_read_{number}(*object, 0); }}}});"
            )


def source_texts(workdir: Path) -> list[str]:
    """The texts of the student's sources and headers."""
    return [_source_text(workdir / path) for path in regular_files(workdir) if not path.startswith(FOLDER)]


def undefined_macros(texts: list[str]) -> list[str]:
    """Lines that undefine the macros of these texts, so that they change nothing of what follows."""
    macros = sorted({name for text in texts for name in _MACRO.findall(text)})
    return [f"#undef {name}" for name in ("main", *macros)]


def _source_text(path: Path) -> str:
    if path.suffix not in (*Cpp.suffixes, ".c", ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp"):
        return ""
    return read_source(path).decode(errors="replace")


def read_source(path: Path) -> bytes:
    """Read a source file of the student's; empty when it is no regular file."""
    return read_bounded(path.parent, path.name, _MAX_BYTES) or b""
