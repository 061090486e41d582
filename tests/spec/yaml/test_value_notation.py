"""Tags of YAML for what it cannot write, and numbers as people write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.model.errors import SpecError
from harness.spec.yaml.source import read
from harness.spec.yaml.value_notation import for_driver


def value(root: Path, text: str) -> Any:
    path = root / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    return read(path).value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!tuple [1, a]", {"!tuple": [1, "a"]}),
        ("!set [!tuple [1]]", {"!set": [{"!tuple": [1]}]}),
        ("!map {1: a}", {"!map": [[1, "a"]]}),
        ("!map [[[1, 2], a]]", {"!map": [[[1, 2], "a"]]}),
        ('!bytes "a\\xff"', {"!bytes": "Yf8="}),
        ("!bytes [97, 255]", {"!bytes": "Yf8="}),
        ("!bytes []", {"!bytes": ""}),
        ("!!binary Yf8=", {"!bytes": "Yf8="}),
        ("!text $5", {"!text": "$5"}),
        ("!var B", {"!var": "B"}),
        ("!var $B", {"!var": "B"}),
        ("!any", {"!any": None}),
        ("!unordered [1]", {"!unordered": [1]}),
        ("!sequence [1]", {"!sequence": [1]}),
        ("!approx 1e-6", {"!approx": {"value": 1e-6}}),
        ("!approx {value: 3, relative: 1e-9}", {"!approx": {"value": 3, "relative": 1e-9}}),
        ("!check near", {"!check": "near"}),
        ("!linked [1, 2]", {"!linked": [1, 2]}),
        ("[&a !set [1], *a]", [{"!set": [1]}, {"!set": [1]}]),
        ("{<<: {a: !set [1]}, b: !bytes x}", {"a": {"!set": [1]}, "b": {"!bytes": "eA=="}}),
        ("[1e-6, 1E5, -2e+3, 1.5e3, .5]", [1e-6, 1e5, -2000.0, 1500.0, 0.5]),
        ("['1e-6', \"1e5\", 1e, e5, 0x1e5]", ["1e-6", "1e5", "1e", "e5", 0x1E5]),
        ("{1: a}", {1: "a"}),
    ],
)
def test_what_is_read(tmp_path: Path, text: str, expected: Any) -> None:
    assert value(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: !sett [1]", 'a: !sett: there is no such tag; did you mean "!set"?'),
        ("a: !important", 'a text that begins with "!" needs quotes: "!important"; tags: !tuple'),
        ("a: !set 1", "a: !set: expected a list"),
        ("a: !map [1]", "expected a mapping after it, or a list of pairs"),
        ("a: !bytes é€", "expected a text of bytes"),
        ("a: !bytes [256]", "expected a text of bytes"),
        ("a: !bytes 3", "expected a text of bytes"),
        ("a: !bytes", "expected a text of bytes"),
        ("a: !approx near", "expected a number"),
        ("a: !approx {absolute: 1}", "expected a number"),
        ("a: !approx {value: 1, relativ: 1}", "expected a number"),
        ("a: !approx {value: 1, absolute: -1}", "a tolerance is a finite number"),
        ("a: !approx {value: 1, absolute: .nan}", "a tolerance is a finite number"),
        ("a: !check 3", "expected a name"),
        ("a: !any x", "nothing follows it"),
        ("a: !text [1]", "expected a text"),
    ],
)
def test_what_does_not_fit_its_tag_is_reported_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        value(tmp_path, f"b: 1\n{text}\n")
    assert message in str(caught.value)
    assert ":2: " in str(caught.value)


def test_what_json_cannot_hold_is_tagged_for_a_driver() -> None:
    nan, inf = float("nan"), float("inf")
    assert for_driver([nan, inf, -inf]) == [{"!number": "nan"}, {"!number": "inf"}, {"!number": "-inf"}]
    assert for_driver({1: {"a": (nan,)}}) == {"!map": [[1, {"a": [{"!number": "nan"}]}]]}
    assert for_driver({"a": 1, "b": []}) == {"a": 1, "b": []}
