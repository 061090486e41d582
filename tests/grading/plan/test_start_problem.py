"""The command that a student wrote: what is meant is fixed, and why it starts nothing is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.plan.start_problem import repair_command, start_problem
from harness.judge.messages.translator import sentence
from tests.support import write


@pytest.mark.parametrize(
    ("command", "fixed"),
    [
        (("prog", "{input}"), ("./prog", "{input}")),
        (("./prog",), ("./prog",)),
        (("my prog", "x"), ("./my prog", "x")),
        (("python3 main.py", "{input}"), ("python3", "main.py", "{input}")),
        (("python3.97", "main.py"), ("python3", "main.py")),
        (("cat", "x"), ("cat", "x")),
        (("nowhere-at-all", "x"), ("nowhere-at-all", "x")),
    ],
)
def test_what_is_meant(tmp_path: Path, command: tuple[str, ...], fixed: tuple[str, ...]) -> None:
    write(tmp_path, {"prog": "x", "my prog": "x"})
    assert repair_command(command, tmp_path) == fixed


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (("./absent", "{input}"), "there is no file ./absent"),
        (("./prog",), "there is no file ./prog; there is bin/prog"),
        (("nowhere-at-all",), "there is no program nowhere-at-all"),
        (("./plain.py",), "./plain.py is not executable"),
        (("./bin",), "./bin is not executable"),
        (("./text",), "./text is no program that this system can start"),
        (("python3", "src/plain.py"), "there is no file src/plain.py; there is plain.py"),
        (("python3", "-u", "plain.py", "{input}"), ""),
        (("python3", "-c", "import plain.py"), ""),
        (("java", "Main", "{input}"), "there is no class Main (no file Main.class in .)"),
        (("java", "-cp", "out:lib", "a.Main"), ""),
        (("java", "-Xmx64m", "-cp", "lib/*", "Main"), ""),
        (("java", "-jar", "absent.jar"), "there is no file absent.jar"),
        (("java", "Main.java"), "there is no file Main.java"),
        (("cat", "absent.txt"), ""),
        (("sh", "-c", "cd src && ./prog"), ""),
    ],
)
def test_what_speaks_against_a_start(tmp_path: Path, command: tuple[str, ...], problem: str) -> None:
    write(tmp_path, {"plain.py": "", "text": "hello\n", "bin/prog": "x", "out/a/Main.class": b"\xca\xfe"})
    (tmp_path / "text").chmod(0o755)
    finding = start_problem(command, tmp_path)
    assert (sentence(finding) if finding else "") == problem


def test_an_interpreter_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, {"dos.py": b"#!/usr/bin/python3\r\nprint(1)\r\n"})
    (tmp_path / "dos.py").chmod(0o755)
    finding = start_problem(("./dos.py",), tmp_path)
    assert finding is not None
    assert "interpreter" in sentence(finding)
