"""The published schema of JSON reports: fresh, and true of real ones."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harness.reports.records import Report
from harness.spec.format.schema import schema_of
from tests.support import ADDER, ROOT, SUM, grade, write

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
WRONG = {
    "crash": "board = {}\nsize = board['n']\n",
    "endless": "while True:\n    pass\n",
    "invalid": "def f(:\n",
    "off": ADDER.replace("+", "-"),
    "silent": "",
    "right": ADDER,
    "bytes": "import sys\nsys.stdout.buffer.write(b'\\xff\\x1b[2J')\n",
}


def errors(report: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(report)]


def test_the_file_in_docs_is_fresh() -> None:
    fresh = json.loads(json.dumps(schema_of(Report, "a JSON report of grade")))
    assert fresh == SCHEMA, "run: harness schema --report --out docs/report.schema.json"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_reports_of_right_and_wrong_programs_are_as_it_says(tmp_path: Path) -> None:
    students = {f"submissions/{name}/sum/main.py": text for name, text in WRONG.items()}
    spec = SUM.replace("language: python", "language: python\nlimits: {cpu: 500 ms}")
    root = write(tmp_path, {"specs/sum/spec.yaml": spec, **students, "submissions/nobody/README": "hello"})
    grade("submissions", "--report", "report.json", "--no-gradebook", cwd=root, apart=tmp_path / "apart", expect=1)
    report = json.loads((root / "report.json").read_text(encoding="utf-8"))
    assert errors(report) == []
    kinds = {finding["kind"] for row in report["grades"] for case in row["cases"] for finding in case["findings"]}
    assert {"uncaught-exception", "timed-out", "output-empty", "line-differs"} <= kinds


@pytest.mark.parametrize("key", ["kind", "params", "message", "where"])
def test_a_report_without_a_key_is_not(key: str) -> None:
    finding: dict[str, Any] = {"kind": "a", "params": {}, "message": "", "where": None}
    finding |= {"expected": None, "actual": None, "near_misses": [], "picture": None}
    validator = jsonschema.Draft202012Validator({**SCHEMA, "$ref": "#/$defs/FindingRecord"})
    assert validator.is_valid(finding)
    del finding[key]
    assert not validator.is_valid(finding)
