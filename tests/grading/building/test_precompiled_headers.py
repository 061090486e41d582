"""The standard headers of a C++ program are compiled once for all changes to it."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.built import Built
from harness.grading.building.precompiled_headers import precompile
from harness.grading.workspace.workspace import Workspace
from harness.sandbox.isolation.none import Unconfined
from tests.support import write

PROGRAM = "#include <iostream>\nint main() { std::cout << TIMES; }\n"
RIGHT = PROGRAM.replace("TIMES", "0")
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
    headers = precompile(built(tmp_path / "ann", RIGHT), workspace)
    assert headers is not None
    for text, is_right in (("1", True), ("one", False)):
        folder = write(tmp_path / text, {"main.cpp": PROGRAM.replace("TIMES", text)})
        assert headers.build(COMMAND, folder, ("program",), workspace) == is_right
        assert {path.name for path in folder.iterdir()} == {"main.cpp", *(["program"] if is_right else [])}


@pytest.mark.parametrize(
    ("source", "commands"),
    [
        pytest.param(RIGHT, [("make",)], id="make"),
        pytest.param(RIGHT, [COMMAND, COMMAND], id="two-commands"),
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
    program, workspace = built(tmp_path / "ann", RIGHT), Workspace(tmp_path / "work", Unconfined())
    write(tmp_path / "ann", {"precompiled-headers.h": "own"})
    assert precompile(program, workspace) is None


def test_a_name_that_a_header_of_another_file_has_too_needs_each_file_as_it_is(tmp_path: Path) -> None:
    command, workspace = (*COMMAND, "sum.cpp"), Workspace(tmp_path / "work", Unconfined())
    own = "#include <iostream>\nusing namespace std;\nint count;\nint sum();\nint main() { cout << count + sum(); }\n"
    program = replace(built(tmp_path / "ann", own, [command]), kept_files=("main.cpp", "sum.cpp"))
    write(tmp_path / "ann", {"sum.cpp": "#include <algorithm>\nint sum() { return std::max(1, 2); }\n"})
    assert precompile(program, workspace) is None
    write(tmp_path / "ann", {"main.cpp": own.replace("count", "counted")})
    assert precompile(program, workspace) is not None


def test_a_library_that_is_linked_does_not_keep_headers_from_being_compiled(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "work", Unconfined())
    assert precompile(built(tmp_path / "ann", RIGHT, [(*COMMAND, "-lm")]), workspace) is not None


def test_where_no_file_can_have_two_names_a_change_is_compiled_without_the_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(tmp_path / "work", Unconfined())
    headers = precompile(built(tmp_path / "ann", RIGHT), workspace)
    assert headers is not None

    def refuse(*_names: object) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr("os.link", refuse)
    folder = write(tmp_path / "bob", {"main.cpp": RIGHT})
    assert headers.build(COMMAND, folder, ("program",), workspace)
    assert {path.name for path in folder.iterdir()} == {"main.cpp", "program"}
