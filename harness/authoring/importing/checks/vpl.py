"""How VPL compares outputs; made by harness import."""

import re
from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.run import Run

_NEAR = 0.0001
_NUMBER_LIKE = re.compile(r"[0-9+\-.][0-9+\-.eE]*")


def _value(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None


def _numbers(text: str) -> list[int | float]:
    return [value for word in _NUMBER_LIKE.findall(text) if (value := _value(word)) is not None]


def _same(expected: float, actual: float) -> bool:
    """A whole number is itself; others are nearly so, in proportion."""
    if isinstance(expected, int):
        return isinstance(actual, int) and actual == expected
    if expected == 0:
        return actual == 0 if isinstance(actual, int) else abs(actual) < _NEAR
    return abs((expected - actual) / expected) < _NEAR


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[0-9A-Za-z\x80-\U0010ffff]+", text)]


def _matches(kind: str, expected: str, output: str) -> bool:
    if kind == "regex":
        return re.search(expected, output) is not None
    if kind == "text":
        words, all_words = _words(expected), _words(output)
        return all_words[max(0, len(all_words) - len(words)) :] == words
    if kind in ("numbers", "last-numbers"):
        numbers, every_number = _numbers(expected), _numbers(output)
        surplus = len(every_number) - len(numbers)
        if surplus < 0 or (surplus and kind == "numbers"):
            return False
        return all(map(_same, numbers, every_number[surplus:]))
    if not expected.endswith("\n"):
        output = output.removesuffix("\n")
    return output.endswith(expected) if kind == "last-exact" else output == expected


def vpl(run: Run, expected: bytes | None, accepted: list[list[str]], message: str = "") -> Iterator[Finding]:
    """One of the outputs must match by the rule of its kind."""
    output = run.stdout.decode("utf-8", "surrogateescape").replace("\r", "")
    if not any(_matches(kind, text, output) for kind, text in accepted):
        wanted = accepted[0][1].encode("utf-8", "surrogateescape")
        yield Finding(message or "the output is wrong", expected=wanted, actual=run.stdout)
