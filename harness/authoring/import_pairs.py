"""Make an assignment from a folder of pairs of input and expected output, in the layouts that are usual."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from harness.authoring.importing.package import check_source
from harness.authoring.importing.package_features import refuse_what_pairs_lose
from harness.model.errors import UsageError
from harness.model.patterns import lazy_regex
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.pairs import ARGUMENTS_SUFFIX, INPUT_SUFFIX, line_ends, natural_order

_EXPECTED_SUFFIX = ".out"
_ENDINGS = {
    ".in": "input", ".input": "input", ".out": "expected", ".ans": "expected", ".expected": "expected",
    ".output": "expected", ".a": "expected", ".args": "args",
}  # fmt: skip
_WORDS = lazy_regex(r"^(in|input|stdin|out|output|ans|answer|expected|stdout|args)[-_.]?(?=\d|$)", re.IGNORECASE)
_TEXT_ENDING = lazy_regex(r"\.(txt|text|dat)$", re.IGNORECASE)
_WORD_PARTS = {"in": "input", "input": "input", "stdin": "input", "args": "args"}
_FOLDERS = {"in": "input", "input": "input", "inputs": "input", "args": "args"} | dict.fromkeys(
    ("out", "output", "outputs", "answers", "expected"), "expected"
)
_TARGET_SUFFIXES = {"input": INPUT_SUFFIX, "expected": _EXPECTED_SUFFIX, "args": ARGUMENTS_SUFFIX}
_LARGEST = 64 << 20


class Imported(Struct, frozen=True):
    """What was made of a folder."""

    spec: Path
    groups: dict[str, int]
    """Clause -> the number of its pairs."""
    left_out: Sequence[str]
    """Files that belong to no pair, and why."""
    fixed: Sequence[str] = ()
    """Files with line ends of Windows, or with a last line that lacks its newline: the copy has newlines."""


def import_pairs(source: Path, specs: Path, name: str, language: str) -> Imported:
    """Copy the pairs below ``source`` to ``specs/name/data`` and write a spec for them.

    The expected output stands beside its input (``1.in`` with ``1.out``, ``.ans``, ``.expected`` or ``.a``), or the
    files are named for what they are (``input01.txt``, ``output01.txt``), also in folders ``input`` and ``output``.
    Each folder of pairs becomes a clause.

    Raises:
        UsageError: when there is no such folder, no pair in it, the assignment is there already, or the folder is a
            problem package with what pairs would lose, such as an interactor.

    """
    if not source.is_dir():
        raise UsageError(f"{source}: there is no such folder; give the folder that holds the pairs")
    check_source(source)
    target = specs / name
    if (target / SPEC_FILE).exists():
        raise UsageError(f"{target / SPEC_FILE} is there already; give another id with --id, or remove it")
    refuse_what_pairs_lose(source)
    parts, left_out = _sorted_out(source)
    whole = {key: files for key, files in parts.items() if "expected" in files and len(files) > 1}
    left_out += [
        f"{file.relative_to(source)}: {'no input' if part == 'expected' else 'no expected output'} for it"
        for key, files in parts.items()
        if key not in whole
        for part, file in files.items()
    ]
    if not whole:
        raise UsageError(
            f"{source}: no pair of input and expected output, such as 1.in and 1.out or 1.ans, or input1.txt and "
            f"output1.txt"
        )
    groups: dict[str, int] = {}
    fixed: list[str] = []
    for (group, stem), files in sorted(whole.items(), key=lambda entry: (entry[0][0], natural_order(entry[0][1]))):
        folder = target / "data" / group
        folder.mkdir(parents=True, exist_ok=True)
        for part, file in files.items():
            if _copy(file, folder / f"{stem}{_TARGET_SUFFIXES[part]}", part):
                fixed.append(file.relative_to(source).as_posix())
        groups[group] = groups.get(group, 0) + 1
    (target / SPEC_FILE).write_text(_spec(name, language, groups), encoding="utf-8")
    return Imported(target / SPEC_FILE, {group or "output": count for group, count in groups.items()}, left_out, fixed)


def _copy(source: Path, target: Path, part: str) -> bool:
    """Copy a file of a pair; True if its line ends became those that programs read and print here."""
    ends = line_ends(source)
    adds_newline = part == "expected" and ends.open_at_the_end
    if not ends.of_windows and not adds_newline:
        shutil.copyfile(source, target)
        return False
    content = source.read_bytes()
    content = content.replace(b"\r\n", b"\n") if ends.of_windows else content
    target.write_bytes(content + b"\n" * adds_newline)
    return True


def _sorted_out(source: Path) -> tuple[dict[tuple[str, str], dict[str, Path]], list[str]]:
    """The files by group and stem, then by part; and those that are none."""
    parts: dict[tuple[str, str], dict[str, Path]] = {}
    left_out: list[str] = []
    for path in _files(source):
        relative = PurePosixPath(path.relative_to(source).as_posix())
        what = _part_of(relative)
        if what is None:
            left_out.append(f"{relative}: not known as part of a pair")
            continue
        group, stem, part = what
        known = parts.setdefault((group, stem), {})
        if part in known:
            left_out.append(f"{relative}: {known[part].relative_to(source)} is taken in its place")
        elif path.stat().st_size > _LARGEST:
            left_out.append(f"{relative}: larger than {_LARGEST >> 20} MiB")
        else:
            known[part] = path
    return parts, left_out


def _files(source: Path) -> Iterator[Path]:
    for path in sorted(source.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(source).parts)
        if path.is_file() and not hidden:
            yield path


def _part_of(path: PurePosixPath) -> tuple[str, str, str] | None:
    """Group, stem and part (``input``, ``expected``, ``args``) of a file; None if its name says nothing."""
    folders = [folder for folder in path.parts[:-1] if folder.lower() not in _FOLDERS]
    named = next((_FOLDERS[folder.lower()] for folder in path.parts[:-1] if folder.lower() in _FOLDERS), None)
    group = _identifier("-".join(folders))
    part = _ENDINGS.get(path.suffix.lower())
    if part is not None:
        return group, _case_name(_WORDS.sub("", path.stem) or path.stem), part
    word = _WORDS.match(path.name)
    if word is not None:
        rest = _TEXT_ENDING.sub("", path.name[word.end() :])
        return group, _case_name(rest or "1"), _WORD_PARTS.get(word[1].lower(), "expected")
    return None if named is None else (group, _case_name(path.stem), named)


def _case_name(stem: str) -> str:
    return re.sub(r"[^A-Za-z0-9_+-]+", "-", stem).strip("-+_") or "1"


def _identifier(text: str) -> str:
    """A text as the name of a clause: lower case with dashes; empty if nothing is left."""
    words = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return f"tests-{words}" if words[:1].isdigit() else words


def _spec(name: str, language: str, groups: dict[str, int]) -> str:
    share = 100 / sum(groups.values())
    lines = [f"title: {name}", f"language: {language}", "", "clauses:"]
    left = 100
    for number, (group, count) in enumerate(groups.items(), 1):
        points = left if number == len(groups) else round(share * count)
        left -= points
        which = f"the inputs of data/{group}" if group else "each input"
        lines += [f"  {group or 'output'}:", f"    text: The output for {which} is right.", f"    points: {points}"]
    lines += ["", "cases:"]
    for group in groups:
        folder = f"data/{group}/" if group else "data/"
        lines += [
            f'  - from: "{folder}*{INPUT_SUFFIX}"',
            f"    name: {group + '-' if group else 'test-'}{{pair}}",
            f"    clause: {group or 'output'}",
            "    stdout: {check: text}     # or tokens, lines, ..., with the options that they have",
        ]
    return "\n".join(lines) + "\n"
