"""Words and texts as they are written in YAML, and command lines as words."""

from __future__ import annotations

import re
import shlex

from harness.spec.yaml.place import quoted

_MOST_SHOWN = 60


def command_words(text: str) -> list[str]:
    """A command line as words, also where its quotes do not close."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def plain(word: str) -> str:
    """A word as it may stand in a list in YAML."""
    return word if re.fullmatch(r"[A-Za-z_./][\w./+-]*", word) else escaped(word)


def escaped(text: str) -> str:
    """The text in double quotes, with line ends and such as YAML writes them."""
    return quoted(text) if "\n" not in text and "\t" not in text else _double(text)


def _double(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def shortened(text: str) -> str:
    """The text, cut where it is too long to be shown."""
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
