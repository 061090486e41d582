"""What a suite of TESTed expects on an output or in a file, as a checker."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.authoring.importing.fields import file_below
from harness.authoring.importing.package import Faults, Tagged

_KNOWN = {
    "ignoreWhitespace", "caseInsensitive", "tryFloatingPoint", "applyRounding", "roundTo",
    "normalizeTrailingNewlines", "hideExpected", "mode", "stripNewlines",
}  # fmt: skip
_DECIMALS = 3


def checker(output: str, text: str, options: Mapping[str, Any], place: str, faults: Faults) -> Any:
    """A text, or a checker by the options; ``output``: ``stdout``, ``stderr`` or the name of a file."""
    for option in options:
        if option not in _KNOWN:
            faults.add(place, f"the option {option}")
    if options.get("tryFloatingPoint") or options.get("mode", "full") != "full":
        return {
            "check": "python",
            "function": "compare_text",
            "options": _options(output, text, options, place, faults),
        }
    keys: dict[str, Any] = {}
    if options.get("caseInsensitive"):
        keys["ignore"] = ["case"]
    if options.get("ignoreWhitespace"):
        keys["normalise"] = "trimmed_end"
    return {"check": "text", "text": text} | keys if keys else text


def _options(output: str, text: str, options: Mapping[str, Any], place: str, faults: Faults) -> Mapping[str, Any]:
    if options.get("mode", "full") not in ("full", "line"):
        faults.add(place, f"the mode {options['mode']}")
    switches = {
        "by_line": options.get("mode") == "line",
        "strip_newlines": options.get("stripNewlines"),
        "trim_end": options.get("ignoreWhitespace"),
        "ignore_case": options.get("caseInsensitive"),
        "as_number": options.get("tryFloatingPoint"),
    }
    chosen: dict[str, Any] = {"output": output, "text": text} | {key: True for key, value in switches.items() if value}
    if options.get("tryFloatingPoint") and options.get("applyRounding"):
        chosen["decimals"] = int(options.get("roundTo", _DECIMALS))
    return chosen


def ended(text: str) -> str:
    """The text with a newline at its end, if it has none."""
    return f"{text}\n" if text and not text.endswith("\n") else text


def content_of(entry: Any, folder: Path, place: str, faults: Faults) -> str:
    """The text of a mapping with ``content`` or ``path``; ``!path x.txt`` is a file beside the suite."""
    content = entry.get("content") if isinstance(entry, dict) else entry
    if isinstance(content, str):
        return ended(content)
    name = content.content if isinstance(content, Tagged) and content.tag == "!path" else None
    if content is None and isinstance(entry, dict):
        name = entry.get("path")
    path = file_below(folder, name) if isinstance(name, str) else None
    if path is None:
        faults.add(place, f"there is no such file beside the suite: {name}")
        return ""
    return path.read_text("utf-8")
