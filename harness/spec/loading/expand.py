"""Expand the cases of a spec to the cases that are run: fill in ``for`` variables, pairs of files and defaults."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from harness.judge.checkers.base import BaseChecker
from harness.judge.checkers.lines import Lines
from harness.judge.checkers.text import Text
from harness.judge.comparing.formatting import Ignorable
from harness.model.errors import SpecError
from harness.model.patterns import lazy_regex
from harness.spec.format.kinds import defaults_for, kinds
from harness.spec.format.model import Case, FileContent, Spec
from harness.spec.format.pairs import EXPECTED_SUFFIXES, Pair, find_pairs, line_ends
from harness.spec.format.suite_tests import cases_of_suite

Values = Mapping[str, object]

_RANGE = lazy_regex(r"(-?\d+)\.\.(-?\d+)")
_FILLED_LATER = r"\{files:[^{}]*\}|\{main\}"
MARK = lazy_regex(rf"{_FILLED_LATER}|\{{\{{|\}}\}}|\{{([A-Za-z_]\w*)\}}|[{{}}]")
_FILLED_WITH_VALUES = ("calls", "let", "set_fields", "get_fields", "trace", "near_misses")
"""Keys that hold values: ``"{x}"`` alone becomes the variable's value itself, also a number or a list."""
_FILLED = (
    *("run", "args", "stdin", "files", "stdout", "stderr", "produces", "built", "dialogue", "attempts", "output_files"),
    *("before", "interactor", "results", "across", "generate", "variants", "lint", "tests", "suite"),
)

_FILLED_PATTERNS = ("source", "exists")
"""Keys that hold regular expressions: braces that no variable's name stands in are theirs."""
_IN_PATTERN = lazy_regex(r"\{\{[A-Za-z_]\w*\}\}|\{([A-Za-z_]\w*)\}")


def expand(spec: Spec, index: int, folder: Path, typed: Sequence[Case] = ()) -> Iterator[tuple[Case, Values]]:
    """The cases that entry ``index`` of the spec stands for, each with the values of its variables.

    ``typed``: the case for each combination of the variables, where some stand in keys that take no text.

    Raises:
        SpecError: when a variable is unknown, a range is empty or a pair is not whole; its message has no location,
            which the caller adds.

    """
    case = spec.cases[index]
    if case.pairs is not None:
        yield from _of_pairs(spec, case, folder)
        return
    if not case.name:
        raise SpecError('the key "name" is missing; each case has one of its own, such as name: two-numbers')
    for number, values in enumerate(combinations(case.variables)):
        case = typed[number] if typed else case
        filled = case if case.variables is None else msgspec.structs.replace(case, **_filled(case, values))
        whole = _awaiting(filled)
        for each in cases_of_suite(whole, folder):
            yield msgspec.structs.replace(each, **defaults_for(each, spec.defaults)), values


def _awaiting(case: Case) -> Case:
    """A case whose expected output the reference prints compares with a text that is known when it is run."""
    if not case.by_reference:
        return case
    if case.stdout is not None and not (isinstance(case.stdout, BaseChecker) and _lacks_expected(case.stdout)):
        return case
    checker = Text(text="") if case.stdout is None else msgspec.structs.replace(case.stdout, text="")
    return msgspec.structs.replace(case, stdout=checker)


def _of_pairs(spec: Spec, case: Case, folder: Path) -> Iterator[tuple[Case, Values]]:
    if case.variables is not None or case.stdin is not None:
        raise SpecError(f'"from" and "{"stdin" if case.stdin is not None else "for"}" do not go together')
    named = msgspec.structs.replace(case, name=case.name or "{pair}")
    for pair in find_pairs(folder, case.pairs or ""):
        values = {"pair": pair.name}
        filled = _filled(named, values) | defaults_for(case, spec.defaults)
        filled["stdin"] = FileContent(file=pair.input) if pair.input else None
        filled["args"] = (*filled["args"], *pair.args)
        filled["stdout"] = _expected_of(case, filled["stdout"], pair, folder)
        yield msgspec.structs.replace(case, **filled), values


def _expected_of(case: Case, stdout: Any, pair: Pair, folder: Path) -> Any:
    """What stdout must be: the pair's file, unless the case says something else."""
    takes_file = stdout is None or (isinstance(stdout, BaseChecker) and _lacks_expected(stdout))
    if not takes_file:
        return stdout
    if pair.expected:
        checker = Text(file=pair.expected) if stdout is None else msgspec.structs.replace(stdout, file=pair.expected)
        return _as_lenient_as_written(checker, folder / pair.expected)
    judges_else = case.stderr is not None or case.exit is not None or case.produces or case.across
    if judges_else if stdout is None else not stdout.requires_expected():
        return stdout
    wanted = " or ".join(EXPECTED_SUFFIXES)
    raise SpecError(
        f"{pair.input or pair.name} has no expected output beside it ({wanted}); add it, or say what stdout must be"
    )


def _as_lenient_as_written(checker: BaseChecker, expected: Path) -> BaseChecker:
    """A checker that does not ask for line ends which come from the editor that wrote the file, and from no program.

    Line ends of Windows, or a last line without a newline, are not demanded of the program's output.
    """
    if not isinstance(checker, (Text, Lines)) or (isinstance(checker, Text) and checker.normalise):
        return checker
    ends = line_ends(expected)
    ignored: list[Ignorable] = []
    ignored += ["line-ends"] if ends.of_windows else []
    ignored += ["final-newline"] if ends.open_at_the_end else []
    return msgspec.structs.replace(checker, ignore=tuple(dict.fromkeys((*checker.ignore, *ignored))))


def _lacks_expected(checker: BaseChecker) -> bool:
    """Whether a checker can compare with a file, and the spec gives neither that nor anything else."""
    return (
        "file" in checker.__struct_fields__
        and not checker.expected_file()
        and not checker.needs_golden()
        and checker.expected_text() is None
    )


def _filled(case: Case, values: Values) -> dict[str, Any]:
    own = (kind.key for kind in kinds().values() if kind.options is not None)
    filled = {key: fill(getattr(case, key), values) for key in ("name", *_FILLED, *own)}
    filled |= {key: fill(getattr(case, key), values, mark=_IN_PATTERN) for key in _FILLED_PATTERNS}
    return filled | {key: fill(getattr(case, key), values, raw=True) for key in _FILLED_WITH_VALUES}


def combinations(variables: Any) -> Iterator[Values]:
    """The values of variables as ``for`` gives them, a mapping for each case; SpecError where they give none."""
    if variables is None:
        yield {}
    elif isinstance(variables, Mapping):
        for combination in itertools.product(*(_values_of(name, values) for name, values in variables.items())):
            yield dict(zip(variables, combination, strict=True))
    else:
        yield from variables


def _values_of(name: str, values: object) -> list[object]:
    bounds = _RANGE.fullmatch(values) if isinstance(values, str) else None
    if bounds:
        first, last = int(bounds[1]), int(bounds[2])
        if first > last:
            raise SpecError(f'the range "{values}" of "{name}" is empty; write {last}..{first}')
        return list(range(first, last + 1))
    if not isinstance(values, list) or not values:
        raise SpecError(f'"{name}" takes a range such as 1..10 or a list of values, got {values!r}{_meant(values)}')
    return values


def _meant(values: object) -> str:
    """What was meant by something that is neither a range nor a list."""
    span = re.fullmatch(r"\s*(-?\d+)\s*(?:-|\.{1,3}|:|to)\s*(-?\d+)\s*", values) if isinstance(values, str) else None
    if span:
        return f"; write {span[1]}..{span[2]}"
    return "" if values == [] or isinstance(values, Mapping) else f"; write [{values}]"


def fill(value: Any, values: Values, *, raw: bool = False, mark: re.Pattern[str] = MARK) -> Any:
    """Replace every ``{name}`` in ``value``; ``["{argv}"]`` is spliced when ``argv`` is a list. Models stay models.

    ``raw``: a text that is a single variable and nothing else becomes that variable's value, and nothing is spliced.
    ``mark``: what is replaced in a text.
    """

    def filled(part: Any) -> Any:
        return fill(part, values, raw=raw, mark=mark)

    def spliced(item: Any) -> tuple[Any, ...]:
        alone = MARK.fullmatch(item) if isinstance(item, str) else None
        listed = values.get(alone[1]) if alone and alone[1] else None
        return tuple(map(str, listed)) if isinstance(listed, list) and not raw else (filled(item),)

    if isinstance(value, str):
        alone = MARK.fullmatch(value) if raw else None
        return values[alone[1]] if alone and alone[1] in values else filled_text(value, values, mark)
    if isinstance(value, (list, tuple)):
        return tuple(part for item in value for part in spliced(item))
    if isinstance(value, Mapping):
        return {fill(key, values, mark=mark): filled(item) for key, item in value.items()}
    if isinstance(value, msgspec.Struct):
        return type(value)(**{name: filled(getattr(value, name)) for name in value.__struct_fields__})
    return value


def filled_text(text: str, values: Values, mark: re.Pattern[str] = MARK) -> str:
    """The text with its variables filled in, where ``mark`` says; SpecError if there is no such variable."""

    def replaced(match: re.Match[str]) -> str:
        if match[0].startswith(("{{", "}}")):
            return match[0][1:-1] or match[0][0]
        if re.fullmatch(_FILLED_LATER, match[0]):
            return match[0]
        if match[1] is None:
            raise SpecError(
                f'a single "{match[0]}" in {text!r}; write "{match[0] * 2}" for a brace in a case with "for"'
            )
        if match[1] not in values:
            raise SpecError(
                f'"{{{match[1]}}}" is no variable of this case; it has {", ".join(map(str, values)) or "none"}'
                f'; for the braces themselves write "{{{{{match[1]}}}}}"'
            )
        return str(values[match[1]])

    return mark.sub(replaced, text)
