"""The bytecode of all modules that a command loads, in one file: to find and read 300 takes a tenth of a start.

The file lies in ``__pycache__``, and its entries count by the rule of the files there: while a module's source has the
size and the time of change that it was compiled from. It counts as a whole while the folders are as they were in which
modules are looked for, and those that an ``__init__.py`` would turn into a package: no file was added that hides
another one. A damaged entry is loaded from its source's own bytecode. Who cannot write there does without the file.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import time
import zlib
from _frozen_importlib_external import MAGIC_NUMBER, _compile_bytecode  # type: ignore[attr-defined] # importlib.util is slow
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

_COMMANDS = ("grade", "harness")
_HEADER = 16
"""Bytes before the code in a ``.pyc`` file: format, flags, and the time and size of its source, 4 bytes each."""

_NUMBER = 8
"""Bytes for each of the two numbers with which the file begins: length and checksum of its index."""
_WRITABLE_BY_OTHERS = 0o022
_CLOCK_NS = 10_000_000
"""How much the times of files may be before those of the clock."""
_FORMAT = 2
"""Of the index."""
_Entry = tuple[str, str, bool, bytes, int, int, int]
"""A module's source and bytecode file, whether it is a package, its header, begin, end and checksum of its code."""


class _Loader(SourceFileLoader):
    """Loads a module by the bytecode that an archive holds."""

    def __init__(self, name: str, path: str, archive: Archive) -> None:
        super().__init__(name, path)
        self._archive = archive

    def get_code(self, fullname: str) -> CodeType:
        if code := self._archive.code_of(fullname):
            return _compile_bytecode(code, fullname, source_path=self.path)  # type: ignore[no-any-return]
        return super().get_code(fullname)  # type: ignore[return-value] # a source has code


class Archive:
    """A finder of modules in the file, which it also writes. Modules that were loaded before are not its own."""

    def __init__(self, file: str) -> None:
        """``file``: its path; it need not exist."""
        self._file, self._path, self._loaded_before = file, tuple(sys.path), frozenset(sys.modules)
        self._entries: dict[str, _Entry] = {}
        self._begin_ns = time.time_ns() - _CLOCK_NS
        with contextlib.suppress(OSError, EOFError, MemoryError, OverflowError, TypeError, ValueError):
            self._descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
            status = os.fstat(self._descriptor)
            if status.st_mode & _WRITABLE_BY_OTHERS or status.st_uid not in (os.geteuid(), os.stat(__file__).st_uid):
                return
            length, checksum = (int.from_bytes(os.read(self._descriptor, _NUMBER), "little") for _ in range(2))
            index = os.read(self._descriptor, length)
            if zlib.crc32(index) != checksum:
                return
            form, path, folders, entries = marshal.loads(index)  # noqa: S302 - beside the bytecode that Python reads
            is_own = form == (MAGIC_NUMBER, _FORMAT) and path == self._path
            if is_own and folders == {folder: _changed(folder) for folder in folders}:
                self._entries, self._offset = entries, 2 * _NUMBER + length

    def code_of(self, name: str) -> bytes:
        """The bytecode of a module that the file holds; read by itself, as memory for all takes time, too.

        Empty where it cannot be read as it was written: the file does not count as holding this module any more.
        """
        *_, begin, end, checksum = self._entries[name]
        with contextlib.suppress(OSError):
            code = os.pread(self._descriptor, end - begin, self._offset + begin)
            if zlib.crc32(code) == checksum:
                return code
        del self._entries[name]
        return b""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is in the file and its source has not changed since."""
        del path, target
        if name not in self._entries:
            return None
        source, cached, is_package, header, *_ = self._entries[name]
        if _header_of(source) != header[8:]:
            return None
        loader = _Loader(name, source, self)
        spec = ModuleSpec(name, loader, origin=source, is_package=is_package)
        spec.has_location, spec.cached = True, cached  # Python works the second out again, which takes longer
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def write(self) -> None:
        """Write the file again where modules were loaded that it does not hold."""
        if sys.dont_write_bytecode or not os.access(os.path.dirname(self._file), os.W_OK):
            return
        modules = sys.modules.copy().items()
        specs = {name: spec for name, module in modules if (spec := getattr(module, "__spec__", None))}
        new = {name: content for name, spec in specs.items() if (content := self._bytecode(name, spec))}
        if not new:
            return
        codes = bytearray()
        entries: dict[str, _Entry] = {}

        def add(name: str, about: tuple[str, str, bool, bytes], code: bytes) -> None:
            entries[name] = *about, len(codes), len(codes) + len(code), zlib.crc32(code)
            codes.extend(code)

        for name, (source, cached, is_package, header, *_) in list(self._entries.items()):
            if name not in new and (code := self.code_of(name)):
                add(name, (source, cached, is_package, header), code)
        for name, content in new.items():
            spec = specs[name]
            is_package = spec.submodule_search_locations is not None
            add(name, (spec.origin, spec.cached, is_package, content[:_HEADER]), content[_HEADER:])
        sources = (source for source, *_ in entries.values())
        found_in = {*self._path, *map(os.path.dirname, sources), *self._namesakes(entries)}
        folders = {folder: _changed(folder) for folder in found_in}
        if max(folders.values()) < self._begin_ns:  # else a file may be new that hides a module
            index = marshal.dumps(((MAGIC_NUMBER, _FORMAT), self._path, folders, entries))
            numbers = (number.to_bytes(_NUMBER, "little") for number in (len(index), zlib.crc32(index)))
            _replace(self._file, b"".join((*numbers, index, codes)))

    def _namesakes(self, names: Iterable[str]) -> set[str]:
        """What has the name of a module or of a package around it, and hides it once it is or holds a package."""
        parts = (name.split(".") for name in names)
        relative = {"/".join(words[:count]) for words in parts for count in range(1, len(words) + 1)}
        return {path for folder in self._path for name in relative if os.path.lexists(path := f"{folder}/{name}")}

    def _bytecode(self, name: str, spec: ModuleSpec) -> bytes:
        """What Python has kept of a module that it found by its name, and that is not in the file; else empty."""
        loaders = (SourceFileLoader,) if name in self._entries else (SourceFileLoader, _Loader)
        if name in self._loaded_before or type(spec.loader) not in loaders or not spec.origin:
            return b""
        folder = os.path.dirname(spec.origin)
        for _ in range(name.count(".") + (spec.submodule_search_locations is not None)):
            folder = os.path.dirname(folder)
        if folder not in self._path or not spec.cached:
            return b""
        with contextlib.suppress(OSError), open(spec.cached, "rb") as file:
            content = file.read()
            if content[:_HEADER] == MAGIC_NUMBER + bytes(4) + _header_of(spec.origin):
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
    temporary = f"{file}.{os.urandom(8).hex()}.pyc"  # process numbers may be equal where containers share a volume
    with contextlib.suppress(OSError), open(temporary, "xb", opener=_for_owner) as new:
        try:
            new.write(content)
            new.flush()
            os.replace(temporary, file)
        except BaseException:
            os.unlink(temporary)
            raise


def _for_owner(path: str, flags: int) -> int:
    """Open a file that only its owner may write, whatever the umask is."""
    return os.open(path, flags, 0o644)


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
