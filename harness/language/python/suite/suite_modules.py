"""Imports of the student's modules in the tests; what is missing there costs the tests that use it, and no others."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from collections.abc import Sequence
from typing import Any

import suite_mirror
from suite_connection import ProgramEnded
from suite_mirror import RemoteModule, get

LOADING: list[bool] = []
"""Not empty while the course's files are loaded: what is missing then is said when a test uses it."""


class Missing:
    """A name that the tests import and the student's module does not have."""

    def __init__(self, name: str, error: BaseException) -> None:
        vars(self).update(_grade_name=name, _grade_error=error)

    def _tell(self, *_: Any, **__: Any) -> Any:
        raise vars(self)["_grade_error"]

    __call__ = __getattr__ = __iter__ = __len__ = __getitem__ = __contains__ = __enter__ = __str__ = __eq__ = _tell
    __bool__ = __lt__ = __gt__ = __le__ = __ge__ = __add__ = __radd__ = __setattr__ = __ne__ = _tell
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<missing {vars(self)['_grade_name']}>"


class StudentModule(RemoteModule):
    """A module that the tests import."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__" and "__all__" not in dir(self):
            return [name for name in dir(self) if not name.startswith("_")]
        if name.startswith("__") and name.endswith("__") and name != "__all__":
            raise AttributeError(name)
        error = self.__dict__.get("_grade_failed")
        if error is None:
            try:
                return super().__getattr__(name)
            except AttributeError:
                if not LOADING:
                    raise
                error = AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
                vars(error)["_grade_frames"] = []
        if not LOADING:
            raise error
        if name.startswith("_"):
            raise AttributeError(name)
        return Missing(name, error)


class StudentModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the student's modules: at the front of all finders, or at their end."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = frozenset(names)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """The student's module of this name."""
        if fullname.partition(".")[0] not in self.names:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> StudentModule:
        """A mirror, which knows its program when it was loaded."""
        return StudentModule(spec.name)

    def exec_module(self, module: Any) -> None:
        """Let the program import it; what it raises is said by the tests that use the module."""
        connection = suite_mirror.connection
        loaded = "_grade_number" in module.__dict__ and "_grade_failed" not in module.__dict__
        try:
            remote = connection.request("reload", module) if loaded else connection.request("import", module.__name__)
            if not isinstance(remote, RemoteModule):
                connection.refuse()
        except (Exception, SystemExit, ProgramEnded) as error:
            self._failed(module, error)
            return
        suite_mirror.remember(module, suite_mirror.number_of(remote))

    def _failed(self, module: Any, error: BaseException) -> None:
        if isinstance(error, ModuleNotFoundError) and "." in module.__name__:
            raise error
        if not LOADING:
            raise ImportError(str(error)) if isinstance(error, SystemExit) else error
        object.__setattr__(module, "_grade_failed", error)


def names_of(module: Any) -> dict[str, Any]:
    """The public names of a student's module."""
    return {name: get(module, name) for name in dir(module) if not name.startswith("_")}
