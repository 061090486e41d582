"""Append a case to a spec as text, so that every comment and blank of it stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.model.errors import SpecError, UsageError
from harness.reports.output.write import write_whole
from harness.spec.yaml.source import read, with_case_list


def append_case(spec: Path, entry: Callable[[int], str]) -> int:
    """Append an entry behind the last case, and return the line (from 1) where it begins.

    Args:
        spec: the file, whose ``cases`` are a list over several lines.
        entry: makes the entry's text from the number of blanks before its dash.

    Raises:
        UsageError: when the cases are written in another way; the file is then as it was.

    """
    before = spec.read_bytes()
    text = before.decode("utf-8-sig")
    line, indent = _end_of_cases(spec, text)
    lines = text.split("\n")
    addition = entry(indent).rstrip("\n").split("\n")
    blank = [""] if _are_apart(lines, line) else []
    newline = "\r\n" if "\r\n" in text else "\n"
    ended = lines if lines[-1] == "" or line < len(lines) else [*lines, ""]
    ended[line:line] = [part + newline[:-1] for part in (*blank, *addition)]
    old = with_case_list(read(spec)).value
    write_whole(spec, "\n".join(ended).encode())
    if not _has_one_more(spec, old):
        write_whole(spec, before)
        raise UsageError(f"{spec}: the case cannot be put behind the last one; put it there by hand")
    return line + len(blank) + 1


def _end_of_cases(spec: Path, text: str) -> tuple[int, int]:
    """The number of lines up to the end of the last case, and the blanks before the dashes."""
    import yaml  # noqa: PLC0415 - only this command reads a spec in this way

    root: Any = yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # as the spec is loaded
    pairs = root.value if isinstance(root, yaml.MappingNode) else ()
    cases = next((value for key, value in pairs if key.value == "cases"), None)
    if not isinstance(cases, yaml.SequenceNode) or cases.flow_style or not cases.value:
        raise UsageError(f'{spec}: "cases" is no list over several lines; put the case there by hand')
    return _last_line(cases.value[-1], text.split("\n")), cases.start_mark.column


def _last_line(node: Any, lines: list[str]) -> int:
    """The number of lines up to the end of a node; blank lines and comments behind it do not belong to it."""
    while not getattr(node, "flow_style", True) and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    end: int = node.end_mark.line + bool(node.end_mark.column)
    while end and not lines[end - 1].strip():
        end -= 1
    return end


def _are_apart(lines: list[str], end: int) -> bool:
    """Whether the cases are divided by blank lines, as far as can be seen: one stands before the last one's dash."""
    starts = [number for number, line in enumerate(lines[:end]) if line.lstrip().startswith("- name:")]
    return len(starts) < 2 or (starts[-1] > 0 and not lines[starts[-1] - 1].strip())  # noqa: PLR2004 - two have a between


def _has_one_more(spec: Path, old: Any) -> bool:
    try:
        new = with_case_list(read(spec)).value
    except SpecError:
        return False
    return isinstance(new, dict) and new | {"cases": new["cases"][:-1]} == old and len(new["cases"]) > len(old["cases"])
