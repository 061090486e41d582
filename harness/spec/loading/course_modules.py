"""Import a course's own Python: ``checks.py`` or ``checks/`` of an assignment, and the course's package ``_shared``.

Two courses in one process, or two versions of one, have modules of the same names. So each assignment's modules are
imported below a package of its own, ``grade_course_<digest>``, whose digest is made of their paths and contents.
``_shared`` is resolved below it by an ``__import__`` that these modules alone are given: neither ``sys.path`` nor the
name ``_shared`` in ``sys.modules`` has a part in it, and an import inside a function works like one at the top.
Beside the sources no bytecode is read or written. It is kept by content where there is a cache: to compile them takes
more than half of the time to load them.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import marshal
import sys
from _frozen_importlib_external import MAGIC_NUMBER  # importlib.util is slow
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Protocol

from harness.model.errors import SpecError
from harness.sandbox.files.snapshot import sha256
from harness.spec.format.folder import CHECKS, SHARED, files_below
from harness.spec.yaml.location import Location, Problem

_PREFIX = "grade_course_"
_CACHE = "bytecode_cache"
"""The attribute of such a package that holds the cache."""


class ChecksError(SpecError):
    """The course's own functions cannot be imported."""

    def __init__(self, problem: Problem) -> None:
        """``problem``: if they fail, and how."""
        super().__init__(problem)
        self.problem = problem


class BytecodeCache(Protocol):
    """What was compiled, by a hash of all that decides it."""

    def get(self, key: str, /) -> bytes | None:
        """The bytecode under a key; None when there is none."""

    def put(self, key: str, content: bytes, /) -> None:
        """Keep bytecode; errors are ignored."""


def functions_of(folder: Path, cache: BytecodeCache | None = None) -> Mapping[str, Callable[..., Any]]:
    """The public functions of an assignment's ``checks.py`` or ``checks/__init__.py``, by name; none if it has none.

    Public is what ``__all__`` names, or every name without an underscore in front if there is no ``__all__``.

    Args:
        folder: the assignment's.
        cache: where bytecode is kept, which only this user can write.

    Raises:
        ChecksError: with file and line, when the module cannot be imported.

    """
    path = _checks_file(folder)
    if path is None:
        return {}
    package = _package_for(folder)
    vars(sys.modules[package])[_CACHE] = cache
    try:
        module = importlib.import_module(f"{package}.{CHECKS}")
        names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
        return {name: function for name in names if callable(function := getattr(module, name))}
    except Exception as error:  # noqa: BLE001 - whatever a course's own code raises is reported as its fault
        message = str(error).replace(f"{package}.", "")
        location = _location(error, folder) or Location(path)
        raise ChecksError(Problem(location, f"{type(error).__name__}: {message}")) from None


def module_files(folder: Path) -> Iterator[Path]:
    """Every file that can decide what the functions of an assignment do, in a fixed order."""
    yield from sorted(folder.glob("*.py"))
    yield from files_below(folder / CHECKS)
    yield from files_below(folder.parent / SHARED)


def _checks_file(folder: Path) -> Path | None:
    paths = (folder / CHECKS / "__init__.py", folder / f"{CHECKS}.py")
    return next((path for path in paths if path.is_file()), None)


def _package_for(folder: Path) -> str:
    """The name of the package that the assignment's modules are imported below; it is made if it is not there."""
    import hashlib  # noqa: PLC0415 - it takes a while to load, and most courses are read from the cache

    digest = hashlib.sha256(str(folder.absolute()).encode("utf-8", "surrogateescape"))
    for path in module_files(folder):
        content = path.read_bytes()
        digest.update(f"\0{path}\0{len(content)}\0".encode("utf-8", "surrogateescape") + content)
    name = _PREFIX + digest.hexdigest()[:16]
    if name not in sys.modules:
        package = ModuleType(name, f"The modules of the course in {folder.parent}.")
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    return name


class _Finder:
    """Finds the modules of courses, and no others."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del target
        package, _, inner = fullname.partition(".")
        if not package.startswith(_PREFIX) or path is None:
            return None
        folders = [str(Path(folder).parent) for folder in path] if inner == SHARED else path
        specs = (FileFinder(folder, (_Loader, [".py"])).find_spec(fullname) for folder in folders)
        return next((spec for spec in specs if spec), None)


_FINDER = _Finder()


class _Loader(SourceFileLoader):
    """Loads a module from its source, or from bytecode that was compiled of the same source at the same path."""

    def get_code(self, fullname: str) -> CodeType:
        cache: BytecodeCache | None = vars(sys.modules[fullname.partition(".")[0]]).get(_CACHE)
        source = self.get_data(self.path)
        if cache is None:
            return self.source_to_code(source, self.path)
        facts = (MAGIC_NUMBER, str(sys.flags.optimize).encode(), self.path.encode("utf-8", "surrogateescape"), source)
        key = sha256(b"".join(b"%d:%b" % (len(fact), fact) for fact in facts)).hexdigest()
        with contextlib.suppress(EOFError, TypeError, ValueError):
            code = marshal.loads(cache.get(key) or b"")  # noqa: S302 - from a folder of this user alone
            if isinstance(code, CodeType):
                return code
        code = self.source_to_code(source, self.path)
        cache.put(key, marshal.dumps(code))
        return code

    def exec_module(self, module: ModuleType) -> None:
        package = module.__name__.partition(".")[0]
        vars(module)["__builtins__"] = vars(builtins) | {"__import__": _import_for(package)}
        super().exec_module(module)


def _import_for(package: str) -> Callable[..., ModuleType]:
    """The ``__import__`` of the modules of one package: ``_shared`` is its own, all else as usual."""

    def course_import(
        name: str,
        importer: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level or name.partition(".")[0] != SHARED:
            return builtins.__import__(name, importer, local, names or (), level)
        module = importlib.import_module(f"{package}.{name}")
        if not names:  # "import _shared.x" binds the name _shared
            return sys.modules[f"{package}.{SHARED}"]
        return builtins.__import__(module.__name__, importer, local, names, 0)

    return course_import


def _location(error: BaseException, folder: Path) -> Location | None:
    """The innermost line of the course's own files that an error came from."""
    course = str(folder.parent)
    if isinstance(error, SyntaxError) and str(error.filename).startswith(course):
        return Location(Path(str(error.filename)), error.lineno)
    trace, location = error.__traceback__, None
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(course):
            location = Location(Path(file), trace.tb_lineno)
        trace = trace.tb_next
    return location
