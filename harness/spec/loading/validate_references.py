"""Validate the names in a spec: of files, commands, clauses, functions and goldens; and patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from harness.judge.checkers import checker_of
from harness.model.errors import nearest, suggestion
from harness.model.patterns import alternatives
from harness.spec.format.assignment import Assignment, PlannedCase, expectations, golden_name
from harness.spec.format.model import FileContent
from harness.spec.yaml.location import KeyPath, Location, Problem, ProblemKind
from harness.spec.yaml.source import Source

_LONGEST_NAME = 255
"""Bytes of a file's name, a folder's name apart."""
_LONGEST_WORD = (1 << 17) - 1
"""Bytes of one word of a command that the kernel passes on."""


def name_problems(location: Location, name: str) -> Iterator[Problem]:
    """A line for the name of a file that cannot be one, or does not lie in the folder of the program."""
    if leads_out(name):
        yield Problem(location, f'"{name}" does not lie in the folder of the program; write a name below it')
    elif name.endswith("/"):
        yield Problem(location, f'"{name}" is the name of a folder; write that of a file')
    elif "*" in name:
        yield Problem(location, f'"{name}" is taken as the name itself, not as a pattern; write the name of one file')
    elif "\0" in name:
        yield Problem(location, "a name of a file cannot hold the character NUL")
    elif any(len(part.encode("utf-8", "replace")) > _LONGEST_NAME for part in PurePosixPath(name).parts):
        yield Problem(location, f"a name of a file has at most {_LONGEST_NAME} bytes")


def clashing_names(location: Location, names: Iterable[str]) -> Iterator[Problem]:
    """A line for each two names that are the same file, or of which one is a folder in which the other lies."""
    seen: dict[PurePosixPath, str] = {}
    for name in names:
        path = PurePosixPath(name)
        if path in seen:
            yield Problem(location, f'"{seen[path]}" and "{name}" are the same file; take one out')
        seen.setdefault(path, name)
    for path, name in seen.items():
        for parent in path.parents:
            if parent in seen and parent != path:
                yield Problem(location, f'"{seen[parent]}" cannot be a file where "{name}" lies in it; take one out')


def pattern_problems_of_files(location: Location, patterns: Iterable[str]) -> Iterator[Problem]:
    """A line for each pattern that no file of a submission matches."""
    for pattern in patterns:
        for name in alternatives(pattern):
            if leads_out(name) or name.endswith("/") or "\0" in name:
                yield Problem(location, f'no file of a submission matches "{name}"; a name is such as src/main.c')


def command_problems(location: Location, words: Sequence[str]) -> Iterator[Problem]:
    """A line for a command that cannot be started."""
    if not words or not words[0]:
        yield Problem(location, "there is no program to start; write its name as the first word")
    yield from word_problems(location, words)


def word_problems(location: Location, words: Iterable[str]) -> Iterator[Problem]:
    """A line for each word that cannot be handed to a program."""
    return (Problem(location, message) for message in word_faults(words))


def word_faults(words: Iterable[str]) -> Iterator[str]:
    """What is wrong with each word that cannot be handed to a program."""
    for word in words:
        if "\0" in word:
            yield "no program can be given a word with the character NUL; write it to stdin or a file"
        elif len(word) > _LONGEST_WORD // 4 and len(word.encode("utf-8", "replace")) > _LONGEST_WORD:
            yield f"no program can be given a word of more than {_LONGEST_WORD} bytes"


def unknown_clause(source: Source, path: KeyPath, clause: str | None, assignment: Assignment) -> Iterator[Problem]:
    """A line when the spec names a clause that it does not have; none for None."""
    if clause is not None and clause not in assignment.clauses:
        known = list(assignment.clauses)
        meant = nearest(clause, known)
        there = f"; there are {', '.join(known[:12])}" if known else ""
        message = f'there is no clause "{clause}"{suggestion(clause, known) or there}'
        yield Problem(source.at(path), message, ProblemKind.NO_CLAUSE, clause, meant)


def unknown_function(location: Location, name: str, assignment: Assignment) -> Problem:
    """The problem of a function that ``checks.py`` does not have."""
    known = sorted(assignment.functions)
    if not known and not any((assignment.folder / file).exists() for file in ("checks.py", "checks")):
        return Problem(location, f'there is no checks.py with a function "{name}" beside the spec')
    advice = suggestion(name, known) or (f"; it has {', '.join(known[:8])}" if known else "")
    return Problem(location, f'checks.py has no function "{name}"{advice}', ProblemKind.NO_FUNCTION, name)


def file_content_problems(location: Location, content: str | FileContent | None, folder: Path) -> Iterator[Problem]:
    """Lines for the content of a file: it is given once, and the file that it names exists."""
    if not isinstance(content, FileContent):
        return
    if (content.text is None) == (content.file is None):
        yield Problem(location, 'give exactly one of "text" and "file"')
    elif content.file is not None and leads_out(content.file):
        yield Problem(
            location, f"{content.file} is not in the spec's folder; copy the file there, and write its name in it"
        )
    elif content.file is not None and not (folder / content.file).is_file():
        existing = [str(path.relative_to(folder)) for path in folder.glob("input/**/*") if path.is_file()]
        yield Problem(location, f"there is no file {folder / content.file}{suggestion(content.file, existing)}")


def leads_out(name: str) -> bool:
    """Whether a name, taken from a folder, is that of something outside of it, or of nothing."""
    return not name or name.startswith("/") or ".." in PurePosixPath(name).parts or name.rstrip("/") in ("", ".")


def pattern_problems(location: Location, pattern: str) -> Iterator[Problem]:
    """A line when the text is not a regular expression."""
    try:
        re.compile(pattern)
    except re.error as error:
        yield Problem(location, f"not a regular expression: {error}")


PROVENANCE = "provenance.json"
"""The file among the goldens that says how each was made."""


def wanted_goldens(assignment: Assignment) -> dict[str, tuple[PlannedCase, str]]:
    """File name of every golden that the cases ask for -> the case and the part of its run."""
    return {
        golden_name(planned.name, part): (planned, part)
        for planned in assignment.cases
        for part, expected in expectations(planned.case)
        if checker_of(expected).needs_golden()
    }


def golden_problems(assignment: Assignment) -> Iterator[Problem]:
    """A line for each golden without a case, and for each case without its golden."""
    folder = assignment.golden_folder
    existing = {path.name for path in folder.iterdir()} - {PROVENANCE} if folder.is_dir() else set()
    wanted = wanted_goldens(assignment)
    for name in sorted(wanted.keys() - existing):
        yield Problem(
            wanted[name][0].location, f"its golden {folder / name} is missing; run: harness golden {assignment.id}"
        )
    for name in sorted(existing - wanted.keys()):
        advice = f"{suggestion(name, wanted)}; run: harness golden {assignment.id}"
        yield Problem(Location(folder / name), f"a golden that no case asks for{advice}")
