"""Build a submission again, apart: with sanitizers or other options of the compiler, or to be run under Valgrind."""

from __future__ import annotations

import os
import shutil
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.building.run_recipe import BuildBudget
from harness.grading.workspace.workspace import Workspace
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError, NeedsReview
from harness.model.finding import Finding
from harness.model.invocation import ResolvedLimits
from harness.sandbox.files.scratch import copy_tree, remove
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from harness.spec.format.model import Case

COMPILERS = ("gcc", "g++", "cc", "c++", "clang", "clang++", "c99", "c11")
_WRAPPERS = ".compilers-with-options"
_TOP = "{top}"


class Rebuilt(Struct, frozen=True):
    """How a submission was built again."""

    commands: tuple[tuple[str, ...], ...]
    """The commands, as a student would type them."""
    failed: tuple[str, ...] = ()
    """The command that failed, with the options; empty: none did."""
    messages: bytes = b""
    """What the compilers said."""


def rebuild(built: Built, folder: Path, flags: tuple[str, ...], workspace: Workspace) -> Rebuilt:
    """Run the commands that built it in a folder that holds its files, with these options at every compiler's end.

    ``{top}`` in the options stands for the folder.
    """
    limits = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)
    budget = BuildBudget.of()
    shown, messages = [], b""
    for command in built.commands:
        words = (*command, *(flag.replace(_TOP, ".") for flag in flags))
        if command[0] not in COMPILERS:
            _write_wrappers(folder, flags)
            words = ("sh", "-c", f'PATH="$PWD/{_WRAPPERS}:$PATH" exec "$@"', "sh", *command)
        if budget.spent is not None:
            return Rebuilt((), (*command, *flags))
        observation = observe_build(words, folder, budget.limits(limits), workspace)
        budget.spend(observation)
        if observation.exit != 0:
            return Rebuilt((), (*command, *flags))
        messages += observation.stderr
        shown.append((*command, *flags) if command[0] in COMPILERS else (*command, f"CC=gcc {' '.join(flags)}"))
    remove(folder / _WRAPPERS)
    return Rebuilt(tuple(shown), messages=messages)


def _write_wrappers(folder: Path, flags: tuple[str, ...]) -> None:
    """Put compilers before those of the machine that add the options, for a Makefile that names them."""
    wrappers = folder / _WRAPPERS
    if wrappers.is_dir():
        return
    wrappers.mkdir()
    words = " ".join(flags).replace(_TOP, '"${0%/*}"/..')
    for name in COMPILERS:
        path = shutil.which(name, path=ENVIRONMENT["PATH"])
        if path is not None:
            (wrappers / name).write_text(f'#!/bin/sh\nexec {path} "$@" {words}\n', encoding="utf-8")
            (wrappers / name).chmod(0o755)


_MARKS = (b"__asan_", b"__ubsan_")
"""What a program holds that was built with a sanitizer."""
_OPTIONS = "verify_asan_link_order=0:detect_stack_use_after_return=1:strict_string_checks=1"
"""A clock that moves is a library that is loaded before the sanitizer's."""
_VALGRIND = (
    "valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=definite",
    "--errors-for-leak-kinds=definite",
)  # fmt: skip
_SLOWER = {"sanitizer": 5, "valgrind": 60}
"""How much more time a program may take."""
_MORE_MEMORY = 512 << 20
_LARGEST_PROGRAM = 64 << 20


class _Variant(Struct, frozen=True):
    """A submission as it is built for one set of sanitizers, or why it cannot be."""

    built: Built | None = None
    problem: Finding | None = None


def sanitized(case: Case, built: Built, workspace: Workspace) -> Built:
    """Return the build that a case runs: as it is, where the case asks for no sanitizer.

    Raises:
        NeedsReview: when the submission's own build escapes the sanitizer, or fails with it.
        JudgeError: when this machine lacks the tool.

    """
    if not case.sanitize:
        return built
    key: Hashable = ("sanitize", case.sanitize)
    if key not in workspace.variants:
        workspace.variants[key] = _make(case, built, workspace)
    variant: Any = workspace.variants[key]
    if variant.problem is not None:
        raise NeedsReview(variant.problem)
    sanitized_build: Built = variant.built
    return sanitized_build


def sanitized_limits(case: Case, limits: ResolvedLimits) -> ResolvedLimits:
    """Return limits that leave room for what the sanitizer itself takes."""
    if not case.sanitize:
        return limits
    factor = _SLOWER["valgrind" if case.sanitize == "valgrind" else "sanitizer"]
    return replace(limits, cpu=limits.cpu * factor, wall=limits.wall * factor, memory=3 * limits.memory + _MORE_MEMORY)


def sanitized_command(case: Case, command: tuple[str, ...], limits: ResolvedLimits) -> tuple[str, ...]:
    """Return the command that starts a program below Valgrind, or with the options of its sanitizers."""
    if not case.sanitize:
        return command
    if case.sanitize == "valgrind":
        # It takes descriptors near the limit for itself at its start, so that limit must not change any more.
        return ("prlimit", f"--nofile={limits.open_files}:{limits.open_files}", *_VALGRIND, *command)
    return ("env", f"ASAN_OPTIONS={_OPTIONS}", *command)


def flags_of(case: Case) -> tuple[str, ...]:
    """Return the compiler's options for a case."""
    if case.sanitize == "valgrind" or not case.sanitize:
        return ("-g", "-O0")
    names = (case.sanitize,) if isinstance(case.sanitize, str) else case.sanitize
    return ("-g", "-O0", "-fno-omit-frame-pointer", f"-fsanitize={','.join(names)}", "-fno-sanitize-recover=all")


def _make(case: Case, built: Built, workspace: Workspace) -> _Variant:
    if case.sanitize == "valgrind" and locate("valgrind") is None:
        raise JudgeError(missing_tools(("valgrind",)))
    if built.staged is None or built.folder is None:
        raise ValueError("only a submission that was built can be built again")
    folder, flags = workspace.new("sanitized"), flags_of(case)
    copy_tree(built.staged, folder)
    rebuilt = rebuild(built, folder, flags, workspace)
    if rebuilt.failed:
        return _Variant(problem=Finding.of("sanitized-build-failed", command=" ".join(rebuilt.failed)))
    if case.sanitize != "valgrind" and not is_instrumented(folder, built.staged):
        last = built.commands[-1] if built.commands else ()
        return _Variant(problem=Finding.of("not-sanitized", command=" ".join(last)))
    return _Variant(replace(built, folder=folder, commands=rebuilt.commands))


def is_instrumented(folder: Path, before: Path) -> bool:
    """Whether the build made a program that holds a sanitizer."""
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or (before / path.relative_to(folder)).exists():
            continue
        if os.access(path, os.X_OK) and path.stat().st_size <= _LARGEST_PROGRAM:
            content = path.read_bytes()
            if any(mark in content for mark in _MARKS):
                return True
    return False
