"""``kattis``: problem packages of Kattis and ICPC that are pass-fail and compared by the default validator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.authoring.importers import Importer
from harness.authoring.importing.contest_packages.stated_time import stated_time
from harness.authoring.importing.default_validator import DefaultValidator
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.jury_programs import JuryPrograms
from harness.authoring.importing.package import Faults, Package

_SETTINGS = "problem.yaml"
_FORMATS = ("", "legacy", "legacy-icpc", "2023-07-draft", "2025-09")
_NO_VERDICT = (
    "name", "uuid", "version", "credits", "author", "source", "source_url", "license", "rights_owner", "keywords",
    "embargo_until", "problem_id",
)  # fmt: skip
_LIMITS_ON_OTHER_THINGS = (
    "compilation_time", "compilation_memory", "validation_time", "validation_memory", "validation_output", "code",
    "time_multiplier", "time_multipliers", "time_safety_margin", "time_resolution",
)  # fmt: skip
_REFUSED = ("output_validators", "output_validator", "interactors", "include", "graders")
_LEFT_OUT = ("input_validators", "input_validator")
_SIZES = {"memory": 2048, "output": 8}
"""MiB, where a package says nothing."""
_GROUPS = ("sample", "secret")


def read(source: Path) -> Package:
    """Read a package; whatever would change a verdict and is not known is refused."""
    faults = Faults()
    path = source / _SETTINGS
    fields = Fields(read_data(path), str(path), faults)
    validator = _validator(fields, faults)
    limits = _limits(source, Fields(fields.raw("limits") or {}, f"{path}.limits", faults), faults)
    fields.ignore(*_NO_VERDICT)
    fields.end()
    for name in _REFUSED:
        if (source / name).is_dir():
            faults.add(source / name, "programs of the package are not read")
    for path in sorted((source / "data").glob("*")):
        if path.name not in _GROUPS:
            faults.add(path, "settings and groups of test data cannot be expressed")
    files = {name: content for group in _GROUPS for name, content in _pairs(source, group, faults)}
    groups = [group for group in _GROUPS if any(name.startswith(f"data/{group}/") for name in files)]
    if not groups:
        faults.add(source / "data", "there is no pair of .in and .ans in sample or secret")
    programs = JuryPrograms(source, str(fields.raw("problem_format_version") or ""), "output", faults)
    faults.stop()
    clause = {"text": "Each output is right, within the limits.", "points": 100, "gate": True}
    cases = [
        {"from": f"data/{group}/*.in", "name": f"{group}-{{pair}}", "clause": "output", "stdout": validator.check()}
        for group in groups
    ]
    spec = {
        "title": source.resolve().name,
        "language": "any",
        "limits": limits,
        "defaults": {"exit": [0]},
        "clauses": {"output": clause},
    }
    notes = [f"{name}: not read, nothing is held to it" for name in _LEFT_OUT if (source / name).is_dir()]
    return Package(spec | {"cases": cases}, files | validator.files() | programs.files, [*notes, *programs.notes])


def _validator(fields: Fields, faults: Faults) -> DefaultValidator:
    """The default validator by its flags; what is no plain package is a fault."""
    version = str(fields.raw("problem_format_version") or "")
    if version not in _FORMATS:
        faults.add(f"{fields.place}.problem_format_version", f"{version} is not known")
    for key, plain in (("type", "pass-fail"), ("validation", "default")):
        value = fields.raw(key)
        if value not in (None, plain, [plain]):
            faults.add(f"{fields.place}.{key}", f"{value}: only {plain} is read")
    return DefaultValidator(fields.text("validator_flags"), f"{fields.place}.validator_flags", faults)


def _limits(source: Path, fields: Fields, faults: Faults) -> Mapping[str, str]:
    """The limits of a run; a time that a judge would infer from its jury's programs is not guessed."""
    time = stated_time(source, fields, faults)
    if not time:
        faults.add(fields.place, "no time_limit, which would be inferred from submissions; write one, or .timelimit")
    fields.ignore(*_LIMITS_ON_OTHER_THINGS)
    sizes = {key: fields.number(key, default) for key, default in _SIZES.items()}
    fields.end()
    return {"cpu": f"{time:g} s"} | {key: f"{size:g} MiB" for key, size in sizes.items()}


def _pairs(source: Path, group: str, faults: Faults) -> Iterator[tuple[str, bytes]]:
    """The files of a folder of pairs; one that is neither of a pair nor only for people is a fault."""
    folder = source / "data" / group
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        other = {".in": ".ans", ".ans": ".in"}.get(path.suffix)
        if other and path.is_file() and path.with_suffix(other).is_file():
            yield f"data/{group}/{path.name}", path.read_bytes()
        elif path.suffix not in (".desc", ".hint", ".png", ".jpg", ".svg"):
            faults.add(path, "neither input nor answer of a pair")


def _recognises(folder: Path) -> bool:
    return (folder / _SETTINGS).is_file() and (folder / "data").is_dir()


IMPORTER = Importer("kattis", "plain problem packages of Kattis and ICPC: problem.yaml", read, _recognises)
