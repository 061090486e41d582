"""Hand-ins that are cheap to make and were once dear to look at: each is done with in the time of one request."""

from __future__ import annotations

import bz2
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from harness.course.ingest.matching.several_students import why_unclear
from harness.course.ingest.taking_in.copy_submission import Intake, copy_submission, fingerprint
from harness.course.ingest.taking_in.unwrap import unreadable_archive
from harness.course.learning_systems import recognise
from harness.grading.building.repair_hand_in import leave_out_unit_tests, resolve_absolute_includes
from harness.judge.child.client import JudgingClient
from harness.judge.child.server import judging_server
from harness.language.prolog.language import is_prolog

MIB = 1 << 20


class Try(Struct, frozen=True):
    """Runs a function of this module in a judging child, with its limits on CPU time and memory."""

    door: str
    folder: Path

    def run(self, _context: object) -> object:
        return globals()[self.door](self.folder)


@pytest.fixture(scope="module")
def judging() -> Iterator[JudgingClient]:
    with judging_server(None) as server:
        yield JudgingClient(server)


def _blank_lines(folder: Path) -> object:
    (folder / "Main.java").write_bytes(b"\n" * 262_000)
    return list(leave_out_unit_tests(folder, Intake(["Main.java"])))


def _prolog_of_blank_lines(folder: Path) -> object:
    del folder
    return is_prolog(b":-" + b"\n" * 262_000)


def _includes(folder: Path) -> object:
    (folder / "a.cpp").write_bytes(b'#include "/a"\n' * 18_000)
    return list(resolve_absolute_includes(folder, ["a.cpp"], [f"h{number}.h" for number in range(2000)]))


def _metadata(folder: Path) -> object:
    (folder / "submission_1").mkdir()
    entries = (f"submission_{number}:\n  :submitters:\n  - :name: A\n    :sid: {number}\n" for number in range(100_000))
    (folder / "submission_metadata.yml").write_text("".join(entries))
    return why_unclear(folder, ("main.py",))


def _moodle(folder: Path) -> object:
    for number in range(1000):
        (folder / f"{'a-' * 80}{number}_{number}_assignsubmission_file_x").write_text(str(number))
    return recognise(folder)


def _blackboard(folder: Path) -> object:
    for number in range(8000):
        (folder / f"as_h{number}_attempt_2026-01-01-00-00-00_x").touch()
    return recognise(folder)


def _archives(folder: Path) -> object:
    header = tarfile.TarInfo("main.py")
    header.size = 100 * MIB
    compressor = bz2.BZ2Compressor(1)
    content = compressor.compress(header.tobuf())
    content += b"".join(compressor.compress(bytes(MIB)) for _ in range(100))
    content += compressor.compress(bytes(1024)) + compressor.flush()
    for number in range(200):
        (folder / f"{number}.tar.bz2").write_bytes(content)
    return unreadable_archive(folder)


def _sparse_files(folder: Path) -> object:
    (folder / "from").mkdir()
    (folder / "to").mkdir()
    for number in range(100):
        with (folder / "from" / f"{number}").open("wb") as file:
            file.truncate(127 * MIB)
    fingerprint(folder / "from")
    return len(copy_submission(folder / "from", folder / "to").files)


DOORS: tuple[Callable[[Path], object], ...] = (
    _blank_lines, _prolog_of_blank_lines, _includes, _metadata, _moodle, _blackboard, _archives, _sparse_files,
)  # fmt: skip


@pytest.mark.parametrize("door", [door.__name__ for door in DOORS])
def test_it_is_done_in_time_and_memory(judging: JudgingClient, tmp_path: Path, door: str) -> None:
    judging.call(Try(door, tmp_path))
