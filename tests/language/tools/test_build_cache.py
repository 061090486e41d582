"""The store: whole entries or none, nobody else's, and never more than its size."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness.language.tools.build_cache import MAX_BYTES, BuildCache, get_cached, put_cached, user_cache
from tests.support import write

KEY = "0a" + "f" * 62
BUCKET_BYTES = MAX_BYTES // 256


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildCache:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    cache = user_cache()
    assert cache is not None
    return cache


def entries(cache: BuildCache) -> list[Path]:
    return [path for path in cache.folder.rglob("*") if path.is_file()]


def test_what_was_stored_is_read_back_and_nothing_else(cache: BuildCache) -> None:
    cache.put(KEY, b"classes")
    assert cache.get(KEY) == b"classes"
    assert cache.get("1" * 64) is None
    assert cache.size() == len(entries(cache)[0].read_bytes())


def test_it_is_closed_to_others(cache: BuildCache) -> None:
    cache.put(KEY, b"classes")
    assert cache.folder.stat().st_mode & 0o777 == 0o700
    assert entries(cache)[0].stat().st_mode & 0o777 == 0o600


def test_the_newer_of_two_is_found(cache: BuildCache) -> None:
    cache.put(KEY, b"one")
    cache.put(KEY, b"other")
    assert cache.get(KEY) == b"other"
    assert len(entries(cache)) == 1


@pytest.mark.parametrize("damage", [b"", b"classes", b"\0" * 100])
def test_what_was_damaged_is_not_there(damage: bytes, cache: BuildCache) -> None:
    cache.put(KEY, b"classes")
    entries(cache)[0].write_bytes(damage)
    assert cache.get(KEY) is None


def test_one_letter_more_is_damage_too(cache: BuildCache) -> None:
    cache.put(KEY, b"classes")
    entries(cache)[0].write_bytes(entries(cache)[0].read_bytes() + b"!")
    assert cache.get(KEY) is None


def test_the_oldest_entry_of_a_full_bucket_is_evicted(cache: BuildCache) -> None:
    keys = [f"0a{number:062x}" for number in range(4)]
    for key in keys[:3]:
        cache.put(key, key.encode() * (BUCKET_BYTES // 200))
    cache.get(keys[0])  # used again: now the second is the oldest
    cache.put(keys[3], b"x" * (BUCKET_BYTES // 3))
    assert [cache.get(key) is not None for key in keys] == [True, False, True, True]
    assert cache.size() <= BUCKET_BYTES


def test_what_is_larger_than_a_bucket_is_not_stored(cache: BuildCache) -> None:
    cache.put(KEY, b"x" * BUCKET_BYTES)
    assert cache.get(KEY) is None
    assert entries(cache) == []


@pytest.mark.parametrize("key", ["", "../" * 20 + "x" * 4, "A" * 64, "0" * 63])
def test_a_key_is_a_hash(key: str, cache: BuildCache) -> None:
    with pytest.raises(ValueError, match="no hash"):
        cache.get(key)


def test_it_can_be_turned_off(cache: BuildCache, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put(KEY, b"classes")
    monkeypatch.setenv("GRADE_CACHE", "off")
    assert user_cache() is None


def test_a_folder_that_others_can_write_is_none(cache: BuildCache) -> None:
    cache.folder.chmod(0o777)
    assert user_cache() is None


def test_a_link_is_none(tmp_path: Path, cache: BuildCache) -> None:
    cache.folder.rename(tmp_path / "elsewhere")
    cache.folder.symlink_to(tmp_path / "elsewhere")
    assert user_cache() is None


def test_where_there_can_be_no_folder_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert user_cache() is None


def test_what_the_tools_alone_decide_is_kept_beside_the_interpreter(
    tmp_path: Path, cache: BuildCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = write(tmp_path / "environment" / "lib" / "grade", {})
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    put_cached("a driver", b"classes", of_tools=True)
    assert (get_cached("a driver", of_tools=True), get_cached("a driver")) == (b"classes", None)
    assert (len(entries(BuildCache(beside))), entries(cache)) == (1, [])
    monkeypatch.setenv("GRADE_CACHE", "off")
    assert get_cached("a driver", of_tools=True) is None
    monkeypatch.delenv("GRADE_CACHE")
    beside.chmod(0o777)
    assert get_cached("a driver", of_tools=True) is None
    put_cached("a driver", b"own", of_tools=True)
    assert get_cached("a driver") == b"own"
