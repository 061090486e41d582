"""Put a program before a student's tests without its text: they are to judge what it does, not how it is written."""

from __future__ import annotations

import ast
import zlib
from pathlib import Path

from harness.sandbox.files.scratch import regular_files

_STUB = (
    'exec(compile(__import__("zlib").decompress(open(__file__ + ".bin", "rb").read()), __file__, "exec", 0, True))\n'
)
"""The same for every module of every program; it runs the module's code in its own place."""
_KEPT = "conftest.py"
"""Pytest rewrites what this one asserts."""


def close(folder: Path, *, rewritten: bool = False) -> None:
    """Replace the text of all Python modules in a folder.

    Args:
        folder: a program, changed in place. What is no Python stays as it is.
        rewritten: write the constants of functions in another way too. A program that does the same has then another
            code, so that who looks for a constant in it is noticed.

    """
    for name in regular_files(folder):
        path = folder / name
        if path.suffix == ".py" and path.name != _KEPT:
            source = path.read_bytes()
            code = _rewritten(source) if rewritten else source
            path.with_name(f"{path.name}.bin").write_bytes(zlib.compress(code))
            path.write_text(_STUB, encoding="utf-8")


def _rewritten(source: bytes) -> bytes:
    """The module with constants of functions as variables of the module; as it is, if it is no Python."""
    try:
        tree = ast.parse(source)
        constants = _Constants()
        for function in ast.walk(tree):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                start = 1 if ast.get_docstring(function, clean=False) is not None else 0
                function.body[start:] = [constants.visit(statement) for statement in function.body[start:]]
        at = _behind_future_imports(tree)
        tree.body[at:at] = ast.parse("\n".join(constants.definitions)).body
        return ast.unparse(ast.fix_missing_locations(tree)).encode()
    except (SyntaxError, ValueError, RecursionError):
        return source


def _behind_future_imports(tree: ast.Module) -> int:
    at = 1 if ast.get_docstring(tree, clean=False) is not None else 0
    while at < len(tree.body) and isinstance(tree.body[at], ast.ImportFrom):
        if getattr(tree.body[at], "module", None) != "__future__":
            break
        at += 1
    return at


class _Constants(ast.NodeTransformer):
    """Replaces whole numbers and texts by names; those where Python takes a literal only stay."""

    def __init__(self) -> None:
        self.definitions: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Replace a constant by a name."""
        value, name = node.value, f"_constant_{len(self.definitions)}"
        if type(value) is int:
            octets = abs(value).to_bytes(value.bit_length() // 8 + 1, "big")
            self.definitions.append(f"{name} = int.from_bytes({octets!r}, 'big')")
        elif type(value) is str and value.isascii():
            self.definitions.append(f"{name} = bytes.fromhex({value.encode().hex()!r}).decode()")
        else:
            return node
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Leave the parts of an f-string."""
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Leave annotations."""
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave annotations."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        """Leave patterns."""
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave inner functions to the walk, which comes to them too."""
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """As for other functions."""
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Leave classes in functions: in their bodies names may mean something else."""
        return node
