"""The JSON Schema of ``course.yaml``: fresh, and it takes and refuses what the loader does."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harness.app.commands.authoring.schema import install, schema
from harness.course.policy.load import load_policy
from harness.model.errors import SpecError
from harness.spec.yaml.source import read
from tests.support import ROOT, SUM, write

FILE = ROOT / "docs" / "course.schema.json"
RULES = re.findall(r"```yaml\n(title.*?)```", (ROOT / "docs" / "course.md").read_text(encoding="utf-8"), re.DOTALL)[0]


def plain(value: Any) -> Any:
    """The value with times as texts, as YAML 1.2 has them, in which editors read."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat(*[" "] * isinstance(value, dt.datetime)) if isinstance(value, dt.date) else value


def faults(text: str, folder: Path) -> list[str]:
    """What the schema says to a file."""
    value = plain(read(write(folder, {"course.yaml": text}) / "course.yaml").value)
    validator = jsonschema.Draft202012Validator(json.loads(FILE.read_text(encoding="utf-8")))
    return [error.message for error in validator.iter_errors(value)]


def test_it_is_fresh(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert schema(out=FILE, check=True, subject="course") == 0
    stale = write(tmp_path, {"course.schema.json": "{}"}) / "course.schema.json"
    assert schema(out=stale, check=True, subject="course") == 1
    assert f"stale; run: harness schema --course --out {stale}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        ("", "", True),
        ("grace: 15", "graze: 15", False),
        ("rejected_after: 3 days", "rejected_after: 3 weeks", False),
        ("counts: last", "counts: newest", False),
        ("due: 2026-11-05 23:59", "due: tomorrow", False),
        ("due: 2026-11-05 23:59", "due: 2026-11-05", True),
        ("weight: 2", "weight: heavy", False),
        ("lowest: 1", "lowest: -1", False),
    ],
)
def test_it_says_what_the_loader_says(tmp_path: Path, old: str, new: str, *, right: bool) -> None:
    text = RULES.replace(old, new) if old else RULES
    assert (faults(text, tmp_path) == []) is right
    try:
        load_policy(tmp_path / "specs", ("cs771-8queens", "cse30-pa2"))
    except SpecError:
        assert not right
    else:
        assert right


def test_every_key_has_a_description() -> None:
    records = json.loads(FILE.read_text(encoding="utf-8"))["$defs"]
    assert "assignments" in records["Policy"]["properties"]
    bare = [f"{name}.{key}" for name, record in records.items() for key, entry in record.get("properties", {}).items()
            if "description" not in entry]  # fmt: skip
    assert bare == []


def test_editors_are_set_up_for_it_where_there_are_rules(tmp_path: Path) -> None:
    specs = tmp_path / "specs"
    write(specs / "sum", {"spec.yaml": SUM})
    install(specs)
    assert not (specs / "course.schema.json").exists()
    write(tmp_path, {"course.yaml": "title: Sums\n"})
    install(specs)
    settings = json.loads((tmp_path / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    assert settings["yaml.schemas"]["./specs/course.schema.json"] == "course.yaml"
    assert (specs / "course.schema.json").read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")
