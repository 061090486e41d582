"""A number that is compared with 0, and may have to be compared with what another function gives."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

JAVA = """\
class Climb {
    static int attacks(int[] q, int c) { return 0; }
    static int most(int[] q) { int n1 = 0; for (int c = 0; c < 8; c++) n1 = Math.max(n1, attacks(q, c)); return n1; }
    static boolean move(int[] q) {
        for (int c = 0; c < 8; c++) {
            int now = attacks(q, c);
            if (now == 0) continue;
            q[c] = 1;
            return true;
        }
        return false;
    }
}
"""


def others(source: str) -> list[str]:
    """What stands in the place of the comparison, of the likeliest changes."""
    changes = repairs({"Climb.java": source.encode()}, (), ())
    return [each.edit.new for each in changes if each.edit.new.startswith("now") and "most(" in each.edit.new]


@pytest.mark.parametrize(("sign", "other"), [("==", "<"), ("<=", "<"), ("!=", "=="), (">", "==")])
def test_a_number_may_have_to_be_compared_with_the_largest(sign: str, other: str) -> None:
    source = JAVA.replace("now == 0", f"now {sign} 0")
    assert others(source) == [f"now {other} most(q)"]
    (change,) = [each for each in repairs({"a.java": source.encode()}, (), ()) if "most(" in each.edit.new]
    assert change.form.part == f"now {sign} 0"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("now == 0", "now == 1"),
        ("boolean move(int[] q) {", "boolean move(int[] q) { int n = most(q);"),
        ("static int most(int[] q)", "static int most(int[] board)"),
        ("static int most(int[] q)", "static String most(int[] q)"),
    ],
)
def test_it_is_not_compared_with_what_is_not_at_hand(old: str, new: str) -> None:
    assert others(JAVA.replace(old, new)) == []
