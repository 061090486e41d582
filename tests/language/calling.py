"""Call functions of small programs by the drivers' real tools, as the grader does."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.grading.calling.calls import call_all
from harness.grading.calling.driver_process import run_prepare_command
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import drivers
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.result import CallResult, CallsReport
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.run.process import observe
from tests import compile_server
from tests.support import course, loaded, write

SPEC = "title: Calls\nlanguage: {language}\n{more}\nclauses:\n  calls: {{text: They are right., points: 1}}\ncases:\n"


def reports(
    root: Path, language: str, files: Mapping[str, str | bytes], *cases: Mapping[str, Any], more: str = ""
) -> list[CallsReport]:
    """What each case's calls gave. A case is a mapping as a spec writes it; ``more`` are lines of the spec."""
    named = [{"name": f"case-{number}", "clause": "calls", **case} for number, case in enumerate(cases)]
    lines = (f"  - {json.dumps(case, ensure_ascii=False)}\n" for case in named)
    spec = SPEC.format(language=language, more=more) + "".join(lines)
    assignment = loaded(course(root, spec))
    sources = {name: textwrap.dedent(text) if isinstance(text, str) else text for name, text in files.items()}
    folder = write(root / "handed-in", sources)
    workspace = Workspace(root / "place", Unconfined(), compile_server.client() if language == "java" else None)
    batch = call_all(assignment, dict(enumerate(assignment.cases)), folder, workspace)
    return [batch.reports[number] for number in range(len(cases))]


def call(function: str, *args: Any, **more: Any) -> dict[str, Any]:
    """A call as a spec writes it."""
    return {"function": function, "args": list(args), **more}


def call_result(root: Path, language: str, source: Mapping[str, str | bytes], function: str, *args: Any) -> CallResult:
    """What a single call gave."""
    (report,) = reports(root, language, source, {"calls": [call(function, *args)]})
    assert report.ended is None
    (result,) = report.results
    return result


def traced(
    workdir: Path, language: str, way: tuple[str, ...], apart: Path, stdin: bytes = b""
) -> tuple[Observation, dict[str, int] | None]:
    """A run that counts the calls: what was seen of it, and the counts."""
    report = apart / "trace.json"
    workspace = Workspace(apart / "place", Unconfined())
    prepare_commands, command = drivers()[language].trace_commands(workdir, (way,), str(report))
    for prepare_command in prepare_commands:
        run_prepare_command(prepare_command, workdir, apart, workspace)
    seen = observe(Invocation(command, workdir, apart, ResolvedLimits(cpu=60.0, wall=180.0), stdin), Unconfined())
    return seen, json.loads(report.read_bytes()) if report.exists() else None
