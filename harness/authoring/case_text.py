"""A case as text, as a person would write it, and how a spec gets it: every comment and blank of that stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.model.errors import SpecError, UsageError
from harness.model.patterns import lazy_regex
from harness.reports.output.write import write_whole
from harness.spec.yaml.source import read, with_case_list

_PLAIN = lazy_regex(r"[A-Za-z_./][\w./+-]*")
_YAML_WORDS = lazy_regex(r"(?i:true|false|yes|no|on|off|null|y|n)")
_WIDTH = 118


def case_text(
    name: str,
    clause: str,
    *,
    args: Sequence[str] = (),
    stdin: str | None = None,
    files: Mapping[str, str] | None = None,
    stdout: str | None = None,
    golden: bool = False,
    stderr: str | None = None,
    produces: Mapping[str, str] | None = None,
    status: int | None = None,
    indent: int = 2,
    steps: Sequence[str] = (),
    note: str = "",
) -> str:
    """The entry of ``cases`` as YAML, with a newline at its end; ``indent`` blanks stand before its dash.

    ``steps`` are the lines of a dialogue or of calls; ``note``: a remark before what is expected.
    """
    lines = [f"name: {word(name)}", f"clause: {word(clause)}"]
    if args:
        lines.append(f"args: [{', '.join(map(word, args))}]")
    if stdin is not None:
        lines += _text("stdin", stdin)
    if files:
        lines += ["files:", *(f"  {line}" for file, content in files.items() for line in _text(word(file), content))]
    lines += [f"# {note}"] if note else []
    lines += steps
    if golden:
        lines.append("stdout: {golden: true}")
    elif stdout is not None:
        lines += _text("stdout", stdout)
    if stderr is not None:
        lines += _text("stderr", stderr)
    if produces:
        lines += ["produces:", *(f"  {line}" for file, text in produces.items() for line in _text(word(file), text))]
    if status is not None:
        lines.append(f"exit: {status}")
    margins = [" " * indent + "- ", *[" " * (indent + 2)] * (len(lines) - 1)]
    return "".join(f"{margin}{line}".rstrip(" ") + "\n" for margin, line in zip(margins, lines, strict=True))


def word(text: str) -> str:
    """A word as it may be in a list in YAML: in quotes where it needs them."""
    return text if _PLAIN.fullmatch(text) and not _YAML_WORDS.fullmatch(text) else in_quotes(text)


def in_quotes(text: str) -> str:
    """The text in double quotes as YAML reads it, what cannot be seen by its number."""
    return '"' + "".join(map(_quoted_character, text)) + '"'


def _quoted_character(character: str) -> str:
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
    if character in named:
        return named[character]
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"  # noqa: PLR2004 - digits


def _text(key: str, text: str) -> list[str]:
    """``key: "text"``, or a block where the text has several lines that a block can hold."""
    quoted = in_quotes(text)
    lines = text.split("\n")
    fits = len(quoted) + len(key) < _WIDTH
    if (fits and len(lines) <= 3) or not _block_holds(text):  # noqa: PLR2004 - a block of two lines is no clearer
        return [f"{key}: {quoted}"]
    return [f"{key}: |", *(f"  {line}" for line in lines[:-1])]


def _block_holds(text: str) -> bool:
    """Whether ``|`` holds the text as it is: lines that end in one newline, without what an editor would change."""
    lines = text.split("\n")
    return (
        text.endswith("\n")
        and not text.endswith("\n\n")
        and text.strip() != ""
        and not lines[0].startswith(" ")
        and not any(line != line.rstrip() for line in lines)
        and "\t" not in text
        and all(character.isprintable() or character in "\n\t" for character in text)
    )


def unique_name(args: Sequence[str], stdin: str | None, taken: Collection[str]) -> str:
    """A name for a case, made of its arguments or its input, that no other case has."""
    words = " ".join(args) or (stdin or "").strip() or "plain"
    stem = re.sub(r"[^A-Za-z0-9]+", "-", words)[:32].strip("-").lower() or "case"
    if stem in ("files", "build"):
        stem = f"{stem}-1"
    names = [stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def append_case(spec: Path, entry: Callable[[int], str]) -> int:
    """Append an entry after the last case, and return the line (from 1) where it begins.

    Args:
        spec: the file, whose ``cases`` are a list over several lines.
        entry: makes the entry's text from the number of blanks before its dash.

    Raises:
        UsageError: when the cases are written in another way; the file is then as it was.

    """
    before = spec.read_bytes()
    text = before.decode("utf-8-sig")
    line, indent = _end_of_cases(spec, text)
    lines = text.split("\n")
    addition = entry(indent).rstrip("\n").split("\n")
    blank = [""] if _are_apart(lines, line) else []
    newline = "\r\n" if "\r\n" in text else "\n"
    ended = lines if lines[-1] == "" or line < len(lines) else [*lines, ""]
    ended[line:line] = [part + newline[:-1] for part in (*blank, *addition)]
    old = with_case_list(read(spec)).value
    write_whole(spec, "\n".join(ended).encode())
    if not _has_one_more(spec, old):
        write_whole(spec, before)
        raise UsageError(f"{spec}: the case cannot be put after the last one; put it there by hand")
    return line + len(blank) + 1


def _end_of_cases(spec: Path, text: str) -> tuple[int, int]:
    """The number of lines up to the end of the last case, and the blanks before the dashes."""
    import yaml  # noqa: PLC0415 - only this command reads a spec in this way

    root: Any = yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # as the spec is loaded
    pairs = root.value if isinstance(root, yaml.MappingNode) else ()
    cases = next((value for key, value in pairs if key.value == "cases"), None)
    if not isinstance(cases, yaml.SequenceNode) or cases.flow_style or not cases.value:
        raise UsageError(f'{spec}: "cases" is no list over several lines; put the case there by hand')
    return _last_line(cases.value[-1], text.split("\n")), cases.start_mark.column


def _last_line(node: Any, lines: list[str]) -> int:
    """The number of lines up to the end of a node; blank lines and comments after it do not belong to it."""
    while not getattr(node, "flow_style", True) and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    end: int = node.end_mark.line + bool(node.end_mark.column)
    while end and not lines[end - 1].strip():
        end -= 1
    return end


def _are_apart(lines: list[str], end: int) -> bool:
    """Whether the cases are divided by blank lines, as far as can be seen: one stands before the last one's dash."""
    starts = [number for number, line in enumerate(lines[:end]) if line.lstrip().startswith("- name:")]
    return len(starts) < 2 or (starts[-1] > 0 and not lines[starts[-1] - 1].strip())  # noqa: PLR2004 - two have a between


def _has_one_more(spec: Path, old: Any) -> bool:
    try:
        new = with_case_list(read(spec)).value
    except SpecError:
        return False
    return isinstance(new, dict) and new | {"cases": new["cases"][:-1]} == old and len(new["cases"]) > len(old["cases"])
