"""The runner of the documents' examples: several documents at once, the checkout for one command at a time."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import PATIENCE_S, ROOT, write

_WAIT = """\
import pathlib, sys, time
for _ in range(600):
    if pathlib.Path(sys.argv[1]).exists(): sys.exit()
    time.sleep(0.1)
sys.exit(2)
"""
_ALONE = "import os, time\nos.mkdir('taken')\ntime.sleep(0.3)\nos.rmdir('taken')\n"
"""It fails while another is at it, and makes the pages differ from what they show."""


def try_pages(folder: Path, pages: dict[str, str], programs: dict[str, str]) -> tuple[int, list[str]]:
    """Try pages of a checkout that holds nothing else; the exit status, and the lines that are printed."""
    script = (ROOT / "docs" / "try_examples.py").read_text(encoding="utf-8")
    write(folder, {"docs/try_examples.py": script, **pages, **programs})
    ended = subprocess.run(
        [sys.executable, "docs/try_examples.py", *pages],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return ended.returncode, ended.stdout.splitlines()


def console(command: str, mark: str = "run") -> str:
    return f"<!-- {mark} -->\n```console\n$ {command}\n```\n"


def test_documents_are_tried_side_by_side_and_shown_in_order(tmp_path: Path) -> None:
    """The first page waits for what the second does."""
    met, program = tmp_path / "met", tmp_path / "wait.py"
    first = f"<!-- run -->\n```sh\npython {program} {met}\n```\n"
    second = console(f"touch {met}")
    status, lines = try_pages(tmp_path, {"a.md": first, "b.md": second}, {"wait.py": _WAIT})
    assert (status, lines) == (0, ["a.md: 1 examples, as shown", "b.md: 1 examples, as shown"])


def test_the_checkout_is_for_one_command_at_a_time(tmp_path: Path) -> None:
    """Both pages run a program there that fails while it runs twice."""
    pages = {name: console("python alone.py", "run in checkout") for name in ("a.md", "b.md")}
    status, lines = try_pages(tmp_path, pages, {"alone.py": _ALONE})
    assert (status, lines) == (0, ["a.md: 1 examples, as shown", "b.md: 1 examples, as shown"])


@pytest.mark.parametrize("wrong", ["a.md", "b.md"])
def test_one_wrong_document_of_several_is_reported(tmp_path: Path, wrong: str) -> None:
    """The others are still as shown."""
    pages = {name: console(f"echo{' other' if name == wrong else ''}") for name in ("a.md", "b.md")}
    status, lines = try_pages(tmp_path, pages, {})
    right = next(name for name in pages if name != wrong)
    assert status == 1
    assert f"{wrong}: 1 examples, not as shown" in lines
    assert f"{right}: 1 examples, as shown" in lines


def test_no_document_is_left_out() -> None:
    """What conformance does not try, a test does, which names it by the same word."""
    script = runpy.run_path(str(ROOT / "docs" / "try_examples.py"))
    every = {path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))}
    with_examples = {name for name in every if any(block.kind == "run" for block in script["blocks"](ROOT / name))}
    assert with_examples - set(script["DOCUMENTS"]) == {script["TRIED_BY_A_TEST"]}
    assert 'script["TRIED_BY_A_TEST"]' in (ROOT / "tests/end_to_end/test_term.py").read_text(encoding="utf-8")
