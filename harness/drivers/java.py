"""Calling the methods of a Java submission, and counting their calls; the programs of ours are in ``java_program``."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import stat
import subprocess
import tempfile
import zipfile
from functools import cache
from pathlib import Path

from harness.drivers.base import NotCallable
from harness.drivers.program import FOLDER, lay
from harness.model.errors import JudgeError
from harness.plan.toolchain import missing
from harness.run.isolation import ENVIRONMENT
from harness.run.scratch import regular_files
from harness.run.startable import locate

_SOURCES = Path(__file__).with_name("java_program")
_JAR = f"{FOLDER}/driver.jar"
_CLASSES = f"{FOLDER}/classes"
_PACKAGE = "harness.driver"
_MANIFEST = f"Manifest-Version: 1.0\nPremain-Class: {_PACKAGE}.Tracer\nBoot-Class-Path: driver.jar\n"
_COMPILE = ("javac", "--release", "17", "-encoding", "UTF-8", "-proc:none", "-XDstringConcat=inline")
_PATIENCE_S = 180
# A batch of calls is over before the optimising compiler pays; reflection that generates classes of its own never does.
_QUICK = (
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Xmx768m",
    "-Dsun.reflect.inflationThreshold=2147483647",
)


class JavaDriver:
    """Methods by reflection, each case in a class loader of its own; calls counted by an agent."""

    language = "java"
    has_fields = True

    def commands(self, box: Path, functions: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:  # noqa: ARG002
        """Nothing but where the submission is run from its sources: then these are compiled."""
        _put(box)
        paths = list(regular_files(box))
        if any(path.endswith(".class") or _is_jar(box / path) for path in paths if not path.startswith(f"{FOLDER}/")):
            return ()
        sources = [f"./{path}" for path in paths if path.endswith(".java")]
        if not sources:
            raise NotCallable("there are no compiled classes, and no sources to compile")
        return (("javac", "-encoding", "UTF-8", "-proc:none", "-nowarn", "-d", _CLASSES, *sources),)

    def alone(self, box: Path) -> bool:
        """It finds no class."""
        _put(box)
        return True

    def start(self, box: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - the box is the working folder
        """One virtual machine for all cases; nothing of the student's is on its own class path."""
        return ("java", *_QUICK, "-cp", _JAR, f"{_PACKAGE}.Main", report, FOLDER, _CLASSES)

    def traced(
        self, box: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """The first way that starts with ``java``, an agent added; else the first, a ``java`` inside it told by name.

        The agent's classes are the boot loader's, so that no class of the student's stands in for them; but for
        ``-Xlog:disable`` the virtual machine would write a warning about that to the program's output.
        """
        _put(box)
        agent = ("-Xlog:disable", f"-javaagent:{_JAR}={report}")
        for way in ways:
            if Path(way[0]).name == "java":
                return (), (way[0], *agent, *way[1:])
        if not ways:
            raise NotCallable("nothing says how the program is started")
        return (), ("env", f"JDK_JAVA_OPTIONS={' '.join(agent)}", *ways[0])


def _is_jar(path: Path) -> bool:
    return not path.name.endswith(".java") and zipfile.is_zipfile(path)


def _put(box: Path) -> None:
    """Put the driver into the box."""
    (lay(box, "java_program", ()) / "driver.jar").write_bytes(_driver())


@cache
def _driver() -> bytes:
    """The driver as a jar, from the user's cache when it is there: compiling it takes longer than most batches."""
    sources = {path.name: path.read_bytes() for path in sorted(_SOURCES.glob("*.java"))}
    compiler = locate("javac")
    if compiler is None:
        raise JudgeError(missing(_COMPILE))
    kept = _cache_file(sources, compiler)
    if kept is not None:
        with contextlib.suppress(OSError):
            return kept.read_bytes()
    jar = _compiled(compiler)
    if kept is not None:
        _keep(kept, jar)
    return jar


def _cache_file(sources: dict[str, bytes], compiler: str) -> Path | None:
    """The file for these sources and this compiler, in a folder that only this user can write; None without one."""
    real = Path(compiler).stat()
    facts = f"{os.path.realpath(compiler)} {real.st_size} {real.st_mtime_ns} {_COMPILE} {_MANIFEST} {sources}"
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grade"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        seen = folder.lstat()
    except (OSError, RuntimeError):
        return None
    if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != os.geteuid() or seen.st_mode & 0o022:
        return None
    return folder / f"java-driver-{hashlib.sha256(facts.encode()).hexdigest()[:32]}.jar"


def _keep(file: Path, content: bytes) -> None:
    """Write the file whole or not at all: others may be reading or writing it."""
    with contextlib.suppress(OSError):
        descriptor, name = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(descriptor, "wb") as new:
                new.write(content)
            Path(name).replace(file)
        except OSError:
            Path(name).unlink(missing_ok=True)


def _compiled(compiler: str) -> bytes:
    """The driver compiled into a jar, the same bytes every time."""
    with tempfile.TemporaryDirectory(prefix="grade-") as folder:
        command = [compiler, *_COMPILE[1:], "-d", folder, *map(str, sorted(_SOURCES.glob("*.java")))]
        done = subprocess.run(
            command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_PATIENCE_S
        )
        if done.returncode != 0:
            raise JudgeError(f"the Java driver cannot be compiled: {done.stderr.decode(errors='replace')[-500:]}")
        jar = io.BytesIO()
        with zipfile.ZipFile(jar, "w") as archive:
            archive.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF"), _MANIFEST)
            for path in sorted(Path(folder).rglob("*.class")):
                archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return jar.getvalue()


DRIVER = JavaDriver()
