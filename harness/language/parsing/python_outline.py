"""Outlines of Python files: their functions, what these call, and what else they use."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from harness.language.parsing.outline import Call, Function, Outline
from harness.language.parsing.python import DEFS, imports, last_name

_Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def outline(path: str, source: bytes) -> Outline:
    """Parse a file; the outline says so if it is not valid Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a student's file is warned of is not for the grader's screen
            tree = ast.parse(source)
    except SyntaxError as error:
        return Outline(path, problem=f"line {error.lineno}: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Outline(path, problem=str(error) or "it is nested too deeply")
    names = _Names.of(tree)
    functions = (*_functions(path, tree, names), *_constructors(tree, names))
    unbound = frozenset(_unbound(tree, names))
    qualified = {name for node in ast.walk(tree) if "." in (name := names.dotted(node))}
    stars = [name.removesuffix("*") for name in names.imported.values() if name.endswith(".*")]
    qualified |= {f"{star}{name}" for star in stars for name in unbound - {function.name for function in functions}}
    return Outline(
        path,
        functions,
        frozenset(imports(tree)),
        unbound,
        frozenset(qualified),
        frozenset({path.rpartition("/")[2].rpartition(".")[0]} | names.classes),
        foreign=frozenset(_foreign(tree, names)),
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
    properties: frozenset[str]
    """Methods that are called by being read."""

    @classmethod
    def of(cls, tree: ast.Module) -> _Names:
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        methods = {member.name for node in classes for member in node.body if isinstance(member, DEFS)}
        functions = {node.name for node in ast.walk(tree) if isinstance(node, DEFS)}
        bound = {name.id for name, value in _bindings(tree) if isinstance(value, ast.Lambda)}
        aliases: dict[str, str] = {}
        for name, value in _bindings(tree):
            values = [value, *(value.args if isinstance(value, ast.Call) else ())]  # f = g, f = lru_cache(g)
            used = (last_name(part) for part in values if not isinstance(part, ast.Attribute) or part.attr in methods)
            function = next((known for known in used if known in functions | bound), None)
            if function is not None and function != name.id:
                aliases[name.id] = function
        return cls(
            dict(_imported(tree)),
            aliases,
            frozenset(node.name for node in classes),
            frozenset(methods),
            frozenset(functions - methods | bound),
            frozenset(node.name for node in ast.walk(tree) if isinstance(node, DEFS) and _is_property(node)),
        )

    def dotted(self, node: ast.AST) -> str:
        """The full name of something imported, that is used: ``itertools.permutations``; nothing for anything else."""
        last = ""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            arguments = node.args[:2]
            if len(arguments) == 2 and isinstance(arguments[1], ast.Constant):  # noqa: PLR2004 - an object and a name
                node, last = arguments[0], f".{arguments[1].value!s}"
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.imported:
            return ""
        return ".".join((self.imported[node.id], *reversed(names))) + last

    def called(self, node: ast.expr) -> Iterator[str]:
        """The simple names that a called or passed-on expression may stand for."""
        if isinstance(node, ast.Name):
            yield node.id
            yield from filter(None, (self.aliases.get(node.id), self.dotted(node).rpartition(".")[2]))
        elif isinstance(node, ast.Attribute) and (
            node.attr not in self.plain or node.attr in self.methods or self._is_own(node.value)
        ):
            yield node.attr

    def _is_own(self, receiver: ast.expr) -> bool:
        """Whether an attribute of it can be a function of a file's: of this object, of a class, of a module."""
        known = {"self", "cls", *self.imported, *self.classes}
        return isinstance(receiver, ast.Name) and receiver.id in known


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(last_name(decorator) in ("property", "cached_property") for decorator in function.decorator_list)


def _bindings(tree: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Names and what they are set to, where that is one name and one value."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) else None
        if value is not None:
            yield from ((target, value) for target in targets if isinstance(target, ast.Name))


def _functions(path: str, tree: ast.Module, names: _Names) -> Iterator[Function]:
    members = {id(member) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for member in node.body}
    known: dict[str, Function] = {}
    for name, node, at, around in _defined(path, tree):
        static = any(isinstance(by, ast.Name) and by.id == "staticmethod" for by in getattr(node, "decorator_list", ()))
        function = _function(name, node, names, bound=id(node) in members and not static)
        known[name] = replace(function, at=at, around=around, is_free=id(node) not in members)
        yield known[name]
    for alias, name in names.aliases.items():
        if name in known:
            yield replace(known[name], name=alias, calls=known[name].calls | {(name, None)})


def _defined(path: str, tree: ast.Module) -> Iterator[tuple[str, _Def, str, tuple[str, ...]]]:
    """Each function and each lambda that a variable holds: its name, where it begins and the functions around it."""
    held = {id(value): target.id for target, value in _bindings(tree) if isinstance(value, ast.Lambda)}
    pending: list[tuple[ast.AST, tuple[str, ...]]] = [(tree, ())]
    while pending:
        node, around = pending.pop()
        inside = around
        name = held.get(id(node)) if isinstance(node, ast.Lambda) else node.name if isinstance(node, DEFS) else None
        if name is not None and isinstance(node, (*DEFS, ast.Lambda)):
            at = f"{path}:{node.lineno}:{node.col_offset}"
            yield name, node, at, around
            inside = (*around, at)
        pending += [(child, inside) for child in reversed([*ast.iter_child_nodes(node)])]


def _function(name: str, node: _Def, names: _Names, *, bound: bool) -> Function:
    signature = node.args
    params = tuple(param.arg for param in (*signature.posonlyargs, *signature.args))[bound:]
    calls = frozenset((callee, None) for callee in _calls(node, names))
    aliases = {(alias, None) for alias, function in names.aliases.items() if (function, None) in calls}
    return Function(
        name,
        params,
        line=node.lineno,
        calls=calls | aliases,
        optional=min(len(signature.defaults), len(params)),
        variadic=signature.vararg is not None,
    )


def _constructors(tree: ast.Module, names: _Names) -> Iterator[Function]:
    """What making and using an object of a class runs: its special methods."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            special = [member for member in node.body if isinstance(member, DEFS) and member.name.startswith("__")]
            calls: frozenset[Call] = frozenset((name, None) for method in special for name in _calls(method, names))
            yield Function(node.name, calls=calls, is_constructor=True)


def _calls(node: ast.AST, names: _Names) -> Iterator[str]:
    """What a function calls, and what it passes on: to ``map``, to a table, to its caller."""
    own = _stored(node)
    bases = {id(inner.value) for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            yield from names.called(inner.func)
            for argument in inner.args:
                yield from names.called(argument) if isinstance(argument, ast.Attribute) else ()
        elif isinstance(inner, ast.Attribute) and inner.attr in names.properties:
            yield inner.attr
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            yield from names.called(inner) if id(inner) not in bases and inner.id not in own else ()


def _stored(tree: ast.AST) -> set[str]:
    """The names that are variables below a node: assigned, or parameters."""
    nodes = list(ast.walk(tree))
    shared = {name for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    params = {node.arg for node in nodes if isinstance(node, ast.arg)}
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return params | assigned - shared


def _unbound(tree: ast.Module, names: _Names) -> Iterator[str]:
    """The names used and not defined in the file: built in, or from a star import; and methods of any object."""
    nodes = list(ast.walk(tree))
    own = _stored(tree) | names.imported.keys()
    set_here = own | {
        node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr not in set_here and not names.dotted(node):
            yield node.attr


def _foreign(tree: ast.Module, names: _Names) -> Iterator[str]:
    """The names read, and defined neither in the file nor in a function around the place; methods have other names."""
    own = _stored(tree) | names.imported.keys()
    pending: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset(own))]
    while pending:
        node, known = pending.pop()
        children = [*ast.iter_child_nodes(node)]
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known:
            yield node.id
        if isinstance(node, (ast.Module, *DEFS)):
            known |= _defined_here(node)
        pending += [(child, known) for child in children]


def _defined_here(scope: ast.AST) -> set[str]:
    """The functions and classes defined in a function or a file, except for those inside others."""
    defined: set[str] = set()
    pending = [*ast.iter_child_nodes(scope)]
    while pending:
        node = pending.pop()
        if isinstance(node, (*DEFS, ast.ClassDef)):
            defined.add(node.name)
        else:
            pending += ast.iter_child_nodes(node)
    return defined


def _imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module or ''}.{alias.name}") for alias in node.names)
