"""Compiling once: a hit leaves the folder as the compiler would, and everything that decides is looked at."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.schedule.pool import run_task
from harness.grading.workspace.compile_server import CompileClient, compile_server
from harness.grading.workspace.workspace import Workspace
from harness.language import languages
from harness.language.tools.build_cache import user_cache
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Observation
from harness.sandbox.files.scratch import regular_files, scratch
from harness.sandbox.isolation.bubblewrap import LEVEL_B
from harness.sandbox.isolation.none import Unconfined
from tests.support import PATIENCE_S, CountingIsolation, write

JAVA = ("javac", "-encoding", "UTF-8", "-proc:none", "-d", ".", "Hello.java")
HELLO = "class Hello { static class In {} }\n"
USUAL_BOUNDS = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)


@dataclass
class Desk:
    """Where commands are run, each in a new folder."""

    root: Path
    isolation: CountingIsolation
    compiler: CompileClient | None = None

    def build(
        self, files: dict[str, str | bytes], *command: str, limits: ResolvedLimits = USUAL_BOUNDS
    ) -> tuple[Observation, dict[str, tuple[int, bytes]]]:
        """What was seen, and the files that are there afterwards."""
        workspace = Workspace(self.root, self.isolation, self.compiler)
        workdir = write(workspace.new("box"), files)
        seen = observe_build(command or JAVA, workdir, limits, workspace)
        return seen, {
            name: ((workdir / name).stat().st_mode, (workdir / name).read_bytes()) for name in regular_files(workdir)
        }

    def again(self, files: dict[str, str | bytes], *command: str, limits: ResolvedLimits = USUAL_BOUNDS) -> bool:
        """Whether anything is started to build these files."""
        before = len(self.isolation.started)
        self.build(files, *command, limits=limits)
        return len(self.isolation.started) > before


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    with scratch() as root:
        yield Desk(root, CountingIsolation())


def test_a_hit_leaves_what_the_compiler_left(desk: Desk) -> None:
    files: dict[str, str | bytes] = {"Hello.java": HELLO, "read.me": "x"}
    first = desk.build(files)
    second = desk.build(files)
    assert first == second
    assert first[0].exit == 0
    assert set(first[1]) == {"Hello.java", "read.me", "Hello.class", "Hello$In.class"}
    assert len(desk.isolation.started) == 1


@pytest.mark.parametrize("own_programs", [False, True])
def test_without_a_sandbox_only_builds_of_own_programs_are_kept(desk: Desk, own_programs: bool) -> None:
    desk.isolation.level = Unconfined.level
    files: dict[str, str | bytes] = {"a.c": "int main(void) { return 0; }\n"}
    observations = []
    for _ in range(2):
        workspace = Workspace(desk.root, desk.isolation, own_programs=own_programs)
        workdir = write(workspace.new("box"), files)
        command = ("gcc", "-o", "program", "a.c")
        observations.append(observe_build(command, workdir, USUAL_BOUNDS, workspace).exit)
        assert (workdir / "program").is_file()
    assert observations == [0, 0]
    assert len(desk.isolation.started) == (1 if own_programs else 2)


def test_a_program_stays_one_that_can_be_started(desk: Desk) -> None:
    command = ("gcc", "-O2", "-o", "program", "a.c")
    first = desk.build({"a.c": "int main(void) { return 0; }\n"}, *command)
    second = desk.build({"a.c": "int main(void) { return 0; }\n"}, *command)
    assert first == second
    assert second[1]["program"][0] & 0o111
    assert len(desk.isolation.started) == 1


def test_a_failure_is_kept_with_its_words(desk: Desk) -> None:
    files: dict[str, str | bytes] = {"Hello.java": "class Hello { int x = y; }\n"}
    first, second = desk.build(files), desk.build(files)
    assert first == second
    assert first[0].exit == 1
    assert b"Hello.java:1: error: cannot find symbol" in first[0].stderr
    assert len(desk.isolation.started) == 1


def test_a_failure_that_may_be_the_machines_is_not_kept(desk: Desk) -> None:
    files: dict[str, str | bytes] = {"a.c": '#error "No space left on device"\n'}
    assert [desk.again(files, "gcc", "-o", "program", "a.c") for _ in range(2)] == [True, True]


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"Hello.java": HELLO + " "}, JAVA),
        ({"Hello.java": HELLO, "Other.java": "class Other {}\n"}, JAVA),
        ({"Hello.java": HELLO, "empty/x": ""}, JAVA),
        ({"Hello.java": HELLO, "Hello.class": "of another student"}, JAVA),
        ({"Hello.java": HELLO}, ("javac", "-d", ".", "Hello.java")),
        ({"Hello.java": HELLO}, ("javac", "-encoding", "UTF-8", "-proc:none", "-g", "-d", ".", "Hello.java")),
    ],
)
def test_all_that_is_read_decides(files: dict[str, str | bytes], command: tuple[str, ...], desk: Desk) -> None:
    desk.build({"Hello.java": HELLO})
    assert desk.again(files, *command)
    assert not desk.again({"Hello.java": HELLO})


def test_what_javac_does_not_read_does_not_decide(desk: Desk) -> None:
    desk.build({"Hello.java": HELLO, "read.me": "one"})
    assert not desk.again({"Hello.java": HELLO, "read.me": "other"})


PYTHON = ("python3", "-m", "py_compile", "main.py", "part.py")


def test_a_python_program_is_compiled_without_the_modules_of_py_compile(desk: Desk) -> None:
    own = "raise SystemExit('a module of the program, and not the library')\n"
    seen, files = desk.build({"main.py": "import part\n", "part.py": "", "enum.py": own, "traceback.py": own}, *PYTHON)
    assert (seen.exit, seen.stdout, seen.stderr, seen.command) == (0, b"", b"", PYTHON)
    bytecode = {name for name in files if name.startswith("__pycache__/")}
    assert {name.partition(".")[0] for name in bytecode} == {"__pycache__/main", "__pycache__/part"}
    assert len(desk.isolation.started) == 1


@pytest.mark.parametrize(
    ("source", "status", "words"),
    [
        ("print(\n", 1, b"SyntaxError: '(' was never closed"),
        ("\tx = 1\n  y = 2\n", 1, b"Sorry: IndentationError"),
        ("x = 1 is 1\n", 0, b'SyntaxWarning: "is" with a literal'),
        ("# coding: nowhere\n", 1, b"unknown encoding"),
        ("x = '\x00'\n", 1, b"null bytes"),
    ],
)
def test_what_is_said_of_a_python_program_is_said_by_py_compile(
    source: str, status: int, words: bytes, desk: Desk
) -> None:
    seen, _ = desk.build({"main.py": source, "part.py": ""}, *PYTHON)
    assert seen.exit == status
    assert words in seen.stderr
    assert b"Traceback" not in seen.stderr
    assert desk.isolation.started[1:] == [PYTHON]


def test_bytecode_that_was_handed_in_is_not_believed(desk: Desk) -> None:
    believed = "import py_compile as p; p.compile('part.py', invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)"
    _, files = desk.build({"main.py": "", "part.py": ""}, "python3", "-c", believed)
    assert any(name.startswith("__pycache__/part.") for name in files)
    handed_in = {name: content for name, (_, content) in files.items()}
    seen, _ = desk.build({**handed_in, "part.py": "print("}, *PYTHON)
    assert seen.exit == 1


JOINED = 'class Hello { String joined(int n) { return "so many: " + n; } }\n'


def test_texts_are_joined_by_calls_that_are_compiled_in(desk: Desk) -> None:
    seen, files = desk.build({"Hello.java": JOINED})
    assert seen.exit == 0
    assert b"java/lang/StringBuilder" in files["Hello.class"][1]
    assert b"makeConcat" not in files["Hello.class"][1]


def test_limits_decide(desk: Desk) -> None:
    desk.build({"Hello.java": HELLO})
    assert desk.again({"Hello.java": HELLO}, limits=replace(USUAL_BOUNDS, cpu=59.0))


def test_the_level_decides(desk: Desk) -> None:
    desk.build({"Hello.java": HELLO})
    desk.isolation.level = LEVEL_B
    assert desk.again({"Hello.java": HELLO})


def test_of_a_class_and_its_source_the_newer_decides(desk: Desk) -> None:
    _, created = desk.build({"Hello.java": HELLO})
    workspace = Workspace(desk.root, desk.isolation)
    starts = []
    for source_s, class_s in ((10, 20), (20, 10), (110, 120)):
        workdir = write(workspace.new("box"), {"Hello.java": HELLO, "Hello.class": created["Hello.class"][1]})
        os.utime(workdir / "Hello.java", (source_s, source_s))
        os.utime(workdir / "Hello.class", (class_s, class_s))
        before = len(desk.isolation.started)
        observe_build(JAVA, workdir, USUAL_BOUNDS, workspace)
        starts.append(len(desk.isolation.started) - before)
    assert starts == [1, 1, 0]


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"Makefile": "all:\n\techo x >made\n"}, ("make",)),
        ({"Hello.java": HELLO, "META-INF/services/x": ""}, JAVA),
        ({"a.c": "char *when = __DATE__; int main(void) { return 0; }\n"}, ("gcc", "-o", "program", "a.c")),
    ],
)
def test_what_may_come_out_otherwise_is_done_every_time(
    files: dict[str, str | bytes], command: tuple[str, ...], desk: Desk
) -> None:
    assert [desk.again(files, *command) for _ in range(2)] == [True, True]


def test_without_a_sandbox_nothing_is_kept_and_nothing_believed(desk: Desk) -> None:
    desk.build({"Hello.java": HELLO})
    desk.isolation.level = Unconfined.level
    assert desk.again({"Hello.java": HELLO})
    cache = user_cache()
    assert cache is not None
    assert len([path for path in cache.folder.rglob("*") if path.is_file()]) == 1


def test_a_link_in_the_folder_is_left_to_the_compiler(desk: Desk, tmp_path: Path) -> None:
    secret = tmp_path / "secret.java"
    secret.write_text("class Secret {}\n", encoding="ascii")
    workspace = Workspace(desk.root, desk.isolation)
    for _ in range(2):
        workdir = write(workspace.new("box"), {"Hello.java": HELLO})
        (workdir / "Secret.java").symlink_to(secret)
        assert observe_build(JAVA, workdir, USUAL_BOUNDS, workspace).exit == 0
    assert len(desk.isolation.started) == 2


def test_a_damaged_entry_is_made_again(desk: Desk) -> None:
    desk.build({"Hello.java": HELLO})
    cache = user_cache()
    assert cache is not None
    (entry,) = (path for path in cache.folder.rglob("*") if path.is_file())
    entry.write_bytes(entry.read_bytes()[:-1])
    assert desk.again({"Hello.java": HELLO})
    assert not desk.again({"Hello.java": HELLO})


@dataclass(frozen=True)
class UntilNothingIsStarted:
    """Compiles the same again and again, in a process that may end all that is below it."""

    files: tuple[tuple[str, str | bytes], ...]
    times: int

    def run(self, desk: Desk) -> list[tuple[bool, int | None, frozenset[str]]]:
        """Of each time: whether a compiler was started, its exit status, the classes."""
        came = list[tuple[bool, int | None, frozenset[str]]]()
        deadline = time.monotonic() + PATIENCE_S
        while len(came) < self.times and (not came or came[-1][0]) and time.monotonic() < deadline:
            before = len(desk.isolation.started)
            seen, created = desk.build(dict(self.files))
            classes = frozenset(name for name in created if name.endswith(".class"))
            came.append((len(desk.isolation.started) > before, seen.exit, classes))
        return came


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Desk]:
    isolation = CountingIsolation()
    isolation.level = Unconfined.level
    with scratch() as root, compile_server(Unconfined(), root, timeout_s=PATIENCE_S) as compiler:
        yield Desk(tmp_path, isolation, compiler)


def test_a_run_with_a_resident_compiler_starts_no_other_when_that_is_ready(client: Desk) -> None:
    *starting, last = run_task(client, UntilNothingIsStarted((("Hello.java", HELLO),), 10_000))
    assert len(starting) >= 2, "it is started at the second question"
    assert last == (False, 0, {"Hello.class", "Hello$In.class"})


def test_what_the_resident_compiler_refuses_gets_its_verdict_from_javac(client: Desk) -> None:
    run_task(client, UntilNothingIsStarted((("Hello.java", HELLO),), 10_000))
    wrong = run_task(client, UntilNothingIsStarted((("Hello.java", "class Hello { int x = y; }"),), 3))
    assert wrong == [(True, 1, frozenset())] * 3


def test_a_plug_in_of_a_students_never_gets_there(client: Desk) -> None:
    """javac runs what ``META-INF/services`` names for it, also with ``-proc:none``."""
    run_task(client, UntilNothingIsStarted((("Hello.java", HELLO),), 10_000))
    service = "META-INF/services/com.sun.source.util.Plugin"
    seen = run_task(client, UntilNothingIsStarted((("Hello.java", HELLO), (service, "Hello\n")), 3))
    assert [started for started, *_ in seen] == [True] * 3


@pytest.mark.parametrize("source", [HELLO, "class Hello { int x = y; }", "class Hello { java.util.List x = null; }"])
def test_javac_starts_quickly_and_says_and_writes_the_same(
    desk: Desk, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (*JAVA[:-1], "-Xlint:all", JAVA[-1])
    quick, quick_files = desk.build({"Hello.java": source}, *command)
    assert desk.isolation.started[-1][:2] == ("javac", "-J-XX:TieredStopAtLevel=1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other-cache"))
    monkeypatch.setattr("harness.language.java.language.Java.quick_check", lambda *_: None)
    usual, usual_files = desk.build({"Hello.java": source}, *command)
    assert desk.isolation.started[-1] == command
    assert (quick.command, quick.exit, quick.stdout, quick.stderr) == (command, usual.exit, usual.stdout, usual.stderr)
    assert quick_files == usual_files


def test_a_virtual_machine_without_the_options_compiles_in_the_usual_way(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.language.java.language._QUICK", ("-J-XX:NoSuchOption=1",))
    seen, files = desk.build({"Hello.java": HELLO})
    assert (seen.exit, seen.stderr, desk.isolation.started[-1]) == (0, b"", JAVA)
    assert "Hello.class" in files


@pytest.mark.parametrize("word", ["-J-Xmx64m", "@options"])
def test_options_of_the_virtual_machine_are_not_added_to(word: str) -> None:
    assert languages()["java"].quick_check(("javac", word, "Hello.java")) is None
