"""Compile code of the course's with a student's, in the sandbox: it must compile, or a part of it must not.

What must not compile is compiled a second time without the part that is at fault, or with another in its place. Only
code that compiles so shows that the compiler refuses this very part.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built, check_tools
from harness.grading.child_requests.submitted_sources import with_source
from harness.grading.running.observe_case import case_limits
from harness.grading.verdicts.ending import LIMIT_VERDICTS
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.grading.workspace.workspace import Workspace
from harness.language import languages
from harness.language.base import Language
from harness.language.diagnostics.tool_messages import GCC_ERROR, JAVAC_ERROR, own_path
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Place
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, regular_files
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.units import Seconds

_FILE = "course_check"
"""The name of the course's file, except for its suffix."""
_CPU_S = Seconds(30.0)
_READ = 1 << 16
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_NOTE = lazy_regex(rb"^(?P<path>[^\n:]{1,300}):(?P<line>\d{1,9}):(?:\d{1,9}:)? (?:error|note|warning): ", re.MULTILINE)
_JAVA_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w+)")
_KEYWORDS = re.compile(
    r"\b(?:const|volatile|mutable|static|explicit|virtual|override|final|private|protected|public|class|struct|template"
    r"|typename|operator|void|bool|char|int|long|short|double|float|unsigned|signed|auto|return|sizeof|noexcept|delete"
    r"|default|friend|constexpr|restrict)\b"
)


def judge_snippet(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Judgement:
    """Whether the code compiles as it must; JudgeError where the compiler is missing."""
    snippet = planned.case.compiles
    if snippet is None or built.folder is None:
        raise ValueError("only code with a submission that was built is judged so")
    check_tools(assignment, planned.case, built)
    code = assignment.content(snippet.code).decode(errors="replace")
    must = code.replace(snippet.refused, snippet.instead) if snippet.refused else code
    for compiling in _ways(assignment, planned, built, workspace):
        observation = compiling.observe(compiling.guarded(must, code))
        if observation.exit == 0:
            break
    else:
        return compiling.refused(must, observation)
    if not snippet.refused:
        return RIGHT
    observation = compiling.observe(code)
    if observation.exit == 0:
        line = _line_of(code, snippet.refused)
        return Judgement.fault(Verdict.WA, "snippet-compiles", line=line, part=snippet.refused.strip())
    return RIGHT if compiling.errors(observation) else compiling.refused(code, observation)


def _ways(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> list[_Compiling]:
    """The ways in which the language compiles, such as its standards, in order; one where the spec names a standard."""
    case, language = planned.case, languages()[assignment.spec.language]
    options = case.compiles.options if case.compiles is not None else ()
    limits = replace(case.limits, cpu=case.limits.cpu or assignment.spec.limits.cpu or _CPU_S)
    resolved = case_limits(assignment, replace(case, limits=limits))
    recipes = language.check_recipes([_FILE]) or (language.recipe([_FILE]),)
    commands = [recipe.commands[0] for recipe in recipes]
    if any(option.startswith("-std=") for option in options):
        commands = commands[:1]
    return [_Compiling(language, built, workspace, resolved, command, options) for command in commands]


class _Compiling(Struct, frozen=True):
    """A way in which code is compiled with one submission."""

    language: Language
    built: Built
    workspace: Workspace
    limits: ResolvedLimits
    command: tuple[str, ...]
    """The language's own, in which ``_FILE`` stands for the file."""
    options: tuple[str, ...]
    """The spec's."""

    def observe(self, code: str) -> Observation:
        """Compile the code in a copy of the built submission."""
        name = self._name(code)
        with self.workspace.temporary() as (workdir, home):
            copy_tree(self.built.folder or Path(), workdir)
            (workdir / name).unlink(missing_ok=True)
            prepare_new_file(workdir, name).write_text(code, encoding="utf-8")
            words = self._command(name, workdir)
            observation = self.workspace.observe(Invocation(words, workdir, home, self.limits))
        if observation.not_started:
            raise JudgeError(missing_tools(words[:1]) or f"{words[0]} cannot be started: {observation.not_started}")
        return observation

    def _name(self, code: str) -> str:
        declared = _JAVA_TYPE.search(code) if self.language.name == "java" else None
        return f"{declared[1] if declared else _FILE}{self.language.suffixes[0]}"

    def guarded(self, code: str, whole: str) -> str:
        """The code, with errors where a student's macro changes a keyword of the whole code."""
        if self.language.name == "java":
            return code
        words = dict.fromkeys(_KEYWORDS.findall(whole))
        return code + "".join(f"\n#ifdef {word}\n#error {word} must not be a macro\n#endif" for word in words) + "\n"

    def _command(self, name: str, workdir: Path) -> tuple[str, ...]:
        suffixes = _HEADERS if self.language.name != "java" else ()
        folders = {str(PurePosixPath(path).parent) for path in regular_files(workdir) if path.endswith(suffixes)}
        includes = [f"-I{folder}" for folder in sorted({".", *folders})] if suffixes else []
        return (*self.command[:-1], *self.options, *includes, name)

    def errors(self, observation: Observation) -> list[re.Match[bytes]]:
        """The errors that the compiler reports, where it came to its own end."""
        if observation.ended_by is not None or not observation.exit or observation.exit < 0:
            return []
        output = read_whole(observation.stderr)[:_READ]
        return [*(JAVAC_ERROR if self.language.name == "java" else GCC_ERROR).finditer(output)]

    def refused(self, code: str, observation: Observation) -> Judgement:
        """The verdict on code that must compile and does not: its line, the error, and the student's line."""
        if observation.ended_by is not None:
            verdict, limit = LIMIT_VERDICTS.get(observation.ended_by, (Verdict.RTE, ""))[0], observation.ended_by.value
            return Judgement.fault(verdict, "snippet-ended", limit=limit)
        errors = self.errors(observation)
        if not errors:
            return Judgement.fault(Verdict.NR, "snippet-not-judged")
        error = (errors[0]["error"] or b"").decode(errors="replace").strip()
        line = next((int(each["line"]) for each in errors if self._is_own(each["path"], code)), 0)
        text = code.splitlines()[line - 1].strip() if 0 < line <= len(code.splitlines()) else ""
        return Judgement.fault(Verdict.WA, "snippet-refused", self._place(observation), line=text, error=error)

    def _is_own(self, path: bytes, code: str) -> bool:
        return PurePosixPath(path.decode(errors="replace")).name == self._name(code)

    def _place(self, observation: Observation) -> Place:
        """The first line of the submission that the compiler names."""
        for match in _NOTE.finditer(read_whole(observation.stderr)[:_READ]):
            path = own_path(match["path"].decode(errors="replace"), self.built.intake.files)
            if path:
                return with_source(Place(path=path, line=int(match["line"])), self.built.folder)
        return NOWHERE


def _line_of(code: str, part: str) -> str:
    """The line of the code in which a part begins."""
    begin = code.find(part) + len(part) - len(part.lstrip())
    return code[code.rfind("\n", 0, begin) + 1 :].split("\n", 1)[0].strip()
