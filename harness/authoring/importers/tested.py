"""``tested``: test suites of Dodona's TESTed, in its language of YAML or in JSON: programs with input, and calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.checks import checks_of
from harness.authoring.importing.fields import Fields, file_in, files_of, read_data
from harness.authoring.importing.package import Faults, Package, UniqueNames
from harness.authoring.importing.tested.contexts import Config, Exercise, case_of, merged
from harness.authoring.importing.tested.suite_json import as_yaml, read_suite
from harness.authoring.importing.tested.values import LANGUAGES, Names

SUITE_FILES = tuple(f"{folder}suite.{ending}" for folder in ("evaluation/", "") for ending in ("yaml", "yml", "json"))
_CONFIG = "config.json"
_IN_JSON = (".json", ".tson")
_WORKDIR = "workdir"


def read(source: Path) -> Package:
    """Read a suite, or the folder of an exercise that holds it."""
    path = file_in(source, SUITE_FILES)
    faults = Faults()
    in_json = path.suffix in _IN_JSON
    content = as_yaml(read_data(path), str(path), faults) if in_json else read_suite(path)
    is_list = isinstance(content, list)
    suite = Fields({"tabs": content} if is_list else content, str(path), faults)
    written_for = suite.text("language").replace("tested", "")
    language = written_for or _language_of_exercise(path)
    if language and language not in LANGUAGES:
        faults.add(f"{path}: language", f"{language}: calls are made in {', '.join(LANGUAGES)}")
    names = Names(language, is_literal=bool(written_for))
    exercise = Exercise(path.resolve().parent, names, suite.text("namespace"), faults)
    clauses, cases = _tabs(suite, path, exercise)
    suite.end("definitions")
    if not cases:
        faults.add(path, "there is no test in it")
    if not language and any("calls" in case for case in cases):
        faults.add(f"{path}: language", f"calls take a language; {_how_to_say_it(is_list=is_list, in_json=in_json)}")
    faults.stop()
    files, given = _workdir(path)
    spec: dict[str, Any] = {"title": path.resolve().parent.name, "language": language or "any"}
    spec |= ({"given": given} if given else {}) | {"clauses": clauses, "cases": cases}
    return Package(spec, files | checks_of(cases, "tested"), [*_notes(cases)])


def _exercise_folder(suite: Path) -> Path:
    return suite.parent.parent if suite.resolve().parent.name == "evaluation" else suite.parent


def _language_of_exercise(suite: Path) -> str:
    """What Dodona's ``config.json`` says about the exercise; empty if it says nothing."""
    path = _exercise_folder(suite) / _CONFIG
    config = read_data(path) if path.is_file() else {}
    return str(config.get("programming_language") or "") if isinstance(config, dict) else ""


def _how_to_say_it(*, is_list: bool, in_json: bool) -> str:
    if in_json:
        return f'write {{"programming_language": "python"}} into {_CONFIG}, or another of {", ".join(LANGUAGES)}'
    below = ', with the list of tabs below "tabs:"' if is_list else ""
    return f'write "language: python" at the top of the suite{below}, or another of {", ".join(LANGUAGES)}'


def _tabs(suite: Fields, path: Path, exercise: Exercise) -> tuple[dict[str, Any], list[Mapping[str, Any]]]:
    """A clause for each tab, and its cases."""
    names = UniqueNames()
    clauses: dict[str, Any] = {}
    cases: list[Mapping[str, Any]] = []
    config, suite_files = merged({}, suite.raw("config")), suite.items("files")
    for number, content in enumerate(suite.items("units") or suite.items("tabs")):
        tab = Fields(content, f"{path}: tabs[{number}]", exercise.faults)
        title = tab.text("unit") or tab.text("tab")
        clause = names.of(title, "tab")
        contexts = [*_contexts(tab, config, suite_files, exercise)]
        clauses[clause] = {"text": " ".join(title.split()) or clause, "points": len(contexts)}
        cases += [{"name": f"{clause}-{index}", "clause": clause, **keys} for index, keys in enumerate(contexts, 1)]
        tab.end("hidden", "definitions")
    return clauses, cases


def _contexts(tab: Fields, config: Config, files: list[Any], exercise: Exercise) -> Iterator[Mapping[str, Any]]:
    """A case for each context; a test case that is alone is one."""
    config = merged(config, tab.raw("config"))
    files = [*files, *tab.items("files")]
    for key, inner in (("contexts", "testcases"), ("cases", "script")):
        for number, content in enumerate(tab.items(key)):
            context = Fields(content, f"{tab.place}.{key}[{number}]", exercise.faults)
            tests = [_with_files(test, [*files, *context.items("files")]) for test in context.items(inner)]
            own = merged(config, context.raw("config"))
            context.end("context")
            yield case_of(tests, f"{context.place}.{inner}", own, exercise)
    for key in ("testcases", "scripts"):
        for number, content in enumerate(tab.items(key)):
            yield case_of([_with_files(content, files)], f"{tab.place}.{key}[{number}]", config, exercise)


def _with_files(test: Any, files: list[Any]) -> Any:
    return {**test, "files": [*files, *(test.get("files") or ())]} if isinstance(test, dict) and files else test


def _workdir(suite: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The files that Dodona puts beside every program."""
    folder = _exercise_folder(suite) / _WORKDIR
    files = {name: path.read_bytes() for name, path in files_of(folder).items()}
    return {f"input/{name}": content for name, content in files.items()}, {
        name: {"file": f"input/{name}"} for name in files
    }


def _notes(cases: list[Mapping[str, Any]]) -> Iterator[str]:
    """How it differs from TESTed."""
    if any("tolerance" in call for case in cases for call in case.get("calls", ())):
        yield "for a number with a fraction a whole one of its value is taken too; TESTed tells them apart"


def _recognises(folder: Path) -> bool:
    return any((folder / name).is_file() for name in SUITE_FILES[:3])


IMPORTER = Importer("tested", "suites of Dodona's TESTed: programs with input, calls with values", read, _recognises)
