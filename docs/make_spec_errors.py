"""Make the messages in ``docs/spec-errors.md`` and ``tests/docs/wrong-specs.md``: what is said about each spec.

    python docs/make_spec_errors.py [--check]

A block ``yaml`` is put at the beginning of a small sound spec, instead of its keys of the same names; the block
``text`` below it holds the messages. With ``--check`` nothing is written, and the exit status is 1 when a file is
not what would be written.
"""
# ruff: noqa: INP001, T201 - a script, not a module of the program

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from harness.language import language_words
from harness.model.errors import SpecError
from harness.spec.loading.load import load

_FOLDER = Path(__file__).resolve().parent
TARGETS = (_FOLDER / "spec-errors.md", _FOLDER.parent / "tests" / "docs" / "wrong-specs.md")
"""The page, and the wrong specs that only tests read."""
SOUND = {
    "title": "title: Sums\n",
    "language": "language: python\n",
    "clauses": "clauses:\n  sum: {text: The sum is printed., points: 10}\n",
    "cases": 'cases:\n  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}\n',
}
CHECKS = "def judge_sum(run, expected):\n    return ()\n"

_ENTRY = re.compile(r"(?P<head>```yaml\n(?P<spec>.*?)```\n)(?:\n```text\n(?P<messages>.*?)```\n)?", re.DOTALL)


def whole(block: str) -> str:
    """Return a block completed to a spec."""
    if re.search(r"^\w+:", block, re.MULTILINE) is None:
        return block
    return block + "".join(text for key, text in SOUND.items() if not re.search(rf"^{key}:", block, re.MULTILINE))


def messages(block: str) -> str:
    """Return what is said about a spec that begins with a block, a line each; ``accepted`` if nothing is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        assignment = Path(folder, "specs", "sum")
        (assignment / "input").mkdir(parents=True)
        (assignment / "input" / "numbers.txt").write_text("2 3\n", encoding="utf-8")
        (assignment / "checks.py").write_text(CHECKS, encoding="utf-8")
        (assignment / "spec.yaml").write_text(whole(block), encoding="utf-8")
        try:
            load(assignment.parent, "sum", languages=language_words())
        except SpecError as error:
            return str(error).replace(f"{folder}/specs/sum/", "").replace(f"{folder}/", "") + "\n"
    return "accepted\n"


def page(text: str) -> str:
    """Return the page with the messages as they are now."""
    return _ENTRY.sub(lambda entry: f"{entry['head']}\n```text\n{messages(entry['spec'])}```\n", text)


def main(arguments: list[str]) -> int:
    """Write the files, or check them; return the exit status."""
    status = 0
    for target in TARGETS:
        text = target.read_text(encoding="utf-8")
        fresh = page(text)
        if "--check" not in arguments:
            target.write_text(fresh, encoding="utf-8")
        elif fresh != text:
            print(f"{target} is stale; run: python docs/make_spec_errors.py")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
