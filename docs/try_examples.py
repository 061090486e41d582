"""Run the examples of the documents and compare their output with what the documents show.

    python docs/try_examples.py [FILE...]

Without names it tries all documents but one: ``tests/end_to_end/test_term.py`` tries that one, as it works on with the
course that comes of it.

A line above a block that holds a file's name and nothing else says which file the block shows:

- `` `PATH`: ``: write the block to that file in a folder made for the document;
- `` `PATH`, continued: ``: append the block to that file;
- `` `examples/PATH`: ``: the block must be what is in that file of the checkout.

A comment above a block says what to do with its commands:

- ``<!-- run -->``: run them in the folder made for the document;
- ``<!-- run in checkout -->``: run them in the checkout;
- ``<!-- run in examples -->``: run them in a copy of ``examples/``;
- ``<!-- run in class -->``: run them in a small course with three students, copied from the checkout;
- ``<!-- run in term -->``: run them in the course that ``docs/make_term.py`` makes, in the folder ``term``;
- ``<!-- not run: REASON -->``: leave it alone.

In a ``console`` block a command begins with ``$ `` and its output follows; ``[...]`` stands for anything left out, and
seconds of CPU time are not compared. In an ``sh`` block each line is a command whose exit status must be 0 or 1 (1:
some submission is not accepted). There is no shell: known are comments, a ``*`` at the end of a path, and ``echo $?``.
"""
# ruff: noqa: INP001, T201 - a script, not a module of the program

from __future__ import annotations

import difflib
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Lock
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent
TRIED_BY_A_TEST = "docs/term.md"
DOCUMENTS = tuple(
    name
    for name in ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in CHECKOUT.glob("docs/*.md")))
    if name != TRIED_BY_A_TEST
)
AT_ONCE = 2
"""Documents that are tried side by side: most of their commands keep one core busy."""
_IN_CHECKOUT = Lock()
"""The folder that the documents share: one command at a time runs there."""
CLASS_ASSIGNMENT = "cse30-pa2"
"""The assignment of the course in which blocks ``in class`` are run."""

_BLOCK = re.compile(
    r"^(?:<!-- run(?: (?P<place>[^>\n]*?))? -->|`(?P<file>[^`\n]+)`(?P<continued>, continued)?:)\n\n?"
    r"```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_LEFT_OUT = "[...]"
_SECONDS = re.compile(r"\b\d+\.\d\d / ")


class Block(NamedTuple):
    """A block with a mark above it: ``kind`` is "run", "write", "append" or "compare", ``argument`` a place or file."""

    kind: str
    argument: str
    language: str
    text: str


def blocks(document: Path) -> list[Block]:
    """Return the marked blocks of a document, but those that are not run."""
    return [_block(match) for match in _BLOCK.finditer(document.read_text(encoding="utf-8"))]


def _block(match: re.Match[str]) -> Block:
    file = match["file"]
    if file is None:
        return Block("run", match["place"] or "", match["language"], match["text"])
    kind = "append" if match["continued"] else "compare" if file.startswith("examples/") else "write"
    return Block(kind, file, match["language"], match["text"])


def examples(block: Block) -> Iterator[tuple[str, list[str] | None]]:
    """Yield each command of a block and the lines of output shown below it, None if a block shows none."""
    if block.language == "sh":
        yield from ((line, None) for line in block.text.splitlines())
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command, shown


def fits(shown: list[str], actual: list[str]) -> bool:
    """Whether the lines shown are the actual ones; ``[...]`` stands for any lines, inside a line for any text."""
    pattern = "".join("(?:.*\n)*?" if line.strip() == _LEFT_OUT else _line_pattern(line.rstrip()) for line in shown)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


def _line_pattern(shown: str) -> str:
    return ".*".join(map(re.escape, shown.split(_LEFT_OUT))) + "\n"


def run(command: str, folder: Path, status: int) -> tuple[list[str], int]:
    """Run a command; the lines that it prints and its exit status. ``status``: that of the command before."""
    if command == "echo $?":
        return [str(status)], status
    words = [path for word in shlex.split(command, comments=True) for path in _expanded(word, folder)]
    ended = subprocess.run(
        [words[0].removeprefix(".venv/bin/"), *words[1:]],
        cwd=folder,
        env=os.environ
        | {"PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"}
        | {"GRADE_CHANGES": "off"},  # they would take most of the time
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    return ended.stdout.splitlines(), ended.returncode


def _expanded(word: str, folder: Path) -> list[str]:
    if not word.endswith("/*"):
        return [word]
    return sorted(str(path.relative_to(folder)) for path in folder.glob(word))


def problems(document: Path) -> list[str]:
    """What in a document is not as shown."""
    with tempfile.TemporaryDirectory() as name:
        return list(problems_in(Path(name), document))


def problems_in(folder: Path, document: Path) -> Iterator[str]:
    """Yield what in a document is not as shown; what its commands write stays in an empty folder."""
    places = {
        "": folder / "own",
        "in checkout": CHECKOUT,
        "in class": folder / "class",
        "in examples": folder / "examples",
    }
    places["in term"] = places[""] / "term"
    places[""].mkdir()
    status = 0
    for block in blocks(document):
        if block.kind == "compare":
            yield from _copy_differences(block)
            continue
        if block.kind != "run":
            _write(block, places[""])
            continue
        if block.argument == "in class" and not places["in class"].exists():
            _make_class(places["in class"])
        if block.argument == "in term" and not places["in term"].exists():
            runpy.run_path(str(CHECKOUT / "docs" / "make_term.py"))["make_term"](places["in term"])
        if block.argument == "in examples" and not places["in examples"].exists():
            shutil.copytree(CHECKOUT / "examples", places["in examples"])
        place = places[block.argument]
        for command, shown in examples(block):
            with _IN_CHECKOUT if place == CHECKOUT else nullcontext():
                actual, status = run(command, place, status)
            yield from _differences(command, shown, actual, status)


def _copy_differences(block: Block) -> Iterator[str]:
    """What a block differs in from the file that it shows."""
    text = (CHECKOUT / block.argument).read_text(encoding="utf-8")
    yield from difflib.unified_diff(text.splitlines(), block.text.splitlines(), block.argument, "as shown", lineterm="")


def _write(block: Block, folder: Path) -> None:
    target = folder / block.argument
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("a" if block.kind == "append" else "w", encoding="utf-8") as file:
        file.write(block.text)


def _make_class(folder: Path) -> None:
    """Copy one assignment of the checkout, its reference and its sample students."""
    for pattern in ("specs/*.py", "specs/_*", f"*/{CLASS_ASSIGNMENT}", f"submissions/*/{CLASS_ASSIGNMENT}"):
        for path in CHECKOUT.glob(pattern):
            target = folder / path.relative_to(CHECKOUT)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, target)
            else:
                shutil.copy(path, target)


def _differences(command: str, shown: list[str] | None, actual: list[str], status: int) -> Iterator[str]:
    if shown is None:
        if status not in (0, 1):
            yield from (f"$ {command}", *actual, f"exit status {status}")
        return
    shown, actual = _comparable(shown), _comparable(actual)
    if not fits(shown, actual):
        yield f"$ {command}"
        yield from difflib.unified_diff(shown, actual, "shown", "actual", lineterm="")


def _comparable(lines: list[str]) -> list[str]:
    """Lines with seconds masked, and no empty lines at the end."""
    text = "\n".join(_SECONDS.sub("#.## / ", line) for line in lines)
    return text.rstrip("\n").splitlines()


def main(arguments: list[str]) -> int:
    """Try the documents, several at once, and report them in order; 1 when one is wrong."""
    failures, names = 0, arguments or DOCUMENTS
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name, lines in zip(names, pool.map(lambda name: problems(CHECKOUT / name), names), strict=True):
            for line in lines:
                print(f"{name}: {line}")
            count = sum(block.kind == "run" for block in blocks(CHECKOUT / name))
            if count:
                print(f"{name}: {count} examples, {'not as shown' if lines else 'as shown'}", flush=True)
            failures += bool(lines)
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
