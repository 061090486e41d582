"""Run build commands: from the build cache, by the compile server, or by a compiler of their own."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from harness import __version__
from harness.grading.workspace.compile_protocol import READ_BY_JAVAC, CompileRequest, parse_result
from harness.grading.workspace.workspace import Workspace
from harness.language import languages
from harness.language.tools.build_cache import BuildCache, user_cache
from harness.language.tools.toolchain import installation_id, is_reproducible, only_compiles
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.patterns import lazy_regex
from harness.sandbox.files.snapshot import sha256, walk_tree, write_files
from harness.spec.format.model import Limits
from harness.spec.format.units import Bytes, Seconds

DEFAULT_BUILD_LIMITS = Limits(cpu=Seconds(60), wall=Seconds(180), memory=Bytes(2 * 1024**3))
"""The limits of a build where the spec gives none."""
_FOR_TOOLS = "harness.grading.building.compile_for_tools"
_FORMAT = 4
_LARGEST_TREE = 16 * 1024**2
_MACHINE_FAILURE = lazy_regex(
    rb"(?i)no space|cannot allocate|out of memory|out of resources|memory exhausted|too many|resource|i/o error"
    rb"|input/output error|permission denied|read-only|killed|internal compiler error"
)
"""Messages of failures that the machine may have caused; they are never cached. One too many only costs time."""
Files = dict[str, tuple[int, bytes]]
"""Path -> permissions and content; the path of a folder ends with a slash."""


class _CachedBuild(msgspec.Struct, frozen=True):
    """The result of a compiler command, as the build cache stores it."""

    exit: int
    stdout: bytes
    stderr: bytes
    cpu_s: float
    wall_s: float
    memory: int
    processes: int
    open_files: int
    starved_s: float
    written_files: tuple[tuple[str, int, bytes], ...]


def observe_build(
    command: tuple[str, ...], workdir: Path, limits: ResolvedLimits, workspace: Workspace, home: Path | None = None
) -> Observation:
    """Run a build command in ``workdir``, or write the files that it would write when they are known already.

    ``home``: the folder that is its home; None: a new one, if it is run.
    """
    files = read_files(workdir, command) if only_compiles(command) else None
    if files is None or not is_reproducible({path: content for path, (_, content) in files.items()}):
        return _run_compiler(command, workdir, home, limits, workspace)
    compiler_command = _CompilerCommand(command, workdir, home, limits, workspace, files)
    # Without confined writes a student's program could have changed the cache, so it is not trusted.
    trusted = workspace.isolation.level.confines_writes or workspace.own_programs
    cache = user_cache() if trusted else None
    return compiler_command.run() if cache is None else compiler_command.from_cache(cache)


def recompile(command: tuple[str, ...], workdir: Path, workspace: Workspace) -> bool:
    """Compile a changed source; return whether that works. The compile server's word is enough."""
    limits = ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)
    files = read_files(workdir, command)
    if files is not None and is_reproducible({path: content for path, (_, content) in files.items()}):
        answer = _CompilerCommand(command, workdir, None, limits, workspace, files).answer()
        if answer is not None:
            result = parse_result(answer)
            classes = result.class_files if result is not None else ()
            write_files(workdir, tuple((name, 0o644, content) for name, content in classes))
            return result is not None
    return observe_build(command, workdir, limits, workspace).exit == 0


def _run_compiler(
    command: tuple[str, ...], workdir: Path, home: Path | None, limits: ResolvedLimits, workspace: Workspace
) -> Observation:
    home, javac = home or workspace.new("home"), _resident_javac(workspace, limits)

    def observe(*words: str) -> Observation:
        invocation = Invocation(words, workdir, home, limits, collect=("*",), resident_javac=javac)
        return replace(replace(workspace, most_cpu_s=None).observe(invocation), command=command)

    for language in languages().values():
        if (quick := language.quick_check(command)) is not None:
            observation = observe(*quick)
            if observation.exit is None or language.quick_check_decides(observation):
                return observation
    return observe(*command)  # what is said about a fault is the usual compiler's


def _resident_javac(workspace: Workspace, limits: ResolvedLimits) -> str:
    """Return the words that start the quicker javac for tools such as ``make``; empty if there is none.

    Only the course's own programs get it, outside of a sandbox. The server knows no stricter limits.
    """
    address = workspace.compiler.address if workspace.compiler is not None else ""
    is_own = workspace.own_programs and not workspace.isolation.level.confines_writes
    words = (sys.executable, "-I", "-m", _FOR_TOOLS, address)
    can_be_split = all(word.split() == [word] for word in words)
    is_usual = limits == ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS)
    return " ".join(words) if is_own and is_usual and can_be_split else ""


class _CompilerCommand(Struct, frozen=True):
    """A compiler command and the files that it can read."""

    command: tuple[str, ...]
    workdir: Path
    home: Path | None
    limits: ResolvedLimits
    workspace: Workspace
    files: Files

    def from_cache(self, cache: BuildCache) -> Observation:
        """Return the cached result and write its files; on a miss run the command and store its result."""
        key = self._key()
        cached = _decode(cache.get(key))
        if cached is not None:
            write_files(self.workdir, cached.written_files)
            return Observation(
                self.command,
                cached.stdout,
                cached.stderr,
                cached.exit,
                cpu_s=cached.cpu_s,
                wall_s=cached.wall_s,
                memory=cached.memory,
                processes=cached.processes,
                open_files=cached.open_files,
                starved_s=cached.starved_s,
            )
        observation = self.run()
        self._store(cache, key, observation)
        return observation

    def run(self) -> Observation:
        """Compile with the compile server where it reports success, else with a compiler process of our own.

        So a submission only ever fails to compile by the word of the usual compiler.
        """
        answer = parse_result(self.answer())
        if answer is not None:
            write_files(self.workdir, tuple((name, 0o644, content) for name, content in answer.class_files))
            return Observation(self.command, stderr=answer.messages, exit=0)
        return _run_compiler(self.command, self.workdir, self.home, self.limits, self.workspace)

    def answer(self) -> bytes | None:
        """Return what the compile server says; None if there is no answer. It knows no stricter limits."""
        client = self.workspace.compiler
        if client is None or self.limits != ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS):
            return None
        question = CompileRequest.of(self.command, self.files, self._times())
        with self.workspace.stopwatch.programs():
            return client.ask(question.encoded()) if question is not None else None

    def _times(self) -> dict[str, int]:
        return {name: (self.workdir / name).lstat().st_mtime_ns for name in self.files if not name.endswith("/")}

    def _key(self) -> str:
        """Return a hash of everything that decides the result."""
        facts = [__version__, _FORMAT, self.workspace.isolation.level.name, self.command, self.limits]
        facts += [installation_id(self.command[0]), _MACHINE_FAILURE.pattern]
        digest = sha256(repr(facts).encode(errors="surrogateescape"))
        for name, (mode, content) in self.files.items():
            digest.update(repr((name, mode, sha256(content).hexdigest())).encode(errors="surrogateescape"))
        if any(name.endswith(".class") for name in self.files):  # of a class and its source javac takes the newer one
            times = self._times()
            order = sorted(set(times.values()))
            digest.update(repr([order.index(time) for time in times.values()]).encode())
        return digest.hexdigest()

    def _store(self, cache: BuildCache, key: str, observation: Observation) -> None:
        after = read_files(self.workdir, self.command)
        if not isinstance(observation.stdout, bytes):  # too large for memory, so it is in a file
            return
        if observation.exit is None or observation.refused_limits:
            return
        if after is None or any(name not in after for name in self.files):
            return
        if observation.exit != 0 and _MACHINE_FAILURE.search(observation.stderr + observation.stdout):
            return
        written_files = tuple((name, *entry) for name, entry in after.items() if self.files.get(name) != entry)
        cached = _CachedBuild(
            observation.exit,
            observation.stdout,
            observation.stderr,
            observation.cpu_s,
            observation.wall_s,
            observation.memory,
            observation.processes,
            observation.open_files,
            observation.starved_s,
            written_files,
        )
        cache.put(key, msgspec.msgpack.encode(cached))


def _decode(content: bytes | None) -> _CachedBuild | None:
    try:
        return msgspec.msgpack.decode(content or b"", type=_CachedBuild)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def read_files(folder: Path, command: tuple[str, ...]) -> Files | None:
    """Read all files of a folder; None when it holds links or special files, unprintable names, or too much to read.

    Files that javac does not read are listed without content: a driver may put large files beside the sources.
    """
    files: Files = {}
    suffixes = READ_BY_JAVAC if command[0] == "javac" else ("",)
    left = _LARGEST_TREE
    for name, facts in walk_tree(folder):
        if stat.S_ISDIR(facts.st_mode):
            files[f"{name}/"] = 0o755, b""
            continue
        read = name.endswith(suffixes)
        left -= facts.st_size if read else 0
        if not stat.S_ISREG(facts.st_mode) or not name.isprintable() or left < 0:
            return None
        files[name] = facts.st_mode & 0o777, (folder / name).read_bytes() if read else b""
    return files
