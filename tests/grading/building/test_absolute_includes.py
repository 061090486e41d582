"""A header that is included by its whole path on another machine is the one of that name, if there is one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness.grading.building.repair_hand_in import resolve_absolute_includes
from harness.judge.messages.translator import in_words
from tests.support import write


def resolved(tmp_path: Path, files: dict[str, str], given: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    folder = write(tmp_path / "staged", files)
    handed_in = [name for name in files if name not in given]
    notes = [in_words(note) for note in resolve_absolute_includes(folder, handed_in, given)]
    return (folder / handed_in[0]).read_bytes().decode(), notes


@pytest.mark.parametrize(
    "header", ["/home/cs689/p11/prog11.h", "C:\\Users\\me\\prog11.h", "C:/me/prog11.h", "\\\\server\\me\\prog11.h"]
)
@pytest.mark.parametrize("quotes", ['""', "<>"])
@pytest.mark.parametrize("given", [(), ("prog11.h",)])
def test_the_file_of_that_name_is_taken(tmp_path: Path, header: str, quotes: str, given: tuple[str, ...]) -> None:
    source = f"// \u00fc\r\n # include {quotes[0]}{header}{quotes[1]} // mine\r\nint main() {{}}\r\n"
    text, notes = resolved(tmp_path, {"prog11.cc": source, "prog11.h": ""}, given)
    assert text == '// \u00fc\r\n # include "prog11.h" // mine\r\nint main() {}\r\n'
    assert notes == [
        f"prog11.cc, line 2: it includes {header}, which only another machine has; prog11.h was taken for it"
    ]


def test_the_way_to_it_starts_at_the_source(tmp_path: Path) -> None:
    text, _ = resolved(tmp_path, {"src/a.cpp": '#include "/x/a.hpp"\n', "include/a.hpp": ""})
    assert text == '#include "../include/a.hpp"\n'


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ('#include "/home/cs689/689.h"\n', ["prog11.h"]),
        ('#include "/home/x/a.h"\n', ["a.h", "old/a.h"]),
        ("#include </usr/include/math.h>\n", ["math.h"]),
        ('#include "prog11.h"\n#include <vector>\n', ["prog11.h", "vector"]),
        ('// see #include "/home/x/a.h"\nchar *s = "#include </x/a.h>";\n', ["a.h"]),
        ('#include "/home/x/a.c"\n', []),
    ],
)
def test_all_else_stays_as_it_is(tmp_path: Path, source: str, others: list[str]) -> None:
    assert resolved(tmp_path, {"a.c": source, **dict.fromkeys(others, "")}) == (source, [])


def test_what_is_no_source_is_not_read(tmp_path: Path) -> None:
    text = '#include "/x/a.h"\n'
    assert resolved(tmp_path, {"notes.txt": text, "a.h": ""}) == (text, [])


def test_a_folder_whose_name_is_no_utf8(tmp_path: Path) -> None:
    folder = write(tmp_path / "staged", {"a.cpp": '#include "/x/a.hpp"\n'})
    name = os.fsdecode(b"\xff/a.hpp")
    notes = list(resolve_absolute_includes(folder, ["a.cpp"], [name]))
    assert (len(notes), (folder / "a.cpp").read_bytes()) == (1, b'#include "\xff/a.hpp"\n')
