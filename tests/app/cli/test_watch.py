"""``grade --watch``: each save is graded, and what is wrong with it ends nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ADDER, PATIENCE_S, SUM, course, environment, harness, write


class Watching:
    """A running command with ``--watch`` and what it prints."""

    def __init__(self, root: Path, apart: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "harness", *words, "--watch", "--isolation", "E"],
            cwd=root,
            env=environment(apart),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._alarm = threading.Timer(PATIENCE_S, self.process.kill)  # so that a test that fails ends
        self._alarm.start()

    def until_waiting(self) -> str:
        """What is printed up to the line that says that it waits."""
        lines: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("Watching"):
                return "".join(lines)
        raise AssertionError("ended: " + "".join(lines))

    def end(self) -> int:
        """Press Ctrl-C; the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        self._alarm.cancel()
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    course(tmp_path / "course")
    write(tmp_path / "course" / "ann" / "sum", {"sum.py": ADDER})
    return tmp_path / "course"


@pytest.fixture
def watching(root: Path, tmp_path: Path) -> Iterator[Watching]:
    watching = Watching(root, tmp_path / "apart", "grade", "ann", "--report", "ann/grades.json")
    yield watching
    watching.close()


def save(root: Path, path: str, text: str) -> None:
    """Save at once: half a file would be graded too."""
    unsaved = root.with_name("unsaved")
    unsaved.write_text(text, encoding="utf-8")
    unsaved.rename(root / path)


def test_each_save_is_graded_until_ctrl_c(root: Path, watching: Watching) -> None:
    assert "10/10" in watching.until_waiting()
    save(root, "ann/sum/sum.py", "print(5)\n")
    second = watching.until_waiting()
    assert "sum.py changed" in second
    assert "5/10" in second
    save(root, "specs/sum/spec.yaml", SUM.replace('"7\\n"', '"5\\n"'))
    third = watching.until_waiting()
    assert "spec.yaml changed" in third
    assert "10/10" in third
    assert watching.end() == 0


def test_a_spec_that_is_wrong_for_a_while_ends_nothing(root: Path, watching: Watching) -> None:
    watching.until_waiting()
    save(root, "specs/sum/spec.yaml", SUM.replace("stdout", "stdot"))
    assert 'unknown key "stdot"; did you mean "stdout"?' in watching.until_waiting()
    save(root, "specs/sum/spec.yaml", SUM)
    assert "10/10" in watching.until_waiting()
    save(root, "ann/sum/sum.py", "print(\n")
    assert "0/10" in watching.until_waiting()
    assert watching.end() == 1


def test_what_an_editor_leaves_is_no_save(root: Path, watching: Watching) -> None:
    watching.until_waiting()
    write(root / "ann" / "sum", {".sum.py.swp": "x", "sum.py~": "x", "4913": ""})
    save(root, "ann/sum/sum.py", "print(5)\n")
    (line,) = (line for line in watching.until_waiting().splitlines() if "changed" in line)
    assert line.endswith(" sum.py changed")


def test_a_path_that_is_not_there_is_reported_and_nothing_is_watched(root: Path, tmp_path: Path) -> None:
    ended = harness("grade", "none", "--watch", cwd=root, apart=tmp_path / "apart", expect=2)
    assert ended.err == "grade: none: no such file or folder\n"


def test_each_save_of_a_spec_is_proven_as_far_as_it_may_change_something(root: Path, tmp_path: Path) -> None:
    write(root / "reference" / "sum" / "python", {"sum.py": ADDER})
    write(root / "specs" / "sum" / "mutants" / "sum-five", {"sum.py": "print(5)\n"})
    watching = Watching(root, tmp_path / "apart", "verify")
    try:
        first = watching.until_waiting()
        assert "verified" in first
        save(root, "specs/sum/mutants/sum-five/sum.py", "print(7)\n")
        second = watching.until_waiting()
        assert "sum.py changed" in second
        assert "of the last proof" in second
    finally:
        watching.end()
        watching.close()
