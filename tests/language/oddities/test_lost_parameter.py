"""A parameter that a loop in Python takes for its variable is named where the function needs it after the loop."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

PLACE = "def place(rows, i, n):\n    {}\n\n\nplace([1], 0, 4)\n"
ADDS = "for i in range(i + 1, n): rows[i] += 1"


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (f"{ADDS}\n    rows[i] = n", 2),
        (f"{ADDS}\n    n = i + 1", 2),
        (f"if n > 3:\n        {ADDS}\n    rows[i] = n", 3),
        (f"{ADDS}\n    for i in range(i + 1, n): rows[0] += i", 2),
        (f"{ADDS}\n    return rows[i]", 2),
        (f"{ADDS}\n    return rows", 0),
        (f"rows[i] = n\n    {ADDS}", 0),
        (f"{ADDS}\n    i = 0\n    rows[i] = n", 0),
        (f"{ADDS}\n    for i in range(n): rows[i] = n", 0),
        (f"{ADDS}\n    return i", 0),  # the last one is what is wanted
        (f"{ADDS}\n    i += 1", 0),
        (f"{ADDS}\n    rows[:] = [i for i in range(n)]", 0),
        (f"{ADDS}\n    rows.sort(key=lambda i: -i)", 0),
        (f"if n > 3:\n        {ADDS}\n    else:\n        rows[i] = n", 0),
        (f"if n > 3:\n        {ADDS}\n        return\n    rows[i] = n", 0),
        ("for i in range(i, n):\n        if rows[i]: break\n    rows[i] = n", 0),  # where it was found
        ("for k in range(i, n): rows[k] += 1\n    rows[k] = rows[i]", 0),
    ],
)
def test_a_parameter_that_a_loop_takes_is_named(body: str, line: int) -> None:
    found = [(odd.what, odd.line, odd.name) for odd in odd_code({"main.py": PLACE.format(body).encode()}, ())]
    assert found == ([("lost-parameter", line, "i")] if line else [])
