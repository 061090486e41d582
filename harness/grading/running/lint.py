"""Run a linter over what was handed in, in the sandbox, and judge what it finds by line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from harness.grading.building.built import Built
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.running.observe_case import case_limits
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.workspace.workspace import Workspace
from harness.language.diagnostics.tool_messages import own_path
from harness.language.tools.packages import linter_file
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.finding import Finding, Place
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.output import read_whole
from harness.model.patterns import lazy_regex, matching
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import prepare_new_file, read_bounded
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Lint

_READ = 1 << 20
_MOST_FINDINGS = 200
_CONFIG = ".lint-config"
_MESSAGE = lazy_regex(
    rb"^(?:\[[A-Z]{1,8}\] )?(?P<path>[^:\n]{1,300}):(?P<line>\d{1,9}):(?:(?P<column>\d{1,9}):)? "
    rb"(?P<text>[^\n]{1,300})$",
    re.MULTILINE,
)
_FORMS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], frozenset[int]]] = {
    "ruff": (
        ("ruff", "check", "--isolated", "--no-cache", "--quiet", "--output-format=concise", "{options}", "{files}"),
        ("**/*.py",),
        frozenset({0, 1}),
    ),
    "shellcheck": (
        ("shellcheck", "--norc", "--format=gcc", "{options}", "{files}"),
        ("**/*.sh", "**/*.bash"),
        frozenset({0, 1}),
    ),
    "checkstyle": (
        ("checkstyle", "-c", "{config}", "{options}", "{files}"),
        ("**/*.java",),
        frozenset(range(255)),  # its status is the number of errors
    ),
    "clang-tidy": (
        ("clang-tidy", "--quiet", "{config}", "{options}", "{files}", "--"),
        ("**/*.c", "**/*.cc", "**/*.cpp", "**/*.cxx"),
        frozenset({0, 1}),
    ),
}
"""Tool -> its command, the files that it reads, and the exit statuses with which it has done so."""
_DEFAULT_CONFIGS = {"checkstyle": ("/sun_checks.xml",), "clang-tidy": ("--config={}",)}


def usual_files(tool: str) -> tuple[str, ...]:
    """The patterns of the files that a linter reads where the spec says nothing else."""
    return _FORMS[tool][1]


class ReadLint(Struct, frozen=True):
    """Read what a linter printed."""

    output: bytes
    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> tuple[Finding, ...]:
        """Return a finding for each message on one of the files, with the line of the source."""
        findings = dict[tuple[str, int, str], Finding]()
        sources: dict[str, list[bytes]] = {}
        for match in _MESSAGE.finditer(self.output):
            path = own_path(match["path"].decode(errors="replace"), self.files)
            if not path:
                continue
            if path not in sources:
                sources[path] = (read_bounded(self.folder, path, LARGEST_SOURCE) or b"").split(b"\n")
            number = int(match["line"])
            source = sources[path][number - 1][:300] if 0 < number <= len(sources[path]) else b""
            column = int(match["column"]) if match["column"] and int(match["column"]) else None
            text = match["text"].decode(errors="replace").replace("[*] ", "")
            where = Place(path=path, line=number, column=column, source=source)
            findings.setdefault((path, number, text), Finding.of("lint", where, text=text))
            if len(findings) == _MOST_FINDINGS:
                break
        return tuple(findings.values())


def judge_lint(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Judgement:
    """The judgement on what a linter finds; JudgeError when this machine lacks it, or it fails by itself."""
    lint = planned.case.lint
    if lint is None:
        raise ValueError("only a case with a linter is judged so")
    source = built.staged or built.folder or Path()
    patterns = lint.files or _FORMS[lint.tool][1]
    names = list(dict.fromkeys(name for pattern in patterns for name in matching(built.intake.files, pattern)))
    if not names:
        return Judgement.fault(Verdict.WA, "lint-no-files", patterns=[*patterns])
    findings = _findings(assignment, lint, source, names, workspace, case_limits(assignment, planned.case))
    if findings is None:
        return Judgement.fault(Verdict.NR, "lint-failed", tool=lint.tool)
    charged = len(findings) - lint.allowed
    if charged <= 0:
        return RIGHT
    return Judgement(Verdict.WA, findings, max(0.0, 1.0 - charged * lint.costs))


def _findings(
    assignment: Assignment,
    lint: Lint,
    source: Path,
    names: list[str],
    workspace: Workspace,
    limits: ResolvedLimits,
) -> tuple[Finding, ...] | None:
    """Run the linter; None when it did not come to its end on these files."""
    form, _, statuses = _FORMS[lint.tool]
    with workspace.temporary() as (workdir, home):
        for name in names:
            content = read_bounded(source, name, LARGEST_SOURCE) or b""
            prepare_new_file(workdir, name).write_bytes(content[:LARGEST_SOURCE])
        words = _command(assignment, lint, form, [f"./{name}" for name in names], workdir)
        observation = workspace.observe(Invocation(words, workdir, home, limits))
    if observation.not_started:
        raise JudgeError(missing_tools((lint.tool,)) or f"{lint.tool} cannot be started: {observation.not_started}")
    if observation.exit not in statuses:
        if observation.ended_by is None and observation.exit is not None:
            said = observation.stderr.decode(errors="replace").strip().splitlines()[:1]
            raise JudgeError(f"{lint.tool} fails with exit status {observation.exit}: {' '.join(said)[:300]}")
        return None
    request = ReadLint(read_whole(observation.stdout)[:_READ], source, tuple(names))
    return workspace.judging.call_or(request, workspace.key, None)


def _command(
    assignment: Assignment, lint: Lint, form: tuple[str, ...], files: list[str], workdir: Path
) -> tuple[str, ...]:
    config = _DEFAULT_CONFIGS.get(lint.tool, ())
    if lint.config:
        (workdir / _CONFIG).write_bytes((assignment.folder / lint.config).read_bytes())
        config = (f"--config-file={_CONFIG}",) if lint.tool == "clang-tidy" else (_CONFIG,)
    values = {"{options}": lint.options, "{files}": tuple(files), "{config}": config}
    words = tuple(word for part in form for word in values.get(part, (part,)))
    return (_program(lint.tool, workdir), *words[1:])


def _program(tool: str, workdir: Path) -> str:
    """The word that starts a tool in the sandbox; one that is not below /usr is put beside the files."""
    path = linter_file(tool)
    if path is None:
        raise JudgeError(missing_tools((tool,)))
    if shutil.which(tool, path=ENVIRONMENT["PATH"]) is not None:
        return tool
    target = workdir / f".{tool}"
    shutil.copyfile(path, target)
    target.chmod(0o755)
    return f"./.{tool}"
