"""The store: whole entries or none, nobody else's, and never more than its size."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.plan.store import LARGEST, Store, user_store

KEY = "0a" + "f" * 62
SHELF = LARGEST // 256


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    made = user_store()
    assert made is not None
    return made


def entries(store: Store) -> list[Path]:
    return [path for path in store.folder.rglob("*") if path.is_file()]


def test_what_was_kept_is_found_and_nothing_else(store: Store) -> None:
    store.keep(KEY, b"classes")
    assert store.get(KEY) == b"classes"
    assert store.get("1" * 64) is None
    assert store.size() == len(entries(store)[0].read_bytes())


def test_it_is_closed_to_others(store: Store) -> None:
    store.keep(KEY, b"classes")
    assert store.folder.stat().st_mode & 0o777 == 0o700
    assert entries(store)[0].stat().st_mode & 0o777 == 0o600


def test_the_newer_of_two_is_found(store: Store) -> None:
    store.keep(KEY, b"one")
    store.keep(KEY, b"other")
    assert store.get(KEY) == b"other"
    assert len(entries(store)) == 1


@pytest.mark.parametrize("damage", [b"", b"classes", b"\0" * 100])
def test_what_was_damaged_is_not_there(damage: bytes, store: Store) -> None:
    store.keep(KEY, b"classes")
    entries(store)[0].write_bytes(damage)
    assert store.get(KEY) is None


def test_one_letter_more_is_damage_too(store: Store) -> None:
    store.keep(KEY, b"classes")
    entries(store)[0].write_bytes(entries(store)[0].read_bytes() + b"!")
    assert store.get(KEY) is None


def test_the_oldest_of_a_full_shelf_gives_way(store: Store) -> None:
    keys = [f"0a{number:062x}" for number in range(4)]
    for key in keys[:3]:
        store.keep(key, key.encode() * (SHELF // 200))
    store.get(keys[0])  # used again: now the second is the oldest
    store.keep(keys[3], b"x" * (SHELF // 3))
    assert [store.get(key) is not None for key in keys] == [True, False, True, True]
    assert store.size() <= SHELF


def test_what_is_larger_than_a_shelf_is_not_kept(store: Store) -> None:
    store.keep(KEY, b"x" * SHELF)
    assert store.get(KEY) is None
    assert entries(store) == []


@pytest.mark.parametrize("key", ["", "../" * 20 + "x" * 4, "A" * 64, "0" * 63])
def test_a_key_is_a_hash(key: str, store: Store) -> None:
    with pytest.raises(ValueError, match="no hash"):
        store.get(key)


def test_it_can_be_turned_off(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.keep(KEY, b"classes")
    monkeypatch.setenv("GRADE_CACHE", "off")
    assert user_store() is None


def test_a_folder_that_others_can_write_is_none(store: Store) -> None:
    store.folder.chmod(0o777)
    assert user_store() is None


def test_a_link_is_none(tmp_path: Path, store: Store) -> None:
    store.folder.rename(tmp_path / "elsewhere")
    store.folder.symlink_to(tmp_path / "elsewhere")
    assert user_store() is None


def test_where_there_can_be_no_folder_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert user_store() is None
