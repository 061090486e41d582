"""Find pairs of input and expected output among the files beside a spec: ``data/1.in`` and ``data/1.out``."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from harness.model.errors import SpecError
from harness.model.patterns import lazy_regex
from harness.spec.format.model import PairFiles

EXPECTED_SUFFIXES = (".out", ".ans")
"""The endings of files with expected output, the one that counts where both are there first."""
ARGUMENTS_SUFFIX = ".args"
INPUT_SUFFIX = ".in"
_SUFFIXES = (INPUT_SUFFIX, ARGUMENTS_SUFFIX, *EXPECTED_SUFFIXES)
_WILDCARD = lazy_regex(r"(\*\*/|\*)")
_LARGEST_ARGUMENTS = 1 << 17
"""Bytes of a file of arguments; the kernel passes no longer word."""


class Pair(Struct, frozen=True):
    """The files of one case; names are relative to the spec's folder, empty if there is no such file."""

    name: str
    """What the wildcards of the pattern stood for, fit for the name of a case."""
    input: str = ""
    expected: str = ""
    args: tuple[str, ...] = ()


class LineEnds(Struct, frozen=True):
    """How the lines of a file end."""

    of_windows: bool = False
    """Each in a carriage return and a newline."""
    open_at_the_end: bool = False
    """The last one in nothing."""


def line_ends(path: Path) -> LineEnds:
    """Say how the lines of a file end; those of a large one by its beginning and its last byte."""
    with path.open("rb") as file:
        begin = file.read(_LARGEST_ARGUMENTS)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        last = file.read(1)
    lines = begin.count(b"\n")
    return LineEnds(lines > 0 and begin.count(b"\r\n") == lines, last not in (b"", b"\n"))


def find_pairs(folder: Path, pattern: str | PairFiles) -> list[Pair]:
    """Return the pairs that a pattern stands for, in the order of their names, numbers by value.

    ``folder``: the folder of the spec. ``pattern``: of the input files, ``data/*.in``, or the patterns of all files of
    a pair.

    Raises:
        SpecError: without a place, when there is no pair, or a file that looks like one of a pair has no input.

    """
    files = _files(folder, pattern)
    pairs = [
        Pair(name, parts.get("input", ""), parts.get("expected", ""), read_arguments(folder, parts.get("args", "")))
        for name, parts in sorted(files.items(), key=lambda entry: natural_order(entry[0]))
    ]
    for pair in pairs:
        if not pair.input and "args" not in files[pair.name]:
            raise SpecError(f"{pair.expected} is expected output without an input; add it, or remove the file")
    if not pairs:
        shown = pattern.input or pattern.args if isinstance(pattern, PairFiles) else pattern
        raise SpecError(f'no file of {folder} matches "{shown}"')
    return pairs


def pair_files(folder: Path, pattern: str | PairFiles) -> Iterator[str]:
    """The names of all files that the pairs of a pattern are made of."""
    for parts in _files(folder, pattern).values():
        yield from parts.values()


def _files(folder: Path, pattern: str | PairFiles) -> dict[str, dict[str, str]]:
    return _explicit(folder, pattern) if isinstance(pattern, PairFiles) else _by_suffix(folder, pattern)


def natural_order(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key by which ``2`` comes before ``10``."""
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part) for part in re.split(r"([0-9]+)", name) if part]


def read_arguments(folder: Path, name: str) -> tuple[str, ...]:
    """Return the words in a file of arguments, which may be quoted as for a shell; none if ``name`` is empty.

    Raises:
        SpecError: when a quotation is not closed, or the file is no text.

    """
    if not name:
        return ()
    try:
        with (folder / name).open("rb") as file:
            return tuple(shlex.split(file.read(_LARGEST_ARGUMENTS).decode()))
    except (OSError, ValueError) as error:
        raise SpecError(f"{name} does not hold arguments: {error}") from None


def _by_suffix(folder: Path, pattern: str) -> dict[str, dict[str, str]]:
    """The files by case name and part, where the parts differ in their endings alone."""
    stem, suffix = pattern.rpartition(".")[0], "." + pattern.rpartition(".")[2]
    if "." not in pattern or "/" in suffix or "*" in suffix:
        raise SpecError(
            f'"{pattern}" has no ending to tell input from output; give a mapping with "input" and "expected"'
        )
    suffixes = {"input": suffix if suffix not in _SUFFIXES[1:] else INPUT_SUFFIX, "args": ARGUMENTS_SUFFIX}
    parts = {part: f"{stem}{ending}" for part, ending in suffixes.items()}
    files = _match_all(folder, parts)
    for ending in reversed(EXPECTED_SUFFIXES):
        for name, matched in _match_all(folder, {"expected": f"{stem}{ending}"}).items():
            files.setdefault(name, {}).update(matched)
    return files


def _explicit(folder: Path, pattern: PairFiles) -> dict[str, dict[str, str]]:
    parts = {"input": pattern.input, "expected": pattern.expected, "args": pattern.args}
    counts = {len(_WILDCARD.findall(text)) for text in parts.values() if text}
    if not (pattern.input or pattern.args):
        raise SpecError('give "input", "args" or both')
    if len(counts) != 1 or counts == {0}:
        raise SpecError("the patterns of a pair need a * each, and the same number of them")
    return _match_all(folder, {part: text for part, text in parts.items() if text})


def _match_all(folder: Path, patterns: dict[str, str]) -> dict[str, dict[str, str]]:
    files: dict[str, dict[str, str]] = {}
    for part, pattern in patterns.items():
        for name, path in _match(folder, pattern):
            parts = files.setdefault(name, {})
            if part in parts:
                raise SpecError(f'{parts[part]} and {path} would both be the {part} of a case "{name}"')
            parts[part] = path
    return files


def _match(folder: Path, pattern: str) -> Iterator[tuple[str, str]]:
    """Every file that matches, by what its wildcards stand for."""
    parts = _WILDCARD.split(pattern)
    wildcards = {"**/": "((?:[^/]+/)*)", "*": "([^/]*)"}
    expression = re.compile("".join(wildcards.get(part, re.escape(part)) for part in parts))
    start = parts[0].rpartition("/")[0]
    for path in sorted((folder / start).rglob("*") if (folder / start).is_dir() else ()):
        relative = path.relative_to(folder).as_posix()
        match = expression.fullmatch(relative)
        if match and path.is_file():
            words = "-".join(group.strip("/").replace("/", "-") for group in match.groups() if group.strip("/"))
            yield re.sub(r"[^\w.+-]+", "-", words) or path.stem, relative
