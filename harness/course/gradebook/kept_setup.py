"""What an attempt was graded with, kept by content: the spec and what it checks by, the tools, the harness itself."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

import harness
from harness.course.assignments import contract_files, harness_digest
from harness.course.gradebook.storage.tables import KEPT, SETUP, add_row, add_rows, batches
from harness.language.tools.build_cache import user_cache
from harness.language.tools.packages import tool_file
from harness.language.tools.toolchain import tools_of, version
from harness.sandbox.files.snapshot import size_and_time
from harness.spec.format.assignment import Assignment

_LARGEST = 1024**2
"""Bytes of a file whose content is kept; of a larger one its hash alone."""
_FIGURES = 12


class Setup(Struct, frozen=True):
    """What decides a grade beside the submission."""

    version: str
    """The version of the harness."""
    revision: str
    """The commit of its checkout, where it has one, and the hash of its files."""
    isolation: str
    """The isolation level."""
    files: dict[str, str]
    """The files of the contract, below the course's folder -> their SHA-256, with ``x`` after it for programs."""
    tools: dict[str, str]
    """The compilers, interpreters and libraries -> what they say about their version."""


def setup_of(assignment: Assignment, isolation: str) -> Setup:
    """What the assignment is graded with as it stands on this machine."""
    root = assignment.folder.parent.parent
    files = {
        path.relative_to(root).as_posix(): _digest(path.read_bytes()) + ("x" if path.stat().st_mode & 0o100 else "")
        for path in contract_files(assignment)
    }
    return Setup(harness.__version__, revision(), isolation, files, dict(_tools(tools_of(assignment))))


def keep_setup(connection: Connection, assignment: Assignment, isolation: str) -> int:
    """Keep what the assignment is graded with, once; return its row."""
    setup = setup_of(assignment, isolation)
    digest = _digest(msgspec.json.encode(setup, order="deterministic"))
    known = connection.execute(select(SETUP.c.id).where(SETUP.c.sha256 == digest)).scalar()
    if known is not None:
        return int(known)
    root = assignment.folder.parent.parent
    keep(connection, (path.read_bytes() for name in setup.files if (path := root / name).stat().st_size <= _LARGEST))
    texts = {"files": json.dumps(setup.files), "tools": json.dumps(setup.tools), "isolation": setup.isolation}
    values = {**texts, "sha256": digest, "version": setup.version, "revision": setup.revision}
    return add_row(connection, SETUP, **values)


def keep(connection: Connection, contents: Iterable[bytes]) -> list[str]:
    """Keep contents, each once; return their SHA-256."""
    by_digest = {_digest(content): content for content in contents}
    digests = list(by_digest)
    known: set[str] = set()
    for batch in batches(digests):
        known |= set(connection.execute(select(KEPT.c.sha256).where(KEPT.c.sha256.in_(batch))).scalars())
    rows = [
        {"sha256": digest, "content": zlib.compress(by_digest[digest])} for digest in digests if digest not in known
    ]
    add_rows(connection, KEPT, rows)
    return digests


def kept(connection: Connection, digest: str) -> bytes | None:
    """The content of a hash; None if it is not kept."""
    content = connection.execute(select(KEPT.c.content).where(KEPT.c.sha256 == digest.removesuffix("x"))).scalar()
    return None if content is None else zlib.decompress(content)


def read_setup(connection: Connection, number: int | None) -> Setup | None:
    """A setup by its row; None of attempts that an earlier version made."""
    row = connection.execute(select(SETUP).where(SETUP.c.id == number)).first() if number is not None else None
    if row is None:
        return None
    return Setup(row.version, row.revision, row.isolation, json.loads(row.files), json.loads(row.tools))


def setup_changes(before: Setup, after: Setup) -> Iterator[str]:
    """What differs between two setups, in words; not the spec, of which there is more to say."""
    for name in sorted({*before.files, *after.files}):
        old, new = before.files.get(name), after.files.get(name)
        if old != new and not name.endswith("/spec.yaml"):
            yield f"{name} {'is new' if old is None else 'is gone' if new is None else 'changed'}"
    yield from _changes(before.tools, after.tools)
    pairs = ("version", "harness"), ("revision", "the harness's files"), ("isolation", "isolation level")
    values = ((name, getattr(before, field), getattr(after, field)) for field, name in pairs)
    yield from (f"{name}: {old} -> {new}" for name, old, new in values if old != new)


def _changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    for tool in sorted({*before, *after}):
        old, new = before.get(tool, "none"), after.get(tool, "none")
        if old != new:
            yield f"{tool}: {old} -> {new}"


@cache
def revision() -> str:
    """The commit of the harness's checkout, where it has one, and the hash of its files."""
    folder = Path(harness.__file__).parent
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    commit = ""
    if (folder.parent / ".git").exists():
        try:
            ended = subprocess.run(command, capture_output=True, timeout=10, check=False)
        except (OSError, subprocess.SubprocessError):
            ended = None
        commit = ended.stdout.decode().strip()[:_FIGURES] if ended and not ended.returncode else ""
    return f"{f'{commit}, ' if commit else ''}files {harness_digest()[:_FIGURES]}"


def _tools(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each tool with its version, and what all programs are linked with."""
    for name in sorted(names):
        yield name, _version(name)
    yield "C library", " ".join(platform.libc_ver()) or "unknown"
    yield "Python of the harness", platform.python_version()


def _version(tool: str) -> str:
    """A tool's version, asked for once as long as its file is the same."""
    path, cached_in = tool_file(tool), user_cache()
    if path is None:
        return "missing"
    key = _digest(f"version of {tool} {size_and_time(Path(path).resolve())}".encode())
    if cached_in is not None and (known := cached_in.get(key)) is not None:
        return known.decode()
    text = version(tool) or "missing"
    if cached_in is not None:
        cached_in.put(key, text.encode())
    return text


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
