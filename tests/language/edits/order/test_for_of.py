"""A return in the function of JavaScript's forEach ends one turn alone: a loop that it can leave."""

from __future__ import annotations

from harness.language.edits.forms.edit_forms import FOR_OF
from harness.language.edits.ordered_repairs import repairs

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


def for_of(source: str, head: str = "const c of columns.filter(c => n[c] === n1)") -> str:
    """The program with a loop."""
    begin, _, rest = source.partition("columns.")
    return f"{begin}for ({head}) {{{rest.partition('=> {')[2].replace('});', '}')}"


def test_what_leaves_a_turn_leaves_the_loop() -> None:
    source = MOVE % ("c", "if (skip[c]) return;", "moved = true; return;")
    right = for_of(MOVE % ("c", "if (skip[c]) continue;", "moved = true; break;"))
    assert loops(source)[0] == right


def test_what_returns_a_value_returns_it_from_the_function_around() -> None:
    source = MOVE % ("(c, i)", "const f = x => { return x; };", "return true;")
    assert loops(source) == [for_of(source, "const [i, c] of [...columns.filter(c => n[c] === n1)].entries()")]


def test_a_guard_of_an_inner_loop_is_left_alone() -> None:
    assert loops(MOVE % ("c", "for (const d of all) { if (skip[d]) return; }", "return true;")) == []


def test_an_end_that_is_missing_costs_no_time() -> None:
    assert loops("list.forEach(c => {" * 2_000) == []
