"""``kattis``: problem packages of Kattis and ICPC, with their validators, interactors and programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.contest_packages.group_scores import clause_name, scored_clauses
from harness.authoring.importing.contest_packages.inferred_time import TimeRule, infer_time
from harness.authoring.importing.contest_packages.jury_programs import JuryPrograms
from harness.authoring.importing.contest_packages.output_judge import is_scoring, output_judge
from harness.authoring.importing.contest_packages.stated_time import stated_time
from harness.authoring.importing.contest_packages.test_data import CaseGroup, read_test_data, words_of
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Package

_SETTINGS = "problem.yaml"
_FORMATS = ("", "legacy", "legacy-icpc", "2023-07-draft", "2023-07", "2025-09-draft", "2025-09")
_NO_VERDICT = (
    "name", "uuid", "version", "credits", "author", "source", "source_url", "license", "rights_owner", "keywords",
    "embargo_until", "problem_id",
)  # fmt: skip
_LIMITS_ON_OTHER_THINGS = (
    "compilation_time", "compilation_memory", "validation_time", "validation_memory", "validation_output", "code",
)  # fmt: skip
_REFUSED = ("include", "graders", "static_validator")
_LEFT_OUT = ("input_validators", "input_validator", "answer_validators")
_SIZES = {"memory": 2048, "output": 8}
"""MiB, where a package says nothing."""
_ALL = "output"
_PASS_OR_FAIL = {"text": "Each output is right, within the limits.", "points": 100, "gate": True}


def read(source: Path) -> Package:
    """Read a package; whatever would change a verdict and is not known is refused."""
    faults = Faults()
    path = source / _SETTINGS
    fields = Fields(read_data(path), str(path), faults)
    version = str(fields.raw("problem_format_version") or "")
    if version not in _FORMATS:
        faults.add(f"{path}.problem_format_version", f"{version} is not known")
    judge = output_judge(source, fields, faults)
    flags = words_of(fields, ("validator_flags",), faults)
    limits = Fields(fields.raw("limits") or {}, f"{path}.limits", faults)
    time, rule, sizes = stated_time(source, limits, faults), TimeRule.read(limits, faults), _sizes(limits)
    limits.end()
    fields.ignore(*_NO_VERDICT)
    fields.end()
    for name in _REFUSED:
        if (source / name).is_dir():
            faults.add(source / name, "programs of the package are not read")
    scoring = is_scoring(fields)
    data = read_test_data(source, flags, faults, scoring=scoring)
    clauses = scored_clauses(source, data.groups, version, faults) if scoring else {_ALL: _PASS_OR_FAIL}
    cases = [
        _case(group, clause_name(group.folder if scoring else _ALL), judge.keys(group.flags))
        for group in data.groups
        if not scoring or group.folder in clauses
    ]
    programs = JuryPrograms(source, version, "" if scoring else _ALL, faults)
    faults.stop()
    spec = {
        "title": source.resolve().name,
        "language": "any",
        "limits": {"cpu": f"{time:g} s", **sizes},
        "defaults": {"exit": [0]},
        "clauses": {clause_name(folder): clause for folder, clause in clauses.items()},
        "cases": cases,
    }
    notes = [f"{name}: not read, nothing is held to it" for name in _LEFT_OUT if (source / name).is_dir()]
    notes += [
        f"data/{group.folder}: worth nothing, not run"
        for group in data.groups
        if scoring and group.folder not in clauses
    ]
    notes += [*data.notes, *programs.notes]
    files: Mapping[str, bytes | Path] = {**data.files, **judge.files(), **programs.files}
    package = Package(spec, files, notes, judge.executable)
    return package if time else infer_time(package, rule, limits.place)


def _case(group: CaseGroup, clause: str, judged: Mapping[str, Any]) -> Mapping[str, Any]:
    name = f"{clause_name(group.folder)}-{{pair}}"
    return {"from": f"data/{group.folder}/*.in", "name": name, "clause": clause, **judged}


def _sizes(limits: Fields) -> Mapping[str, str]:
    """The limits of a run but for its time."""
    limits.ignore(*_LIMITS_ON_OTHER_THINGS)
    return {key: f"{limits.number(key, default):g} MiB" for key, default in _SIZES.items()}


def _recognises(folder: Path) -> bool:
    return (folder / _SETTINGS).is_file() and (folder / "data").is_dir()


IMPORTER = Importer("kattis", "problem packages of Kattis and ICPC: problem.yaml", read, _recognises)
