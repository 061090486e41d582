"""Of the problems of a spec that is damaged, those that do not just follow from the damage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness.spec.yaml.source import KeyPath, dotted, single_line

UNKNOWN = "unknown"
"""The clause of cases whose own is not known, where there is no other."""

_MOST_LINES = 50


def remaining(lines: Iterable[str], damaged: Sequence[KeyPath]) -> list[str]:
    """The lines that are about other parts than the damaged ones, and than what these are parts of."""
    places = [dotted(key_path) for key_path in damaged]
    cases_are_sound = not any(_decides_names(key_path) for key_path in damaged)
    functions_are_known = ("checks.py",) not in damaged
    lines = list(lines)
    unknown_clauses = {
        UNKNOWN,
        *(str(key_path[1]) for key_path in damaged if key_path[:1] == ("clauses",) and key_path[1:]),
    }
    misspelt = {match[1] for line in lines if (match := re.search(r'no clause ".*"; did you mean "(.*)"\?', line))}
    return [
        line
        for line in lines
        if not any(f'there is no clause "{name}"' in line for name in unknown_clauses)
        and not any(f": clauses.{name}: no case judges it" in line for name in misspelt)
        and not any(_are_nested(_place(line), place) for place in places)
        and (cases_are_sound or re.match(r"clauses\.[^.]+$|examples\[", _place(line)) is None)
        and (functions_are_known or "checks.py has no function" not in line)
    ]


def case_is_sound(index: int, damaged: Sequence[KeyPath]) -> bool:
    """Whether no part of an entry of the cases is damaged."""
    return not any(key_path[:2] == ("cases", index) for key_path in damaged)


def _decides_names(key_path: KeyPath) -> bool:
    """Whether a part decides which clauses are judged and which cases there are."""
    return key_path[:1] in (("cases",), ("defaults",), ("files",), ("build",)) and (
        len(key_path) < 3 or key_path[2] in ("clause", "name", "for", "near_misses")  # noqa: PLR2004 - cases, index, key
    )


def _place(line: str) -> str:
    match = re.match(r".*?:\d+: (\S+): ", line)
    return match[1] if match else ""


def _are_nested(place: str, other: str) -> bool:
    shorter, longer = sorted((place, other), key=len)
    return bool(shorter) and longer.startswith(shorter) and longer[len(shorter) : len(shorter) + 1] in ("", ".", "[")


def in_order(lines: Iterable[str]) -> list[str]:
    """The lines in the order of the file, each once; of very many the first fifty."""
    ordered = sorted(dict.fromkeys(map(single_line, lines)), key=_line_number)
    more = len(ordered) - _MOST_LINES
    return [*ordered[:_MOST_LINES], f"{more} more problems are not shown"] if more > 0 else ordered


def _line_number(line: str) -> int:
    match = re.match(r".*?:(\d+):", line)
    return int(match[1]) if match else 0
