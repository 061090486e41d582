"""Archives are unpacked entry by entry; whatever is not plainly a file below the target is refused."""

from __future__ import annotations

import gzip
import io
import lzma
import stat
import struct
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from harness.course.ingest.archives import limits
from harness.course.ingest.taking_in.unwrap import SUFFIXES, is_archive, stem, unpack
from harness.model.errors import UsageError
from tests.support import write

MODES: dict[str, Any] = {
    ".tar": "w",
    ".tar.gz": "w:gz",
    ".tgz": "w:gz",
    ".tar.bz2": "w:bz2",
    ".tbz2": "w:bz2",
    ".tar.xz": "w:xz",
    ".txz": "w:xz",
}
KINDS = ("zip", "tar")


def add(
    archive: tarfile.TarFile, name: str, content: bytes = b"", mode: int = 0o644, kind: bytes = tarfile.REGTYPE
) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.type = len(content), mode, kind
    entry.linkname = "/etc/hostname"
    archive.addfile(entry, io.BytesIO(content))


def packed(tmp_path: Path, kind: str, names: dict[str, bytes]) -> Path:
    path = tmp_path / f"hand-in.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
            for name, content in names.items():
                zipped.writestr(zipfile.ZipInfo(name), content)
    else:
        with tarfile.open(path, "w") as tarred:
            for name, content in names.items():
                add(tarred, name, content)
    return path


def unpacked(path: Path, tmp_path: Path) -> dict[str, bytes]:
    target = write(tmp_path / "target", {})
    unpack(path, target)
    return {str(entry.relative_to(target)): entry.read_bytes() for entry in target.rglob("*") if entry.is_file()}


def refused(path: Path, tmp_path: Path) -> str:
    outside = sorted(str(entry) for entry in tmp_path.rglob("*"))
    with pytest.raises(UsageError) as error:
        unpacked(path, tmp_path)
    after = {str(entry) for entry in tmp_path.rglob("*")} - set(outside)
    assert all(entry.startswith(f"{tmp_path}/target") for entry in after), "something was written outside"
    message = str(error.value)
    assert message.startswith(f"{path}: the archive ")
    assert message.isprintable()
    return message


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_kind_of_archive_is_unpacked(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"ann{suffix}"
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w") as zipped:
            zipped.writestr("main.py", b"print()\n")
            zipped.writestr("sub/x.bin", bytes(range(256)))
    else:
        with tarfile.open(path, MODES[suffix]) as tarred:
            add(tarred, "./main.py", b"print()\n")
            add(tarred, "sub", kind=tarfile.DIRTYPE)
            add(tarred, "sub/x.bin", bytes(range(256)))
    assert is_archive(path)
    assert stem(path) == "ann"
    assert unpacked(path, tmp_path) == {"main.py": b"print()\n", "sub/x.bin": bytes(range(256))}


def test_the_execute_permission_is_kept_and_no_other_bit(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as tarred:
        add(tarred, "run", b"", 0o4777)
        add(tarred, "text", b"", 0o666)
    zipped_path = tmp_path / "a.zip"
    with zipfile.ZipFile(zipped_path, "w") as zipped:
        for name, mode in (("run", 0o4777), ("text", 0o666)):
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFREG | mode) << 16
            zipped.writestr(info, b"")
    for number, archive_path in enumerate((path, zipped_path)):
        target = write(tmp_path / str(number), {})
        unpack(archive_path, target)
        modes = [stat.S_IMODE((target / name).stat().st_mode) for name in ("run", "text")]
        assert modes == [0o755, 0o644]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["../out", "a/../../out", "/out", "a/..", "C:/out", "a\\..\\out"])
def test_an_entry_that_points_outside(tmp_path: Path, kind: str, name: str) -> None:
    assert "points outside" in refused(packed(tmp_path, kind, {name: b"x"}), tmp_path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["a\x1b[31mb", "a\nb", "a\rb", "a\x7fb", "a\tb"])
def test_a_name_with_control_characters(tmp_path: Path, kind: str, name: str) -> None:
    assert "control characters" in refused(packed(tmp_path, kind, {name: b"x"}), tmp_path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_comes_twice(tmp_path: Path) -> None:
    zipped_path, tar_path = tmp_path / "a.zip", tmp_path / "a.tar"
    with zipfile.ZipFile(zipped_path, "w") as zipped:
        zipped.writestr("a", b"1")
        zipped.writestr("a", b"2")
    with tarfile.open(tar_path, "w") as tarred:
        add(tarred, "a", b"1")
        add(tarred, "./a", b"2")
    assert "holds 'a' twice" in refused(zipped_path, tmp_path)
    assert "holds 'a' twice" in refused(tar_path, tmp_path)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
def test_a_link_or_device_in_a_tar(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as tarred:
        add(tarred, "innocent", kind=kind)
    assert "a link or device: 'innocent'" in refused(path, tmp_path)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_a_link_or_device_in_a_zip(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as zipped:
        info = zipfile.ZipInfo("innocent")
        info.external_attr = (kind | 0o777) << 16
        zipped.writestr(info, b"/etc/hostname")
    assert "a link or device: 'innocent'" in refused(path, tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_where_a_folder_must_be(tmp_path: Path, kind: str) -> None:
    assert "cannot be unpacked" in refused(packed(tmp_path, kind, {"a": b"x", "a/b": b"x"}), tmp_path)


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_a_bomb_is_stopped_at_the_cap(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ARCHIVE_BYTES", 3 << 20)
    path = tmp_path / f"bomb.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
            zipped.writestr("big", bytes(20 << 20))
    else:
        with tarfile.open(path, "w:gz") as tarred:
            add(tarred, "big", bytes(20 << 20))
    assert path.stat().st_size < 1 << 20
    assert "holds more than 3 MiB" in refused(path, tmp_path)
    assert not any((tmp_path / "target").iterdir()), "what was written of it stays"


@pytest.mark.parametrize("kind", KINDS)
def test_more_files_than_the_cap(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ARCHIVE_ENTRIES", 5)
    path = packed(tmp_path, kind, {f"{number}": b"" for number in range(9)})
    assert "holds more than 5 files" in refused(path, tmp_path)
    assert len(list((tmp_path / "target").iterdir())) <= 5


@pytest.mark.parametrize("suffix", [".zip", ".tar", ".tar.gz", ".tar.bz2", ".tar.xz"])
@pytest.mark.parametrize(
    "content", [b"", b"not an archive at all\n" * 50, b"PK\x03\x04" + bytes(99), b"\x1f\x8b" + bytes(9)]
)
def test_what_is_no_archive(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = write(tmp_path, {f"a{suffix}": content}) / f"a{suffix}"
    assert "cannot be" in refused(path, tmp_path)


@pytest.mark.parametrize("damage", ["cut", "overwritten"])
@pytest.mark.parametrize("suffix", [".zip", ".tar.gz", ".tar.bz2", ".tar.xz"])
def test_a_damaged_archive(tmp_path: Path, suffix: str, damage: str) -> None:
    path = tmp_path / f"a{suffix}"
    noise = bytes((number * 7919 + number // 3) % 251 for number in range(200_000))
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
            zipped.writestr("a", noise)
    else:
        with tarfile.open(path, MODES[suffix]) as tarred:
            add(tarred, "a", noise)
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(whole[:-100] if damage == "cut" else whole[:middle] + bytes(40) + whole[middle + 40 :])
    assert "cannot be" in refused(path, tmp_path)


def test_a_zip_with_a_password(tmp_path: Path) -> None:
    path = packed(tmp_path, "zip", {"a": b"x"})
    content = bytearray(path.read_bytes())
    content[6] |= 1  # the flag in the entry's own header
    central = content.index(b"PK\x01\x02")
    content[central + 8] |= 1
    path.write_bytes(content)
    assert "cannot be read" in refused(path, tmp_path)


def test_names_that_are_no_archives() -> None:
    assert not any(map(is_archive, map(Path, ("a.py", "zip", "a.zip.txt", "tar.gzx"))))
    assert is_archive(Path("A.ZIP"))
    assert stem(Path("A.Tar.GZ")) == "A"


def test_a_name_of_a_thousand_folders(tmp_path: Path) -> None:
    for kind in KINDS:
        assert "more than 100 folders" in refused(packed(tmp_path, kind, {"d/" * 1500 + "x": b""}), tmp_path)


def test_a_zip_whose_two_lists_of_names_differ(tmp_path: Path) -> None:
    path = packed(tmp_path, "zip", {"\N{SNOWMAN}": b"x"})
    path.write_bytes(path.read_bytes().replace("\N{SNOWMAN}".encode(), b"\xff\xff\xff", 1))
    assert "cannot be read" in refused(path, tmp_path)


def entry(name: str, size: int, kind: bytes) -> bytes:
    """The header of a tar's entry, which may say more of its size than is true."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT)


def test_a_number_in_a_tar_takes_no_memory(tmp_path: Path) -> None:
    for kind in (b"x", b"g", b"L", b"K"):
        path = tmp_path / f"{kind.decode()}.tar.gz"
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(entry("a", 20 << 20, kind) + bytes(20 << 20))
        assert refused(path, tmp_path).endswith("the archive has a header or a table of contents of 20 MiB")


@pytest.mark.parametrize("suffix", [".tar", ".tar.gz"])
def test_folders_count_too(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ARCHIVE_ENTRIES", 500)
    content = entry("d/", 0, tarfile.DIRTYPE) * 501 + bytes(1024)
    path = write(tmp_path, {f"a{suffix}": content if suffix == ".tar" else gzip.compress(content)}) / f"a{suffix}"
    assert "holds more than 500 files and folders" in refused(path, tmp_path)


def test_a_long_table_of_contents_of_a_zip(tmp_path: Path) -> None:
    row = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    table = row * 200_000
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, len(table), 0, 0)
    path = write(tmp_path, {"a.zip": table + end}) / "a.zip"
    assert "a table of contents of 9 MiB" in refused(path, tmp_path)


def test_a_compression_that_takes_much_memory(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 512 << 20}]
    path = write(tmp_path, {"a.tar.xz": lzma.compress(bytes(10240), filters=filters)}) / "a.tar.xz"
    assert "cannot be read: Memory usage limit" in refused(path, tmp_path)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_LZMA) as zipped:
        zipped.writestr("a", "x")
    assert "compressed in an unusual way" in refused(tmp_path / "a.zip", tmp_path)


def test_an_xz_of_several_streams(tmp_path: Path) -> None:
    whole = packed(tmp_path, "tar", {"a": b"x" * 5000, "b": b"y"}).read_bytes()
    parts = (whole[:700], b"", whole[700:6000], whole[6000:])
    path = write(tmp_path, {"b.tar.xz": b"".join(lzma.compress(part) + bytes(8) for part in parts)}) / "b.tar.xz"
    assert unpacked(path, tmp_path) == {"a": b"x" * 5000, "b": b"y"}
