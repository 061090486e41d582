"""A hash is SHA-256 however much is hashed, and small ones load no OpenSSL."""

from __future__ import annotations

import subprocess
import sys

import pytest

from harness.sandbox.files.snapshot import sha256

_CHECK = """
import sys
from harness.sandbox.files.snapshot import sha256
sha256(b"a").digest()
sys.exit("_hashlib" in sys.modules)
"""


@pytest.mark.parametrize(
    ("content", "digest"),
    [
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (b"a" * 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ],
)
def test_it_is_the_published_sha_256(content: bytes, digest: str) -> None:
    assert sha256(content).hexdigest() == digest

    in_parts = sha256()
    in_parts.update(content[:2])
    in_parts.update(content[2:])
    assert in_parts.digest().hex() == digest


def test_a_small_one_loads_no_openssl() -> None:
    assert subprocess.run([sys.executable, "-c", _CHECK], check=False).returncode == 0
