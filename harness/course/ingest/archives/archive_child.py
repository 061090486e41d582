"""Read archives in a child process with limits of memory, CPU time and output: what an archive says decides nothing.

The libraries decompress some methods without a bound, and take long on some headers. So the grader never opens an
archive itself. While a class is read one child serves all of its archives, each with a limit of its own; elsewhere
each archive has a child, as a worker ends all processes below itself after each program.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import select
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.limits import Refused, TooLarge
from harness.model.errors import UsageError
from harness.sandbox.files.scratch import empty_folder
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.child_process import Connection

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_kept: dict[int, ArchiveReader] = {}
"""The reader that is kept, by the process that owns it: a worker that was forked meanwhile must not share it."""


def unpack(path: Path, target: Path, max_bytes: int, refused: list[Refused] | None) -> None:
    """Do what ``archive.unpack`` does; UsageError where it takes more than the limits allow, too.

    Of an archive that is not unpacked as a whole nothing stays: many such would fill the disk.
    """
    with kept_reader() as reader:
        try:
            answer = reader.unpack(path, target, max_bytes, lenient=refused is not None)
        except UsageError:
            empty_folder(target)
            raise
    if refused is not None:
        refused += answer


def entry_names(path: Path, max_bytes: int) -> list[str]:
    """Do what ``archive.entry_names`` does; UsageError where it takes more than the limits allow, too."""
    with kept_reader() as reader:
        names: list[str] = reader.ask("entry_names", path, max_bytes)
        return names


@contextlib.contextmanager
def kept_reader() -> Iterator[ArchiveReader]:
    """Let one child serve all archives that this process reads until the block ends; it is started for the first."""
    owner = os.getpid()
    if owner in _kept:
        yield _kept[owner]
        return
    reader = _kept[owner] = ArchiveReader()
    try:
        yield reader
    finally:
        _kept.pop(owner, None)
        reader.close()


class ArchiveReader:
    """A child that reads archives, and what it could not read: nobody waits twice for the same archive."""

    def __init__(self) -> None:
        """Start no child yet: most students hand in folders."""
        self._connection: Connection | None = None
        self._child = 0
        self._excesses: dict[tuple[str, int, int], str] = {}
        self._left_bytes = limits.CLASS_BYTES
        self._left_cpu_s: float = limits.CLASS_CPU_S

    def unpack(self, path: Path, target: Path, max_bytes: int, *, lenient: bool) -> list[Refused]:
        """Unpack an archive, within its share of what is left for those of all students; return what was left out."""
        left = min(self._left_bytes, shutil.disk_usage(target).free)
        share = left // limits.SHARE if max_bytes <= limits.MAX_BYTES else left
        try:
            size, refused = self.ask("unpack", path, min(max_bytes, share), target, lenient)
        except TooLarge as error:
            if share >= max_bytes:
                raise
            room = f"{left // limits.MIB} MiB are left for the archives of all students, and this may take a part of it"
            raise UsageError(f"{error}; {room}: grade the class in several runs, or make room in TMPDIR") from None
        self._left_bytes -= size if max_bytes <= limits.MAX_BYTES else 0
        answer: list[Refused] = refused
        return answer

    def ask(self, function: str, path: Path, max_bytes: int, *more: object) -> Any:
        """What a function of ``_FUNCTIONS`` returns; UsageError as it raises it, or for what exceeds the limits."""
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise UsageError(f"{path}: the archive cannot be read: this is no regular file")
        identity = _identity(path)
        if identity in self._excesses:
            raise UsageError(self._excesses[identity])
        cpu_s, used_s = self._cpu_limit_s(max_bytes), 0.0
        try:
            kind, value, used_s = self._answer((function, cpu_s, path, max_bytes, *more), cpu_s)
        except (EOFError, OSError, TimeoutError, pickle.UnpicklingError):
            used_s = cpu_s
            kind, value = "exceeded", f"more than the {cpu_s} seconds that it may take, or ends what reads it"
        except BaseException:  # an interruption leaves an answer that would be taken for the next
            self.close()
            raise
        self._left_cpu_s -= used_s if max_bytes <= limits.MAX_BYTES else 0
        if kind == "exceeded":
            self.close()
            self._excesses[identity] = f"{path}: the archive cannot be read: it takes {value}"
            raise UsageError(self._excesses[identity])
        if kind == "error":
            raise value
        return value

    def _cpu_limit_s(self, max_bytes: int) -> int:
        """CPU seconds for one archive: that of a class has its own, those of students share theirs."""
        if max_bytes > limits.MAX_BYTES:
            return limits.ARCHIVE_CPU_S * limits.CLASS_CPU_FACTOR
        return max(1, min(limits.ARCHIVE_CPU_S, int(self._left_cpu_s / limits.SHARE)))

    def _answer(self, request: tuple[object, ...], cpu_s: int) -> tuple[str, Any, float]:
        connection = self._connect()
        connection.send_bytes(pickle.dumps(request))
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        if not poll.poll(cpu_s * limits.ARCHIVE_WALL_FACTOR * 1000):
            raise TimeoutError
        answer: tuple[str, Any, float] = pickle.loads(connection.recv_bytes(limits.MAX_ARCHIVE_ANSWER))  # noqa: S301 - from a child of ours
        return answer

    def _connect(self) -> Connection:
        if self._connection is None:
            ours, theirs = socket.socketpair()
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
            try:
                self._child = os.fork()
                if self._child == 0:
                    ours.close()
                    _serve(Connection(theirs.detach()))
                self._connection = Connection(ours.detach())
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                theirs.close()
        return self._connection

    def close(self) -> None:
        """Kill the child; the next question gets a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._child, 0)


def _identity(path: Path) -> tuple[str, int, int]:
    try:
        status = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), status.st_mtime_ns, status.st_size


def _serve(connection: Connection) -> NoReturn:
    """Answer until the grader hangs up, and never return into its code."""
    try:
        process_tree.end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the grader, which then ends this process
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        functions = _functions()
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_AS, _address_space() + limits.ARCHIVE_MEMORY)
        while True:
            name, cpu_s, path, max_bytes, *more = pickle.loads(connection.recv_bytes())  # noqa: S301 - from the grader
            used = resource.getrusage(resource.RUSAGE_SELF)
            _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + cpu_s)
            _limit(resource.RLIMIT_FSIZE, max_bytes + limits.MAX_TAR_OVERHEAD)
            connection.send_bytes(_result(functions[name], path, max_bytes, more, used.ru_utime + used.ru_stime))
    except (EOFError, OSError, MemoryError):
        pass
    finally:
        os._exit(0)


def _limit(kind: int, value: int) -> None:
    """Set a soft limit, which the next archive may move again."""
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _address_space() -> int:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


def _functions() -> dict[str, Callable[..., object]]:
    from harness.course.ingest.archives import archive  # noqa: PLC0415 - that takes a while, and the grader itself never needs it

    def unpack_listing(path: Path, max_bytes: int, target: Path, lenient: bool) -> tuple[int, list[Refused]]:
        refused: list[Refused] = []
        size = archive.unpack(path, target, max_bytes, refused if lenient else None)
        return size, refused

    return {"unpack": unpack_listing, "entry_names": archive.entry_names}


def _result(
    function: Callable[..., object], path: Path, max_bytes: int, more: list[object], used_before_s: float
) -> bytes:
    """A result, and CPU seconds: ``("value", V, s)``, ``("error", E, s)``, ``("exceeded", text, s)``."""
    kind: str
    answer: object
    try:
        kind, answer = "value", function(path, max_bytes, *more)
    except (MemoryError, RecursionError):
        kind, answer = "exceeded", f"more than {limits.ARCHIVE_MEMORY // limits.MIB} MiB of memory"
    except UsageError as error:
        kind, answer = "error", error
    used = resource.getrusage(resource.RUSAGE_SELF)
    used_s = used.ru_utime + used.ru_stime - used_before_s
    try:
        content = pickle.dumps((kind, answer, used_s))
    except MemoryError:
        content = b""
    if not content or len(content) > limits.MAX_ARCHIVE_ANSWER:
        return pickle.dumps(("exceeded", "more room for its names than any honest one", used_s))
    return content
