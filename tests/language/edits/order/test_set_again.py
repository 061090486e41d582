"""What a call has set before a loop is set by the same call in its turns."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

PYTHON = "def run(b):\n    ok = done(b)\n    while not ok:\n        n = move(b)\n        ok = {}\n    return ok\n"
TREE = "{} run(int* b) {{ bool ok = done(b); while (!ok) {{ int n = move(b); ok = {}; }} return ok; }}\n"
SCRIPT = "function run(b) {{\n  let ok = done(b);\n  while (!ok) {{\n    const m = move(b);\n    ok = {};\n  }}\n}}\n"


@pytest.mark.parametrize(
    ("path", "source", "value"),
    [
        ("q.py", PYTHON, "n == 0"),
        ("q.cc", TREE.replace("{}", "bool", 1), "n == 0"),
        ("Q.java", "class Q {{ " + TREE.replace("{}", "boolean", 1).replace("int*", "int[]") + "}}", "n == 0"),
        ("q.js", SCRIPT, "m.n2 === 0"),
    ],
)
def test_the_call_that_set_it_before_is_tried(path: str, source: str, value: str) -> None:
    def values(set_to: str) -> list[str]:
        changed = repairs({path: source.format(set_to).encode()}, [], [])
        return [
            each.text.decode() for each in changed if each.edit.new == "done(b)" and each.form.does == "other-value"
        ]

    assert values(value) == [value]
    assert values("done(b)") == []
