"""SHA-256 without OpenSSL, as Python's ``random`` takes it: loading that takes a thirtieth of a short grading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hashlib import sha256 as _builtin_sha256
else:
    try:
        from _sha256 import sha256 as _builtin_sha256
    except ImportError:
        try:
            from _sha2 import sha256 as _builtin_sha256  # its name since Python 3.12
        except ImportError:
            from hashlib import sha256 as _builtin_sha256

_LARGE = 100_000
"""Bytes from which on OpenSSL, which hashes some times as fast, is worth its loading."""


class Digest(Protocol):
    """A hash that more bytes can be added to."""

    def update(self, content: bytes, /) -> None:
        """Add bytes."""
        ...

    def digest(self) -> bytes:
        """The hash of all bytes so far."""
        ...

    def hexdigest(self) -> str:
        """The same in hexadecimal digits."""
        ...


def sha256(content: bytes = b"") -> Digest:
    """The SHA-256 of some bytes, to which others may be added."""
    if len(content) < _LARGE:
        return _builtin_sha256(content)
    import hashlib  # noqa: PLC0415 - see above

    return hashlib.sha256(content)
