"""Runs that are known from the last proof: the same command on the same files, input and clock is not run again."""

from __future__ import annotations

import pickle
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.language.tools.build_cache import get_cached, put_cached, unpickled
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.sandbox.files.snapshot import sha256, walk_tree, write_files

_MOST_BYTES = 1 << 24
_MOST_FILES = 2000
_LARGEST_RUN = 1 << 19
"""Bytes of a run that are kept at most, compressed."""

_Tree = dict[str, tuple[int, int, bytes]]
"""Path -> mode, time of change in ns, content; the path of a folder ends with a slash, and it has no time."""


class _KnownRun(Struct, frozen=True):
    """The result of a run, and what it changed in its folders."""

    observation: Observation
    limits: ResolvedLimits
    changed: tuple[tuple[tuple[str, int, bytes], ...], ...]
    """By folder the path, mode and content of what is new, in the order in which it was written."""

    def fits(self, limits: ResolvedLimits) -> bool:
        """Whether a run with these limits of time would have gone the same way."""
        if self.observation.ended_by is not None:
            return limits.cpu <= self.limits.cpu and limits.wall <= self.limits.wall
        return self.observation.cpu_s <= limits.cpu and self.observation.wall_s <= min(limits.wall, limits.idle)


class RunMemory(Struct, frozen=True):
    """The runs of one program."""

    facts: str
    """The hash of all that each of its runs depends on: the harness, the tools, the isolation, which program it is."""
    reads: bool
    """Whether known runs are taken; else all are only kept."""
    _begun: dict[str, int] = field(default_factory=dict)
    """How often each run was asked for: what is run several times is so to see whether it differs."""

    def observe(self, invocation: Invocation, observe_now: Callable[[], Observation]) -> Observation:
        """Take a run from before with all that it changed, or observe and keep it."""
        folders = invocation.workdir, invocation.home
        before = [tree for folder in folders if (tree := _read_tree(folder)) is not None]
        if len(before) < len(folders):
            return observe_now()
        key = self._key(invocation, before)
        self._begun[key] = self._begun.get(key, 0) + 1
        key += f", time {self._begun[key]}"
        known = self.get(key)
        if isinstance(known, _KnownRun) and known.fits(invocation.limits):
            for folder, changed in zip(folders, known.changed, strict=True):
                write_files(folder, changed)
            return known.observation
        observation = observe_now()
        if not observation.not_started and not observation.machine_was_busy:
            known = _known_run(invocation, observation, before)
            if known is not None:
                self.put(key, known)
        return observation

    def folder_facts(self, folder: Path) -> str:
        """The hash of this memory's facts and all that is in a folder; empty if that is too much to read."""
        tree = _read_tree(folder)
        return "" if tree is None else sha256(repr((self.facts, _content(tree))).encode()).hexdigest()

    def get(self, key: str) -> Any:
        """What was kept under a key that holds all the facts; None if there is nothing, or nothing is taken."""
        content = get_cached(key) if self.reads else None
        return None if content is None else unpickled(zlib.decompress(content))

    def put(self, key: str, value: object) -> None:
        """Keep a value, unless it is large."""
        if len(packed := zlib.compress(pickle.dumps(value), 1)) <= _LARGEST_RUN:
            put_cached(key, packed)

    def _key(self, invocation: Invocation, trees: list[_Tree]) -> str:
        files = [_content(tree) for tree in trees]
        # what "make" does follows from the order of the times
        order = [sorted(tree, key=lambda name: tree[name][1]) for tree in trees if "*" in invocation.collect]
        limits = replace(invocation.limits, cpu=0.0, wall=0.0, idle=0.0)
        nowhere = replace(invocation, workdir=Path(), home=Path(), limits=limits, submission="", resident_javac="")
        facts = repr((nowhere, files, order)).encode(errors="surrogateescape")
        return f"run of {self.facts}: {sha256(facts).hexdigest()}"


def _known_run(invocation: Invocation, observation: Observation, before: list[_Tree]) -> _KnownRun | None:
    """A run that can be repeated by writing files; None if it took files away, or names the folders of this one."""
    changed, folders = list[tuple[tuple[str, int, bytes], ...]](), (invocation.workdir, invocation.home)
    for folder, old in zip(folders, before, strict=True):
        new = _read_tree(folder)
        if new is None or not old.keys() <= new.keys():
            return None
        names = sorted((name for name in new if new[name] != old.get(name)), key=lambda name: new[name][1])
        changed.append(tuple((name, new[name][0], new[name][2]) for name in names))
    known = _KnownRun(observation, invocation.limits, tuple(changed))
    content = pickle.dumps(known)
    return None if any(str(folder).encode() in content for folder in folders) else known


def _content(tree: _Tree) -> list[tuple[str, int, bytes]]:
    """Path, mode and content of all files, in the order of their paths."""
    return [(name, mode, content) for name, (mode, _, content) in sorted(tree.items())]


def _read_tree(folder: Path) -> _Tree | None:
    """All below a folder; None if there are links or special files, or too much to read for every run."""
    tree, left = _Tree(), _MOST_BYTES
    try:
        for name, facts in walk_tree(folder):
            left -= facts.st_size
            if stat.S_ISDIR(facts.st_mode):
                tree[f"{name}/"] = 0, 0, b""
            elif not stat.S_ISREG(facts.st_mode) or left < 0 or len(tree) == _MOST_FILES:
                return None
            else:
                content = (folder / name).read_bytes()
                tree[name] = stat.S_IMODE(facts.st_mode), facts.st_mtime_ns, content
    except OSError:
        return None
    return tree
