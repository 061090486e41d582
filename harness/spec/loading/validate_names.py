"""Validate the names of files, the patterns of files and the commands of a spec: what no system can have, or start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from harness.model.patterns import alternatives
from harness.spec.loading.validate_references import leads_out
from harness.spec.yaml.location import Location, Problem

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
    for word in words:
        if "\0" in word:
            yield Problem(
                location, "no program can be given a word with the character NUL; write it to stdin or a file"
            )
        elif len(word.encode("utf-8", "replace")) > _LONGEST_WORD:
            yield Problem(location, f"no program can be given a word of more than {_LONGEST_WORD} bytes")
