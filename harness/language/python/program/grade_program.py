"""The student's program of one case: its module is loaded beside our code, and searched for what the case names."""

from __future__ import annotations

import ast
import builtins
import os
import sys
from ast import walk
from typing import Any, Callable, Iterator

from grade_sources import Source
from grade_values import message

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_NAME_OF: Callable[[type], str] = type.__dict__["__name__"].__get__
_DIR: Callable[[Any], Any] = type.__dir__


_Name, _Module, _Assign, _AnnAssign = ast.Name, ast.Module, ast.Assign, ast.AnnAssign
_Definition, _Import = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), (ast.Import, ast.ImportFrom)


class Program:
    """A student's module and those that it imports."""

    def __init__(self, source: Source, argv: list[str], own: set[str]) -> None:
        """``own``: the names of the student's modules, but those of modules that Python itself has loaded."""
        self.source, self.argv, self.own = source, argv, own
        self.module: Any = type(sys)("__main__" if argv else source.dotted)
        self.ended = ""
        self.here = os.path.join(os.getcwd(), "")

    def load(self, *, whole: bool) -> None:
        """Run the module's code; its definitions are kept even when it ends with an exception."""
        for name in list(sys.modules):
            if name.partition(".")[0] in self.own:
                del sys.modules[name]  # the student's file of this name takes precedence
        path = os.path.abspath(self.source.path)
        sys.path.insert(0, os.path.dirname(path))
        package = self.source.dotted.rpartition(".")[0] if self.source.module != "__init__" else self.source.dotted
        if package:
            sys.path.insert(0, path.rsplit("/", self.source.depth + 1)[0])
        sys.argv = [self.source.path, *(self.argv or ["1"])]
        sys.modules["__main__"] = type(sys)("__main__")
        sys.modules[self.module.__name__] = self.module
        space = vars(self.module)
        space.update(__file__=path, __builtins__=builtins, __package__=package)
        if package and not self.argv:
            self.import_from_package(path, whole=whole)
            return
        try:
            with open(path, "rb") as file:
                source = file.read()
            code = compile(source, path, "exec", dont_inherit=True)
            tree = ast.parse(source)
        except (SyntaxError, ValueError, OSError, RecursionError, MemoryError) as error:
            self.ended = f"{self.source.path} cannot be compiled: {error}"
            return
        sys.setrecursionlimit(sys.getrecursionlimit() + 8)  # our own frames
        if whole:
            try:
                exec(code, space)  # noqa: S102 - this is what a driver does
            except BaseException as error:
                self.ended = f"{self.source.path} ended early: {_NAME_OF(type(error))}{_colon(message(error))}"
        if not whole or self.ended:
            self.define(tree, path)

    def import_from_package(self, path: str, *, whole: bool) -> None:
        """Import a module of a package, which may be one that the package itself imports."""
        name, fresh = self.source.dotted, self.module
        del sys.modules[name]
        if whole:
            try:
                __import__(name)
                self.module = sys.modules[name]
            except BaseException as error:
                self.ended = f"{self.source.path} ended early: {_NAME_OF(type(error))}{_colon(message(error))}"
            else:
                return
        sys.modules[name] = self.module = fresh
        if self.source.module == "__init__":
            fresh.__path__ = [os.path.dirname(path)]
        try:
            with open(path, "rb") as file:
                tree = ast.parse(file.read())
        except (SyntaxError, ValueError, OSError, RecursionError, MemoryError) as error:
            self.ended = f"{self.source.path} cannot be compiled: {error}"
            return
        self.define(tree, path)

    def define(self, tree: ast.Module, path: str) -> None:
        """Run each statement that defines names which are not there yet."""
        space = vars(self.module)
        for node in tree.body:
            if not any(name not in space for name in _bound(node)):
                continue
            try:
                code = compile(_Module([node], []), path, "exec", dont_inherit=True)
                exec(code, space)  # noqa: S102 - this is what a driver does
            except BaseException:
                pass

    def other_modules(self) -> list[Any]:
        """The student's other modules that are loaded."""
        loaded = list(sys.modules.values())
        modules = [module for module in loaded if type(module) is type(sys) and module is not self.module]
        return [module for module in modules if str(vars(module).get("__file__") or "").startswith(self.here)]

    # ---- What a case names

    def modules(self) -> list[Any]:
        """The student's modules, the main one first."""
        return [self.module, *self.other_modules()]

    def places(self, wanted: Wanted) -> list[tuple[Any, Wanted]]:
        """The modules in which to look, with the names that are meant there; a name with points names its module."""
        plain = [name for name in wanted.names if "." not in name]
        places = [(module, Wanted.of(plain, wanted.fold)) for module in self.modules() if plain]
        for name in wanted.names:
            module, _, last = name.rpartition(".")
            if module and (found := self.imported(module)) is not None:
                places.append((found, Wanted.of([last], wanted.fold)))
        return places

    def imported(self, name: str) -> Any:
        """The student's module of a dotted name; None if it cannot be imported."""
        if self.source.is_module(name):
            return self.module
        try:
            __import__(name)
        except BaseException as error:
            self.ended = f"{name} cannot be imported: {_NAME_OF(type(error))}{_colon(message(error))}"
        module = sys.modules.get(name)
        return module if module in self.other_modules() else None

    def function(self, wanted: Wanted) -> tuple[str, Any, str]:
        """Find a function; return its name in the source, the function, and why it cannot be called."""
        classes: list[str] = []
        static: list[tuple[str, Any]] = []
        for module, names in self.places(wanted):
            for own, value in _named(vars(module), names):
                if callable(value):
                    return own, value, ""
            holders = {own: value for own, value in vars(module).items() if type(value) is type and _has(value, names)}
            classes += holders
            static += [entry for cls in {*holders.values()} for entry in _static_methods(cls, names)]
        if len(static) == 1:  # a class that only holds functions; no object is needed to call them
            return *static[0], ""
        problem = f"there is no function {wanted} in {self.source.path}"
        if classes:
            problem += f"; the class {classes[0]} has one, but it must be a function of the module"
        elif self.ended:
            problem += f" ({self.ended})"
        return wanted.names[0], None, problem

    def cls(self, wanted: Wanted) -> tuple[str, Any, str]:
        """Find a class, as ``function`` does."""
        for module, names in self.places(wanted):
            for own, value in _named(vars(module), names):
                if isinstance(value, type):
                    return own, value, ""
        problem = f"there is no class {wanted} in {self.source.path}"
        return wanted.names[0], None, problem + (f" ({self.ended})" if self.ended else "")


class Wanted:
    """The names that a call accepts."""

    def __init__(self, named: dict[str, Any]) -> None:
        """``named``: the part of a request with the names."""
        self.names: list[str] = named["functions"]
        self.fold: Callable[[str], str] = str.lower if named.get("fold") else str

    @classmethod
    def of(cls, names: list[str], fold: Callable[[str], str]) -> Wanted:
        """Some names, distinguished in the same way."""
        wanted = cls({"functions": names})
        wanted.fold = fold
        return wanted

    def __str__(self) -> str:
        """For a message."""
        return " or ".join(self.names)


def method(target: Any, wanted: Wanted) -> tuple[str, Any, str]:
    """Find a method of an object or a class, as ``Program.function`` does."""
    cls = target if isinstance(target, type) else type(target)
    for name in wanted.names:
        for own in [name, *(known for known in _DIR(cls) if wanted.fold(known) == wanted.fold(name))]:
            try:
                value = getattr(target, own)
            except BaseException:
                continue
            if callable(value):
                return own, value, ""
    return wanted.names[0], None, f"there is no method {wanted} in the class {_NAME_OF(cls)}"


def _named(space: dict[str, Any], wanted: Wanted) -> Iterator[tuple[str, Any]]:
    """The entries of a module's names that are meant, in the order of the alternatives."""
    for name in wanted.names:
        for own, value in list(space.items()):
            if wanted.fold(own) == wanted.fold(name):
                yield own, value


def _bound(node: ast.stmt) -> list[str]:
    """The names that a definition, import or assignment defines; none of another statement."""
    if isinstance(node, _Definition):
        return [node.name]
    if isinstance(node, _Import):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, _Assign) else [node.target] if isinstance(node, _AnnAssign) else []
    return [name.id for target in targets for name in walk(target) if isinstance(name, _Name)]


def _has(cls: type, wanted: Wanted) -> bool:
    names = [wanted.fold(name) for name in wanted.names]
    return any(wanted.fold(name) in names for name in vars(cls))


def _static_methods(cls: type, wanted: Wanted) -> Iterator[tuple[str, Any]]:
    """The methods of a class with such a name that take no object."""
    for own, value in _named(dict(vars(cls)), wanted):
        if isinstance(value, (staticmethod, classmethod)):
            yield own, getattr(cls, own)


def _colon(words: str) -> str:
    return f": {words}" if words else ""
