"""A context of TESTed, the test cases that run in one process, as a case of a spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults
from harness.authoring.importing.tested.steps import Steps
from harness.authoring.importing.tested.texts import checker, content_of, ended
from harness.authoring.importing.tested.values import Names, Values, has_real

_RELATIVE = 1e-9
Config = Mapping[str, Mapping[str, Any]]


class Exercise(Struct, frozen=True):
    """What holds for a whole suite."""

    folder: Path
    """The folder of the suite, in which the files are that it names."""
    names: Names
    namespace: str
    faults: Faults


def merged(config: Config, more: Any) -> Config:
    """The settings of a level, with those of the levels above it."""
    given = more if isinstance(more, dict) else {}
    return {key: {**config.get(key, {}), **(given.get(key) or {})} for key in {*config, *given}}


def case_of(tests: Sequence[Any], place: str, config: Config, exercise: Exercise) -> Mapping[str, Any]:
    """The keys of the case that makes these tests."""
    fields = [Fields(content, f"{place}[{number}]", exercise.faults) for number, content in enumerate(tests)]
    steps = [test for test in fields if test.raw("expression") is not None or test.raw("statement") is not None]
    if steps and len(steps) == len(fields):
        return _calls(fields, config, exercise)
    if len(fields) == 1:
        return _run(fields[0], config, exercise)
    exercise.faults.add(place, "a program's run together with calls, or several runs")
    return {}


def _run(test: Fields, config: Config, exercise: Exercise) -> Mapping[str, Any]:
    """What is not expected on an output must not come; any exit status is right if none stands."""
    config = merged(config, test.raw("config"))
    case: dict[str, Any] = {"args": [str(word) for word in test.items("arguments")]}
    files, produces = _files(test, exercise), _produces(test, config, exercise)
    stdin = test.raw("stdin")
    if isinstance(stdin, dict):
        case["stdin"] = content_of(stdin, exercise.folder, f"{test.place}.stdin", exercise.faults)
        if stdin.get("path") and stdin.get("content") is not None:
            files[str(stdin["path"])] = case["stdin"]
    elif stdin is not None:
        case["stdin"] = ended(str(stdin))
    case |= {key: _output(test, key, config, exercise) for key in ("stdout", "stderr")}
    if test.raw("exit_code") is not None:
        case["exit"] = int(test.number("exit_code"))
    if test.raw("exception") is not None:
        exercise.faults.add(f"{test.place}.exception", "an exception of the program as a whole")
    if test.raw("return") is not None:
        exercise.faults.add(f"{test.place}.return", "a value of the program as a whole")
    test.end("description")
    return case | _given("files", files) | _given("produces", produces)


def _calls(tests: Sequence[Fields], config: Config, exercise: Exercise) -> Mapping[str, Any]:
    steps = Steps(exercise.names, Values(exercise.names.language, exercise.faults), exercise.faults, exercise.namespace)
    files: dict[str, str] = {}
    produces: dict[str, Any] = {}
    errors: list[Any] = []
    for test in tests:
        own = merged(config, test.raw("config"))
        files |= _files(test, exercise)
        produces |= _produces(test, own, exercise)
        errors += [_output(test, "stderr", own, exercise)] if test.raw("stderr") is not None else []
        _step(test, own, exercise, steps)
    if len(errors) > 1:
        exercise.faults.add(tests[0].place, "several tests of one context that expect something on stderr")
    if steps.fields and not steps.calls:
        exercise.faults.add(tests[0].place, f"a constant, and no call: {', '.join(steps.fields)}")
    case: dict[str, Any] = {"calls": steps.calls, "stderr": (errors or [""])[0]}
    extras = (("let", steps.variables()), ("get", steps.fields), ("files", files), ("produces", produces))
    for key, value in extras:
        case |= _given(key, value)
    return case


def _step(test: Fields, config: Config, exercise: Exercise, steps: Steps) -> None:
    """A statement gives what it likes; an expression gives what is expected, or nothing."""
    faults = exercise.faults
    key = "statement" if test.raw("statement") is not None else "expression"
    source = _source(test, key, exercise)
    expected: dict[str, Any] = {"stdout": _output(test, "stdout", config, exercise)}
    returned = test.raw("return")
    if test.raw("exception") is not None:
        expected |= _exception(test, exercise)
        if returned is not None:
            faults.add(f"{test.place}.return", "a value together with an exception")
    elif key == "expression" or returned is not None:
        place = f"{test.place}.return"
        expected["returns"] = Values(exercise.names.language, faults).expected(returned, place)
        if has_real(expected["returns"]):
            expected["tolerance"] = {"relative": _RELATIVE}
    if test.raw("exit_code") is not None:
        faults.add(f"{test.place}.exit_code", "the exit status of calls")
    test.end("description")
    if source:
        steps.add(source, f"{test.place}.{key}", expected)


def _source(test: Fields, key: str, exercise: Exercise) -> str:
    """The text of a statement, of several languages' that of ours."""
    source = test.raw(key)
    if isinstance(source, dict):
        source = source.get(exercise.names.language)
        if source is None:
            exercise.faults.add(f"{test.place}.{key}", f"it is not written for the language {exercise.names.language}")
    return str(source or "")


def _exception(test: Fields, exercise: Exercise) -> Mapping[str, Any]:
    content = test.raw("exception")
    if isinstance(content, str):
        return {"raises": "*", "message": content}
    entry = Fields(content, f"{test.place}.exception", exercise.faults)
    types = entry.raw("types")
    message = entry.raw("message")
    entry.end()
    kind = types.get(exercise.names.language, "*") if isinstance(types, dict) else "*"
    return {"raises": str(kind)} | ({} if message is None else {"message": str(message)})


def _output(test: Fields, key: str, config: Config, exercise: Exercise) -> Any:
    content, place = test.raw(key), f"{test.place}.{key}"
    options = dict(config.get(key, {}))
    if isinstance(content, dict):
        entry = Fields(content, place, exercise.faults)
        options |= entry.raw("config") or {}
        if entry.raw("oracle") not in (None, "builtin"):
            exercise.faults.add(f"{place}.oracle", f"a program of the course judges: {entry.raw('oracle')}")
            return ""
        data = entry.raw("data")
        text = data if isinstance(data, str) else content_of(content, exercise.folder, place, exercise.faults)
        entry.end("content", "path")
    else:
        text = "" if content is None else str(content)
    if content is None:
        return ""
    text = ended(text) if options.get("normalizeTrailingNewlines", True) else text
    return checker(key, text, options, place, exercise.faults)


def _files(test: Fields, exercise: Exercise) -> dict[str, str]:
    """Files that lie beside the program; those below ``files`` lie in the exercise's own folder of files."""
    folder = exercise.folder.parent / "workdir"
    for entry in test.items("files"):
        if not (folder / str(entry.get("name"))).is_file():
            exercise.faults.add(f"{test.place}.files", f"there is no such file in {folder}: {entry.get('name')}")
    return {
        str(entry.get("path")): content_of(entry, exercise.folder, f"{test.place}.input_files", exercise.faults)
        for entry in test.items("input_files")
    }


def _produces(test: Fields, config: Config, exercise: Exercise) -> Mapping[str, Any]:
    """The files that must be there afterwards."""
    produces: dict[str, Any] = {}
    for key in ("file", "output_files"):
        content, place = test.raw(key), f"{test.place}.{key}"
        if content is None:
            continue
        entry = content if isinstance(content, dict) else {"data": content}
        if entry.get("oracle", "builtin") != "builtin":
            exercise.faults.add(f"{place}.oracle", f"a program of the course judges: {entry['oracle']}")
        options = {**config.get(key, {}), **(entry.get("config") or {})}
        if "location" in entry:
            names = [{"path": entry["location"], "text": {"path": entry.get("content")}}]
        else:
            names = [{"path": item.get("path"), "text": item} for item in entry.get("data") or []]
        for item in names:
            text = content_of(item["text"], exercise.folder, place, exercise.faults)
            produces[str(item["path"])] = checker(str(item["path"]), text, options, place, exercise.faults)
    return produces


def _given(key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: dict(value)} if value else {}
