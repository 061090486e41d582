"""The battery of ``battery.yaml``: each attack is a program in Python that prints what it has reached."""

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
    levels: str
    """The levels that hold it."""


def _program(tries: list[str]) -> str:
    """A program that makes every attempt and prints those that worked."""
    made = [_HEAD]
    for number, attempt in enumerate(tries):
        body = "".join(f"    {line}\n" for line in attempt.splitlines())
        made.append(f"try:\n{body}    print('reached', {number}, {attempt!r}, flush=True)\nexcept Exception: pass\n")
    return "".join(made)


def _attack(one: dict[str, Any]) -> Attack:
    code = one["code"] if "code" in one else _program(one["tries"])
    ends = tuple(one.get("ends", ("ended",)))
    return Attack(one["name"], code, ends, one.get("prints", True), one.get("levels", "ABCD"))


def battery() -> list[Attack]:
    """All attacks."""
    groups = yaml.safe_load(Path(__file__).with_name("battery.yaml").read_text(encoding="utf-8"))
    return [_attack(one) for group in groups.values() for one in group]
