"""Read the attacks of ``battery.yaml``: each is a program in Python that prints what it has reached."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_HEAD = """\
import ctypes, fcntl, mmap, os, resource, signal, socket, struct, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def sure(value):
    if value is None or value is False or value == -1: raise OSError(value)
"""


@dataclass(frozen=True)
class Attack:
    """One hostile program."""

    name: str
    code: str
    ends: tuple[str, ...]
    """How it may end."""
    silent: bool
    """Whether it must print nothing."""
    levels: tuple[str, ...] | None
    """The levels that are attacked by it; None: all."""
    spared: tuple[str, ...] = ()
    """The levels, by their full names, that are not."""

    def is_on(self, level: str) -> bool:
        """Tell whether a level is attacked by it."""
        return level not in self.spared and (self.levels is None or level[0] in self.levels)


def _program(tries: list[str]) -> str:
    """Return a program that makes every attempt and prints those that worked."""
    parts = [_HEAD]
    for number, attempt in enumerate(tries):
        body = "".join(f"    {line}\n" for line in attempt.splitlines())
        parts.append(f"try:\n{body}    print('reached', {number}, {attempt!r}, flush=True)\nexcept Exception: pass\n")
    return "".join(parts)


def _attack(entry: dict[str, Any]) -> Attack:
    code = entry["code"] if "code" in entry else _program(entry["tries"])
    ends = tuple(entry.get("ends", ("ended",)))
    levels = tuple(entry["levels"]) if "levels" in entry else None
    return Attack(entry["name"], code, ends, entry.get("prints", True), levels, tuple(entry.get("except", ())))


def battery(level: str | None = None) -> list[Attack]:
    """Return all attacks, or those on one level."""
    groups = yaml.safe_load(Path(__file__).with_name("battery.yaml").read_text(encoding="utf-8"))
    attacks = [_attack(entry) for group in groups.values() for entry in group]
    return [attack for attack in attacks if level is None or attack.is_on(level)]
