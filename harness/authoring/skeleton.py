"""The files that a new course and a new assignment begin with: they work as they stand, and are there to be changed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from harness import __version__
from harness.language import language_words
from harness.language import languages as known_languages
from harness.language.driver import drivers
from harness.model.errors import UsageError
from harness.model.patterns import lazy_regex
from harness.spec.format.schema import spec_schema

SCHEMA_FILE = "spec.schema.json"
"""Beside the assignments, so that it is found wherever the course is."""
SCHEMA_LINE = f"# yaml-language-server: $schema=../{SCHEMA_FILE}"
"""The first line of a spec: editors with the YAML language server read it."""

_REFERENCE = lazy_regex(r"#\s*(?:yaml-language-server:\s*\$schema=|\$schema:\s*)(\S+)")


def schema_text() -> bytes:
    """The schema, as it is written to files."""
    return (json.dumps(spec_schema(), indent=2) + "\n").encode()


def schema_problem(spec: Path) -> tuple[int, str] | None:
    """The line of a spec's reference to a schema that is not there or stale, and what to do; None if all is well."""
    for number, line in enumerate(spec.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = _REFERENCE.match(line)
        if match and "://" not in match[1]:
            return _reference_problem(number, match[1], Path(os.path.normpath(spec.parent / match[1])))
    return None


def _reference_problem(number: int, written: str, target: Path) -> tuple[int, str] | None:
    if not target.is_file():
        line = "" if written == f"../{SCHEMA_FILE}" else f", and make this line {SCHEMA_LINE}"
        return number, f"the schema {target} is not there; run: harness schema --install{line}"
    if target.name == SCHEMA_FILE and target.read_bytes() != schema_text():
        return number, f"the schema {target} is not that of this version; run: harness schema --install"
    return None


KINDS = ("output", "functions", "dialogue", "files")
"""What an assignment looks at: what is printed, what functions give back, a talk at a terminal, files that are made."""

_TEMPLATES = Path(__file__).with_name("templates")
_FILES: Mapping[str, str] = {
    "c": "{snake}.c",
    "cpp": "{snake}.cpp",
    "java": "{camel}.java",
    "javascript": "{snake}.js",
    "perl": "{snake}.perl",
    "prolog": "{snake}.pl",
    "python": "{snake}.py",
    "script": "{snake}.sh",
    "sql": "{snake}.sql",
}
"""What a program in a language is called."""

_COMPILED_ALONE = """\
# The functions are compiled alone, as the program has no main of its own.
build:
  - commands: [[{compiler}, -c, "{{files:*{ending}}}"]]
"""
_BUILDS: Mapping[str, str] = {
    "c": _COMPILED_ALONE.format(compiler="gcc", ending=".c"),
    "cpp": _COMPILED_ALONE.format(compiler="g++", ending=".cpp"),
}
"""How functions are built where the usual way makes a program that is started."""

_EXIT_STATUS = (r"(return |exit ?\(?|halt\()2\b", r"\g<1>0")
_WRONG: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "output": {"greeting-other-word": ("Hello, ", "Goodbye, "), "usage-exit-status": _EXIT_STATUS},
    "functions": {"twice-three-times": (r"2 \*", "3 *")},
    "dialogue": {"greeting-other-word": ("Hello, ", "Goodbye, ")},
    "files": {"counts-rows": (" lines", " rows"), "no-file-exit-status": _EXIT_STATUS},
}
"""By kind: a wrong program's name, and what is replaced in the reference to make it."""


_WRONG_QUERIES: Mapping[str, tuple[str, str]] = {
    "adults-minors-too": (" WHERE age >= 18", ""),
    "adults-not-18": (">=", ">"),
}
_TABLES = {"input/tables.sql": "output/tables.sql"}
"""What a beginning in SQL has beside the others: files of the spec's folder, by template."""


def languages(kind: str) -> list[str]:
    """The languages in which there is a beginning of that kind, ``any`` among them."""
    known = drivers() if kind == "functions" else ("any", *known_languages())
    names = sorted(path.stem for path in (_TEMPLATES / kind).glob("*.txt"))
    return [name for name in ("any", *names) if name in known]


def skeleton(name: str, language: str, kind: str) -> dict[str, str]:
    """The files of a new assignment, by their paths in the course, with their contents.

    Args:
        name: the assignment's id.
        language: as in a spec; for ``any`` the reference is written in Python.
        kind: one of ``KINDS``.

    Raises:
        UsageError: when there is no beginning of that kind in the language.

    """
    known = languages(kind)
    language = language_words().get(language.lower(), language)
    if language not in known:
        raise UsageError(
            f'--language: there is no beginning of kind {kind} in "{language}"; there is: {", ".join(known)}'
        )
    written_in = "python" if language == "any" else language
    file = program_file(name, written_in)
    program = _template(f"{kind}/{written_in}").replace("@PROGRAM@", Path(file).stem)
    spec = _template(f"{kind}/spec.{'sql' if language == 'sql' else 'yaml'}").replace("@TITLE@", title(name))
    spec = spec.replace("@LANGUAGE@", language).replace("@FILE@", file)
    spec = spec.replace("@CALL@", _call(language)).replace("@BUILD@", _BUILDS.get(language, ""))
    files = {
        f"specs/{name}/spec.yaml": f"{SCHEMA_LINE}\n{spec}",
        f"reference/{name}/{written_in}/{file}": program,
    }
    if language == "sql":
        files |= {f"specs/{name}/{path}": _template(template) for path, template in _TABLES.items()}
    wrong_programs = _WRONG_QUERIES if language == "sql" else _WRONG[kind]
    for wrong, (pattern, replacement) in wrong_programs.items():
        files[f"specs/{name}/mutants/{wrong}/{file}"] = re.sub(pattern, replacement, program)
    return files


def program_file(name: str, language: str) -> str:
    """The file name of a program in that language for an assignment: ``BankAccount.java`` for ``bank-account``."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]
    snake = "_".join(words)
    snake = snake if snake[:1].isalpha() else f"p{snake}"
    camel = "".join(word[:1].upper() + word[1:] for word in words)
    return _FILES[language].format(snake=snake, camel=camel if camel[:1].isalpha() else f"P{camel}")


def title(name: str) -> str:
    """``Bank account`` for ``bank-account``."""
    text = name.replace("-", " ").replace("_", " ").strip()
    return (
        f'"{text[:1].upper()}{text[1:]}"'
        if re.fullmatch(r"[\d .]+|(?i:yes|no|on|off|true|false|null|~)", text)
        else (text[:1].upper() + text[1:])
    )


def _template(name: str) -> str:
    return (_TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")


def _call(language: str) -> str:
    if language == "prolog":
        return '{function: twice, args: ["{number}", Double], solutions: ["{double}"]}'
    return '{function: twice, args: ["{number}"], returns: "{double}"}'


_COURSE_TEMPLATES = Path(__file__).with_name("templates") / "course"
_COURSE_FILES: Mapping[str, str] = {
    "README.md": "README.md.txt",
    "requirements.txt": "requirements.txt.txt",
    ".gitignore": "gitignore.txt",
    "ci/check.sh": "check.sh.txt",
    ".github/workflows/check.yml": "check.yml.txt",
}


def course_files() -> dict[str, str]:
    """The files by their paths in the course, with their contents."""
    return {
        path: (_COURSE_TEMPLATES / template).read_text(encoding="utf-8").replace("@VERSION@", __version__)
        for path, template in _COURSE_FILES.items()
    }
