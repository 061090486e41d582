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
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

_COMMANDS = ("grade", "harness")
_HEADER = 16
"""Bytes before the code in a ``.pyc`` file: format, flags, and the time and size of its source, 4 bytes each."""

_LENGTH = 8
"""Bytes for the length of the index with which the file begins."""
_Entry = tuple[str, bool, bytes, int, int]
"""A module's source, whether it is a package, its header, begin and end of its code."""


class _Loader(SourceFileLoader):
    """Loads a module whose bytecode is at hand."""

    def __init__(self, name: str, path: str, code: memoryview) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as the protocol has it
        return marshal.loads(self._code)  # type: ignore[no-any-return] # noqa: S302 - as below


class Archive:
    """A finder of modules in the file, which it also writes. Modules that were loaded before are not its own."""

    def __init__(self, file: str) -> None:
        """``file``: its path; it need not exist."""
        self._file, self._path, self._loaded_before = file, tuple(sys.path), frozenset(sys.modules)
        self._entries: dict[str, _Entry] = {}
        self._codes = memoryview(b"")
        with contextlib.suppress(OSError, EOFError, ValueError, TypeError), open(file, "rb") as archive:
            content = memoryview(archive.read())
            begin = _LENGTH + int.from_bytes(content[:_LENGTH], "little")
            index = marshal.loads(content[_LENGTH:begin])  # noqa: S302 - beside the bytecode that Python reads itself
            path, folders, entries = index
            if path == self._path and folders == {folder: _changed(folder) for folder in folders}:
                self._entries, self._codes = entries, content[begin:]

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is in the file and its source has not changed since."""
        del path, target
        if name not in self._entries:
            return None
        source, is_package, header, begin, end = self._entries[name]
        if _header_of(source) != header[8:]:
            return None
        loader = _Loader(name, source, self._codes[begin:end])
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
            codes += self._codes[begin:end]
        for name, content in new.items():
            header, code = content[:_HEADER], content[_HEADER:]
            is_package = specs[name].submodule_search_locations is not None
            entries[name] = specs[name].origin, is_package, header, len(codes), len(codes) + len(code)
            codes += code
        folders = {*self._path, *(os.path.dirname(source) for source, *_ in entries.values())}
        temporary = f"{self._file}.{os.getpid()}"
        with contextlib.suppress(OSError):
            with open(temporary, "xb") as file:
                index = marshal.dumps((self._path, {folder: _changed(folder) for folder in folders}, entries))
                file.write(len(index).to_bytes(_LENGTH, "little") + index + codes)
            os.replace(temporary, self._file)

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
        sys.meta_path.insert(0, Archive(__spec__.cached.replace("bytecode", "modules")))


def write() -> None:
    """Write the file again where this process has loaded modules that it does not hold."""
    for finder in sys.meta_path:
        if isinstance(finder, Archive):
            finder.write()


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
