"""Compiling: what was compiled before comes from the store; else a compiler runs, a resident one where that can be."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from harness import __version__
from harness.compile_server.protocol import READ_BY_JAVAC, Question, read_answer
from harness.execute.workspace import Workspace
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.plan.build_cache import BuildCache, user_cache
from harness.plan.compilers import follows_from, identity, is_compiler
from harness.spec.model import Limits
from harness.spec.units import Bytes, Seconds

USUAL = Limits(cpu=Seconds(60), wall=Seconds(180), memory=Bytes(2 * 1024**3))
"""What a build may take where the spec says nothing."""
_FORMAT = 2
_LARGEST = 16 * 1024**2
_QUICK = ("-J-XX:TieredStopAtLevel=1", "-J-XX:-UsePerfData")
"""A compilation is over before the optimising compiler pays: a third less CPU time."""
_MACHINE = re.compile(
    rb"(?i)no space|cannot allocate|out of memory|out of resources|memory exhausted|too many|resource|i/o error"
    rb"|input/output error|permission denied|read-only|killed|internal compiler error"
)
"""Failures that may be the machine's, or the moment's; with one too many nothing is lost but time."""
Files = dict[str, tuple[int, bytes]]
"""Path -> permissions and content; that of a folder ends with a slash."""


class _Kept(msgspec.Struct, frozen=True):
    """What came of a command."""

    exit: int
    stdout: bytes
    stderr: bytes
    cpu_s: float
    wall_s: float
    memory: int
    processes: int
    open_files: int
    made: tuple[tuple[str, int, bytes], ...]


def observe_build(
    command: tuple[str, ...], workdir: Path, home: Path, limits: ResolvedLimits, workspace: Workspace
) -> Observation:
    """Run a command of a build, or do what it would do: the folder is as it would leave it."""
    files = _read(workdir, command) if is_compiler(command) else None
    if files is None or not follows_from({path: content for path, (_, content) in files.items()}):
        return _observe(command, workdir, home, limits, workspace)
    step = _Step(command, workdir, home, limits, workspace, files)
    # Where programs can write what the user can, nothing that they may have written is believed.
    cache = user_cache() if workspace.isolation.level.confines_writes else None
    return step.run() if cache is None else step.from_cache(cache)


def _observe(
    command: tuple[str, ...], workdir: Path, home: Path, limits: ResolvedLimits, workspace: Workspace
) -> Observation:
    words = ("javac", *_QUICK, *command[1:]) if command[0] == "javac" else command
    return replace(workspace.observe(Invocation(words, workdir, home, limits, returns=("*",))), command=command)


class _Step(Struct, frozen=True):
    """A compiler's command, and the files that it finds."""

    command: tuple[str, ...]
    workdir: Path
    home: Path
    limits: ResolvedLimits
    workspace: Workspace
    files: Files

    def from_cache(self, cache: BuildCache) -> Observation:
        """What came of it before; else it is run and kept."""
        key = self._key()
        kept = _decoded(cache.get(key))
        if kept is not None:
            _put(self.workdir, kept.made)
            return Observation(
                self.command,
                kept.stdout,
                kept.stderr,
                kept.exit,
                cpu_s=kept.cpu_s,
                wall_s=kept.wall_s,
                memory=kept.memory,
                processes=kept.processes,
                open_files=kept.open_files,
            )
        seen = self.run()
        self._keep(cache, key, seen)
        return seen

    def run(self) -> Observation:
        """Compile: by the resident compiler where it answers that all is well, else by a compiler of our own.

        So no verdict but that of the usual compiler ever fails a submission.
        """
        client = self.workspace.compiler
        if client is not None and self.limits == ResolvedLimits.of(USUAL):  # stricter ones are left to our own
            question = Question.of(self.command, self.files, self._times())
            with self.workspace.stopwatch.programs():
                answer = read_answer(client.ask(question.encoded())) if question is not None else None
            if answer is not None:
                _put(self.workdir, tuple((name, 0o644, content) for name, content in answer.made))
                return Observation(self.command, stderr=answer.told, exit=0)
        return _observe(self.command, self.workdir, self.home, self.limits, self.workspace)

    def _times(self) -> dict[str, int]:
        return {name: (self.workdir / name).lstat().st_mtime_ns for name in self.files if not name.endswith("/")}

    def _key(self) -> str:
        """A name that says all that decides what comes of it."""
        facts = [__version__, _FORMAT, self.workspace.isolation.level.name, self.command, self.limits]
        facts += [identity(self.command[0]), _MACHINE.pattern]
        digest = hashlib.sha256(repr(facts).encode(errors="surrogateescape"))
        for name, (mode, content) in self.files.items():
            digest.update(repr((name, mode, hashlib.sha256(content).hexdigest())).encode(errors="surrogateescape"))
        if any(name.endswith(".class") for name in self.files):  # of a class and its source javac takes the newer one
            times = self._times()
            order = sorted(set(times.values()))
            digest.update(repr([order.index(time) for time in times.values()]).encode())
        return digest.hexdigest()

    def _keep(self, cache: BuildCache, key: str, seen: Observation) -> None:
        after = _read(self.workdir, self.command)
        if not isinstance(seen.stdout, bytes):  # so much that it lies in a file
            return
        if seen.exit is None or seen.refused or after is None or any(name not in after for name in self.files):
            return
        if seen.exit != 0 and _MACHINE.search(seen.stderr + seen.stdout):
            return
        made = tuple((name, *one) for name, one in after.items() if self.files.get(name) != one)
        used = seen.cpu_s, seen.wall_s, seen.memory, seen.processes, seen.open_files
        kept = _Kept(seen.exit, seen.stdout, seen.stderr, *used, made)
        cache.put(key, msgspec.msgpack.encode(kept))


def _decoded(content: bytes | None) -> _Kept | None:
    try:
        return msgspec.msgpack.decode(content or b"", type=_Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _put(workdir: Path, made: tuple[tuple[str, int, bytes], ...]) -> None:
    """Write files and folders, a folder before what is in it; there are no links in the box."""
    for name, mode, content in made:
        path = workdir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.unlink(missing_ok=True)
            path.write_bytes(content)
            path.chmod(mode)


def _read(folder: Path, command: tuple[str, ...]) -> Files | None:
    """All files of a folder; None where there is more than files and folders of usual names, or too much to read.

    What javac does not read is there without its content: a driver lays large files beside the sources.
    """
    found: Files = {}
    suffixes = READ_BY_JAVAC if command[0] == "javac" else ("",)
    left = _LARGEST
    for name, facts in _entries(folder):
        if stat.S_ISDIR(facts.st_mode):
            found[f"{name}/"] = 0o755, b""
            continue
        read = name.endswith(suffixes)
        left -= facts.st_size if read else 0
        if not stat.S_ISREG(facts.st_mode) or not name.isprintable() or left < 0:
            return None
        found[name] = facts.st_mode & 0o777, (folder / name).read_bytes() if read else b""
    return found


def _entries(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """All that is in a folder, in a fixed order, a folder before what is in it."""
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted([*folders, *names]):
            full = Path(path) / name
            yield str(full.relative_to(folder)), full.lstat()
