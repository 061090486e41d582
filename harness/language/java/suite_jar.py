"""What runs a course's tests of JUnit: our program for both processes as a jar, and the jars of JUnit."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from harness.language.java.jar import asm_jars, cached, compile_jar, identity, missing_asm
from harness.language.tools.packages import JAR_FOLDER
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.sandbox.process_setup.environment import locate

_FOLDER = Path(__file__).parent
_JUNIT = (
    "junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params", "junit-vintage-engine", "junit4",
    "junit-platform-commons", "junit-platform-engine", "junit-platform-launcher", "apiguardian-api", "opentest4j",
    "univocity-parsers",
)  # fmt: skip
_OTHERS = {"hamcrest": b"org.hamcrest.", "assertj-core": b"org.assertj."}
"""Libraries of assertions, which the tests may use where this machine has them, and their packages."""


def check_libraries(tests: Iterable[bytes]) -> None:
    """Raise a JudgeError where tests use a library that this machine lacks: no student's program is wrong for that."""
    texts = list(tests)
    for name, package in _OTHERS.items():
        if not (JAR_FOLDER / f"{name}.jar").is_file() and any(package in text for text in texts):
            raise JudgeError(f"this machine has no {name}.jar; install it with: apt-get install lib{name}-java")


def junit_jars() -> tuple[Path, ...]:
    """The jars that the tests are compiled and run with.

    Raises:
        JudgeError: when one of JUnit's is missing.

    """
    jars = [JAR_FOLDER / f"{name}.jar" for name in _JUNIT]
    lacking = next((jar for jar in jars if not jar.is_file()), None)
    if lacking is not None:
        raise JudgeError(f"this machine has no {lacking.name}; install it with: apt-get install junit5")
    return (*jars, *(jar for name in _OTHERS if (jar := JAR_FOLDER / f"{name}.jar").is_file()))


@cache
def suite_jar() -> bytes:
    """Our program, from the user's cache when it is there.

    Raises:
        JudgeError: when a tool or a library is missing.

    """
    compiler = locate("javac")
    if compiler is None or missing_asm():
        raise JudgeError(missing_tools(("javac",)) or missing_asm())
    sources = [_FOLDER / "program" / "Json.java", *sorted((_FOLDER / "suite").glob("*.java"))]
    libraries = (*asm_jars(), *junit_jars())
    texts = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    facts = f"suite {identity(compiler)} {[identity(str(jar)) for jar in libraries]} {texts}"
    return cached(facts, lambda: compile_jar(compiler, sources, libraries))
