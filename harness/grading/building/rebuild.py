"""Build a submission again with more options of the compiler, by its own commands."""

from __future__ import annotations

import shutil
from pathlib import Path

from msgspec import Struct

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.building.run_recipe import BuildBudget
from harness.grading.workspace.workspace import Workspace
from harness.model.runs.limits import ResolvedLimits
from harness.sandbox.files.scratch import remove
from harness.sandbox.process_setup.environment import ENVIRONMENT

COMPILERS = ("gcc", "g++", "cc", "c++", "clang", "clang++", "c99", "c11")
_WRAPPERS = ".compilers-with-options"
_TOP = "{top}"


class Rebuilt(Struct, frozen=True):
    """How a submission was built again."""

    commands: tuple[tuple[str, ...], ...]
    """The commands, as a student would type them."""
    failed: tuple[str, ...] = ()
    """The command that failed, with the options; empty: none did."""


def rebuild(built: Built, folder: Path, flags: tuple[str, ...], workspace: Workspace) -> Rebuilt:
    """Run the commands that built it in a folder that holds its files, with these options at every compiler's end.

    ``{top}`` in the options stands for the folder.
    """
    limits = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)
    budget = BuildBudget.of()
    shown = []
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
        shown.append((*command, *flags) if command[0] in COMPILERS else (*command, f"CC=gcc {' '.join(flags)}"))
    remove(folder / _WRAPPERS)
    return Rebuilt(tuple(shown))


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
