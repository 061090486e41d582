"""A whole grade as bytes, and back: what reports are made from when nobody remembers the run."""

from __future__ import annotations

from typing import Any

import msgspec

from harness.model.grade import Grade


def encode(grade: Grade) -> bytes:
    """The grade as MessagePack. Text that is no Unicode, such as a file's name in Latin-1, is kept as it is shown."""
    try:
        return msgspec.msgpack.encode(grade)
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_shown(msgspec.to_builtins(grade, builtin_types=(bytes,))))


def decode(content: bytes) -> Grade:
    """The grade that was encoded."""
    return msgspec.msgpack.decode(content, type=Grade)


def storable(text: str) -> str:
    r"""The text, what is no Unicode in it as an escape: a folder's name may be any bytes, ``\udcff`` for ``\xff``."""
    return text.encode("utf-8", "backslashreplace").decode()


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {key: _shown(item) for key, item in value.items()}
    return [_shown(item) for item in value] if isinstance(value, list | tuple) else value
