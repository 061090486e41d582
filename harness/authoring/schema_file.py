"""The JSON Schema in a course, for completion and checks in an editor: where it is, and who refers to it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from harness.model.patterns import lazy_regex
from harness.spec.format.schema import spec_schema

SCHEMA_FILE = "spec.schema.json"
"""Beside the assignments, so that it is found wherever the course is."""
SCHEMA_LINE = f"# yaml-language-server: $schema=../{SCHEMA_FILE}"
"""The first line of a spec: editors with the YAML language server read it."""

_REFERENCE = lazy_regex(r"#\s*(?:yaml-language-server:\s*\$schema=|\$schema:\s*)(\S+)")


def schema_text() -> bytes:
    """The schema, as it is written to files."""
    return (json.dumps(spec_schema(), indent=2) + "\n").encode()


def schema_problem(spec: Path) -> tuple[int, str] | None:
    """The line of a spec's reference to a schema that is not there or stale, and what to do; None where all is well."""
    for number, line in enumerate(spec.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = _REFERENCE.match(line)
        if match and "://" not in match[1]:
            return _reference_problem(number, match[1], Path(os.path.normpath(spec.parent / match[1])))
    return None


def _reference_problem(number: int, written: str, target: Path) -> tuple[int, str] | None:
    if not target.is_file():
        line = "" if written == f"../{SCHEMA_FILE}" else f", and make this line {SCHEMA_LINE}"
        return number, f"the schema {target} is not there; run: harness schema --install{line}"
    if target.name == SCHEMA_FILE and target.read_bytes() != schema_text():
        return number, f"the schema {target} is not that of this version; run: harness schema --install"
    return None
