"""Read archives in a child process with limits of memory, CPU time and output: what an archive says decides nothing.

The libraries decompress some methods without a bound, and take long on some headers. So the grader never opens an
archive itself. While a class is read one child serves all of its archives, each with a limit of its own; elsewhere
each archive has a child, as a worker ends all processes below itself after each program.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import resource
import select
import signal
import socket
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.archive_names import Refused
from harness.model.errors import UsageError

_PR_SET_PDEATHSIG = 1
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_kept: dict[int, ArchiveReader] = {}
"""The reader that is kept, by the process that owns it: a worker that was forked meanwhile must not share it."""


def unpack(path: Path, target: Path, max_bytes: int, refused: list[Refused] | None) -> None:
    """Do what ``archive.unpack`` does; UsageError where it takes more than the limits allow, too."""
    with _reader() as reader:
        answer = reader.ask("unpack", path, max_bytes, target, refused is not None)
    if refused is not None:
        refused += answer


def entry_names(path: Path, max_bytes: int) -> list[str]:
    """Do what ``archive.entry_names`` does; UsageError where it takes more than the limits allow, too."""
    with _reader() as reader:
        names: list[str] = reader.ask("entry_names", path, max_bytes)
        return names


@contextlib.contextmanager
def kept_reader() -> Iterator[None]:
    """Let one child serve all archives that this process reads until the block ends; it is started for the first."""
    if os.getpid() in _kept:
        yield
        return
    reader = _kept[os.getpid()] = ArchiveReader()
    try:
        yield
    finally:
        _kept.pop(os.getpid(), None)
        reader.close()


@contextlib.contextmanager
def _reader() -> Iterator[ArchiveReader]:
    kept = _kept.get(os.getpid())
    if kept is not None:
        yield kept
        return
    reader = ArchiveReader()
    try:
        yield reader
    finally:
        reader.close()


class ArchiveReader:
    """A child that reads archives, and what it could not read: nobody waits twice for the same archive."""

    def __init__(self) -> None:
        """Start no child yet: most students hand in folders."""
        self._connection: Connection | None = None
        self._child = 0
        self._excesses: dict[tuple[str, int, int], str] = {}

    def ask(self, function: str, path: Path, max_bytes: int, *more: object) -> Any:
        """What a function of ``_FUNCTIONS`` returns; UsageError as it raises it, or for what exceeds the limits."""
        identity = _identity(path)
        if identity in self._excesses:
            raise UsageError(self._excesses[identity])
        cpu_s = limits.ARCHIVE_CPU_S * (1 if max_bytes <= limits.MAX_BYTES else limits.CLASS_CPU_FACTOR)
        try:
            kind, value = self._answer((function, cpu_s, path, max_bytes, *more), cpu_s)
        except (EOFError, OSError, TimeoutError, pickle.UnpicklingError):
            kind, value = "exceeded", f"more than the {cpu_s} seconds that it may take, or ends what reads it"
        except BaseException:  # an interruption leaves an answer behind that would be taken for the next
            self.close()
            raise
        if kind == "exceeded":
            self.close()
            self._excesses[identity] = f"{path}: the archive cannot be read: it takes {value}"
            raise UsageError(self._excesses[identity])
        if kind == "error":
            raise value
        return value

    def _answer(self, request: tuple[object, ...], cpu_s: int) -> tuple[str, Any]:
        connection = self._connect()
        connection.send_bytes(pickle.dumps(request))
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        if not poll.poll(cpu_s * limits.ARCHIVE_WALL_FACTOR * 1000):
            raise TimeoutError
        answer: tuple[str, Any] = pickle.loads(connection.recv_bytes(limits.MAX_ARCHIVE_ANSWER))  # noqa: S301 - from a child of ours
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
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
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
            connection.send_bytes(_result(functions[name], path, max_bytes, more))
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

    def unpack_listing(path: Path, max_bytes: int, target: Path, lenient: bool) -> list[Refused]:
        refused: list[Refused] = []
        archive.unpack(path, target, max_bytes, refused if lenient else None)
        return refused

    return {"unpack": unpack_listing, "entry_names": archive.entry_names}


def _result(function: Callable[..., object], path: Path, max_bytes: int, more: list[object]) -> bytes:
    """What came of a question: ``("value", V)``, ``("error", E)`` or ``("exceeded", what)``."""
    try:
        answer = pickle.dumps(("value", function(path, max_bytes, *more)))
    except (MemoryError, RecursionError):
        return pickle.dumps(("exceeded", f"more than {limits.ARCHIVE_MEMORY // limits.MIB} MiB of memory"))
    except UsageError as error:
        return pickle.dumps(("error", error))
    if len(answer) > limits.MAX_ARCHIVE_ANSWER:
        return pickle.dumps(("exceeded", "more room for its names than any honest one"))
    return answer
