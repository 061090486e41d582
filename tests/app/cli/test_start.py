"""What a grading loads before it begins: what only some gradings need would make all of them wait."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from harness.app.cli.parser import USUAL_NAMES, isolation_level
from harness.sandbox.isolation import backends
from tests.support import ADDER, course, write

MOST_MODULES = 360
"""In all; whoever adds one that not every grading uses imports it where it is used."""
_LOADED = "import sys, harness.app.cli.grade, harness.app.commands.grading.grade; print(*sys.modules, sep='\\n')"


@pytest.fixture(scope="module")
def loaded() -> frozenset[str]:
    """The modules that are loaded when ``grade`` begins."""
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True)
    return frozenset(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "harness.spec.loading.load",  # a spec that was seen before is in the cache
        "harness.grading.verdicts.calls",
        "harness.grading.calling",
        "harness.language.parsing.prolog",
        "harness.language.parsing.parsed_sources",  # for rules about sources
        "harness.judge.comparing.comparison",  # for what is wrong
        "harness.grading.running.explain_crash",  # for what crashed
        "harness.sandbox.run.dialogue",
        "harness.reports.text.screen",  # while programs run
        "harness.reports.text.cause",
        "harness.sandbox.isolation.choice",  # where the isolation is probed
        "sqlalchemy",
        "yaml",
        "tabulate",
        "inspect",
        "traceback",
        "ast",
        "typing_extensions",
        "platform",
        "urllib.parse",
        "gettext",
        "multiprocessing",
        "subprocess",
        "json",
        "csv",
        "textwrap",
        "msgspec.inspect",
        "lzma",
        "random",
    ],
)
def test_it_is_not_loaded_for_every_grading(loaded: frozenset[str], module: str) -> None:
    assert "harness.app.commands.grading.grade" in loaded
    assert module not in loaded


def test_few_modules_are_loaded_for_every_grading(loaded: frozenset[str]) -> None:
    assert len(loaded) < MOST_MODULES


def test_the_usual_levels_are_those_of_the_backends() -> None:
    assert {backend.level.name for backend in backends()} == set(USUAL_NAMES)
    assert isolation_level("b") == "B"
    with pytest.raises(argparse.ArgumentTypeError, match='no isolation level "F"'):
        isolation_level("F")


def test_what_is_loaded_without_some_modules_does_what_it_takes_them_for(tmp_path: Path) -> None:
    code = """
import harness, os, pathlib, platform, random, tempfile, uuid, msgspec
print(pathlib.Path("/a b").as_uri(), platform.node, uuid.uuid4(), uuid.uuid1(), random.Random(1).random())
print(pathlib.PureWindowsPath("C:/a/b").name, msgspec.json.schema(int), msgspec.inspect.type_info(int))
names = next(tempfile._RandomNameSequence()), next(tempfile._RandomNameSequence())
print(*names, os.path.isdir(tempfile.mkdtemp(dir=".")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    first, second, third = done.stdout.splitlines()
    assert first.startswith("file:///a%20b <function node")
    assert second.startswith("b {'type': 'integer'} IntType(")
    one, other, is_made = third.split()
    assert one != other
    assert {*one, *other} <= {*"abcdefghijklmnopqrstuvwxyz0123456789_"}
    assert (len(one), is_made) == (8, "True")


def test_nothing_for_what_is_wrong_is_loaded_where_nothing_failed(tmp_path: Path) -> None:
    course(tmp_path)
    folder = write(tmp_path / "ann" / "sum", {"main.py": ADDER})
    program = "import sys; from harness.app.cli.grade import main; main(sys.argv[1:]); print(*sys.modules, sep='\\n')"
    options = ["--isolation", "E", "--no-gradebook", "--specs", str(tmp_path / "specs")]
    done = subprocess.run(
        [sys.executable, "-c", program, *options, str(folder)], capture_output=True, text=True, check=True
    )
    assert "1 of 1 accepted" in done.stdout
    unused = {f"harness.{name}" for name in ("language.edits.repair", "reports.text.cause", "reports.text.headline")}
    assert unused.isdisjoint(done.stdout.split())
