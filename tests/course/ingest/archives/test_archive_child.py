"""An archive that takes too much is one student's damaged archive; the process that grades does not read it."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.course.ingest.archives import archive_child, limits
from harness.course.ingest.taking_in.unwrap import entry_names, unpack, unwrap
from harness.model.errors import UsageError
from tests.course.ingest.exports import found, queens_course
from tests.support import write

MIB = 1024**2


def bzip2_bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("main.py", bytes(160 * MIB))


def lzma_bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("main.py", bytes(MIB))


def long_header(path: Path) -> None:
    """A tar with a pax header of 2 MiB, compressed to nearly nothing; its name says that it is not compressed."""
    entry = tarfile.TarInfo("main.py")
    entry.pax_headers = {"comment": "1" * (2 * MIB)}
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(entry)


def many_entries(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(limits.MAX_STUDENT_ENTRIES + 1):
            archive.writestr(f"{number}", b"")


def many_entries_of_a_tar(path: Path) -> None:
    with tarfile.open(path, "w:bz2") as archive:
        for number in range(limits.MAX_STUDENT_ENTRIES + 1):
            archive.addfile(tarfile.TarInfo(f"{number}"))


def endless_map(path: Path) -> None:
    """A tar whose one entry is sparse, with a map of 64 MiB of what it holds, compressed to nearly nothing."""
    entry = tarfile.TarInfo("main.py")
    entry.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    header[386:398] = header[398:410] = b"00000000001\0"
    header[482] = 1  # the map goes on in the next block
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    block = b"00000000001\0" * 42 + b"\1" + bytes(7)
    path.write_bytes(gzip.compress(bytes(header) + block * (64 * MIB // len(block))))


HOSTILE: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "bzip2": ("bob.zip", bzip2_bomb, "it takes more than 64 MiB of memory"),
    "lzma": ("bob.ZIP", lzma_bomb, "compressed in an unusual way"),
    "pax": ("bob.tar", long_header, "a header or a table of contents of 2 MiB"),
    "sparse": ("bob.tgz", endless_map, "an entry with very many headers"),
    "entries": ("bob.zip", many_entries, "more than 20000 files and folders"),
    "entries-tar": ("bob.tgz", many_entries_of_a_tar, "more than 20000 files and folders"),
}


@pytest.fixture(autouse=True)
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ARCHIVE_MEMORY", 64 * MIB)


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_takes_too_much_is_a_damaged_archive(tmp_path: Path, kind: str) -> None:
    name, make, reason = HOSTILE[kind]
    make(tmp_path / name)
    (tmp_path / "target").mkdir()
    with pytest.raises(UsageError, match=reason):
        unpack(tmp_path / name, tmp_path / "target", limits.MAX_BYTES)


@pytest.mark.parametrize("kind", ["bzip2", "pax", "entries"])
def test_a_hostile_archive_in_a_class_costs_nobody_else(tmp_path: Path, kind: str) -> None:
    name, make, reason = HOSTILE[kind]
    for student in ("ann", "cat"):
        write(tmp_path / "class" / student, {"Queens.java": "x"})
    make(tmp_path / "class" / name)
    class_list = found(tmp_path / "class", queens_course(tmp_path, "comp333-java"), tmp_path)
    handed_in = {row.student for row in class_list.submissions if row.folder is not None}
    assert {"ann", "cat"} <= handed_in
    assert "bob" in handed_in, "the damaged archive itself is what they handed in"
    assert [reason in row.unclear for row in class_list.submissions if row.student == "bob"] == [True]


def test_a_hostile_archive_in_an_archive_is_a_note(tmp_path: Path) -> None:
    bzip2_bomb(tmp_path / "inner.zip")
    folder = write(tmp_path / "bob", {})
    with zipfile.ZipFile(folder / "outer.zip", "w") as archive:
        archive.write(tmp_path / "inner.zip", "inner.zip")
    folders = iter([write(tmp_path / "1", {}), write(tmp_path / "2", {})])
    _, notes = unwrap(folder, ("main.py",), lambda: next(folders))
    assert [note.kind for note in notes] == ["archive-taken", "not-unpacked"]


def small_zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("main.py", b"print()")
    return path


def test_a_reading_that_takes_too_long_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def spin(*_: object) -> None:
        while True:
            pass

    path = small_zip(tmp_path / "bob.zip")
    monkeypatch.setattr(limits, "ARCHIVE_CPU_S", 1)
    monkeypatch.setattr(archive_child, "_functions", lambda: {"entry_names": spin})
    with pytest.raises(UsageError, match="the archive cannot be read: it takes more than the 1 seconds"):
        entry_names(path)


def test_a_child_that_ends_is_replaced_and_its_archive_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = tmp_path / "calls"

    def end(path: Path, *_: object) -> list[str]:
        with calls.open("a") as file:
            file.write("x")
        if path.name == "bob.zip":
            os.kill(os.getpid(), signal.SIGKILL)
        return ["main.py"]

    monkeypatch.setattr(archive_child, "_functions", lambda: {"entry_names": end})
    bob, ann = small_zip(tmp_path / "bob.zip"), small_zip(tmp_path / "ann.zip")
    with archive_child.kept_reader():
        for _ in range(2):
            with pytest.raises(UsageError, match="ends what reads it"):
                entry_names(bob)
        assert entry_names(ann) == ["main.py"]
    assert calls.read_text() == "xx"


def test_many_archives_have_one_child_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_child, "_functions", lambda: {"entry_names": lambda *_: [str(os.getpid())]})
    paths = [small_zip(tmp_path / f"{number}.zip") for number in range(3)]
    with archive_child.kept_reader():
        children = {name for path in paths for name in entry_names(path)}
    assert len(children) == 1
    assert children != {str(os.getpid())}
    assert not Path(f"/proc/{children.pop()}").exists()


def compressed(path: Path, size: int) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("main.py", bytes(size))
    return path


def test_all_archives_of_a_class_have_a_limit_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CLASS_BYTES", 8 * MIB)
    bob, ann = compressed(tmp_path / "bob.zip", MIB), compressed(tmp_path / "ann.zip", 5000)
    refused = 0
    with archive_child.kept_reader():
        for number in range(20):
            (tmp_path / f"{number}").mkdir()
            try:
                unpack(bob, tmp_path / f"{number}", limits.MAX_BYTES)
            except UsageError as error:
                assert "MiB are left for the archives of all students" in str(error)  # noqa: PT017 - one of many
                assert not any((tmp_path / f"{number}").iterdir())
                refused += 1
        (tmp_path / "ann").mkdir()
        unpack(ann, tmp_path / "ann", limits.MAX_BYTES)
    written = sum(path.stat().st_size for path in tmp_path.glob("*/main.py"))
    assert refused > 0
    assert written <= 8 * MIB
    assert (tmp_path / "ann" / "main.py").stat().st_size == 5000, "what is small has room left"


def test_a_disk_that_is_nearly_full_has_room_for_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=4 * MIB)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    (tmp_path / "target").mkdir()
    with pytest.raises(UsageError, match="4 MiB are left for the archives of all students"):
        unpack(compressed(tmp_path / "bob.zip", MIB), tmp_path / "target", limits.MAX_BYTES)


def test_all_archives_of_a_class_have_a_time_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    def answer(_reader: object, _request: object, cpu_s: int) -> tuple[str, list[str], float]:
        given.append(cpu_s)
        return "value", [], float(cpu_s)

    monkeypatch.setattr(archive_child.ArchiveReader, "_answer", answer)
    with archive_child.kept_reader():
        for number in range(500):
            entry_names(small_zip(tmp_path / f"{number}.zip"))
    assert given[0] == limits.ARCHIVE_CPU_S
    assert min(given) == given[-1] == 1, "an honest one is read all the same"
    assert sum(given) <= limits.CLASS_CPU_S + 500


def test_folders_in_folders_take_room_too(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bob.zip", "w") as archive:
        for number in range(600):
            archive.writestr(f"{number}/" + "a/" * 60 + "x", b"")
    (tmp_path / "target").mkdir()
    with pytest.raises(UsageError, match="holds more than 128 MiB"):
        unpack(tmp_path / "bob.zip", tmp_path / "target", limits.MAX_BYTES)
    assert not any((tmp_path / "target").iterdir())


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bob.zip")
    with pytest.raises(UsageError, match="this is no regular file"):
        entry_names(tmp_path / "bob.zip")
