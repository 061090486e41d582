"""A bundle is files below one folder; whatever else reaches a worker is refused, and nothing is written elsewhere."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest

from harness.course.ingest.submission import Submission
from harness.grading.cluster.request import pack_submission, unpack
from harness.model.errors import JudgeError
from tests.support import course, loaded, write


def bundle(*names: bytes, notes: str = "[]") -> bytes:
    return msgspec.msgpack.encode({"files": [(name, False, 1, b"forged") for name in names], "notes": notes})


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


FORGED = {
    "above": bundle(b"main.py", b"../golden"),
    "in-the-middle": bundle(b"a/../../golden"),
    "nothing": bundle(b""),
    "the-folder": bundle(b"."),
    "twice": bundle(b"main.py", b"main.py"),
    "below-a-file": bundle(b"main.py", b"main.py/more"),
    "a-null": bundle(b"main.py\0"),
    "a-long-name": bundle(b"x" * 5000),
    "notes-that-are-none": bundle(b"main.py", notes='[{"kind": 5}]'),
    "notes-without-end": bundle(b"main.py", notes="[" * 100_000),
    "no-bundle": b"\xc1",
    "lists-in-lists": b"\x91" * 100_000,
    "no-bytes": b"",
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_bundle_is_refused(tmp_path: Path, forged: str) -> None:
    write(tmp_path, {"golden": "SECRET"})
    (tmp_path / "handed-in").mkdir()
    with pytest.raises(JudgeError, match="is no bundle of files") as error:
        unpack(FORGED[forged], tmp_path / "handed-in")
    assert len(str(error.value)) < 400
    assert {name for name in everything(tmp_path) if not name.startswith("handed-in/")} == {"golden"}
    assert (tmp_path / "golden").read_text() == "SECRET"


def test_an_absolute_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "handed-in").mkdir()
    with pytest.raises(JudgeError, match="points outside"):
        unpack(bundle(bytes(tmp_path / "golden")), tmp_path / "handed-in")
    assert everything(tmp_path) == {}


def test_what_the_client_packs_is_unpacked_as_it_was(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course"))
    folder = write(tmp_path / "ann", {"main.py": "print(5)\n", "..notes/a": "x"})
    (folder / "main.py").chmod(0o755)
    (tmp_path / "out").mkdir()
    assert unpack(pack_submission(assignment, Submission("ann", "sum", folder)), tmp_path / "out") == ()
    assert everything(tmp_path / "out") == {"main.py": b"print(5)\n", "..notes/a": b"x"}
    assert stat.S_IMODE((tmp_path / "out" / "main.py").stat().st_mode) == 0o755
