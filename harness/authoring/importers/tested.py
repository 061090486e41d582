"""``tested``: test suites of Dodona's TESTed in its language of YAML: programs with input, and calls with values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Package, UniqueNames
from harness.model.errors import UsageError

SUITE_FILES = ("evaluation/suite.yaml", "evaluation/suite.yml", "suite.yaml", "suite.yml")
_CONFIG = "config.json"
_LANGUAGES = {"c", "cpp", "java", "javascript", "python"}
_RELATIVE = 1e-9
_CHECKS = b'''"""How outputs are compared; made by harness import."""


def trimmed_end(output: bytes) -> bytes:
    """The output without white space at its end."""
    return output.rstrip()
'''


def read(source: Path) -> Package:
    """Read a suite, or the folder of an exercise that holds it."""
    path = _suite_file(source)
    content = read_data(path)
    faults = Faults()
    is_list = isinstance(content, list)
    suite = Fields({"tabs": content} if is_list else content, str(path), faults)
    language = suite.text("language") or _language_of_exercise(path)
    if language and language not in _LANGUAGES:
        faults.add(f"{path}: language", f"{language}: calls are made in {', '.join(sorted(_LANGUAGES))}")
    tabs = suite.items("units") or suite.items("tabs")
    config = suite.raw("config") or {}
    suite.end()
    names = UniqueNames()
    clauses: dict[str, Any] = {}
    cases: list[Mapping[str, Any]] = []
    for number, content in enumerate(tabs):
        tab = Fields(content, f"{path}: tabs[{number}]", faults)
        title = tab.text("unit") or tab.text("tab")
        clause = names.of(title, "tab")
        contexts = [*_contexts(tab, config, faults)]
        clauses[clause] = {"text": " ".join(title.split()) or clause, "points": len(contexts)}
        cases += [{"name": f"{clause}-{index}", "clause": clause, **keys} for index, keys in enumerate(contexts, 1)]
        tab.end()
    if not cases:
        faults.add(path, "there is no test in it")
    if not language and any("calls" in case for case in cases):
        faults.add(f"{path}: language", f"calls take a language; {_how_to_say_it(is_list=is_list)}")
    faults.stop()
    spec = {"title": path.resolve().parent.name, "language": language or "any", "clauses": clauses, "cases": cases}
    return Package(spec, {"checks.py": _CHECKS})


def _suite_file(source: Path) -> Path:
    if not source.is_dir():
        return source
    path = next((source / name for name in SUITE_FILES if (source / name).is_file()), None)
    if path is None:
        raise UsageError(f"{source}: there is no {SUITE_FILES[0]} in it")
    return path


def _language_of_exercise(suite: Path) -> str:
    """What Dodona's ``config.json`` says of the exercise; empty where it says nothing."""
    folder = suite.parent.parent if suite.parent.name == "evaluation" else suite.parent
    config = read_data(folder / _CONFIG) if (folder / _CONFIG).is_file() else {}
    return str(config.get("programming_language") or "") if isinstance(config, dict) else ""


def _how_to_say_it(*, is_list: bool) -> str:
    below = ', with the list of tabs below "tabs:"' if is_list else ""
    return f'write "language: python" at the top of the suite{below}, or another of {", ".join(sorted(_LANGUAGES))}'


def _contexts(tab: Fields, config: Any, faults: Faults) -> Iterator[Mapping[str, Any]]:
    """A case for each context; a test case that stands alone is one."""
    for key, inner in (("contexts", "testcases"), ("cases", "script")):
        for number, content in enumerate(tab.items(key)):
            context = Fields(content, f"{tab.place}.{key}[{number}]", faults)
            tests = context.items(inner)
            context.end()
            yield _case(tests, f"{context.place}.{inner}", config, faults)
    for key in ("testcases", "scripts"):
        for number, content in enumerate(tab.items(key)):
            yield _case([content], f"{tab.place}.{key}[{number}]", config, faults)


def _case(tests: Sequence[Any], place: str, config: Any, faults: Faults) -> Mapping[str, Any]:
    fields = [Fields(content, f"{place}[{number}]", faults) for number, content in enumerate(tests)]
    calls = [test for test in fields if test.raw("expression") is not None]
    if calls and len(calls) == len(fields):
        return {"calls": [_call(test, config, faults) for test in fields]}
    if len(fields) != 1 or calls:
        faults.add(place, "a program's run together with calls, or statements")
        return {}
    return _run(fields[0], config, faults)


def _run(test: Fields, config: Any, faults: Faults) -> Mapping[str, Any]:
    """What is not expected on an output must not come, by TESTed's rule; any exit status is right where none stands."""
    case: dict[str, Any] = {"args": [str(word) for word in test.items("arguments")]}
    test.ignore("description")
    if test.raw("stdin") is not None:
        case["stdin"] = _ended(test.text("stdin"))
    case |= {key: _text(test, key, config, faults) for key in ("stdout", "stderr")}
    if test.raw("exit_code") is not None:
        case["exit"] = int(test.number("exit_code"))
    test.end()
    return case


def _call(test: Fields, config: Any, faults: Faults) -> Mapping[str, Any]:
    """A call with literal arguments; nothing may be printed but what is expected."""
    test.ignore("description")
    expression = test.text("expression")
    name, args = _name_and_arguments(expression)
    if not name:
        faults.add(f"{test.place}.expression", f"more than a call of a function with literal values: {expression}")
    call: dict[str, Any] = {"function": name, "args": [_value(value, test.place, faults) for value in args]}
    call["returns"] = _value(test.raw("return"), test.place, faults)
    if _has_float(call["returns"]):
        call["tolerance"] = {"relative": _RELATIVE}
    call["stdout"] = _text(test, "stdout", config, faults)
    test.end()
    return call


def _name_and_arguments(expression: str) -> tuple[str, list[Any]]:
    """``half(3)`` -> ``half`` and ``[3]``; an empty name where it is anything else."""
    try:
        tree = ast.parse(expression, mode="eval").body
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
            return tree.func.id, [ast.literal_eval(argument) for argument in tree.args]
    except (SyntaxError, ValueError):
        pass
    return "", []


def _value(value: Any, place: str, faults: Faults) -> Any:
    """Plain values mean the same here and there; texts that have a meaning of their own here do not."""
    if isinstance(value, list):
        return [_value(item, place, faults) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) and not key.startswith("!") for key in value):
        return {key: _value(item, place, faults) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | float):
        return value
    if not isinstance(value, str) or value == "*" or value.startswith("$"):
        faults.add(place, f"the value {value!r}")
    return value


def _has_float(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(_has_float, parts))


def _ended(text: str) -> str:
    return f"{text}\n" if text and not text.endswith("\n") else text


def _text(test: Fields, key: str, config: Any, faults: Faults) -> Any:
    content = test.raw(key)
    options = dict(config.get(key) or {}) if isinstance(config, dict) else {}
    if isinstance(content, dict):
        entry = Fields(content, f"{test.place}.{key}", faults)
        options |= entry.raw("config") or {}
        content = entry.text("data")
        entry.end()
    if content is None:
        return ""
    checker: dict[str, Any] = {"check": "text", "text": _ended(str(content)), "ignore": ["final-newline"]}
    for option, value in options.items():
        if option == "caseInsensitive" and value:
            checker["ignore"].append("case")
        elif option == "ignoreWhitespace" and value:
            checker["normalise"] = "trimmed_end"
        elif value and option != "normalizeTrailingNewlines":
            faults.add(f"{test.place}.{key}", f"the option {option}")
    return checker


def _recognises(folder: Path) -> bool:
    return any((folder / name).is_file() for name in SUITE_FILES[:2])


IMPORTER = Importer("tested", "suites of Dodona's TESTed: programs with input, calls with values", read, _recognises)
