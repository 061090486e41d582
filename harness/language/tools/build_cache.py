"""The user's cache of builds and specs, and that of compiled drivers, which no other user can write.

A key is a hash of everything that the cached content depends on. Without a folder that only this user can write there
is no cache, silently; a damaged entry counts as missing. ``GRADE_CACHE=off`` switches the cache off.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import stat
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.sandbox.files.snapshot import sha256

_BUCKETS = 256
_MAX_BUCKET_BYTES = 4 * 1024**2
MAX_BYTES = _BUCKETS * _MAX_BUCKET_BYTES
"""The size limit of the whole cache, in bytes."""
_DIGEST_SIZE = len(sha256().digest())
_DIGITS, _HEXADECIMAL = 2 * _DIGEST_SIZE, frozenset("0123456789abcdef")


class BuildCache(Struct, frozen=True):
    """A folder of buckets of limited size, each named for the first two digits of its keys."""

    folder: Path

    def get(self, key: str) -> bytes | None:
        """The content stored under a key; None when there is none, or it is damaged."""
        path = self._path(key)
        try:
            content = path.read_bytes()
            os.utime(path)  # the least recently used are evicted first
        except OSError:
            return None
        digest, rest = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        return rest if sha256(rest).digest() == digest else None

    def put(self, key: str, content: bytes) -> None:
        """Store content atomically, as other processes may read or write the same entry.

        The least recently used entries of the bucket are evicted to make room; errors are ignored.
        """
        path = self._path(key)
        if len(content) + _DIGEST_SIZE > _MAX_BUCKET_BYTES:
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _evict(path.parent, len(content) + _DIGEST_SIZE)
            descriptor, name = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(descriptor, "wb") as new:
                    new.write(sha256(content).digest() + content)
                Path(name).replace(path)
            except OSError:
                Path(name).unlink(missing_ok=True)

    def size(self) -> int:
        """The size of all entries, in bytes."""
        return sum(size for bucket in self.folder.glob("[0-9a-f][0-9a-f]") for _, size, _ in _entries(bucket))

    def _path(self, key: str) -> Path:
        if len(key) != _DIGITS or not _HEXADECIMAL.issuperset(key):
            raise ValueError(f"no hash: {key!r}")
        return self.folder / key[:2] / key[2:]


def user_cache() -> BuildCache | None:
    """The cache of the user who runs this; None when it is off, or no folder for it is writable by this user alone."""
    if os.environ.get("GRADE_CACHE") == "off":
        return None
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grade"
        try:
            status = os.lstat(folder)
        except FileNotFoundError:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            status = os.lstat(folder)
        hidden = not _real_path(folder).startswith("/usr/")  # students' programs see that folder
    except (OSError, RuntimeError):
        return None
    return BuildCache(folder) if hidden and _is_private(folder, status) else None


def _tool_cache() -> BuildCache | None:
    """The cache of what the harness and this machine's tools alone decide: beside the interpreter, or the user's.

    It is beside the interpreter in an environment of this user's own, where ``./setup`` puts the supervisor too.
    """
    folder = Path(sys.prefix) / "lib" / "grade"
    with contextlib.suppress(OSError):
        if sys.prefix != sys.base_prefix and _is_private(folder, os.lstat(folder)):
            return BuildCache(folder) if os.environ.get("GRADE_CACHE") != "off" else None
    return user_cache()


def _is_private(folder: Path, status: os.stat_result) -> bool:
    private = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o022
    return private and os.access(folder, os.W_OK)


@lru_cache(maxsize=8)
def _real_path(folder: Path) -> str:
    return os.path.realpath(folder)


def get_cached(facts: str, *, of_tools: bool = False) -> bytes | None:
    """The cached content that was made from the facts in this text; None when there is none.

    ``of_tools``: whether the harness and this machine's tools alone decide it, and nobody's files.
    """
    cache = _tool_cache() if of_tools else user_cache()
    return None if cache is None else cache.get(sha256(facts.encode()).hexdigest())


def put_cached(facts: str, content: bytes, *, of_tools: bool = False) -> None:
    """Cache the content that was made from the facts in this text; ``of_tools`` as for ``get_cached``."""
    cache = _tool_cache() if of_tools else user_cache()
    if cache is not None:
        cache.put(sha256(facts.encode()).hexdigest(), content)


def unpickled(content: bytes | None) -> Any:
    """What was pickled into the cache; None if there is nothing, or it cannot be made here any more."""
    try:
        return pickle.loads(content) if content else None  # noqa: S301 - our own, from a folder of this user alone
    except (AttributeError, EOFError, ImportError, TypeError, ValueError, pickle.UnpicklingError):
        return None


def _entries(bucket: Path) -> list[tuple[int, int, Path]]:
    """Time of last use, size and path of all entries of a bucket, the least recently used first."""
    found_entries = []
    with contextlib.suppress(OSError), os.scandir(bucket) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                facts = entry.stat(follow_symlinks=False)
                found_entries.append((facts.st_mtime_ns, facts.st_size, Path(entry.path)))
    return sorted(found_entries)


def _evict(bucket: Path, size: int) -> None:
    entries = _entries(bucket)
    total = size + sum(entry_size for _, entry_size, _ in entries)
    for _, entry_size, path in entries:
        if total <= _MAX_BUCKET_BYTES:
            return
        path.unlink(missing_ok=True)
        total -= entry_size
