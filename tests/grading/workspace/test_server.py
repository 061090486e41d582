"""The resident compiler: what it makes is what javac makes, it outlives what is wrong, and nobody outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.grading.workspace.compile_protocol import CompileRequest, CompileResult, parse_result
from harness.grading.workspace.compile_server import CompileClient, compile_server
from harness.sandbox.files.scratch import regular_files, scratch
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import ENVIRONMENT
from tests.support import PATIENCE_S, write

COMPILE = ("javac", "-encoding", "UTF-8", "-proc:none", "-d", ".")
HELLO = 'public class Hello { public static void main(String[] a) { System.out.println("hello"); } }\n'
RIGHT: dict[str, dict[str, str | bytes]] = {
    "one class": {"Hello.java": HELLO},
    "classes in classes": {
        "Out.java": "import java.util.*;\nclass Out { class In {} enum E { A, B } record R(int x) {}\n"
        "  Runnable r = () -> { switch (E.A) { case A: break; default: } };\n  Object o = new Object() {};\n"
        '  String s(int n) { return "n = " + n + new ArrayList<String>(); } }\n',
    },
    "packages": {
        "a/A.java": "package a; public class A { public b.B b; }\n",
        "b/B.java": "package b; public class B { public a.A a; }\n",
    },
    "notes": {
        "Old.java": "import java.util.*;\nclass Old { List raw = new ArrayList(); { raw.add(new Date(1, 2, 3)); } }\n"
    },
    "accents": {"Accents.java": 'class X { String s = "ä€😀"; int größe; }\n'},
    "a warning": {
        "W.java": "class W { @Deprecated static void f() {} }\nclass V { { W.f(); Thread.currentThread().stop(); } }\n"
    },
    "a class handed in": {"Uses.java": "class Uses { Hello hello; }\n", "Hello.java": HELLO},
    "a module": {"module-info.java": "module m { exports p; }\n", "p/P.java": "package p; public class P {}\n"},
}  # fmt: skip
WRONG: dict[str, dict[str, str | bytes]] = {
    "a syntax error": {"Hello.java": "class Hello {\n"},
    "an unknown name": {"Hello.java": "class Hello { int x = y; }\n"},
    "what another student handed in": {"Uses.java": "class Uses { Hello hello; }\n"},
    "a byte order mark": {"Hello.java": "\ufeff" + HELLO},
    "another encoding": {"Hello.java": b'class Hello { String s = "\xe9"; }\n'},
}
# Each addition of two constants is made while compiling.
MEMORY_BOMB = 'class Bomb { static final String s0 = "0123456789abcdef";' + "".join(
    f"static final String s{n} = s{n - 1} + s{n - 1};\n" for n in range(1, 40)
) + "}"  # fmt: skip


def _time_bomb(depth: int = 13) -> str:
    """For every call both methods are tried, with all that is in their arguments."""
    value = "1"
    for _ in range(depth):
        value = f"id(id({value}), {value})"
    methods = "static <T> T id(T t) { return t; } static <T> T id(T t, T u) { return t; }"
    return f"class Bomb {{ {methods} Object o = {value}; }}"


@pytest.fixture(scope="module")
def compiler() -> Iterator[CompileClient]:
    with scratch() as root, compile_server(Unconfined(), root, timeout_s=PATIENCE_S) as client:
        yield client


def question(files: dict[str, str | bytes], *command: str) -> CompileRequest:
    content = {name: (0o644, text if isinstance(text, bytes) else text.encode()) for name, text in files.items()}
    sources = sorted(name for name in files if name.endswith(".java"))
    request = CompileRequest.of((*(command or COMPILE), *sources), content, dict.fromkeys(content, 10**18))
    assert request is not None
    return request


def answer(compiler: CompileClient, files: dict[str, str | bytes], *command: str) -> bytes:
    """What it answers when it is ready."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        messages = compiler.ask(question(files, *command).encoded())
        if messages is not None:
            return messages
        time.sleep(0.05)
    raise AssertionError("it does not get ready")


def usual(folder: Path, files: dict[str, str | bytes], *command: str) -> tuple[int, bytes, dict[str, bytes]]:
    """What javac itself makes of it, and writes on stderr, with the option that the sandbox's javac has."""
    workdir = write(folder / "box", files)
    name, *options = command or COMPILE
    words = (name, "-XDstringConcat=inline", *options, *sorted(file for file in files if file.endswith(".java")))
    # Not by observe: it ends all that is below the process that calls it, and here that is the server too.
    done = subprocess.run(words, cwd=workdir, env=ENVIRONMENT, capture_output=True, timeout=PATIENCE_S, check=False)
    class_files = {file: (workdir / file).read_bytes() for file in regular_files(workdir) if file not in files}
    return done.returncode, done.stderr, class_files


def children() -> set[int]:
    """The processes of this one, whoever left one included."""
    process_tree.become_subreaper(os.getpid())
    return set(process_tree.children(os.getpid()))


@pytest.mark.parametrize("name", RIGHT)
def test_it_makes_what_javac_makes_and_says_what_javac_says(name: str, compiler: CompileClient, tmp_path: Path) -> None:
    files = RIGHT[name]
    status, messages, class_files = usual(tmp_path, files)
    assert status == 0
    assert class_files
    assert parse_result(answer(compiler, files)) == CompileResult(messages, tuple(sorted(class_files.items())))


@pytest.mark.parametrize(
    "options",
    [
        ("-d", "."),
        ("-d", "out"),
        ("-nowarn", "-d", "."),
        ("-Xlint:all", "-d", "."),
        ("--release", "11", "-d", "."),
        ("-encoding", "ISO-8859-1", "-g", "-d", "."),
    ],
)
def test_options_mean_the_same(options: tuple[str, ...], compiler: CompileClient, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"Accents.java": 'class X { String s = "ä"; }\n', **RIGHT["notes"]}
    status, messages, class_files = usual(tmp_path, files, "javac", *options)
    assert status == 0
    assert parse_result(answer(compiler, files, "javac", *options)) == CompileResult(
        messages, tuple(sorted(class_files.items()))
    )


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_compile_is_left_to_javac(name: str, compiler: CompileClient, tmp_path: Path) -> None:
    files = WRONG[name]
    assert usual(tmp_path, files)[0] == 1
    answer(compiler, {"Hello.java": HELLO})
    assert parse_result(answer(compiler, files)) is None


def test_a_class_file_is_read_and_only_what_is_new_comes_back(compiler: CompileClient, tmp_path: Path) -> None:
    _, _, class_files = usual(tmp_path / "first", {"Hello.java": HELLO})
    both: dict[str, str | bytes] = {"Uses.java": "class Uses { Hello hello; }\n", **class_files}
    result = parse_result(answer(compiler, both))
    assert result is not None
    assert [name for name, _ in result.class_files] == ["Uses.class"]


@pytest.mark.parametrize("bomb", [MEMORY_BOMB, _time_bomb()], ids=["memory", "time"])
def test_a_bomb_costs_an_answer_and_the_next_is_right(bomb: str) -> None:
    with scratch() as root, compile_server(Unconfined(), root, timeout_s=8.0) as compiler:
        answer(compiler, {"Hello.java": HELLO})
        assert parse_result(compiler.ask(question({"Bomb.java": bomb}).encoded())) is None
        assert parse_result(answer(compiler, {"Hello.java": HELLO})) is not None


def test_killed_it_comes_again_and_it_goes_with_the_run() -> None:
    before = children()
    with scratch() as root, compile_server(Unconfined(), root) as compiler:
        first = answer(compiler, {"Hello.java": HELLO})
        (server,) = children() - before
        for virtual_machine in process_tree.descendants(server):
            os.kill(virtual_machine, signal.SIGKILL)
        assert compiler.ask(question({"Hello.java": HELLO}).encoded()) is None
        assert answer(compiler, {"Hello.java": HELLO}) == first
    assert children() == before


def test_in_a_sandbox_it_makes_the_same_and_leaves_nothing() -> None:
    before = children()
    isolation = isolate().isolation
    with scratch() as root, compile_server(isolation, root, timeout_s=PATIENCE_S) as compiler:
        result = parse_result(answer(compiler, {"Hello.java": HELLO}))
        assert result is not None
        assert [name for name, _ in result.class_files] == ["Hello.class"]
    assert children() == before


def test_without_the_server_there_is_no_answer_and_no_virtual_machine() -> None:
    before = children()
    with scratch() as root, compile_server(Unconfined(), root) as compiler:
        answer(compiler, {"Hello.java": HELLO})
        (server,) = children() - before
        os.kill(server, signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE_S
        while process_tree.descendants(server) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert process_tree.descendants(server) == []
        assert compiler.ask(question({"Hello.java": HELLO}).encoded()) is None


def test_nothing_is_started_for_a_single_question() -> None:
    before = children()
    with scratch() as root, compile_server(Unconfined(), root) as compiler:
        assert compiler.ask(question({"Hello.java": HELLO}).encoded()) is None
        (server,) = children() - before
        assert process_tree.descendants(server) == []


@pytest.mark.parametrize("word", ["@Options.java", "-Xplugin:Evil", "-processorpath", "-J-javaagent:evil.jar"])
def test_what_could_start_other_code_is_left_to_a_compiler_of_its_own(word: str) -> None:
    assert (
        CompileRequest.of(("javac", "-d", ".", word, "A.java"), {"A.java": (0o644, b"class A {}")}, {"A.java": 1})
        is None
    )


def test_programs_of_students_find_no_address_of_it() -> None:
    with scratch() as root, compile_server(Unconfined(), root) as compiler:
        assert compiler.address == ""
        assert not [*root.rglob("*.socket")]
