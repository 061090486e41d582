"""Find why a C or C++ program crashed: one more build, with sanitizers; and code that is seldom meant. None is judged.

What it says depends on the student's program, which runs in the same process; it explains, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.first_throw import thrown, without_handler
from harness.grading.building.rebuild import is_instrumented, rebuild
from harness.grading.child_requests.crash_causes import self_calls
from harness.grading.child_requests.crash_sources import FindOpenEnd, length_of_crash
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.grading.child_requests.written_size import FindWrittenSize, RightSize
from harness.grading.plan.recipe import NoRecipe, expand_files
from harness.grading.running.observe_case import case_limits, fake_clock, start_commands, with_way
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import SUSPICIOUS_CODE, USED_UNSET
from harness.language import languages
from harness.language.diagnostics.crash_reports import CrashCause, crash_cause
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.model.finding import (
    CALLERS,
    FAILED_READS,
    KEPT_ELEMENTS,
    KEPT_GLOBAL,
    LOST_INPUTS,
    NEAR_MAINS,
    NEIGHBOURS_ALONE,
    NEVER_CALLED,
    UNCHECKED_SCAN,
    UNUSED_PARAMETER,
    Finding,
    Parameter,
    Place,
)
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.patterns import alternatives, lazy_regex
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import InputWay

if TYPE_CHECKING:
    from harness.language.oddities.odd_code import OddCode

LONGEST_S = 10.0
"""CPU seconds that the run may take."""
_SLOWER = 5
_MORE_MEMORY = 512 << 20
_LARGEST_REPORT = 1 << 17
_LANGUAGES = ("c", "cpp")
_FLAGS = (
    "-Wno-error", "-Wtype-limits", "-g", "-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
    "-D_GLIBCXX_ASSERTIONS",
)  # fmt: skip
_MOST_HANDLERS = 4
"""Builds by which the first throw of an exception is looked for that handlers throw again."""
_OUTSIDE = ("index", "outside-of-container", "wild-address", "heap-overflow", "stack-overflow", "global-overflow")
"""Crashes that an index too large may cause."""
_OPTIONS = "verify_asan_link_order=0:detect_leaks=0:handle_abort=1:handle_sigill=1:detect_stack_use_after_return=1"
"""The link order is not looked at, as a clock that moves is a library that is loaded before the sanitizer's."""


_WARNINGS = (
    "-O2", "-Wuninitialized", "-Wtype-limits", "-Wparentheses", "-Wimplicit-fallthrough", "-Winfinite-recursion",
    "-Wempty-body",
)  # fmt: skip
_WARNING = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}):(?P<line>\d{1,9}):(?P<column>\d{1,9}): warning: "
    rb"(?:(?:'|\xe2\x80\x98)(?P<variable>\w{1,80})(?:'|\xe2\x80\x99) is used uninitialized|"
    rb"(?P<said>[^\n]{1,300}) "
    rb"\[-W(?P<option>type-limits|parentheses|implicit-fallthrough|infinite-recursion|empty-body)=?\]$)",
    re.MULTILINE,
)
_READ = ("java", "c", "cpp", "python", "javascript")
"""The languages in which code that is seldom meant is looked for."""
_OF_PROGRAMS = ("never-started", NEVER_CALLED, *NEAR_MAINS)
"""What is odd in a program, and usual where functions alone are asked for."""
_IF_SHOWN = (*FAILED_READS, UNCHECKED_SCAN, *LOST_INPUTS, KEPT_GLOBAL, KEPT_ELEMENTS, CAUGHT_EXIT)
"""What right programs have as well: it is named only where an outcome speaks for it."""
_IF_WRONG = ("overwritten-flag", NEIGHBOURS_ALONE, SWALLOWED)
"""What may be meant, and is named only in a function that gives wrong answers."""
_LOSES_CHANGES = ("copy", "copy-in-c", "own-parameter")
"""By which a function's callers lack what it sets."""
_MOST_FILES = 10


class ReadCrash(Struct, frozen=True):
    """Find the cause that a sanitizer's report names."""

    stderr: bytes
    folder: Path
    files: tuple[str, ...]
    messages: bytes = b""
    """The compiler's."""

    def run(self, _course: object) -> CrashCause | None:
        """Return the cause, with the line of the student's source."""
        from harness.language.oddities.below_zero import never_below  # noqa: PLC0415 - only in the judging child

        cause = crash_cause(self.stderr, self.files)
        if cause is None:
            return None
        if cause.what == "no-return" and (end := FindOpenEnd(self.folder, cause.where).run(None)) is not None:
            return replace(cause, where=end.where, params=end.params)
        line, path = cause.where.line, cause.where.path
        source = read_bounded(self.folder, path, LARGEST_SOURCE) if line and cause.what in _OUTSIDE else None
        name = never_below(self.messages, path, source, line) if source and line else ""
        length = length_of_crash(cause.what, cause.where, self.folder, cause.params)
        reason = {"reason": "never-below", "name": name} if name else length
        params = {**cause.params, **reason, **self._self_calls(cause)}
        return replace(cause, where=with_source(cause.where, self.folder), params=params)

    def _self_calls(self, cause: CrashCause) -> Mapping[str, Parameter]:
        """What a function that calls itself without end gives itself."""
        name = str(cause.params.get("called", "")).rpartition("::")[2] if cause.what == "recursion" else ""
        handed = self_calls(name, self.files, self.folder) if name else {}
        return {**handed, "functions": [name]} if handed else {}


def can_be_explained(planned: PlannedCase, built: Built) -> bool:
    """Whether a crash in this case can be looked into: its program is built of C or C++, and run by itself."""
    return is_native(built) and built.staged is not None and planned.kind.can_be_repeated(planned.case)


def is_native(built: Built) -> bool:
    """Whether the program is built of C or C++ by commands."""
    suffixes = tuple(suffix for name in _LANGUAGES for suffix in languages()[name].suffixes)
    return bool(built.commands) and any(path.endswith(suffixes) for path in built.kept_files)


def can_be_read(built: Built, *, sized: bool = False) -> bool:
    """Whether its code can be looked at for what is seldom meant; ``sized``: for a number instead of the size."""
    return is_native(built) or bool(_sources(built, (*_READ, "prolog") if sized else _READ))


def _sources(built: Built, names: Collection[str] = _READ) -> tuple[str, ...]:
    """The files in a language in which such code is looked for."""
    suffixes = tuple(suffix for name in names for suffix in languages()[name].suffixes)
    return tuple(path for path in built.kept_files if path.endswith((*suffixes, ".h")))


def explain_crash(
    assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace
) -> CrashCause | None:
    """Build the program again with sanitizers, run the case once more; None if that shows no error."""
    cause: CrashCause | None = None
    staged, exception = built.staged, b""
    for _ in range(_MOST_HANDLERS):
        program, messages = _rebuild(built, staged, workspace)
        stderr = _run(assignment, planned, program, workspace) if program is not None else b""
        request = ReadCrash(stderr, built.folder or Path(), tuple(built.kept_files), messages)
        seen: CrashCause | None = workspace.judging.call_or(request, workspace.key, None) if stderr else None
        if seen is None or (exception and thrown(stderr) != exception):
            break
        cause, exception = seen, thrown(stderr)
        staged = without_handler(seen.where, staged, workspace) if exception and staged is not None else None
        if staged is None:
            break
    return cause


def suspicious_code(
    assignment: Assignment,
    built: Built,
    workspace: Workspace,
    *,
    shown: Collection[str] = (),
    wrong: Collection[str] = (),
    right: RightSize | None = None,
) -> Finding | None:
    """The first code that is seldom meant as it stands, and where: what a C or C++ compiler warns of, else what we see.

    None if there is none; of a variable that is used without a value the finding has a kind of its own.
    ``shown``: the kinds of such code that an outcome speaks for, of those that are not named without one.
    ``wrong``: the functions that give wrong answers when they are called alone.
    ``right``: the only size for which it is right, so that a number in the size's place comes first.
    """
    folder = built.staged or built.folder
    if right is not None and folder is not None:
        files = _sources(built, (*_READ, "prolog"))
        written = _asked(FindWrittenSize(folder, files, right), workspace)
        if written is not None:
            return written
    warning = _warning(built, workspace) if is_native(built) and built.staged is not None else None
    if folder is None:
        return warning
    if warning is not None:
        return _asked(LocateCode(folder, warning), workspace) or warning
    names = [call.function for planned in assignment.cases for call in planned.case.calls if call.function]
    functions = tuple(dict.fromkeys(name for name in names for name in alternatives(name)))
    is_started = any(planned.kind.starts_usually(planned.case) for planned in assignment.cases)
    request = ReadSources(
        folder,
        _sources(built),
        functions,
        is_started,
        tuple(shown),
        tuple(wrong),
        next(iter(assignment.references()), None),
    )
    return _asked(request, workspace)


def _asked(request: ReadSources | LocateCode | FindWrittenSize, workspace: Workspace) -> Finding | None:
    """What reading the sources gives; None for nothing, or if it takes too long."""
    return workspace.judging.call_or(request, workspace.key, None)


def _warning(built: Built, workspace: Workspace) -> Finding | None:
    """The first warning of the compiler that says what is hardly meant."""
    folder = workspace.new("warning")
    copy_tree(built.staged or Path(), folder)
    messages = rebuild(built, folder, _WARNINGS, workspace).messages[:_LARGEST_REPORT]
    matches = [match for match in _WARNING.finditer(messages) if _path_of(match) in built.kept_files]
    match = min(matches, key=lambda match: (match["variable"] is None, _option(match) == "and-or"), default=None)
    if match is None:
        return None
    place = Place(path=_path_of(match), line=int(match["line"]), column=int(match["column"]))
    if match["variable"] is not None:
        return Finding.of(USED_UNSET, place, variable=match["variable"].decode(errors="replace"))
    return Finding.of(SUSPICIOUS_CODE, place, what=_option(match))


def _option(match: re.Match[bytes]) -> str:
    """What a compiler warns of by its option; empty for a variable without a value."""
    option, said = (match["option"] or b"").decode(), match["said"] or b""
    if option != "parentheses":
        return option
    return "assigned" if b"assignment" in said else "and-or" if b"within" in said else option


class LocateCode(Struct, frozen=True):
    """Add to a finding on a line of a file its source, and the function around it."""

    folder: Path
    finding: Finding

    def run(self, _course: object) -> Finding:
        """Return the finding with its line and function."""
        from harness.language.oddities.enclosing_function import (  # noqa: PLC0415 - parsers, in the judging child
            enclosing_function,
        )

        where = with_source(self.finding.where, self.folder)
        source = read_bounded(self.folder, where.path, LARGEST_SOURCE) if where.line else None
        function = enclosing_function(where.path, source or b"", where.line or 0)
        return replace(self.finding, where=replace(where, function=function))


class ReadSources(Struct, frozen=True):
    """Find code that is seldom meant in the sources of a program."""

    folder: Path
    files: tuple[str, ...]
    functions: tuple[str, ...]
    """The names of the functions that the assignment asks for."""
    is_started: bool
    """Whether a case starts the program in the usual way; else functions alone are all that is asked for."""
    shown: tuple[str, ...] = ()
    """The kinds of such code that an outcome speaks for."""
    wrong: tuple[str, ...] = ()
    """The functions that give wrong answers."""
    reference: Path | None = None
    """A right program: what it never calls need not be called."""

    def run(self, _course: object) -> Finding | None:
        """Return the finding on what is most telling; None if there is nothing, or a source is too long to read."""
        from harness.language.oddities.enclosing_function import (  # noqa: PLC0415 - parsers, in the judging child
            callers_of,
        )
        from harness.language.oddities.odd_code import odd_code  # noqa: PLC0415 - parsers, in the judging child

        sources = {path: read_bounded(self.folder, path, LARGEST_SOURCE) for path in self.files[:_MOST_FILES]}
        if len(self.files) > _MOST_FILES or None in sources.values():
            return None
        contents = {path: source or b"" for path, source in sources.items()}
        unused = cache(self._unused)  # the reference is read only for a function that is never called, and once
        oddities = (
            odd
            for odd in odd_code(contents, self.functions)
            if odd.what != NEVER_CALLED or odd.name.lower() not in unused()
        )
        odd = next((odd for odd in oddities if self._fits(odd, contents[odd.path])), None)
        if odd is None:
            return None
        place = Place(path=odd.path, line=odd.line or None)
        also = {"also": odd.also} if odd.also else {}
        finding = Finding.of(SUSPICIOUS_CODE, place, what=odd.what, name=odd.name, **also)
        located = LocateCode(self.folder, finding).run(None)
        callers = callers_of(contents, located.where.function) if odd.what in _LOSES_CHANGES else ()
        return replace(located, params={**located.params, CALLERS: callers}) if callers else located

    def _unused(self) -> set[str]:
        """The functions that the reference never calls, in small letters."""
        from harness.language.oddities.odd_code import odd_code  # noqa: PLC0415 - parsers, in the judging child

        folder = self.reference
        suffixes = tuple(suffix for name in _READ for suffix in languages()[name].suffixes)
        files = [] if folder is None else [path for path in sorted(folder.rglob("*")) if path.suffix in suffixes]
        contents = {path.name: path.read_bytes() for path in files}
        return {odd.name.lower() for odd in odd_code(contents, self.functions) if odd.what == NEVER_CALLED}

    def _fits(self, odd: OddCode, source: bytes) -> bool:
        """Whether such code may be the cause of what was seen."""
        from harness.language.oddities.enclosing_function import (  # noqa: PLC0415 - parsers, in the judging child
            enclosing_function,
        )

        if odd.what in _IF_SHOWN:
            return odd.what in self.shown
        if odd.what in _IF_WRONG:
            function = enclosing_function(odd.path, source, odd.line)
            is_shown = odd.what != NEIGHBOURS_ALONE or f"{odd.what} {function}" in self.shown
            return function in self.wrong and is_shown
        if odd.what == UNUSED_PARAMETER:  # of a function that is asked for the handout says what it takes
            function = enclosing_function(odd.path, source, odd.line)
            return function not in self.functions or function in self.wrong
        return self.is_started or odd.what not in _OF_PROGRAMS


def _path_of(match: re.Match[bytes]) -> str:
    return match["path"].removeprefix(b"./").decode(errors="surrogateescape")


def _rebuild(built: Built, staged: Path | None, workspace: Workspace) -> tuple[Built | None, bytes]:
    """The program of these files, and what the compiler said; None if that fails, or leaves the sanitizers out."""
    if not built.commands or staged is None:
        return None, b""
    folder = workspace.new("crashing")
    copy_tree(staged, folder)
    rebuilt = rebuild(built, folder, _FLAGS, workspace)
    if rebuilt.failed or not is_instrumented(folder, staged):
        return None, b""
    return replace(built, folder=folder), rebuilt.messages[:_LARGEST_REPORT]


def _run(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> bytes:
    """Run the program in its first way; what it wrote to stderr at last, empty if it cannot be run."""
    case = with_way(planned.case, next(iter(planned.case.attempts or ()), InputWay()))
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or Path(), workdir)
        for name, content in case.files.items():
            prepare_new_file(workdir, name).write_bytes(assignment.content(content))
        try:
            command = expand_files(next(start_commands(case, built)), workdir)
        except (NoRecipe, StopIteration):
            return b""
        invocation = Invocation(
            ("env", f"ASAN_OPTIONS={_OPTIONS}", *command),
            workdir,
            home,
            _more(case_limits(assignment, case)),
            assignment.content(case.stdin),
            clock=fake_clock(case, 0),
        )
        return workspace.observe(invocation).stderr[-_LARGEST_REPORT:]


def _more(limits: ResolvedLimits) -> ResolvedLimits:
    """Limits that leave room for what the sanitizers take."""
    cpu = min(limits.cpu * _SLOWER, LONGEST_S)
    return replace(limits, cpu=cpu, wall=max(limits.wall, 3 * cpu), memory=3 * limits.memory + _MORE_MEMORY)
