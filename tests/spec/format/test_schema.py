"""The JSON Schema that editors use says what the loader says."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harness.spec.format.model import Case, Clause, Limits, Spec
from harness.spec.format.schema import field_texts, spec_schema
from harness.spec.yaml.source import read
from tests.support import ROOT, SUM, write

SPECS = sorted(ROOT.glob("specs/*/spec.yaml"))
SCHEMA = json.loads((ROOT / "docs" / "spec.schema.json").read_text(encoding="utf-8"))


def errors(value: Any) -> list[str]:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    return [error.message for error in validator.iter_errors(value)]


def small(tmp_path: Path) -> Any:
    return copy.deepcopy(read(write(tmp_path, {"spec.yaml": SUM}) / "spec.yaml").value)


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_file_in_docs_is_fresh() -> None:
    assert json.loads(json.dumps(spec_schema())) == SCHEMA, "run: harness schema --out docs/spec.schema.json"


def test_there_are_specs_to_hold_against_it() -> None:
    assert len(SPECS) >= 6


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_the_courses_own_specs_are_valid(path: Path) -> None:
    assert errors(read(path).value) == []


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_each_spec_names_the_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../docs/spec.schema.json"
    assert (path.parent / "../../docs/spec.schema.json").is_file()


def test_a_small_spec_is_valid(tmp_path: Path) -> None:
    assert errors(small(tmp_path)) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda spec: spec["cases"][0].update(stdou="x"), "stdou"),
        (lambda spec: spec.update(langauge="x"), "langauge"),
        (lambda spec: spec["clauses"]["sum"].update(pionts=3), "pionts"),
        (lambda spec: spec["cases"][0].update(stdout={"txt": "x"}), "txt"),
        (lambda spec: spec["cases"][0].update(limits={"cpuu": "2 s"}), "cpuu"),
        (lambda spec: spec["cases"][0].update(limits={"cpu": "fast"}), "fast"),
        (lambda spec: spec["cases"][0].update(args="x"), "x"),
        (lambda spec: spec.pop("title"), "title"),
        (lambda spec: spec["clauses"].update(Bad={"text": "t"}), "Bad"),
    ],
)
def test_a_misspelt_key_or_a_wrong_value_is_refused(tmp_path: Path, change: Any, what: str) -> None:
    spec = small(tmp_path)
    change(spec)
    assert any(what in message for message in errors(spec))


@pytest.mark.parametrize("record", [Spec, Case, Clause, Limits])
def test_every_key_is_described(record: type) -> None:
    names: tuple[str, ...] = record.__struct_fields__  # type: ignore[attr-defined]
    assert set(names) <= set(field_texts(record))
    properties = SCHEMA["$defs"][record.__name__]["properties"]
    assert [key for key, value in properties.items() if not value.get("description")] == []
