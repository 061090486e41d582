"""The standard headers of a C++ program are compiled once for all changes to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.built import Built
from harness.grading.building.precompiled_headers import precompile
from harness.grading.workspace.workspace import Workspace
from harness.sandbox.isolation.none import Unconfined
from tests.support import write

PROGRAM = "#include <iostream>\nint main() { std::cout << TIMES; }\n"
COMMAND = ("g++", "-O2", "-std=c++17", "-o", "program", "main.cpp")


def built(folder: Path, source: str, commands: Sequence[tuple[str, ...]] = (COMMAND,)) -> Built:
    """A program of one file, as it was built."""
    write(folder, {"main.cpp": source})
    return Built(
        Intake(),
        folder,
        run=(("./program",),),
        commands=tuple(commands),
        added_files=("program",),
        kept_files=("main.cpp",),
        staged=folder,
    )


def test_the_headers_are_beside_the_source_while_it_is_compiled(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "work", Unconfined())
    headers = precompile(built(tmp_path / "ann", PROGRAM), workspace)
    assert headers is not None
    for text, is_right in (("1", True), ("one", False)):
        folder = write(tmp_path / text, {"main.cpp": PROGRAM.replace("TIMES", text)})
        assert headers.build(COMMAND, folder, ("program",), workspace) == is_right
        assert {path.name for path in folder.iterdir()} == {"main.cpp", *(["program"] if is_right else [])}


@pytest.mark.parametrize(
    ("source", "commands"),
    [
        pytest.param(PROGRAM, [("make",)], id="make"),
        pytest.param(PROGRAM, [COMMAND, COMMAND], id="two-commands"),
        pytest.param('#include "own.h"\n', [COMMAND], id="none-of-the-standard"),
        pytest.param("#include <no_such_header>\n", [COMMAND], id="missing"),
    ],
)
def test_each_change_is_compiled_as_a_whole_where_no_headers_can_be(
    tmp_path: Path, source: str, commands: Sequence[tuple[str, ...]]
) -> None:
    workspace = Workspace(tmp_path / "work", Unconfined())
    assert precompile(built(tmp_path / "ann", source, commands), workspace) is None


def test_a_file_of_the_student_of_that_name_stays(tmp_path: Path) -> None:
    program, workspace = built(tmp_path / "ann", PROGRAM), Workspace(tmp_path / "work", Unconfined())
    write(tmp_path / "ann", {"precompiled-headers.h": "own"})
    assert precompile(program, workspace) is None
