"""What a checker or a grader in Python, written against DMOJ's own code, asks for beyond what the adapter has."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from harness.authoring.importing.checks.dmoj_python import MODULES, Interactor

_ONLY_THERE = {
    "submission_source", "submission_language", "execution_time", "problem_id", "case_position", "batch", "binary_data",
    "case", "result",
}  # fmt: skip
"""What a checker in Python may ask of DMOJ's own judge, and nobody knows here."""
_OF_CASE = {"input_data", "output_data", "points"}
_OF_GRADER = {
    "__init__", "grade", "check_result", "populate_result", "_launch_process", "_interact_with_process",
    "_generate_binary",
}  # fmt: skip
_OF_JUDGE = {"_current_proc", "binary", "judge", "language", "problem", "source"}
"""Methods and attributes of DMOJ's own graders."""


def only_there(content: bytes, mode: str) -> Iterator[str]:
    """What a checker or a grader in Python asks for that only DMOJ's own judge has."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError) as error:
        yield f"cannot be read as Python: {error}"
        return
    wanted = ast.FunctionDef if mode == "check" else ast.ClassDef
    name = "check" if mode == "check" else "Grader"
    if not any(isinstance(node, wanted) and node.name == name for node in tree.body):
        yield f"there is no {name} in it"
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (f"imports {alias.name}" for alias in node.names if not _is_known(alias.name, ()))
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
            if node.level or not _is_known(str(node.module), names):
                yield f"imports {' and '.join(names)} from {node.module}"
        elif isinstance(node, ast.ClassDef) and node.name == name:
            yield from _beyond_a_conversation(node)
        elif isinstance(node, ast.FunctionDef) and node.name == name:
            arguments = [*node.args.args, *node.args.kwonlyargs]
            yield from (f"asks for {each.arg}" for each in arguments if each.arg in _ONLY_THERE)
        elif mode == "check" and (key := _key(node)) in _ONLY_THERE:
            yield f"asks for {key}"


def _key(node: ast.AST) -> object:
    """What is taken from a mapping by a constant: ``settings["case"]``, ``settings.get("case")``."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"
    first = node.args[:1] if isinstance(node, ast.Call) and called else []
    return first[0].value if first and isinstance(first[0], ast.Constant) else None


def _is_known(module: str, names: Sequence[str]) -> bool:
    """Whether a module is Python's own, or one of DMOJ with these names that the adapter has."""
    if module in MODULES:
        return set(names) <= {*MODULES[module], *(known.rpartition(".")[2] for known in MODULES)}
    root = module.partition(".")[0]
    return root in sys.stdlib_module_names


def _beyond_a_conversation(grader: ast.ClassDef) -> Iterator[str]:
    """What a class does besides a conversation by its method ``interact``."""
    if [ast.unparse(base).rpartition(".")[2] for base in grader.bases] != ["InteractiveGrader"]:
        yield f"class {grader.name} extends {', '.join(map(ast.unparse, grader.bases))}"
    methods = {node.name: node for node in grader.body if isinstance(node, ast.FunctionDef)}
    if "interact" not in methods:
        yield "there is no method interact in it"
    for name in methods:
        if name in _OF_GRADER:
            yield f"has a method {name} of its own"
    names = [argument.arg for argument in methods["interact"].args.args[1:3]] if "interact" in methods else []
    known = dict(zip(names, (_OF_CASE, {*vars(Interactor)}), strict=False))
    for node in ast.walk(grader):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name, attribute = node.value.id, node.attr
            if (name in known and attribute not in known[name]) or (name == "self" and attribute in _OF_JUDGE):
                yield f"asks for {name}.{attribute}"
