"""Outlines of Python files, by the standard library's own parser."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from harness.sources.outline import Call, Function, Outline

SUFFIXES = (".py", ".pyw")

_DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def outline(path: str, source: bytes) -> Outline:
    """The outline; one with a problem where the file is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a student's file is warned of is not for the grader's screen
            tree = ast.parse(source)
    except SyntaxError as error:
        return Outline(path, problem=f"line {error.lineno}: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Outline(path, problem=str(error) or "it is nested too deeply")
    names = _Names.of(tree)
    functions = (*_functions(tree, names), *_makers(tree, names))
    free = frozenset(_free(tree, names))
    qualified = {name for node in ast.walk(tree) if "." in (name := names.dotted(node))}
    stars = [name.removesuffix("*") for name in names.imported.values() if name.endswith(".*")]
    qualified |= {f"{star}{name}" for star in stars for name in free - {one.name for one in functions}}
    return Outline(
        path,
        functions,
        frozenset(_imports(tree)),
        free,
        frozenset(qualified),
        frozenset({path.rpartition("/")[2].rpartition(".")[0]} | names.classes),
    )


class _Names(Struct, frozen=True):
    """What names stand for in one file."""

    imported: Mapping[str, str]
    """A name -> what was imported under it: ``itertools.permutations``."""
    aliases: Mapping[str, str]
    """A name -> the function that it was made another name of."""
    classes: frozenset[str]
    methods: frozenset[str]
    plain: frozenset[str]
    """Functions outside classes."""

    @classmethod
    def of(cls, tree: ast.Module) -> _Names:
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        methods = {one.name for node in classes for one in node.body if isinstance(one, _DEFS)}
        functions = {node.name for node in ast.walk(tree) if isinstance(node, _DEFS)}
        bound = {name.id for name, value in _bindings(tree) if isinstance(value, ast.Lambda)}
        made: dict[str, str] = {}
        for name, value in _bindings(tree):
            given = [value, *(value.args if isinstance(value, ast.Call) else ())]  # f = g, f = lru_cache(g)
            known = (_ends(one) for one in given if not isinstance(one, ast.Attribute) or one.attr in methods)
            other = next((one for one in known if one in functions | bound), None)
            if other is not None and other != name.id:
                made[name.id] = other
        return cls(
            dict(_imported(tree)),
            made,
            frozenset(node.name for node in classes),
            frozenset(methods),
            frozenset(functions - methods | bound),
        )

    def dotted(self, node: ast.AST) -> str:
        """The full name of something imported, that is used: ``itertools.permutations``; nothing for anything else."""
        last = ""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            given = node.args[:2]
            if len(given) == 2 and isinstance(given[1], ast.Constant):  # noqa: PLR2004 - an object and a name
                node, last = given[0], f".{given[1].value!s}"
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.imported:
            return ""
        return ".".join((self.imported[node.id], *reversed(names))) + last

    def called(self, node: ast.expr) -> Iterator[str]:
        """The simple names that a called or handed-on expression may stand for."""
        if isinstance(node, ast.Name):
            yield node.id
            yield from (one for one in (self.aliases.get(node.id), self.dotted(node).rpartition(".")[2]) if one)
        elif isinstance(node, ast.Attribute) and (
            node.attr not in self.plain or node.attr in self.methods or self._is_own(node.value)
        ):
            yield node.attr

    def _is_own(self, receiver: ast.expr) -> bool:
        """Whether an attribute of it can be a function of a file's: of this object, of a class, of a module."""
        known = {"self", "cls", *self.imported, *self.classes}
        return isinstance(receiver, ast.Name) and receiver.id in known


def _bindings(tree: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Names and what they are set to, where that is one name and one value."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) else None
        if value is not None:
            yield from ((one, value) for one in targets if isinstance(one, ast.Name))


def _functions(tree: ast.Module, names: _Names) -> Iterator[Function]:
    inside = {id(one): node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for one in node.body}
    known: dict[str, Function] = {}
    for node in ast.walk(tree):
        if isinstance(node, _DEFS):
            static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
            known[node.name] = _function(node.name, node, names, bound=id(node) in inside and not static)
            yield known[node.name]
    for target, value in _bindings(tree):
        if isinstance(value, ast.Lambda):
            known[target.id] = _function(target.id, value, names, bound=False)
            yield known[target.id]
    for alias, name in names.aliases.items():
        if name in known:
            yield replace(known[name], name=alias, calls=known[name].calls | {(name, None)})


def _function(name: str, node: _Def, names: _Names, *, bound: bool) -> Function:
    given = node.args
    params = tuple(one.arg for one in (*given.posonlyargs, *given.args))[bound:]
    calls = frozenset((one, None) for one in _calls(node, names))
    others = {(alias, None) for alias, one in names.aliases.items() if (one, None) in calls}
    return Function(
        name,
        params,
        calls=calls | others,
        optional=min(len(given.defaults), len(params)),
        variadic=given.vararg is not None,
    )


def _makers(tree: ast.Module, names: _Names) -> Iterator[Function]:
    """What making and using an object of a class runs: its special methods."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            special = [one for one in node.body if isinstance(one, _DEFS) and one.name.startswith("__")]
            calls: frozenset[Call] = frozenset((name, None) for one in special for name in _calls(one, names))
            yield Function(node.name, calls=calls, makes=True)


def _calls(node: ast.AST, names: _Names) -> Iterator[str]:
    """What a function calls, and what it hands on: to ``map``, to a table, to its caller."""
    own = _stored(node)
    bases = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            yield from names.called(one.func)
            yield from (name for given in one.args for name in names.called(given) if isinstance(given, ast.Attribute))
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and id(one) not in bases and one.id not in own:
            yield from names.called(one)


def _stored(tree: ast.AST) -> set[str]:
    """The names that are variables below a node: assigned, or parameters."""
    nodes = list(ast.walk(tree))
    shared = {name for one in nodes if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
    given = {one.arg for one in nodes if isinstance(one, ast.arg)}
    return given | {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)} - shared


def _free(tree: ast.Module, names: _Names) -> Iterator[str]:
    """What is used and not made in the file: built in, or out of a star import; and methods of any object."""
    nodes = list(ast.walk(tree))
    own = _stored(tree) | names.imported.keys()
    set_here = own | {one.attr for one in nodes if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr not in set_here and not names.dotted(node):
            yield node.attr


def _imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module or ''}.{alias.name}") for alias in node.names)


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _ends(node.func) in ("__import__", "import_module"):
            yield from _texts(node.args[:1])


def _ends(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    yield from (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
