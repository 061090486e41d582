"""The Java driver as a jar with ASM, the library that rewrites class files; both are cached."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from harness.language.driver import FOLDER
from harness.language.tools.build_cache import get_cached, put_cached
from harness.language.tools.packages import JAR_FOLDER
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.sandbox.files.scratch import scratch
from harness.sandbox.files.snapshot import size_and_time
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate

ASM = JAR_FOLDER / "asm.jar"
ASM_PACKAGE = "libasm-java"
"""The Debian package that brings it."""


def asm_jars() -> tuple[Path, ...]:
    """The library's jars: its core, then what follows where a value comes from."""
    return tuple(ASM.with_name(name) for name in (ASM.name, "asm-tree.jar", "asm-analysis.jar"))


def missing_asm() -> str:
    """One line that says how to install ASM; empty when it is there."""
    lacking = next((part for part in asm_jars() if not part.is_file()), None)
    return f"this machine has no {lacking.name}; install it with: apt-get install {ASM_PACKAGE}" if lacking else ""


def asm_classes() -> dict[str, bytes]:
    """The library's classes by their paths in its jar; none when it is missing."""
    if missing_asm():
        return {}
    classes: dict[str, bytes] = {}
    for part in asm_jars():
        with zipfile.ZipFile(part) as jar:
            classes |= {name: jar.read(name) for name in jar.namelist() if name.startswith("org/objectweb/asm/")}
    return {name: content for name, content in classes.items() if name.endswith(".class")}


def shade(content: bytes) -> bytes:
    """Rename ASM's package in a class file, so that no class of a student's stands in for ours, nor ours for theirs.

    The new name is as long as the old one: nothing else in the file has to move.
    """
    return content.replace(b"org/objectweb/asm", b"harness/shade/asm")


JAR = f"{FOLDER}/driver.jar"
ARCHIVE = f"{FOLDER}/driver.jsa"
JAR_TIME = 946_684_800
"""The jar's modification time in seconds since 1970: the archive fits only a jar with the time that it was made for."""
_SOURCES = Path(__file__).with_name("program")
_REWRITER_SOURCES = Path(__file__).with_name("rewriter")
_PACKAGE = "harness.driver"
_MANIFEST = f"Manifest-Version: 1.0\nPremain-Class: {_PACKAGE}.Tracer\nBoot-Class-Path: driver.jar\n"
_COMPILE = ("javac", "--release", "17", "-encoding", "UTF-8", "-proc:none", "-XDstringConcat=inline")
_TIMEOUT_S = 180
# A batch of calls is over before the optimising compiler pays; reflection that generates classes of its own never does.
_FAST_START = (
    "-XX:TieredStopAtLevel=1",
    "-XX:CICompilerCount=1",
    "-XX:-UseDynamicNumberOfCompilerThreads",  # one compiling thread from the start, not several that get in the way
    "-XX:-UsePerfData",
    "-Xmx768m",
    "-Dsun.reflect.inflationThreshold=2147483647",
    "-XX:+UseSerialGC",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0",
    "-XX:+UseSerialGC",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0",
    "-Xlog:disable",  # an archive that does not fit is passed over without a word
)
_CALLS = {
    "case": 0,
    "let": {"a": "n?"},
    "get": ["line"],
    "calls": [{"functions": [name], "args": [{"var": "a"}]} for name in ("fieldName", "brief", "none")],
    "cpu": 5.0,
}
_COUNTED_CALL = {
    "case": 1,
    "calls": [{"functions": ["fieldName"], "args": [{"value": "n?"}], "reads": True}],
    "cpu": 5.0,
}


def driver_command(archive_option: str, report: str, classes: str) -> tuple[str, ...]:
    """The command that starts the driver in a folder where its jar is.

    ``archive_option``: the virtual machine's option that uses the archive, or writes it. ``report``: the file for the
    report. ``classes``: the folder for classes that the driver itself compiled.
    """
    return ("java", *_FAST_START, archive_option, "-cp", JAR, f"{_PACKAGE}.Main", report, FOLDER, classes)


@cache
def driver_jar() -> bytes:
    """The driver as a jar, from the user's cache when it is there: compiling it takes longer than most batches."""
    compiler = locate("javac")
    if compiler is None:
        raise JudgeError(missing_tools(_COMPILE))
    sources = {path.name: path.read_bytes() for path in _sources()}
    library = "no ASM" if missing_asm() else " ".join(identity(str(jar)) for jar in asm_jars())
    facts = f"{identity(compiler)} {library} {_COMPILE} {_MANIFEST} {sources}"
    return cached(facts, lambda: compile_jar(compiler, _sources(), asm_jars()))


@cache
def class_archive() -> bytes:
    """The driver's classes as a virtual machine has them in memory; empty if it cannot write them to a file."""
    machine = locate("java")
    if machine is None:
        raise JudgeError(missing_tools(("java",)))
    jar = driver_jar()
    facts = f"{identity(machine)} {_FAST_START} {_training()!r} {hashlib.sha256(jar).hexdigest()}"
    return cached(facts, lambda: _dump_archive(machine, jar))


def identity(file: str) -> str:
    """What tells a program or library from another version of it."""
    return size_and_time(os.path.realpath(file))


def cached(facts: str, make: Callable[[], bytes]) -> bytes:
    """What is cached under these facts, or else made and cached."""
    content = get_cached(facts, of_tools=True)
    if content is None:
        content = make()
        put_cached(facts, content, of_tools=True)
    return content


def _sources() -> list[Path]:
    """The driver's sources; those of the rewriter only where ASM is, without which they do not compile."""
    folders = (_SOURCES,) if missing_asm() else (_SOURCES, _REWRITER_SOURCES)
    return [path for folder in folders for path in sorted(folder.glob("*.java"))]


def compile_jar(compiler: str, sources: Iterable[Path], libraries: Iterable[Path]) -> bytes:
    """Compile sources of ours into a jar with ASM's classes in it, the same bytes every time.

    Raises:
        JudgeError: when they do not compile.

    """
    with scratch() as folder:
        path = ":".join(map(str, libraries))
        command = [compiler, *_COMPILE[1:], "-cp", path, "-d", str(folder), *map(str, sources)]
        completed = subprocess.run(
            command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_TIMEOUT_S
        )
        if completed.returncode != 0:
            raise JudgeError(f"the Java driver cannot be compiled: {completed.stderr.decode(errors='replace')[-500:]}")
        classes = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.class")}
    jar = io.BytesIO()
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF"), _MANIFEST)
        for path, content in sorted((classes | asm_classes()).items()):
            archive.writestr(zipfile.ZipInfo(shade(path.encode()).decode()), shade(content))
    return jar.getvalue()


def _training() -> bytes:
    """Calls of the driver's own functions that load the classes to be archived, those that count where ASM is."""
    requests = (_CALLS,) if missing_asm() else (_CALLS, _COUNTED_CALL)
    return "".join(f"{json.dumps(request)}\n" for request in requests).encode()


def _dump_archive(machine: str, jar: bytes) -> bytes:
    """Have a virtual machine write the archive after the training; it must find the jar by the same path later."""
    with scratch() as workdir:
        (workdir / FOLDER / "classes").mkdir(parents=True)
        (workdir / JAR).write_bytes(jar)
        os.utime(workdir / JAR, (JAR_TIME, JAR_TIME))
        with zipfile.ZipFile(workdir / JAR) as classes:
            classes.extractall(workdir / FOLDER / "classes")
        command = driver_command(f"-XX:ArchiveClassesAtExit={ARCHIVE}", "report", f"{FOLDER}/classes")
        subprocess.run(
            (machine, *command[1:]),
            cwd=workdir,
            env=ENVIRONMENT,
            input=_training(),
            capture_output=True,
            check=False,
            timeout=_TIMEOUT_S,
        )
        return (workdir / ARCHIVE).read_bytes() if (workdir / ARCHIVE).is_file() else b""
