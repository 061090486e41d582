"""Runs the examples of the documents: what they show as output must be what comes.

    python docs/try_examples.py [FILE...]

Blocks are told by a comment above them. ``<!-- file PATH -->``: the block is written to that file in a folder made for
the document; ``<!-- more PATH -->``: it is added to the file. ``<!-- run -->``: lines that begin with ``$ `` are run
there, or in the checkout (``<!-- run in checkout -->``), and what follows each must be what it prints. ``[...]`` stands
for anything left out; seconds that a program took are not compared. ``echo $?`` shows the last exit status; of a
shell's tricks only a ``*`` at the end of a path is known.
"""
# ruff: noqa: INP001, T201 - a script, not a module of the program

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
DOCUMENTS = ("README.md", "docs/quick-start.md", "docs/writing-a-spec.md", "docs/reports.md")

_BLOCK = re.compile(r"<!-- (file|more|run)(?: ([^>\n]*?))? -->\n\n?```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LEFT_OUT = "[...]"
_SECONDS = re.compile(r"\b\d+\.\d\d / ")


def blocks(document: Path) -> list[tuple[str, str, str]]:
    """Each marked block as kind, what the comment adds, and text."""
    return _BLOCK.findall(document.read_text(encoding="utf-8"))


def examples(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block and the lines shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command, shown


def fits(shown: list[str], came: list[str]) -> bool:
    """Whether the lines shown are those that came; ``[...]`` stands for any lines, inside a line for any text."""
    pattern = "".join("(?:.*\n)*?" if line.strip() == _LEFT_OUT else _line(line.rstrip()) for line in shown)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in came)) is not None


def _line(shown: str) -> str:
    return ".*".join(map(re.escape, shown.split(_LEFT_OUT))) + "\n"


def run(command: str, folder: Path, status: int) -> tuple[list[str], int]:
    """What a command prints, seconds masked, and its exit status."""
    if command == "echo $?":
        return [str(status)], status
    words = [word for one in shlex.split(command) for word in _paths(one, folder)]
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | {"PATH": path},
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    return [_masked(line) for line in done.stdout.splitlines()], done.returncode


def _paths(word: str, folder: Path) -> list[str]:
    if not word.endswith("/*"):
        return [word]
    return sorted(str(path.relative_to(folder)) for path in folder.glob(word))


def _masked(line: str) -> str:
    return _SECONDS.sub("#.## / ", line)


def wrong(document: Path) -> Iterator[str]:
    """What in a document is not what comes; nothing when all is right."""
    with tempfile.TemporaryDirectory() as name:
        folder, status = Path(name), 0
        for kind, more, text in blocks(document):
            if kind != "run":
                target = folder / more
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("a" if kind == "more" else "w", encoding="utf-8") as file:
                    file.write(text)
                continue
            for command, lines in examples(text):
                came, status = run(command, CHECKOUT if more == "in checkout" else folder, status)
                shown = [_masked(line) for line in lines]
                while shown and not shown[-1]:
                    shown.pop()
                while came and not came[-1]:
                    came.pop()
                if not fits(shown, came):
                    yield f"$ {command}"
                    yield from difflib.unified_diff(shown, came, "shown", "came", lineterm="")


def main(arguments: list[str]) -> int:
    """Try the documents; 1 when one is wrong."""
    failed = 0
    for name in arguments or DOCUMENTS:
        document = CHECKOUT / name
        problems = list(wrong(document))
        print(*(f"{name}: {line}" for line in problems), sep="\n", end="\n" if problems else "")
        print(
            f"{name}: {sum(kind == 'run' for kind, _, _ in blocks(document))} examples, "
            f"{'not what comes' if problems else 'as shown'}"
        )
        failed += bool(problems)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
