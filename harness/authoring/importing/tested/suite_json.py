"""Read a suite of TESTed, from YAML with its tags or from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Tagged
from harness.authoring.importing.tested.values import TYPES

_NOTHING = (None, "none", "ignored")


def as_yaml(content: Any, place: str, faults: Faults) -> Mapping[str, Any]:
    """The suite with the keys that YAML has; what cannot be said with them is a fault."""
    suite = Fields(content, place, faults)
    tabs = [_tab(tab, f"{place}: tabs[{number}]", faults) for number, tab in enumerate(suite.items("tabs"))]
    namespace = suite.text("namespace")
    suite.end()
    return {"tabs": tabs} | ({"namespace": namespace} if namespace else {})


def _tab(content: Any, place: str, faults: Faults) -> Mapping[str, Any]:
    tab = Fields(content, place, faults)
    name = tab.text("name")
    contexts = [_context(item, f"{place}.contexts", faults) for item in tab.items("contexts")]
    for number, item in enumerate(tab.items("runs")):
        run = Fields(item, f"{place}.runs[{number}]", faults)
        if run.raw("run") is not None:
            contexts.append({"testcases": [_test(run.raw("run"), f"{run.place}.run", faults)]})
            if run.items("contexts"):
                faults.add(run.place, "a program's run together with calls")
        contexts += [_context(item, f"{run.place}.contexts", faults) for item in run.items("contexts")]
        run.end()
    tab.end("hidden")
    return {"tab": name, "contexts": contexts}


def _context(content: Any, place: str, faults: Faults) -> Mapping[str, Any]:
    context = Fields(content, place, faults)
    tests = [_test(test, f"{place}.testcases", faults) for test in context.items("testcases")]
    for key in ("before", "after"):
        if context.raw(key):
            faults.add(f"{place}.{key}", "source that runs in the process of the tests")
    files = context.items("link_files")
    context.end("description")
    return {"testcases": [{**test, "files": [*test.get("files", ()), *files]} for test in tests]}


def _test(content: Any, place: str, faults: Faults) -> Mapping[str, Any]:
    test = Fields(content, place, faults)
    given = test.raw("input")
    files = test.items("link_files")
    keys: dict[str, Any] = _input(given if isinstance(given, dict) else {}, place, faults)
    keys |= _outputs(test.raw("output") or {}, f"{place}.output", faults)
    test.end("description", "essential", "line_comment")
    if "statement" in keys and "return" in keys:
        keys["expression"] = keys.pop("statement")
    return keys | ({"files": files} if files else {})


def _input(given: Mapping[str, Any], place: str, faults: Faults) -> dict[str, Any]:
    if given.get("main_call") or not given:
        stdin = given.get("stdin")
        keys: dict[str, Any] = {"arguments": given.get("arguments") or []}
        if isinstance(stdin, dict):
            is_file = stdin.get("type") == "file"
            keys["stdin"] = {"content": Tagged("!path", stdin.get("data"))} if is_file else str(stdin.get("data") or "")
        return keys
    try:
        if "variable" in given:
            return {"statement": f"{given['variable']} = {_source(given['expression'])}"}
        return {"expression": _source(given)}
    except (KeyError, TypeError, ValueError) as error:
        faults.add(f"{place}.input", f"it cannot be read: {error!r}")
        return {}


def _source(value: Any) -> str:
    """The source of an expression, as YAML has it."""
    if isinstance(value, str):
        return value
    kind = value["type"]
    if kind in ("function", "constructor", "property"):
        return _call_source(value, kind)
    if kind not in TYPES:
        raise ValueError(f"the type {kind}")
    return f"{kind}({_data(value.get('data'))})"


def _call_source(value: Mapping[str, Any], kind: str) -> str:
    name = str(value["name"])
    name = name[:1].upper() + name[1:] if kind == "constructor" else name
    if kind == "property" and not value.get("namespace"):
        return name.upper()
    owner = f"{_source(value['namespace'])}." if value.get("namespace") else ""
    arguments = ", ".join(map(_source, value.get("arguments") or ()))
    return f"{owner}{name}" if kind == "property" else f"{owner}{name}({arguments})"


def _data(data: Any) -> str:
    if isinstance(data, list):
        pairs = [item for item in data if isinstance(item, dict) and {"key", "value"} <= set(item)]
        if data and len(pairs) == len(data):
            return "{" + ", ".join(f"{_source(item['key'])}: {_source(item['value'])}" for item in pairs) + "}"
        return "[" + ", ".join(map(_source, data)) + "]"
    return repr(data)


def _outputs(content: Any, place: str, faults: Faults) -> dict[str, Any]:
    output = Fields(content, place, faults)
    keys = {key: _text(output.raw(key), f"{place}.{key}", faults) for key in ("stdout", "stderr")}
    result, exception, exit_code = (output.raw(key) for key in ("result", "exception", "exit_code"))
    if result not in _NOTHING:
        _oracle(result, f"{place}.result", faults)
        keys["return"] = Tagged("!expression", _value_source(result.get("value"), f"{place}.result", faults))
    if exception not in _NOTHING:
        _oracle(exception, f"{place}.exception", faults)
        keys["exception"] = exception.get("exception")
    if exit_code not in _NOTHING:
        keys["exit_code"] = exit_code.get("value", 0)
    if output.raw("file") not in _NOTHING:
        faults.add(f"{place}.file", "files in a suite of JSON")
    output.end()
    return {key: value for key, value in keys.items() if value is not None}


def _value_source(value: Any, place: str, faults: Faults) -> str:
    try:
        return _source(value)
    except (KeyError, TypeError, ValueError) as error:
        faults.add(place, f"it cannot be read: {error!r}")
        return "Null"


def _text(content: Any, place: str, faults: Faults) -> Any:
    if content in _NOTHING:
        return None
    oracle = _oracle(content, place, faults)
    options = {**(oracle.get("options") or {}), "normalizeTrailingNewlines": False}
    data = content.get("data", content.get("content"))
    return {"data": data if isinstance(data, str) else str(data), "config": options}


def _oracle(content: Mapping[str, Any], place: str, faults: Faults) -> Mapping[str, Any]:
    """What judges; a fault if that is a program."""
    oracle: Mapping[str, Any] = content.get("oracle") or content.get("evaluator") or {}
    if oracle.get("type", "builtin") != "builtin":
        faults.add(f"{place}.oracle", f"a program of the course judges: {oracle.get('type')}")
    return oracle


_SOURCES = ("!expression", "!path", "!text", "!string", "!char")
"""Tags of texts, whatever stands there."""


class _Loader(yaml.SafeLoader):
    """Keeps each tag with its value."""


def _tagged(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> Tagged:
    tag = f"!{suffix}"
    if isinstance(node, yaml.MappingNode):
        return Tagged(tag, loader.construct_mapping(node, deep=True))
    if isinstance(node, yaml.SequenceNode):
        return Tagged(tag, loader.construct_sequence(node, deep=True))
    return Tagged(tag, yaml.safe_load(node.value) if tag not in _SOURCES else node.value)


_Loader.add_multi_constructor("!", _tagged)


def read_suite(path: Path) -> Any:
    """What a suite in YAML holds; UsageError if it cannot be read."""
    return read_data(path, _Loader)
