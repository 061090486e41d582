"""Grades as the first form of the gradebook held them, and texts as every database can hold them."""

from __future__ import annotations

from typing import Any

import msgspec

from harness.model.finding import LEGACY
from harness.model.place import place_of


def decode(content: bytes) -> dict[str, Any]:
    """Decode a grade of the first form, MessagePack, as plain dictionaries of today's fields."""
    grade: dict[str, Any] = msgspec.msgpack.decode(content)
    cases = [
        {**case, "findings": [_record(finding) for finding in case.get("findings", ())]}
        for case in grade.get("cases", ())
    ]
    return {**grade, "cases": cases, "notes": [_note(note) for note in grade.get("notes", ())]}


def _note(note: str | dict[str, Any]) -> dict[str, Any]:
    """A note; of the time when notes were sentences, a record in its place."""
    return {"kind": LEGACY, "message": note} if isinstance(note, str) else note


def _record(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding; of the time when places were texts, with a record in its place."""
    if not isinstance(finding.get("where"), str):
        return finding
    where = msgspec.to_builtins(place_of(finding["where"]), builtin_types=(bytes,))
    return {**finding, "kind": LEGACY, "where": where}


def storable(text: str) -> str:
    r"""The text with escapes for what no database takes: ``\udcff`` for a byte that is no Unicode, ``\0`` for NUL."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", r"\0")


def escape_strings(value: Any) -> Any:
    """Plain values with every text in them storable."""
    if isinstance(value, str):
        return value if value.isascii() and "\0" not in value else storable(value)
    if isinstance(value, dict):
        return {escape_strings(key): escape_strings(item) for key, item in value.items()}
    return [escape_strings(item) for item in value] if isinstance(value, list | tuple) else value
