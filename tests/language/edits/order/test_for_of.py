"""A return in the function of JavaScript's forEach ends one turn alone: a loop that it can leave, and a note."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import FOR_OF
from harness.language.edits.ordered_repairs import repairs
from harness.language.oddities.odd_code import OddCode, odd_code

MOVE = """\
function move(state, n1) {
    let moved = false;
    columns.filter(c => n[c] === n1).forEach(%s => {
        %s
        if (best(c) < n1) { // a } is no end
            state[c] = best(c);
            %s
        }
    });
    return moved;
}
"""


def loops(source: str) -> list[str]:
    changes = [change for change in repairs({"q.js": source.encode()}, (), ()) if change.form.does == FOR_OF]
    return [change.apply(source.encode()).decode() for change in changes]


def notes(source: str) -> list[OddCode]:
    return [*odd_code({"q.js": source.encode()}, ())]


def for_of(source: str, head: str = "const c of columns.filter(c => n[c] === n1)") -> str:
    """The program with a loop."""
    begin, _, rest = source.partition("columns.")
    return f"{begin}for ({head}) {{{rest.partition('=> {')[2].replace('});', '}')}"


def test_what_leaves_a_turn_leaves_the_loop() -> None:
    source = MOVE % ("c", "if (skip[c]) return;", "moved = true; return;")
    right = for_of(MOVE % ("c", "if (skip[c]) continue;", "moved = true; break;"))
    assert loops(source)[0] == right
    assert notes(source) == [OddCode("callback-return", "q.js", 3, "7")]


def test_what_returns_a_value_returns_it_from_the_function_around() -> None:
    source = MOVE % ("(c, i)", "const f = x => { return x; };", "return true;")
    assert loops(source) == [for_of(source, "const [i, c] of [...columns.filter(c => n[c] === n1)].entries()")]
    assert notes(source) == [OddCode("callback-return", "q.js", 3, "7")]


@pytest.mark.parametrize(
    "source",
    [
        MOVE % ("c", "if (skip[c]) return;", "moved = true;"),  # a guard skips an element
        MOVE % ("c", "if (skip[c]) { return; }", "const f = function (x) { return true; };"),
        MOVE % ("c", "", "return log(c);"),  # what a call returns may be handed on by habit
        MOVE % ("c", "for (;;) {", "return; }"),
        MOVE.replace("forEach", "map") % ("c", "", "return true;"),
        "const all = list.filter(c => {\n    return c > 1;\n});\n",
        "// list.forEach(c => {\n//    return true;\n// });\n",
    ],
)
def test_no_note_where_a_return_may_be_meant(source: str) -> None:
    assert notes(source) == []


def test_an_end_that_is_missing_costs_no_time() -> None:
    assert loops("list.forEach(c => {" * 2_000) == []
    assert notes("\n".join(["list.forEach(c => { return true; /*"] * 4_000)) == []
