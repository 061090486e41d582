"""ASM, the library that rewrites Java class files: where it is, and its classes under a package name of our own."""

from __future__ import annotations

import zipfile
from pathlib import Path

ASM = Path("/usr/share/java/asm.jar")
ASM_PACKAGE = "libasm-java"
"""The Debian package that brings it."""


def missing_asm() -> str:
    """One line that says how to install ASM; empty when it is there."""
    return "" if ASM.is_file() else f"this machine has no {ASM.name}; install it with: apt-get install {ASM_PACKAGE}"


def asm_classes() -> dict[str, bytes]:
    """The library's classes by their paths in its jar; none when it is missing."""
    if missing_asm():
        return {}
    with zipfile.ZipFile(ASM) as jar:
        return {name: jar.read(name) for name in jar.namelist() if name.endswith(".class")}


def shade(content: bytes) -> bytes:
    """Rename ASM's package in a class file, so that no class of a student's stands in for ours, nor ours for his.

    The new name is as long as the old one: nothing else in the file has to move.
    """
    return content.replace(b"org/objectweb/asm", b"harness/shade/asm")
