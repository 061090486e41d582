"""A loop that swaps each pair twice may end in its middle."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import VALUE
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

JAVA = """\
class Queens {{
    static void reverse(int[] a, int from, int to) {{
        int length = to - from + 1, sum = from + to;
        {}
    }}
    static void swap(int[] a, int i, int j) {{ int t = a[i]; a[i] = a[j]; a[j] = t; }}
}}
"""
CPP = "void reverse(vector<int>& a, int n) {{\n    {}\n}}\n"
PYTHON = "def reverse(a, i, n):\n    for k in {}:\n        a[k], a[n - k] = a[n - k], a[k]\n"


def changed(path: str, source: str) -> dict[str, Repair]:
    """The changes that are tried first, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode(): change for change in possible if change.rank < 0}


@pytest.mark.parametrize(
    ("path", "frame", "loop", "old", "new"),
    [
        ("A.java", JAVA, "for (int k = 0; k < length; k++) swap(a, from + k, to - k);", "< length", "< length / 2"),
        ("A.java", JAVA, "for (int k = from; k <= to; k++) { swap(a, k, sum - k); }", "<= to", "<= (from + to) / 2"),
        ("a.cc", CPP, "for (int i = 0; i < n; i++) std::swap(a[i], a[n - 1 - i]);", "< n", "< n / 2"),
        ("a.cc", CPP, "for (int i = 0; i <= n - 1; i++) swap(a[i], a[n - 1 - i]);", "<= n - 1", "<= (n - 1) / 2"),
    ],
)
def test_half_the_turns_are_tried(path: str, frame: str, loop: str, old: str, new: str) -> None:
    source = frame.format(loop)
    assert changed(path, source)[source.replace(old, new)].form.does == VALUE


@pytest.mark.parametrize(
    ("turns", "half"),
    [
        ("range(n)", "range(n // 2)"),
        ("range(len(a))", "range((len(a)) // 2)"),
        ("range(i, n)", "range(i, (i + n) // 2)"),
    ],
)
def test_half_the_turns_are_tried_in_python(turns: str, half: str) -> None:
    source = PYTHON.format(turns)
    assert changed("a.py", source)[source.replace(turns, half)].form.does == VALUE


def test_a_loop_that_does_more_than_swap_keeps_its_turns() -> None:
    source = PYTHON.format("range(n)") + "        print(a)\n"
    assert source.replace("range(n)", "range(n // 2)") not in changed("a.py", source)
