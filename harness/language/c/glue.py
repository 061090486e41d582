"""Glue files of C: sources that include a student's source, with a table of its types and calls of its functions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from harness.language.c.dwarf import CFunction, CType, DebugInformation
from harness.language.cpp.glue import source_texts, undefined_macros
from harness.language.driver import FOLDER

_BY_VALUE = ("SIGNED", "UNSIGNED", "CHAR", "BOOLEAN", "REAL", "STRUCT", "UNION", "ENUM")


def write_c_glue(workdir: Path, number: int, source: str, information: DebugInformation, names: set[str]) -> str:
    """Write the glue file of a source with the functions of these names; return its path.

    Args:
        workdir: the folder of the submission's copy.
        number: the source's number, which the file and the table are called by.
        source: the source, relative to the folder.
        information: what the compiler says about it.
        names: the functions, in lower case.

    """
    functions = list(information.functions(names))
    path = f"{FOLDER}/glue{number}.c"
    lines = [
        f"#define main grade_main_{number}",
        f"#include {_text('../' + source)}",
        *undefined_macros(source_texts(workdir)),
        '#include "table.h"',
        *(_trampoline(function, information.types, number) for function in functions),
        *_types(information.types, number),
        *_functions(functions, information.types, number),
    ]
    (workdir / path).write_text("\n".join([*lines, ""]), encoding="utf-8", errors="surrogateescape")
    return path


def write_tables(workdir: Path, numbers: list[int]) -> str:
    """Write the source that lists the tables of the glue files; return its path."""
    path = f"{FOLDER}/tables.c"
    declared = "".join(f"extern const struct grade_table grade_table_{number};\n" for number in numbers)
    listed = "".join(f"&grade_table_{number}, " for number in numbers)
    text = f'#include "table.h"\n{declared}const struct grade_table *const grade_tables[] = {{{listed}0}};\n'
    (workdir / path).write_text(text, encoding="utf-8")
    return path


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _spelled(ctype: CType) -> str:
    """A type as the glue writes it; empty if it has no name."""
    if ctype.kind == "POINTER":
        return "void *"
    return ctype.name if ctype.kind in _BY_VALUE else ""


def _why_unusable(function: CFunction, types: list[CType]) -> str:
    """Why a function cannot be called; empty when it can."""
    for number in function.parameters:
        if not _spelled(types[number]):
            return f"it takes {types[number].name or 'a structure without a name'}, which cannot be handed over"
    if function.returns >= 0 and not _spelled(types[function.returns]):
        return "what it returns cannot be read"
    return ""


def _trampoline(function: CFunction, types: list[CType], number: int) -> str:
    head = f"static void grade_call_{number}_{function.name}(void **grade_arguments, void *grade_result)"
    if _why_unusable(function, types):
        return f"{head} {{ }}"
    arguments = ", ".join(
        f"*({_spelled(types[parameter])} *)grade_arguments[{place}]"
        for place, parameter in enumerate(function.parameters)
    )
    call = f"{function.name}({arguments})"
    if function.returns < 0:
        return f"{head} {{ {call}; }}"
    kind = _spelled(types[function.returns])
    cast = "" if types[function.returns].kind in ("STRUCT", "UNION") else f"({kind})"
    keep = "__builtin_memcpy(grade_result, &grade_value, sizeof grade_value);"
    return f"{head} {{ {kind} grade_value = {cast}{call}; {keep} }}"


def _types(types: list[CType], number: int) -> Iterator[str]:
    for place, ctype in enumerate(types):
        members = "".join(f"{{{_text(member.name)}, {member.type}, {member.offset}L}}, " for member in ctype.members)
        yield f"static const struct grade_member grade_members_{number}_{place}[] = {{{members}{{0, 0, 0}}}};"
    rows = "".join(
        f"    {{GRADE_{ctype.kind}, {_text(ctype.name)}, {ctype.size}UL, {max(ctype.of, 0)}, {ctype.count}UL, "
        f"grade_members_{number}_{place}}},\n"
        for place, ctype in enumerate(types)
    )
    head = f"static const struct grade_type grade_types_{number}[]"
    yield f'{head} = {{\n{rows}    {{GRADE_VOID, "void", 0, 0, 0, 0}}}};'


def _functions(functions: list[CFunction], types: list[CType], number: int) -> Iterator[str]:
    rows = ""
    for function in functions:
        name = f"{number}_{function.name}"
        places = "".join(f"{parameter}, " for parameter in function.parameters)
        yield f"static const int grade_parameters_{name}[] = {{{places}0}};"
        rows += (
            f"    {{{_text(function.name)}, {_text(_why_unusable(function, types))}, grade_call_{name}, "
            f"{function.returns}, {len(function.parameters)}, grade_parameters_{name}}},\n"
        )
    yield f"static const struct grade_function grade_functions_{number}[] = {{\n{rows}    {{0, 0, 0, 0, 0, 0}}}};"
    yield f"const struct grade_table grade_table_{number} = {{grade_types_{number}, grade_functions_{number}}};"
