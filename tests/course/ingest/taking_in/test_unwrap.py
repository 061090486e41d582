"""A folder in the folder, an archive in the folder: where the submission lies."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

import pytest

from harness.course.ingest.taking_in.unwrap import unwrap
from harness.judge.messages.translator import in_words
from tests.support import write

REQUIRED = ("Makefile", "Queens.java|queens.java")
BOTH = {"Makefile": "all:\n", "Queens.java": "class Queens {}\n"}


def inside(folder: str, files: dict[str, str]) -> dict[str, str | bytes]:
    return {f"{folder}/{name}": text for name, text in files.items()}


def archive(files: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    return content.getvalue()


def unwrapped(tmp_path: Path, files: dict[str, str | bytes]) -> tuple[set[str], str]:
    """What lies in the folder that is taken, and the note."""

    def new_folder() -> Path:
        return Path(tempfile.mkdtemp(dir=tmp_path))

    folder, notes = unwrap(write(tmp_path / "handed-in", files), REQUIRED, new_folder)
    return {path.name for path in folder.iterdir()}, "; ".join(map(in_words, notes))


def test_what_is_right_is_taken_as_it_is(tmp_path: Path) -> None:
    assert unwrapped(tmp_path, {**BOTH, **inside("old", BOTH)}) == ({"Makefile", "Queens.java", "old"}, "")


def test_the_only_folder_that_holds_everything(tmp_path: Path) -> None:
    files = {**inside("pa5", BOTH), "notes.txt": "x", **inside("__MACOSX", {"._Makefile": "x"})}
    assert unwrapped(tmp_path, files) == ({"Makefile", "Queens.java"}, "what the folder pa5 holds was taken")


@pytest.mark.parametrize("prefix", ["", "pa5/"])
def test_the_only_archive(tmp_path: Path, prefix: str) -> None:
    files: dict[str, str | bytes] = {"pa5.zip": archive({prefix + name: text for name, text in BOTH.items()})}
    assert unwrapped(tmp_path, files) == ({"Makefile", "Queens.java"}, "what pa5.zip holds was taken")


@pytest.mark.parametrize(
    "files",
    [
        {**inside("one", BOTH), **inside("two", BOTH)},
        {"one.zip": archive(BOTH), "two.zip": archive(BOTH)},
        {"Makefile": "all:\n", "rest.zip": archive(BOTH)},
        {**inside("pa5", {"Makefile": "x"}), "Queens.java": "x"},
        {**inside("deep/deeper", BOTH), "notes.txt": "x"},
        {},
    ],
)
def test_nothing_is_guessed(tmp_path: Path, files: dict[str, str | bytes]) -> None:
    assert unwrapped(tmp_path, files) == ({name.partition("/")[0] for name in files}, "")


def test_folders_and_archives_that_are_all_there_is_are_looked_through(tmp_path: Path) -> None:
    taken = "what the folder deep holds was taken; what the folder deeper holds was taken"
    assert unwrapped(tmp_path, {**inside("deep/deeper", BOTH), "Thumbs.db": ""}) == ({"Makefile", "Queens.java"}, taken)


def test_an_archive_in_an_archive_in_a_folder(tmp_path: Path) -> None:
    inner = archive({"pa5/" + name: text for name, text in BOTH.items()})
    with zipfile.ZipFile(outer := io.BytesIO(), "w") as file:
        file.writestr("pa5.zip", inner)
    left, note = unwrapped(tmp_path, {"hand-in/all.zip": outer.getvalue(), "__MACOSX/x": ""})
    assert left == {"Makefile", "Queens.java"}
    assert note == "; ".join(f"what {name} holds was taken" for name in ("the folder hand-in", "all.zip", "pa5.zip"))


def test_what_an_archive_holds_is_taken_also_where_a_name_is_wrong(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"pa5.zip": archive({"makefile": "all:\n", "queens.java": "x"})}
    assert unwrapped(tmp_path, files) == ({"makefile", "queens.java"}, "what pa5.zip holds was taken")


def test_a_damaged_archive_is_reported(tmp_path: Path) -> None:
    left, note = unwrapped(tmp_path, {"pa5.zip": b"PK\x03\x04damaged"})
    assert left == {"pa5.zip"}
    assert note.startswith("pa5.zip was not unpacked: the archive cannot be read: ")
    assert str(tmp_path) not in note
