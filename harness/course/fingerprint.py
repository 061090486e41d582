"""The fingerprints of a program: hashes of runs of tokens, chosen by winnowing, with the lines where they stand.

Winnowing is that of Schleimer, Wilkerson and Aiken (SIGMOD 2003): every run of tokens that is as long as a window and a
run together, and that two programs share, leaves a fingerprint that they share. Names, numbers and texts count as such
and not as what they are, so that to rename variables, to change texts or to reorder functions changes little.

``python -m`` of this module is the child that reads students' sources, a path a line of its input,
and writes a line of JSON for each. A file has a time of its own, and the child a limit of memory, so that no source
stalls the teacher.
"""

from __future__ import annotations

import hashlib
import json
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from harness.language.parsing.outline import decode

RUN = 14
"""Tokens that are hashed together: shorter ones are in every program."""
WINDOW = 6
"""Of so many runs that follow one another, one is kept at least."""


class Token(Struct, frozen=True):
    """A token as it is compared, and its line, from 1."""

    text: str
    line: int


class Print(Struct, frozen=True):
    """A fingerprint and the lines that it was taken from."""

    hash: int
    first: int
    last: int


def tokens(name: str, text: str) -> list[Token]:
    """The tokens of a source file without comments and blanks; none of a file in no language that Pygments knows."""
    from pygments.lexers import get_lexer_for_filename  # noqa: PLC0415 - only the child that reads sources needs it
    from pygments.util import ClassNotFound  # noqa: PLC0415

    try:
        lexer = get_lexer_for_filename(name, text, stripnl=False)
    except ClassNotFound:
        return []
    if lexer.name in _NO_SOURCE:
        return []
    return list(_compared(lexer.get_tokens(text)))


_NO_SOURCE = {"Text only", "JSON", "Markdown", "reStructuredText", "YAML", "XML", "HTML", "CSV"}


def _compared(lexed: object) -> Iterator[Token]:
    from pygments.token import Comment, Error, Literal, Name, Text  # noqa: PLC0415 - see above

    line = 1
    in_literal = False
    for kind, value in lexed:  # type: ignore[attr-defined] # Pygments' stream of kinds and texts
        is_literal = kind in Literal
        if kind in Name and kind not in Name.Builtin:
            yield Token("name", line)
        elif is_literal and not in_literal:  # a text may come in several pieces
            yield Token("literal", line)
        elif not (is_literal or kind in Comment or kind in Text or kind in Error) and value.strip():
            yield Token(value.strip(), line)
        in_literal = is_literal
        line += value.count("\n")


def prints(compared: Sequence[Token]) -> list[Print]:
    """The fingerprints of tokens, in their order."""
    hashes = [_hash(compared[start : start + RUN]) for start in range(len(compared) - RUN + 1)]
    chosen: list[Print] = []
    last = -1
    for start in range(max(1, len(hashes) - WINDOW + 1) if hashes else 0):
        window = hashes[start : start + WINDOW]
        least = min(window)
        place = start + max(index for index, value in enumerate(window) if value == least)
        if place != last:
            chosen.append(Print(least, compared[place].line, compared[place + RUN - 1].line))
            last = place
    return chosen


def _hash(run: Sequence[Token]) -> int:
    text = "\0".join(token.text for token in run)
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=7).digest())


_FILE_LIMIT_S = 10
"""CPU seconds."""
_LARGEST = 256 * 1024
_MEMORY = 2 * 1024**3


def main() -> int:
    """Read files until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGPROF, _too_long)
    for line in sys.stdin:
        path = Path(json.loads(line))
        print(json.dumps(_read(path)), flush=True)  # noqa: T201 - the answer
    return 0


def _read(path: Path) -> dict[str, object]:
    try:
        signal.setitimer(signal.ITIMER_PROF, _FILE_LIMIT_S)
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            return {"problem": f"larger than {_LARGEST // 1024} KiB"}
        fingerprints = prints(tokens(path.name, decode(content)))
        return {"prints": [[entry.hash, entry.first, entry.last] for entry in fingerprints]}
    except TimeoutError:
        return {"problem": f"not read within {_FILE_LIMIT_S} s of CPU time"}
    except (OSError, RecursionError, MemoryError, ValueError) as error:
        return {"problem": type(error).__name__}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(_number: int, _frame: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main())
