"""POSIX shell text: words, and commands that print bytes."""

from __future__ import annotations

import base64
import re
import shlex

from harness.model.patterns import lazy_regex

_NAMED = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\\": r"\\", "%": "%%"}
_NOT_PLAIN = lazy_regex(r"[^ -$&(-\[\]-~]")
"""A character that may have to be escaped."""
_SIMPLE_LINE = lazy_regex(rb"[!-,.-\[\]-~][ -\[\]-~]*\n")
"""A line that every ``echo`` prints as it is: printable, without a backslash, and not like an option."""
_FEWEST_REPEATED = 10
"""So many equal lines and more are printed by ``yes``."""
_END = "END"


def quote(word: str) -> str:
    """Return a word as the shell reads it; in one line wherever that is possible."""
    if word.isprintable() and "'" in word and not set(word) & set('"$`\\!'):
        return f'"{word}"'
    if word.isprintable() or word.endswith("\n"):
        return shlex.quote(word)
    return f'"$(printf {_format(word.encode(errors="surrogateescape"))})"'


def join(words: tuple[str, ...]) -> str:
    """Return a command line of these words."""
    return " ".join(map(quote, words))


def print_command(content: bytes) -> str:
    r"""Return a command in one line that prints these bytes: ``echo 4``, ``printf '1\n2\n'``."""
    if _SIMPLE_LINE.fullmatch(content):
        return f"echo {shlex.quote(content[:-1].decode())}"
    times = content.count(b"\n")
    if times >= _FEWEST_REPEATED and repeats_a_line(content):
        return f"yes {shlex.quote(content[: content.index(10)].decode())} | head -n {times}"
    return f"printf {_format(content)}"


def repeats_a_line(content: bytes) -> bool:
    """Tell whether it is one simple line, again and again."""
    size = content.find(b"\n") + 1
    line = content[:size]
    is_repeated = size > 0 and content.startswith(line, size) and line * (len(content) // size) == content
    return is_repeated and _SIMPLE_LINE.fullmatch(line) is not None


def here_document(content: bytes) -> tuple[str, str]:
    """Return a command that prints these bytes, and what must be below its line: a here-document.

    Bytes that are no text, or end without a newline, are encoded in base64.
    """
    text = content.decode(errors="replace")
    plain = text.encode() == content and content.endswith(b"\n") and all(map(_is_plain, text))
    command, body = ("cat", text) if plain else ("base64 -d", base64.encodebytes(content).decode())
    end = _END
    while end in body.split("\n"):
        end += "_"
    return f"{command} <<'{end}'", f"{body}{end}\n"


def _is_plain(character: str) -> bool:
    return character in "\n\t" or character.isprintable()


def _format(content: bytes) -> str:
    """Return bytes as a quoted format of ``printf``, in escapes that every shell knows."""
    text = content.decode(errors="surrogateescape")
    escaped = _NOT_PLAIN.sub(_escaped, text)
    dashes = "-- " if escaped.startswith("-") else ""
    return f"{dashes}'{escaped}'"


def _escaped(match: re.Match[str]) -> str:
    """A character as it is, or escaped where it would not survive a format, a shell's quotes or a screen."""
    character = match[0]
    if character in _NAMED:
        return _NAMED[character]
    if character.isprintable() and character != "'":
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode(errors="surrogateescape"))
