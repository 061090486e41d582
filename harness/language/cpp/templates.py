"""Templates of C++ that a spec calls by name, ``max_of<int>`` or ``Stack<int>``: what makes the compiler make them.

The compiler makes nothing of a template until it is used, so a wrapper that includes the student's source uses each
that is asked for. Those that cannot be made are left out one by one: the others must not suffer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from harness.language.cpp.native import read_output
from harness.language.cpp.operators import is_operator
from harness.language.cpp.symbols import Symbol
from harness.language.driver import FOLDER, CalledNames
from harness.model.patterns import alternatives, lazy_regex
from harness.sandbox.files.scratch import read_bounded, regular_files

_MARK = "grade_mark_"
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".tpp", ".ipp", ".inc")
_INCLUDE = lazy_regex(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_LIBRARY_TYPE = lazy_regex(r"(?<![\w:])(string|vector|pair|map|set|optional)\b")
_LARGEST = 16 * 1024**2


class Template(Struct, frozen=True):
    """A template with its arguments, as the spec writes it."""

    written: str
    is_class: bool

    @property
    def name(self) -> str:
        """Without arguments and namespaces."""
        return self.written.partition("<")[0].rpartition("::")[2].strip()

    @property
    def full(self) -> str:
        """As C++ finds it from any place; types of the library need no ``std::`` in a spec."""
        base, bracket, arguments = self.written.partition("<")
        return f"::{base}{bracket}{_LIBRARY_TYPE.sub(_of_library, arguments)}"


def wanted_templates(names: CalledNames) -> list[Template]:
    """The templates that the cases name."""
    functions = (Template(name, is_class=False) for written in names.functions for name in alternatives(written))
    classes = (Template(name, is_class=True) for written in names.classes for name in alternatives(written))
    named = [template for template in (*classes, *functions) if "<" in template.written]
    return [template for template in named if not is_operator(template.written)]


def with_headers(
    workdir: Path, sources: list[str], templates: Sequence[Template], classes: Collection[str] = ()
) -> list[str]:
    """The sources, and as sources too the headers with a template or a class to call which none of them includes."""
    if not templates and not classes:
        return sources
    texts = {path: _text(workdir, path) for path in regular_files(workdir) if not path.startswith(FOLDER)}
    included = {name for source in sources for name in _included(source, texts)}
    headers = [
        path
        for path, text in texts.items()
        if path.endswith(_HEADERS)
        and path not in included
        and (any(map(_definer(text), templates)) or any(_defines_class(text, name) for name in classes))
    ]
    return [*sources, *headers]


def write_wrappers(workdir: Path, sources: Sequence[str], templates: Sequence[Template]) -> None:
    """Write a wrapper for each source that has one of the templates, itself or in a header."""
    headers = [source for source in sources if source.endswith(_HEADERS)]
    if not templates and not headers:
        return
    texts = {path: _text(workdir, path) for path in regular_files(workdir) if not path.startswith(FOLDER)}
    for number, source in enumerate(sources):
        text = "".join(texts.get(path, "") for path in (source, *_included(source, texts)))
        present = {at: template for at, template in enumerate(templates) if _definer(text)(template)}
        if present or source in headers:
            lines = [f'#include "../{source}"', "#include <string>", "#include <vector>"]
            for at, template in present.items():
                lines += [f"#ifndef GRADE_SKIP_{at}", *_use(at, template), "#endif"]
            (workdir / wrapper(number)).write_text("\n".join([*lines, ""]), encoding="utf-8", errors="surrogateescape")


def wrapper(number: int) -> str:
    """The path of a source's wrapper."""
    return f"{FOLDER}/wrapper{number}.cc"


def skip_macros(workdir: Path, number: int) -> list[str]:
    """The names of the macros that leave out what could not be made of the source's wrapper."""
    return read_output(workdir, f"{number}.skipped").split()


def made_classes(symbols: Iterable[Symbol], templates: Sequence[Template]) -> dict[str, str]:
    """The classes that the compiler made of templates, by its own name for each: as the spec writes them."""
    classes = {}
    for symbol in symbols:
        if symbol.name.startswith(_MARK) and symbol.parameters:
            classes[symbol.parameters.removesuffix("*")] = templates[int(symbol.name.removeprefix(_MARK))].written
    return classes


def made_functions(workdir: Path, number: int, templates: Sequence[Template]) -> list[Template]:
    """The function templates that the wrapper of a source makes."""
    path = workdir / wrapper(number)
    text = path.read_text(encoding="utf-8", errors="surrogateescape") if path.is_file() else ""
    skipped = skip_macros(workdir, number)
    return [
        template
        for at, template in enumerate(templates)
        if not template.is_class and f"GRADE_SKIP_{at}\n" in text and f"GRADE_SKIP_{at}" not in skipped
    ]


def _of_library(match: re.Match[str]) -> str:
    return f"std::{match[0]}"


def _use(at: int, template: Template) -> list[str]:
    if template.is_class:
        return [f"template class {template.full};", f"void {_MARK}{at}({template.full}*) {{}}"]
    return [f"static auto grade_probe_{at} = &{template.full};"]


def _definer(text: str) -> Callable[[Template], bool]:
    def defines(template: Template) -> bool:
        word = rf"(?:class|struct)\s+{re.escape(template.name)}\b" if template.is_class else rf"\b{template.name}\s*\("
        return bool(re.search(r"\btemplate\s*<|\bauto\b", text)) and re.search(word, text) is not None

    return defines


def _defines_class(text: str, name: str) -> bool:
    return re.search(rf"\b(?:class|struct)\s+{re.escape(name)}\b[^;(){{}}]*\{{", text, re.IGNORECASE) is not None


def _included(source: str, texts: dict[str, str]) -> list[str]:
    """The files of the submission that a source includes, itself or by way of others."""
    by_name: dict[str, list[str]] = {}
    for path in texts:
        by_name.setdefault(path.rpartition("/")[2], []).append(path)
    reached: list[str] = []
    open_files = [source]
    while open_files:
        for name in _INCLUDE.findall(texts.get(open_files.pop(), "")):
            for path in by_name.get(name.rpartition("/")[2], ()):
                if path not in reached:
                    reached.append(path)
                    open_files.append(path)
    return reached


def _text(workdir: Path, path: str) -> str:
    known = (".c", ".cc", ".cpp", ".cxx", *_HEADERS)
    if not path.endswith(known):
        return ""
    return (read_bounded(workdir, path, _LARGEST) or b"").decode(errors="replace")
