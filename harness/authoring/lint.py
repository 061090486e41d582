"""Advice on a sound spec: what it most likely does not mean, and what it lacks to be trusted. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct

from harness.authoring.schema_file import schema_problem
from harness.checkers import checker_of
from harness.checkers.regex import Regex
from harness.checkers.text import Text
from harness.checkers.tokens import Tokens
from harness.spec.assignment import Assignment, PlannedCase, expectations
from harness.spec.model import FileContent
from harness.spec.pairs import line_ends
from harness.spec.source import KeyPath, Source
from harness.spec.validate_goldens import golden_problems, wanted_goldens
from harness.spec.values import TEXT, tag_of

_SHOWN = 6
_NOTHING = ("None", "nullptr", "undefined", "nil")
"""How languages write what YAML writes null."""


class Linted(Struct, frozen=True):
    """A spec that is sound, as it stands in its file and as it was loaded."""

    source: Source
    assignment: Assignment

    def at(self, planned: PlannedCase, *keys: str) -> str:
        """File, line and path of a part of a case."""
        match = re.search(r"cases\[(\d+)\]$", planned.location)
        path: KeyPath = ("cases", int(match[1]), *keys) if match else keys
        return self.source.at(path)


def advice(source: Source, assignment: Assignment) -> list[str]:
    """A line for each piece of advice, with file and line, in the order of the file; each is given once."""
    linted = Linted(source, assignment)
    lines = dict.fromkeys(line for lint in _LINTS for line in lint(linted))
    return sorted(lines, key=_line_number)


def _line_number(line: str) -> int:
    match = re.match(r".*?:(\d+):", line)
    return int(match[1]) if match else 0


def _list(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _last_newline(linted: Linted) -> Iterator[str]:
    """An expected text that no program prints which prints lines."""
    for planned, part, checker in _checkers(linted.assignment):
        text = checker.expected_text() if isinstance(checker, Text) else None
        ignored = isinstance(checker, Text) and {"final-newline", "blanks"} & set(checker.ignore)
        if text and not text.endswith("\n") and not ignored and not checker.function_names():
            advice = (
                "\\n means a newline between double quotes alone, and this text ends in a backslash and an n; write "
                if text.endswith("\\n")
                else "this text has no newline at its end, and a program that prints a line prints one; write "
            )
            either = "" if text.endswith("\\n") else ", or ignore: [final-newline] where either is right"
            yield f'{linted.at(planned, *part)}: {advice}"...\\n"{either}'


def _golden_text(linted: Linted) -> Iterator[str]:
    """The word golden as the output itself."""
    for planned, part, checker in _checkers(linted.assignment):
        if isinstance(checker, Text) and checker.text in ("golden", "reference"):
            place = linted.at(planned, *part)
            yield f'{place}: this is the text "{checker.text}"; what the reference prints is {{golden: true}}'


def _nothing_as_text(linted: Linted) -> Iterator[str]:
    """Values of calls that are the text "None", where nothing is meant."""
    for planned in linted.assignment.cases:
        for number, call in enumerate(planned.case.calls):
            returned = () if call.returns is UNSET else (call.returns,)
            values = (*returned, *call.args, *(call.after or ()), *call.fields.values())
            for text in dict.fromkeys(text for text in _plain_texts(values) if text in _NOTHING):
                place = f"{linted.at(planned, 'calls')}[{number}]"
                yield f'{place}: this is the text "{text}"; what is nothing is null, and this text !text {text}'


def _plain_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _plain_texts(item)
    elif isinstance(value, dict) and tag_of(value) != TEXT:
        for item in value.values():
            yield from _plain_texts(item)


def _windows_input(linted: Linted) -> Iterator[str]:
    """Files of pairs whose lines end as on Windows, as programs here do not expect it."""
    for planned in linted.assignment.cases:
        file = planned.case.stdin.file if planned.case.pairs and isinstance(planned.case.stdin, FileContent) else None
        if file and line_ends(linted.assignment.folder / file).of_windows:
            yield (
                f"{linted.at(planned, 'from')}: the lines of {file} end in a carriage return too, which many programs "
                "take for a part of the line; save it with line ends of Unix"
            )
            return


def _whole_match(linted: Linted) -> Iterator[str]:
    """A pattern that cannot match the newline at the end of a line."""
    for planned, part, checker in _checkers(linted.assignment):
        if isinstance(checker, Regex) and _lacks_newline(checker.pattern):
            yield (
                f"{linted.at(planned, *part)}: the pattern must match the whole output, and the newline at its end "
                "too; end it with \\n, or with .* and put (?s) in front"
            )


def _lacks_newline(pattern: str) -> bool:
    return not re.search(r"\\n|\\s|\n|\\W|\\D|\[\^|\(\?[a-z]*s[a-z]*[):]", pattern)


def _rounding(linted: Linted) -> Iterator[str]:
    """Numbers with decimals that are compared as texts."""
    for planned, part, checker in _checkers(linted.assignment):
        text = checker.expected_text() or ""
        tolerant = isinstance(checker, Tokens) and checker.tolerance is not None
        if isinstance(checker, (Text, Tokens)) and not tolerant and re.search(r"(?<![\d.])\d+\.\d{3,}(?![\d.])", text):
            yield (
                f"{linted.at(planned, *part)}: numbers with decimals are compared digit by digit; where rounding may "
                "differ use check: tokens with a tolerance, such as tolerance: 0.001"
            )
            return


def _idle_programs(linted: Linted) -> Iterator[str]:
    """Cases of memory errors that a program which does nothing would pass."""
    for planned in linted.assignment.cases:
        case = planned.case
        if case.sanitize and not (list(expectations(case)) or case.dialogue or case.interactor or case.calls):
            yield (
                f"{linted.at(planned, 'sanitize')}: a program that does nothing passes this case; say in stdout what "
                "must be printed, and with follows which clause is charged alone for a wrong output"
            )


def _braces(linted: Linted) -> Iterator[str]:
    """A variable without the ``for`` that would fill it in."""
    for planned in linted.assignment.cases:
        if planned.case.variables is None and not planned.values:
            for index, word in enumerate(planned.case.args):
                if re.fullmatch(r"\{[A-Za-z_]\w*\}", word):
                    place = linted.at(planned, "args")
                    yield f'{place}[{index}]: "{word}" is handed over as it stands, as the case has no "for"'


def _twins(linted: Linted) -> Iterator[str]:
    """Two cases that do the same and expect the same."""
    first: dict[str, PlannedCase] = {}
    for planned in linted.assignment.cases:
        case: Any = planned.case
        names = [name for name in case.__struct_fields__ if name not in ("name", "variables", "weight", "pairs")]
        key = repr([getattr(case, name) for name in names])
        if key in first and first[key].location != planned.location:
            yield f'{linted.at(planned)}: the case "{planned.name}" is the same as "{first[key].name}"'
        first.setdefault(key, planned)


def _points(linted: Linted) -> Iterator[str]:
    clauses = linted.assignment.clauses
    if not any(clause.points for clause in clauses.values()):
        yield f"{linted.source.at(('clauses',))}: no clause has points"
        return
    for name, clause in clauses.items():
        if not clause.points and not clause.gate and not clause.manual and not clause.untestable:
            yield f"{linted.source.at(('clauses', name))}: the clause costs nothing; give it points, or gate: true"


def _hints(linted: Linted) -> Iterator[str]:
    bare = [
        name
        for name, clause in linted.assignment.clauses.items()
        if not (clause.hint or clause.hints or clause.manual or clause.untestable)
    ]
    if bare:
        yield f"{linted.source.at(('clauses',))}: without a hint, which a student reads below a failure: {_list(bare)}"


def _near_misses(linted: Linted) -> Iterator[str]:
    cases = linted.assignment.cases
    exact = [planned for planned, _, checker in _checkers(linted.assignment) if isinstance(checker, Text)]
    if exact and not any(planned.case.near_misses for planned in cases):
        yield (
            f"{linted.source.at(('cases',))}: a blank or a capital letter too many costs as much as a wrong answer; "
            "near_misses says what less costs, such as near_misses: {trailing-blanks: 0.5, letter-case: 0.5}"
        )


def _goldens(linted: Linted) -> Iterator[str]:
    problems = list(golden_problems(linted.assignment))
    if problems:
        yield f"{problems[0]}{f' ({len(problems)} goldens are missing or left over)' if len(problems) > 1 else ''}"
    if wanted_goldens(linted.assignment) and not linted.assignment.spec.oracle:
        yield (
            f"{linted.source.at(('cases',))}: goldens come from the reference alone, which may be wrong; an oracle, a "
            "function of checks.py that computes them in another way, would tell"
        )


def _unused_files(linted: Linted) -> Iterator[str]:
    folder = linted.assignment.folder
    files = [path.relative_to(folder).as_posix() for path in sorted(folder.glob("input/**/*")) if path.is_file()]
    used = repr((linted.assignment.spec, linted.assignment.cases)) if files else ""
    checks = "".join(path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("checks*/**/*.py"))
    for name in files:
        if name not in used and Path(name).name not in checks:
            yield f"{folder / name}: no case takes this file"


def _proof(linted: Linted) -> Iterator[str]:
    """What ``harness verify`` would miss."""
    assignment, at = linted.assignment, linted.source.at(("clauses",))
    if not assignment.references():
        yield (
            f"{at}: there is no reference; put a right program into {assignment.reference_folder}/NAME, where goldens "
            "and times come from"
        )
    folder = assignment.folder / "mutants"
    names = [f"{path.stem}-" for path in folder.iterdir()] if folder.is_dir() else []
    bare = [
        name
        for name, clause in assignment.clauses.items()
        if not (clause.manual or clause.untestable) and not any(mutant.startswith(f"{name}-") for mutant in names)
    ]
    if bare:
        yield (
            f"{at}: no wrong program shows that these clauses can be lost: {_list(bare)}; put some into "
            f"{folder}/{bare[0]}-WHAT, for harness verify {assignment.id}"
        )


def _other_mutants(linted: Linted) -> Iterator[str]:
    """Wrong programs that stand for no clause, such as those of ``harness new`` after the clauses have other names."""
    folder, clauses = linted.assignment.folder / "mutants", linted.assignment.clauses
    entries = sorted(path for path in folder.iterdir() if path.name[:1] not in "._") if folder.is_dir() else []
    for path in entries:
        if path.is_dir() and not any(f"{path.name}-".startswith(f"{clause}-") for clause in clauses):
            yield f"{path}: the name begins with no clause; call it CLAUSE-WHAT, or take it out"


def _schema_line(linted: Linted) -> Iterator[str]:
    problem = schema_problem(linted.source.path)
    if problem:
        yield f"{linted.source.path}:{problem[0]}: {problem[1]}"


def _checkers(assignment: Assignment) -> Iterator[tuple[PlannedCase, tuple[str, ...], Any]]:
    """Every checker, with its case and where it stands in the case."""
    for planned in assignment.cases:
        for part, expected in expectations(planned.case):
            place = (part,) if part in ("stdout", "stderr") else ("produces", part)
            yield planned, place, checker_of(expected)


_LINTS: tuple[Callable[[Linted], Iterator[str]], ...] = (
    _last_newline,
    _golden_text,
    _nothing_as_text,
    _windows_input,
    _whole_match,
    _rounding,
    _idle_programs,
    _braces,
    _twins,
    _points,
    _hints,
    _near_misses,
    _goldens,
    _unused_files,
    _proof,
    _other_mutants,
    _schema_line,
)
