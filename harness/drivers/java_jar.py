"""The Java driver compiled, and an archive of its classes with which it starts faster: made once, kept for later."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from harness.drivers.program import FOLDER
from harness.files.scratch import scratch
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import locate
from harness.model.errors import JudgeError
from harness.plan.build_cache import get_cached, put_cached
from harness.plan.toolchain import missing_tools

JAR = f"{FOLDER}/driver.jar"
ARCHIVE = f"{FOLDER}/driver.jsa"
JAR_TIME = 946_684_800
"""When the jar was last changed, as far as anybody is told: in seconds since 1970."""
ASM = Path("/usr/share/java/asm.jar")
"""The library that counting needs; what only calls methods does without it."""
ASM_PACKAGE = "libasm-java"
_SOURCES = Path(__file__).with_name("java_program")
_REWRITER_SOURCES = Path(__file__).with_name("java_rewriter")
_PACKAGE = "harness.driver"
_MANIFEST = f"Manifest-Version: 1.0\nPremain-Class: {_PACKAGE}.Tracer\nBoot-Class-Path: driver.jar\n"
_COMPILE = ("javac", "--release", "17", "-encoding", "UTF-8", "-proc:none", "-XDstringConcat=inline")
_PATIENCE_S = 180
# A batch of calls is over before the optimising compiler pays; reflection that generates classes of its own never does.
_QUICK = (
    "-XX:TieredStopAtLevel=1",
    "-XX:CICompilerCount=1",
    "-XX:-UseDynamicNumberOfCompilerThreads",  # one compiling thread from the start, not several that get in the way
    "-XX:-UsePerfData",
    "-Xmx768m",
    "-Dsun.reflect.inflationThreshold=2147483647",
    "-XX:+UseSerialGC",
    "-Xlog:disable",  # an archive that does not fit is passed over without a word
)
_TRAINING = {
    "case": 0,
    "let": {"a": "n?"},
    "get": ["line"],
    "calls": [{"functions": [name], "args": [{"var": "a"}]} for name in ("fieldName", "brief", "none")],
    "cpu": 5.0,
}
"""Calls of the driver's own functions, so that the classes which calls take come into the archive."""
_TRAINING_WITH_READS = {
    "case": 1,
    "calls": [{"functions": ["fieldName"], "args": [{"value": "n?"}], "reads": True}],
    "cpu": 5.0,
}
"""The same for the classes that counting takes."""


def start_of_driver(option: str, report: str, classes: str) -> tuple[str, ...]:
    """The command that starts the driver in a folder where it lies; ``classes`` are those of its making."""
    return ("java", *_QUICK, option, "-cp", JAR, f"{_PACKAGE}.Main", report, FOLDER, classes)


@cache
def driver_jar() -> bytes:
    """The driver as a jar, from the user's cache when it is there: compiling it takes longer than most batches."""
    compiler = locate("javac")
    if compiler is None:
        raise JudgeError(missing_tools(_COMPILE))
    sources = {path.name: path.read_bytes() for path in _sources()}
    library = _facts(str(ASM)) if ASM.is_file() else "no library"
    return _kept(f"{_facts(compiler)} {library} {_COMPILE} {_MANIFEST} {sources}", lambda: _compiled(compiler))


def missing_library() -> str:
    """One line that says how to install what counting needs; empty when it is there."""
    return "" if ASM.is_file() else f"this machine has no {ASM.name}; install it with: apt-get install {ASM_PACKAGE}"


def _sources() -> list[Path]:
    """The driver's sources; those of the rewriter only where its library is, without which they do not compile."""
    folders = (_SOURCES, _REWRITER_SOURCES) if ASM.is_file() else (_SOURCES,)
    return [path for folder in folders for path in sorted(folder.glob("*.java"))]


@cache
def class_archive() -> bytes:
    """The driver's classes as a virtual machine has them in memory; nothing where it cannot write them down."""
    machine = locate("java")
    if machine is None:
        raise JudgeError(missing_tools(("java",)))
    jar = driver_jar()
    facts = f"{_facts(machine)} {_QUICK} {_training()} {hashlib.sha256(jar).hexdigest()}"
    return _kept(facts, lambda: _archived(machine, jar))


def _facts(tool: str) -> str:
    real = Path(tool).stat()
    return f"{os.path.realpath(tool)} {real.st_size} {real.st_mtime_ns}"


def _kept(facts: str, make: Callable[[], bytes]) -> bytes:
    """What these facts make: kept from before, or made and kept."""
    kept = get_cached(facts)
    if kept is None:
        kept = make()
        put_cached(facts, kept)
    return kept


def _compiled(compiler: str) -> bytes:
    """The driver compiled into a jar, the same bytes every time."""
    with scratch() as folder:
        command = [compiler, *_COMPILE[1:], "-cp", str(ASM), "-d", str(folder), *map(str, _sources())]
        done = subprocess.run(
            command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_PATIENCE_S
        )
        if done.returncode != 0:
            raise JudgeError(f"the Java driver cannot be compiled: {done.stderr.decode(errors='replace')[-500:]}")
        jar = io.BytesIO()
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF"), _MANIFEST)
            classes = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.class")}
            for name, content in sorted((classes | _library_classes()).items()):
                archive.writestr(zipfile.ZipInfo(_shade(name.encode()).decode()), _shade(content))
    return jar.getvalue()


def _library_classes() -> dict[str, bytes]:
    if not ASM.is_file():
        return {}
    with zipfile.ZipFile(ASM) as library:
        return {name: library.read(name) for name in library.namelist() if name.endswith(".class")}


def _shade(content: bytes) -> bytes:
    """A class file with ASM's package renamed: a program whose calls are counted may bring an ASM of its own.

    The new name is as long as the old one, so nothing else in the file moves.
    """
    return content.replace(b"org/objectweb/asm", b"harness/shade/asm")


def _training() -> str:
    requests = (_TRAINING, _TRAINING_WITH_READS) if ASM.is_file() else (_TRAINING,)
    return "".join(json.dumps(request) + "\n" for request in requests)


def _archived(machine: str, jar: bytes) -> bytes:
    """What a virtual machine writes down behind a short training; it must find the jar by the same path later."""
    with scratch() as workdir:
        (workdir / FOLDER / "classes").mkdir(parents=True)
        (workdir / JAR).write_bytes(jar)
        os.utime(workdir / JAR, (JAR_TIME, JAR_TIME))
        with zipfile.ZipFile(workdir / JAR) as classes:
            classes.extractall(workdir / FOLDER / "classes")
        command = start_of_driver(f"-XX:ArchiveClassesAtExit={ARCHIVE}", "report", f"{FOLDER}/classes")
        subprocess.run(
            (machine, *command[1:]),
            cwd=workdir,
            env=ENVIRONMENT,
            input=_training().encode(),
            capture_output=True,
            check=False,
            timeout=_PATIENCE_S,
        )
        return (workdir / ARCHIVE).read_bytes() if (workdir / ARCHIVE).is_file() else b""
