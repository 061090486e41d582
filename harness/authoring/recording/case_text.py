"""The text of a case as it stands in a spec, as a person would write it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from harness.model.patterns import lazy_regex

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
    """A word as it may stand in a list in YAML: in quotes where it needs them."""
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


def _is_printable(text: str) -> bool:
    return all(character.isprintable() or character in "\n\t" for character in text)


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
        and _is_printable(text)
    )


def unique_name(args: Sequence[str], stdin: str | None, taken: Collection[str]) -> str:
    """A name for a case, made of its arguments or its input, that no other case has."""
    words = " ".join(args) or (stdin or "").strip() or "plain"
    stem = re.sub(r"[^A-Za-z0-9]+", "-", words)[:32].strip("-").lower() or "case"
    if stem in ("files", "build"):
        stem = f"{stem}-1"
    names = [stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)
