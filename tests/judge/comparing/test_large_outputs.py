"""Outputs too large to hold are judged as smaller ones are, in pieces."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.checkers import Context
from harness.judge.checkers.text import Text
from harness.judge.comparing import large_outputs
from harness.judge.messages.translator import sentence
from harness.model import output
from harness.model.finding import Finding
from harness.model.output import StoredOutput

MIB = 1024**2
TEXT = Text(golden=True)
RIGHT = b"".join(b"(%d, 2, %d)\n" % (row, row % 7) for row in range(300)) + b"8-Queens has 92 solutions\n"
MIDDLE = len(RIGHT) // 2
WRONG = {
    "line ends": (RIGHT.replace(b"\n", b"\r\n"), ("line-ends",)),
    "blank lines": (RIGHT.replace(b"\n", b"\n\n"), ("blank-lines",)),
    "two kinds of form": (RIGHT.replace(b"\n", b" \r\n"), ("line-ends", "trailing-blanks")),
    "letter case, at the end": (RIGHT.replace(b"Queens", b"QUEENS"), ("letter-case",)),
    "no newline at the end": (RIGHT[:-1], ("final-newline",)),
    "newlines at the end": (RIGHT + b"\n\n", ("final-newline",)),
    "ends early": (RIGHT[: RIGHT.rfind(b"\n", 0, MIDDLE) + 1], ("prefix",)),
    "ends in a line": (RIGHT[:MIDDLE], ("prefix",)),
    "another line": (RIGHT.replace(b"(7, 2, 0)\n", b"(7, 2, 1)\n"), ()),
    "form in one line, content in another": (RIGHT.replace(b"(7, 2, 0)", b"(7, 2, 0) ").replace(b"92", b"9"), ()),
    "too much": (RIGHT + b"more\n", ()),
    "nothing": (b"", ()),
    "another text": (b"\xff" * 3000, ()),
}


@pytest.fixture(params=[7, 64, MIB], ids=lambda size: f"pieces-of-{size}")
def _small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "CHUNK_SIZE", request.param)
    monkeypatch.setattr(large_outputs, "_EXPLAINED", 0)


def stored(path: Path, content: bytes) -> StoredOutput:
    path.write_bytes(content)
    return StoredOutput(os.open(path, os.O_RDONLY))


def judged(folder: Path, actual: bytes, expected: bytes) -> tuple[Finding, ...]:
    return TEXT.compare_outputs(stored(folder / "actual", actual), stored(folder / "expected", expected), Context())


@pytest.mark.usefixtures("_small")
def test_the_right_output_has_no_finding(tmp_path: Path) -> None:
    assert judged(tmp_path, RIGHT, RIGHT) == ()


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_output_is_reported_as_a_small_one_is(tmp_path: Path, name: str) -> None:
    actual, names = WRONG[name]
    (found,) = judged(tmp_path, actual, RIGHT)
    (small,) = TEXT.compare(actual, RIGHT, Context())
    assert replace(found, near_misses=()) == replace(small, near_misses=())
    assert found.near_misses == names
    (back,) = judged(tmp_path, RIGHT, actual)
    (small_back,) = TEXT.compare(RIGHT, actual, Context())
    assert replace(back, near_misses=()) == replace(small_back, near_misses=())


@pytest.mark.parametrize("options", [{"ignore": ("trailing-blanks",)}, {"normalise": "upper"}])
def test_what_is_loosened_first_is_held(tmp_path: Path, options: dict[str, str | tuple[str]]) -> None:
    checker = Text(golden=True, **options)  # type: ignore[arg-type]
    context = Context(functions={"upper": bytes.upper})
    same = RIGHT if "normalise" in options else RIGHT.replace(b"\n", b" \n")
    assert checker.compare_outputs(stored(tmp_path / "actual", same), RIGHT, context) == ()
    assert checker.compare_outputs(stored(tmp_path / "actual", RIGHT[:-3]), RIGHT, context) != ()


@pytest.mark.parametrize("wrong", [False, True])
def test_a_hundred_megabytes_take_little_memory(tmp_path: Path, wrong: bool) -> None:
    line = b"(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)\n"
    for name in ("actual", "expected"):
        with (tmp_path / name).open("wb") as file:
            for _ in range(50):
                file.write(line * (2 * MIB // len(line)))
            file.write(b"wrong\n" if wrong and name == "actual" else line)
    actual, expected = (StoredOutput(os.open(tmp_path / name, os.O_RDONLY)) for name in ("actual", "expected"))
    assert len(expected) > 99 * MIB
    tracemalloc.start()
    found = TEXT.compare_outputs(actual, expected, Context())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [sentence(entry) for entry in found] == ([f"line {2 * MIB // len(line) * 50 + 1} differs"] if wrong else [])
    assert most < 16 * MIB
