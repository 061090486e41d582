"""ASM, the library that rewrites Java class files: where it is, and its classes under a package name of our own."""

from __future__ import annotations

import zipfile
from pathlib import Path

from harness.language.tools.installed import JAR_FOLDER

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
    """Rename ASM's package in a class file, so that no class of a student's stands in for ours, nor ours for his.

    The new name is as long as the old one: nothing else in the file has to move.
    """
    return content.replace(b"org/objectweb/asm", b"harness/shade/asm")
