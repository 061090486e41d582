"""Call the methods of a Java submission, and count their calls. The driver's own program is in ``program``."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

from harness.language.driver import FOLDER, CalledNames, Driver, NotCallable, copy_program
from harness.language.java.jar import ARCHIVE, JAR, JAR_TIME, class_archive, driver_command, driver_jar, missing_asm
from harness.model.errors import JudgeError
from harness.model.result import ValueRules
from harness.sandbox.files.scratch import regular_files

_CLASSES = f"{FOLDER}/classes"


class JavaDriver(Driver):
    """Call methods by reflection, each case in a class loader of its own; count calls by an agent."""

    language = "java"
    has_arguments = False
    rules = ValueRules(list_as_tuple=True)

    def prepare_commands(self, workdir: Path, names: CalledNames) -> tuple[tuple[str, ...], ...]:  # noqa: ARG002
        """Copy the driver; compile the sources where the submission has no compiled classes."""
        _install(workdir)
        (workdir / ARCHIVE).write_bytes(class_archive())
        paths = list(regular_files(workdir))
        if any(
            path.endswith(".class") or _is_jar(workdir / path) for path in paths if not path.startswith(f"{FOLDER}/")
        ):
            return ()
        sources = [f"./{path}" for path in paths if path.endswith(".java")]
        if not sources:
            raise NotCallable("there are no compiled classes, and no sources to compile")
        return (("javac", "-encoding", "UTF-8", "-proc:none", "-nowarn", "-d", _CLASSES, *sources),)

    def copy_driver(self, workdir: Path) -> bool:
        """Copy the driver, which then finds no class; True."""
        _install(workdir)
        return True

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it starts in workdir
        """Start one virtual machine for all cases; nothing of the student's is on its class path."""
        return driver_command(f"-XX:SharedArchiveFile={ARCHIVE}", report, _CLASSES)

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """The first way that starts with ``java``, with an agent; else the first way, the agent in its environment.

        The agent's classes are the boot loader's, so that no class of the student's stands in for them; except for
        ``-Xlog:disable`` the virtual machine would write a warning about that to the program's output.

        Raises:
            JudgeError: when ASM is missing.

        """
        if missing_asm():
            raise JudgeError(missing_asm())
        _install(workdir)
        return (), _traced_command(ways, report)

    def overflow_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str, calls: int
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """As ``trace_commands``; overflows are looked for until the program's methods were called so many times."""
        return self.trace_commands(workdir, ways, f"{calls}:{report}")

    def locate_command(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str, seconds: float, span: float
    ) -> tuple[str, ...]:
        """As ``trace_commands``, with an agent that only looks at the calls of the main thread."""
        _install(workdir)
        return _traced_command(ways, f"locate:{seconds}:{span}:{report}")


def _traced_command(ways: tuple[tuple[str, ...], ...], argument: str) -> tuple[str, ...]:
    """The command of the first way that can have the agent, with this argument for it."""
    agent = ("-Xlog:disable", f"-javaagent:{JAR}={argument}")
    for way in ways:
        if Path(way[0]).name == "java":
            return (way[0], *agent, *way[1:])
    if not ways:
        raise NotCallable("nothing says how the program is started")
    return ("env", f"JDK_JAVA_OPTIONS={' '.join(agent)}", *ways[0])


def _is_jar(path: Path) -> bool:
    return not path.name.endswith(".java") and zipfile.is_zipfile(path)


def _install(workdir: Path) -> None:
    """Copy the driver's jar into the folder, with the modification time that the archive of its classes expects."""
    copy_program(workdir, "java/program", ())
    (workdir / JAR).write_bytes(driver_jar())
    os.utime(workdir / JAR, (JAR_TIME, JAR_TIME))


DRIVER = JavaDriver()
