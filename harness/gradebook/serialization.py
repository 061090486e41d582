"""Encode a whole grade as bytes and decode it: reports of earlier runs are made from these."""

from __future__ import annotations

from typing import Any

import msgspec

from harness.model.grade import Grade


def encode(grade: Grade) -> bytes:
    """Encode a grade as MessagePack. Text that is no Unicode, such as a file's name in Latin-1, is kept escaped."""
    try:
        return msgspec.msgpack.encode(grade)
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_escape_strings(msgspec.to_builtins(grade, builtin_types=(bytes,))))


def decode(content: bytes) -> Grade:
    """Decode a grade."""
    return msgspec.msgpack.decode(content, type=Grade)


def storable(text: str) -> str:
    r"""The text with escapes for what is no Unicode: a folder's name may be any bytes, ``\udcff`` for ``\xff``."""
    return text.encode("utf-8", "backslashreplace").decode()


def _escape_strings(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {key: _escape_strings(item) for key, item in value.items()}
    return [_escape_strings(item) for item in value] if isinstance(value, list | tuple) else value
