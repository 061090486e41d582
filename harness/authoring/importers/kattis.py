"""``kattis``: problem packages of Kattis and ICPC, with their validators, interactors and programs."""

from __future__ import annotations

import glob
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importers import Importer
from harness.authoring.importing.contest_packages.group_scores import scored_groups
from harness.authoring.importing.contest_packages.jury_programs import (
    Constants,
    JuryPrograms,
    included_files,
    taken_languages,
)
from harness.authoring.importing.contest_packages.output_judge import OutputJudge, is_scoring, output_judge
from harness.authoring.importing.contest_packages.own_validator import OwnInteractor
from harness.authoring.importing.contest_packages.scored_group import clause_name
from harness.authoring.importing.contest_packages.test_data import CaseGroup, read_test_data, words_of
from harness.authoring.importing.contest_packages.time_limit import TimeRule, infer_time, stated_time
from harness.authoring.importing.fields import Fields, files_of, read_data
from harness.authoring.importing.package import Faults, Package
from harness.spec.format.folder import INPUT_FLAGS, INPUT_VALIDATORS

_SETTINGS = "problem.yaml"
_FORMATS = ("", "legacy", "legacy-icpc", "2023-07-draft", "2023-07", "2025-09-draft", "2025-09")
_NO_VERDICT = (
    "name", "uuid", "version", "credits", "author", "source", "source_url", "license", "rights_owner", "keywords",
    "embargo_until", "problem_id", "allow_file_writing",
)  # fmt: skip
_LIMITS_ON_OTHER_THINGS = (
    "compilation_time", "compilation_memory", "validation_time", "validation_memory", "validation_output", "code",
)  # fmt: skip
_REFUSED = ("graders", "static_validator")
_SIZES = {"memory": 2048, "output": 8}
"""MiB, where a package says nothing."""
_CONVERSATION = 64
"""MiB of output where an interactor reads it, which nobody keeps: a program that talks for ever is over its time."""
_ALL = "output"
_LANGUAGE = "language"
_OF_LANGUAGES = {"text": "The program is in a language that the problem takes.", "points": 0, "gate": True}
_PASS_OR_FAIL = {"text": "Each output is right, within the limits.", "points": 100, "gate": True}


def read(source: Path) -> Package:
    """Read a package; whatever would change a verdict and is not known is refused."""
    faults = Faults()
    path = source / _SETTINGS
    fields = Fields(read_data(path), str(path), faults)
    version = str(fields.raw("problem_format_version") or "")
    if version not in _FORMATS:
        faults.add(f"{path}.problem_format_version", f"{version} is not known")
    limits = Fields(fields.raw("limits") or {}, f"{path}.limits", faults)
    constants = Constants.read(fields, faults)
    judge = output_judge(source, fields, int(limits.number("validation_passes", 2)), constants, faults)
    flags = words_of(fields, ("validator_flags",), faults)
    time, rule = stated_time(source, limits, faults), TimeRule.read(limits, version, faults)
    sizes = _sizes(limits, judge)
    limits.end()
    grading = Fields(fields.raw("grading") or {}, f"{path}.grading", faults)
    if grading.text("objective", "max") != "max":
        faults.add(f"{path}.grading.objective", "more points are better here")
    grading.end("show_test_data_groups")
    scoring = is_scoring(fields)
    language = taken_languages(fields, _LANGUAGE if scoring else _ALL, faults)
    fields.end(*_NO_VERDICT)
    for name in _REFUSED:
        if (source / name).is_dir():
            faults.add(source / name, "programs of the package are not read")
    data = read_test_data(source, flags, constants, faults, scoring=scoring)
    given, included, unknown = included_files(source, constants, str(language["language"]))
    scored = scored_groups(source, data, version, faults, by_validator=judge.gives_scores) if scoring else []
    if scoring and data.groups and not scored:
        faults.add(source / "data", "a scoring problem, but no group of cases is worth anything")
    owners = {folder: group for group in scored for folder in group.folders}
    clauses = dict(pair for group in scored for pair in group.as_clauses(owners)) or {_ALL: _PASS_OR_FAIL}
    clauses |= {_LANGUAGE: _OF_LANGUAGES} if scoring and "files" in language else {}
    cases = [
        _case(part, clause, judge.keys(part.flags, owner.worth if owner else 0))
        for group in data.groups
        if (owner := owners.get(group.folder)) or not scoring
        for part, clause in (owner.split(group) if owner else [(group, _ALL)])
    ]
    most = sum(group.points for group in scored) if scoring else None
    programs = JuryPrograms(
        source, version, next(iter(clauses)), most, constants, faults, gives_scores=judge.gives_scores
    )
    faults.stop()
    spec = {
        "title": source.resolve().name,
        **language,
        **given,
        "limits": {"cpu": f"{time:g} s", **sizes},
        "defaults": {"exit": [0]},
        "clauses": clauses,
        "cases": cases,
    }
    notes = [
        f"data/{group.folder}: worth nothing, not run"
        for group in data.groups
        if scoring and group.folder not in owners
    ]
    notes += [*data.notes, *unknown, *programs.notes]
    files: Mapping[str, bytes | Path] = {**data.files, **judge.files(), **included, **programs.files}
    files = {**files, **_input_validators(source, data.groups, constants)}
    package = Package(spec, files, notes, judge.executable)
    return package if time else infer_time(package, rule, limits.place)


def _case(group: CaseGroup, clause: str, judged: Mapping[str, Any]) -> Mapping[str, Any]:
    name = f"{clause_name(group.folder)}-{{pair}}"
    pairs = f"{glob.escape(group.names[0])}.in" if group.is_single else "*.in"
    args = {"args": [word.replace("{", "{{").replace("}", "}}") for word in group.args]} if group.args else {}
    files = {"files": {name: {"file": path} for name, path in group.files.items()}} if group.files else {}
    return {"from": f"data/{group.folder}/{pairs}", "name": name, "clause": clause, **args, **files, **judged}


def _input_validators(source: Path, groups: list[CaseGroup], constants: Constants) -> Mapping[str, bytes]:
    """The programs that ``harness verify`` gives each input, and their flags."""
    programs = files_of(source / INPUT_VALIDATORS)
    files = {f"{INPUT_VALIDATORS}/{name}": constants.fill_in(path.read_bytes()) for name, path in programs.items()}
    flags = {
        f"data/{group.folder}" + (f"/{group.names[0]}.in" if group.is_single else ""): dict(group.input_flags)
        for group in groups
        if group.input_flags
    }
    return files | ({INPUT_FLAGS: yaml.safe_dump({"flags": flags}).encode()} if files and flags else {})


def _sizes(limits: Fields, judge: OutputJudge) -> Mapping[str, str]:
    """The limits of a run except for its time."""
    limits.ignore(*_LIMITS_ON_OTHER_THINGS)
    sizes = _SIZES | ({"output": _CONVERSATION} if isinstance(judge, OwnInteractor) else {})
    return {key: f"{limits.number(key, default):g} MiB" for key, default in sizes.items()}


def _recognises(folder: Path) -> bool:
    return (folder / _SETTINGS).is_file() and (folder / "data").is_dir()


IMPORTER = Importer("kattis", "problem packages of Kattis and ICPC: problem.yaml", read, _recognises)
