"""Find the tests in a course's own files, without running them: names, and what their decorators say they are worth."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from harness.model.errors import SpecError
from harness.spec.format.model import Case, Suite, Visibility


class SuiteTest(Struct, frozen=True):
    """One test as its file has it."""

    name: str
    """``TestCart.test_total``, or ``test_total`` outside of classes."""
    file: str
    """Relative to the spec's folder."""
    weight: float = 1
    visibility: str = ""
    clause: str = ""
    pattern: str = ""
    """A regular expression for the names of its runs, where a template fills in values; empty: it has one name."""


_Function = ast.FunctionDef | ast.AsyncFunctionDef
_WEIGHTS = ("weight", "points")
RUNNER_LANGUAGES = {
    "unittest": "python", "pytest": "python", "doctest": "python", "junit": "java", "node": "javascript",
}  # fmt: skip
"""The language of what each runner runs."""
_TEXTS = (".txt", ".md", ".rst")


def suite_files(folder: Path, suite: Suite) -> list[str]:
    """The files of a suite by name; SpecError where a pattern matches none."""
    names: dict[str, None] = {}
    for pattern in suite.files:
        paths = sorted(path for path in folder.glob(pattern) if path.is_file() and "__pycache__" not in path.parts)
        if not paths:
            raise SpecError(f'"suite": there is no file {folder / pattern}')
        names |= dict.fromkeys(path.relative_to(folder).as_posix() for path in paths)
    return [*names]


def tests_of(folder: Path, suite: Suite) -> list[SuiteTest]:
    """The tests of a suite, in the order of its files; SpecError if there is none, or a file cannot be read."""
    if RUNNER_LANGUAGES[suite.runner] != "python":
        return _once(_parsed({name: folder / name for name in suite_files(folder, suite)}, suite.runner), suite)
    modules = {name: _tree(folder, name) for name in suite_files(folder, suite) if name.endswith(".py")}
    if suite.runner == "doctest":
        texts = [name for name in suite_files(folder, suite) if name.endswith(_TEXTS)]
        tests = [SuiteTest(Path(name).stem, name) for name in texts if ">>>" in (folder / name).read_text("utf-8")]
        tests += [test for name, tree in modules.items() for test in _examples(name, tree)]
    else:
        classes = {node.name: node for tree in modules.values() for node in tree.body if isinstance(node, ast.ClassDef)}
        tests = [test for name, tree in modules.items() for test in _tests(name, tree, suite.runner, classes)]
    return _once(tests, suite)


def _parsed(paths: Mapping[str, Path], runner: str) -> list[SuiteTest]:
    """The tests of a language that has a parser of its own."""
    if runner == "junit":
        from harness.spec.format.java_tests import java_tests  # noqa: PLC0415 - few assignments have such a suite

        return java_tests(paths)
    from harness.spec.format.javascript_tests import javascript_tests  # noqa: PLC0415 - as above

    return javascript_tests(paths)


def _once(tests: list[SuiteTest], suite: Suite) -> list[SuiteTest]:
    """The tests; SpecError if there is none, or two have one name."""
    names = [test.name for test in tests]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SpecError(f'"suite": two tests are named {twice}; rename one, or make two cases of their files')
    if not tests:
        raise SpecError(f'"suite": there is no test for {suite.runner} in {", ".join(suite.files)}')
    return tests


def _tree(folder: Path, name: str) -> ast.Module:
    try:
        return ast.parse((folder / name).read_bytes())
    except (SyntaxError, ValueError) as error:
        raise SpecError(f'"suite": {folder / name} cannot be read: {error}') from None


def _tests(name: str, tree: ast.Module, runner: str, classes: Mapping[str, ast.ClassDef]) -> Iterator[SuiteTest]:
    for node in tree.body:
        if isinstance(node, _Function) and runner == "pytest" and node.name.startswith("test"):
            yield _test(name, node.name, (node,))
        elif isinstance(node, ast.ClassDef) and _has_tests(node, runner, classes):
            methods = _methods(node, classes)
            order = sorted(methods) if _is_test_case(node, classes) else methods
            for method in order:
                if method.startswith("test"):
                    yield _test(name, f"{node.name}.{method}", (methods[method], node))


def _bases(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[ast.ClassDef]:
    names = [_last_name(base) for base in node.bases]
    return [classes[name] for name in names if name in classes and classes[name] is not node]


def _is_test_case(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef], depth: int = 20) -> bool:
    if any(_last_name(base).endswith("TestCase") for base in node.bases):
        return True
    return depth > 0 and any(_is_test_case(base, classes, depth - 1) for base in _bases(node, classes))


def _has_tests(node: ast.ClassDef, runner: str, classes: Mapping[str, ast.ClassDef]) -> bool:
    return _is_test_case(node, classes) or (runner == "pytest" and node.name.startswith("Test"))


def _methods(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef], depth: int = 20) -> dict[str, _Function]:
    """The methods of a class, with those of its bases in these files."""
    methods: dict[str, _Function] = {}
    for base in reversed(_bases(node, classes)) if depth else ():
        methods |= _methods(base, classes, depth - 1)
    return methods | {child.name: child for child in node.body if isinstance(child, _Function)}


def _test(file: str, name: str, nodes: Iterable[_Function | ast.ClassDef]) -> SuiteTest:
    """A test with what its decorators say; those of its class hold if it has none."""
    said: dict[str, object] = {}
    for node in nodes:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant):
                said.setdefault(_last_name(decorator.func), decorator.args[0].value)
    weight = next((said[key] for key in _WEIGHTS if isinstance(said.get(key), int | float)), 1)
    return SuiteTest(name, file, cast("float", weight), str(said.get("visibility", "")), str(said.get("clause", "")))


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _examples(file: str, tree: ast.Module) -> Iterator[SuiteTest]:
    """The docstrings with examples, by the names of what they describe."""

    def look(node: ast.Module | ast.ClassDef | _Function, name: str) -> Iterator[SuiteTest]:
        if ">>>" in (ast.get_docstring(node, clean=False) or ""):
            yield SuiteTest(name or Path(file).stem, file)
        for child in node.body:
            if isinstance(child, _Function | ast.ClassDef):
                yield from look(child, f"{name}.{child.name}" if name else child.name)

    yield from look(tree, "")


def cases_of_suite(case: Case, folder: Path) -> Iterator[Case]:
    """A case for each test of the course's suite; any other case as it is.

    Raises:
        SpecError: when no file or no test is there, or no test has the name that is asked for.

    """
    suite = case.suite
    if suite is None:
        yield case
        return
    tests = tests_of(folder, suite)
    if suite.test and suite.test not in [test.name for test in tests]:
        raise SpecError(
            f'"suite": there is no test {suite.test}; there are {", ".join(test.name for test in tests[:12])}'
        )
    unused = [pattern for pattern in suite.tests if not any(fnmatchcase(test.name, pattern) for test in tests)]
    if unused:
        raise SpecError(f'"suite": no test is named "{unused[0]}"; there are {", ".join(t.name for t in tests[:12])}')
    for test in tests:
        if suite.test in ("", test.name) and test.weight > 0:
            yield _case_of(case, suite, test)


def _case_of(case: Case, suite: Suite, test: SuiteTest) -> Case:
    clause = next((clause for pattern, clause in suite.tests.items() if fnmatchcase(test.name, pattern)), "")
    visibility = test.visibility if test.visibility in get_args(Visibility) else None
    return msgspec.structs.replace(
        case,
        name=case.name if suite.test else f"{case.name}-{test.name}",
        clause=clause or test.clause or case.clause,
        weight=case.weight * test.weight,
        visibility=case.visibility or cast("Visibility | None", visibility),
        suite=replace(suite, test=test.name),
    )
