"""A case of a switch that falls through into the next one."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

SWITCH = """\
void start(int count) {
    switch (count) {
        case 1:
            size = 1;
        case 2: {
            size = 2;
            show = true;
        }
        case 3:
        case 4:
            break;
        default:
            usage();
    }
}
"""


def changed(path: str, source: str) -> dict[str, Repair]:
    """The changes that are tried early, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode(): change for change in possible if change.rank <= 0}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("start.c", SWITCH),
        ("start.cc", SWITCH),
        ("Start.java", f"class Start {{\n{SWITCH}}}\n"),
        ("start.js", SWITCH.replace("void start(int count)", "function start(count)")),
    ],
)
def test_a_case_that_goes_on_into_the_next_one_is_ended(path: str, source: str) -> None:
    found = {program: change for program, change in changed(path, source).items() if change.leaves == "switch"}
    ended = source.replace("size = 1;", "size = 1; break;")
    assert found[ended].place_of_addition == "after-case"
    assert len(found) == 2
    assert all(program.count("break;") == 2 for program in found)


def test_a_case_that_leaves_gets_no_break() -> None:
    source = (
        "int f(int a) {\n  switch (a) {\n    case 1: return 2;\n    case 2: { g(); break; }\n    default: g();\n }}\n"
    )
    for path in ("f.cc", "f.js"):
        assert [change for change in changed(path, source).values() if change.leaves == "switch"] == []
