"""``harness schema``: the JSON Schema of ``spec.yaml`` or ``course.yaml``, for editors, or of a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from harness.authoring.skeleton import SCHEMA_FILE, SCHEMA_LINE, schema_problem, schema_text
from harness.course.policy.load import NAME as COURSE_FILE
from harness.course.policy.model import Policy
from harness.model.errors import UsageError
from harness.reports.output.printing import print_lines
from harness.reports.output.write import write_whole
from harness.reports.records import Report
from harness.spec.format.folder import SPEC_FILE, find_specs
from harness.spec.format.schema import schema_of, spec_schema

COURSE_SCHEMA = "course.schema.json"


def schema(*, out: Path | None, check: bool, subject: Literal["spec", "report", "course"] = "spec") -> int:
    """Print the schema, write it to a file, or check that the file is fresh; return the exit status."""
    text = _text(subject)
    if out is None:
        print(text, end="")  # noqa: T201 - the command's output
        return 0
    if check:
        fresh = out.is_file() and out.read_text(encoding="utf-8") == text
        option = "" if subject == "spec" else f" --{subject}"
        print_lines(f"{out}: {'fresh' if fresh else f'stale; run: harness schema{option} --out {out}'}")
        return 0 if fresh else 1
    write_whole(out, text.encode())
    return 0


def _text(subject: str) -> str:
    if subject == "report":
        return json.dumps(schema_of(Report, "a JSON report of grade"), indent=2) + "\n"
    model = schema_of(Policy, "course.yaml, the rules of a course") if subject == "course" else spec_schema()
    return json.dumps(model, indent=2) + "\n"


def install(specs: Path | None) -> int:
    """Put the schema beside the assignments, set up VS Code, and say which specs do not refer to it; return 0."""
    folder = specs or find_specs(Path.cwd())
    write_whole(folder / SCHEMA_FILE, schema_text())
    if (folder.resolve().parent / COURSE_FILE).is_file():
        write_whole(folder / COURSE_SCHEMA, _text("course").encode())
    lines = [
        f"{folder / SCHEMA_FILE}: the schema of this version",
        _set_up_code(folder),
        *_references(folder),
        f"Other editors with the YAML language server read the first line of a spec: {SCHEMA_LINE}",
    ]
    here = f"{Path.cwd()}/"
    print_lines(*(line.replace(here, "") for line in lines))
    return 0


def _set_up_code(specs: Path) -> str:
    """Tell VS Code which files the schema is for; its settings are left alone if they cannot be read."""
    path = specs.parent / ".vscode" / "settings.json"
    schema, files = f"./{specs.name}/{SCHEMA_FILE}", f"{specs.name}/*/{SPEC_FILE}"
    settings: Any = {}
    try:
        if path.is_file():
            settings = json.loads(path.read_text(encoding="utf-8"))
        schemas = settings.setdefault("yaml.schemas", {})
        schemas[schema] = files
        if (specs / COURSE_SCHEMA).is_file():
            schemas[f"./{specs.name}/{COURSE_SCHEMA}"] = COURSE_FILE
    except (AttributeError, TypeError, ValueError):  # comments, or something else instead of a mapping
        return f'{path}: left as it is; write into it: "yaml.schemas": {{"{schema}": "{files}"}}'
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path.parent}: cannot be made: {error.strerror}") from None
    write_whole(path, _json(settings))
    extensions = path.with_name("extensions.json")
    if not extensions.exists():
        write_whole(extensions, _json({"recommendations": ["redhat.vscode-yaml"]}))
    return f"{path}: VS Code completes and checks {files}, with the extension redhat.vscode-yaml"


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()


def _references(specs: Path) -> list[str]:
    problems = ((path, schema_problem(path)) for path in sorted(specs.glob(f"*/{SPEC_FILE}")))
    return [f"{path}:{problem[0]}: {problem[1]}" for path, problem in problems if problem]
