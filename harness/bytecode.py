"""The bytecode of all modules that a command loads, in one file: to find and read 300 takes a tenth of a start.

The file lies in ``__pycache__``, and its entries count by the rule of the files there: while a module's source has the
size and the time of change that it was compiled from. It counts as a whole while the folders are as they were in which
modules are looked for: no file was added that hides another one. Who cannot write there does without it.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import time
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

_COMMANDS = ("grade", "harness")
_HEADER = 16
"""Bytes before the code in a ``.pyc`` file: format, flags, and the time and size of its source, 4 bytes each."""

_LENGTH = 8
"""Bytes for the length of the index with which the file begins."""
_CLOCK_NS = 10_000_000
"""How much the times of files may be before those of the clock."""
_Entry = tuple[str, bool, bytes, int, int]
"""A module's source, whether it is a package, its header, begin and end of its code."""


class _Loader(SourceFileLoader):
    """Loads a module by the bytecode that an archive holds."""

    def __init__(self, name: str, path: str, archive: Archive) -> None:
        super().__init__(name, path)
        self._archive = archive

    def get_code(self, fullname: str) -> CodeType:
        return marshal.loads(self._archive.code_of(fullname))  # type: ignore[no-any-return] # noqa: S302 - as below


class Archive:
    """A finder of modules in the file, which it also writes. Modules that were loaded before are not its own."""

    def __init__(self, file: str) -> None:
        """``file``: its path; it need not exist."""
        self._file, self._path, self._loaded_before = file, tuple(sys.path), frozenset(sys.modules)
        self._entries: dict[str, _Entry] = {}
        self._begin_ns = time.time_ns() - _CLOCK_NS
        with contextlib.suppress(OSError, EOFError, MemoryError, OverflowError, TypeError, ValueError):
            self._descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
            length = int.from_bytes(os.read(self._descriptor, _LENGTH), "little")
            index = marshal.loads(os.read(self._descriptor, length))  # noqa: S302 - beside the bytecode that Python reads
            path, folders, entries = index
            if path == self._path and folders == {folder: _changed(folder) for folder in folders}:
                self._entries, self._offset = entries, _LENGTH + length

    def code_of(self, name: str) -> bytes:
        """The bytecode of a module that the file holds; read by itself, as memory for all takes time, too."""
        *_, begin, end = self._entries[name]
        return os.pread(self._descriptor, end - begin, self._offset + begin)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is in the file and its source has not changed since."""
        del path, target
        if name not in self._entries:
            return None
        source, is_package, header, *_ = self._entries[name]
        if _header_of(source) != header[8:]:
            return None
        loader = _Loader(name, source, self)
        spec = ModuleSpec(name, loader, origin=source, is_package=is_package)
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def write(self) -> None:
        """Write the file again where modules were loaded that it does not hold."""
        specs = {name: spec for name, module in sys.modules.items() if (spec := getattr(module, "__spec__", None))}
        new = {name: content for name, spec in specs.items() if (content := self._bytecode(name, spec))}
        if not new or sys.dont_write_bytecode:
            return
        kept = {name: entry for name, entry in self._entries.items() if name not in new}
        codes = bytearray()
        entries: dict[str, _Entry] = {}
        for name, (source, is_package, header, begin, end) in kept.items():
            entries[name] = source, is_package, header, len(codes), len(codes) + end - begin
            codes += self.code_of(name)
        for name, content in new.items():
            header, code = content[:_HEADER], content[_HEADER:]
            is_package = specs[name].submodule_search_locations is not None
            entries[name] = specs[name].origin, is_package, header, len(codes), len(codes) + len(code)
            codes += code
        found_in = {*self._path, *(os.path.dirname(source) for source, *_ in entries.values())}
        folders = {folder: _changed(folder) for folder in found_in}
        if max(folders.values()) < self._begin_ns:  # else a file may be new that hides a module
            index = marshal.dumps((self._path, folders, entries))
            _replace(self._file, len(index).to_bytes(_LENGTH, "little") + index + codes)

    def _bytecode(self, name: str, spec: ModuleSpec) -> bytes:
        """What Python has kept of a module that it found by its name, and that is not in the file; else empty."""
        if name in self._loaded_before or type(spec.loader) is not SourceFileLoader or not spec.origin:
            return b""
        folder = os.path.dirname(spec.origin)
        for _ in range(name.count(".") + (spec.submodule_search_locations is not None)):
            folder = os.path.dirname(folder)
        if folder not in self._path or not spec.cached:
            return b""
        with contextlib.suppress(OSError), open(spec.cached, "rb") as file:
            content = file.read()
            if content[4:_HEADER] == bytes(4) + _header_of(spec.origin):
                return content
        return b""


def use(command: str) -> None:
    """Load modules by the file from now on, where this is one of the commands."""
    if os.path.basename(command) in _COMMANDS and __spec__ is not None and __spec__.cached:
        folder, name = os.path.split(__spec__.cached)
        sys.meta_path.insert(0, Archive(f"{folder}/{name.replace('bytecode', 'modules')}"))


def write() -> None:
    """Write the file again where this process has loaded modules that it does not hold."""
    for finder in sys.meta_path:
        if isinstance(finder, Archive):
            finder.write()


def _replace(file: str, content: bytes) -> None:
    """Put a whole new file into the place of the old one; none where that cannot be."""
    temporary = f"{file}.{os.getpid()}"
    try:
        with open(temporary, "wb") as new:
            new.write(content)
        os.replace(temporary, file)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _changed(folder: str) -> int:
    """When something was added to a folder or removed; 0 where there is none."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _header_of(source: str) -> bytes:
    """What Python writes of a source into the header of its bytecode; empty if it is gone."""
    try:
        status = os.stat(source)
    except OSError:
        return b""
    return b"".join((int(number) & 0xFFFFFFFF).to_bytes(4, "little") for number in (status.st_mtime, status.st_size))
