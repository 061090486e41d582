"""How DMOJ compares outputs; made by harness import."""

import re
from collections import Counter
from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.run import Run

_LINE = re.compile(rb"[\r\n]")
_WORD = re.compile(rb"[^ \t\v\f\n\r]+|[ \t\v\f\n\r]+")


def dmoj(
    run: Run,
    expected: bytes | None,
    name: str,
    precision: int = 6,
    error_mode: str = "default",
    split_on: str = "lines",
    filter_new_line: bool = False,
    binary: bool = False,
    point_distribution: list[int] = [1],  # noqa: B006 - as DMOJ has it
    filler_lines_required: bool = True,
) -> Iterator[Finding]:
    """Compare as the checker of that name does; some give a part of the points."""
    wanted = (expected or b"") if binary else normalized(expected or b"")
    if name in ("linecount", "linematches"):
        share = (
            _right_lines(wanted, run.stdout)
            if name == "linecount"
            else _weighed_lines(wanted, run.stdout, point_distribution, filler_lines_required)
        )
        if share < 1:
            yield Finding(f"{100 * share:.0f} % of the points", expected=wanted, actual=run.stdout, kept=share)
        return
    if name == "standard":
        is_same = _pieces(wanted) == _pieces(run.stdout)
    elif name == "identical":
        is_same = wanted == run.stdout
    elif name == "easy":
        is_same = _letters(wanted) == _letters(run.stdout)
    elif name == "floats":
        is_same = _same_numbers(wanted, run.stdout, 10.0**-precision, error_mode)
    elif name == "sorted":
        is_same = _sorted(wanted, split_on) == _sorted(run.stdout, split_on)
    else:
        is_same = _stripped(wanted, filter_new_line) == _stripped(run.stdout, filter_new_line)
    if not is_same:
        yield Finding("the output is wrong", expected=wanted, actual=run.stdout)


def normalized(text: bytes) -> bytes:
    """The text with newlines of one sort, and one at its end."""
    text = re.sub(rb"\r\n?", b"\n", text)
    return text + b"\n" if text and not text.endswith(b"\n") else text


def _pieces(text: bytes) -> list[bytes]:
    """The words, and between two of them whether a line ends there."""
    pieces = _WORD.findall(text.strip(b" \t\v\f\n\r"))
    return [piece if piece.strip() else b"\n" if _LINE.search(piece) else b" " for piece in pieces]


def _right_lines(wanted: bytes, came: bytes) -> float:
    """The part of the lines that are right; none if there are too many."""
    lines, own = ([line for line in _LINE.split(text) if line] for text in (wanted, came))
    if len(own) > len(lines):
        return 0
    right = sum(line.strip() == actual.strip() for line, actual in zip(lines, own, strict=False))
    return right / len(lines) if lines else 1


def _weighed_lines(wanted: bytes, came: bytes, weights: list[int], every: bool) -> float:
    """The part of the weights of the lines that are right."""
    lines, own = ([line for line in _LINE.split(text) if line] for text in (wanted, came))
    if len(lines) != len(weights) or sum(weights) <= 0:
        raise ValueError(f"there are {len(lines)} lines, and points for {len(weights)}")
    if every and len(own) != len(lines):
        return 0
    rows = zip(lines, own, weights, strict=False)
    return sum(weight for line, actual, weight in rows if line == actual) / sum(weights)


def _letters(text: bytes) -> Counter[int]:
    return Counter(re.sub(rb"\s+", b"", text).lower())


def _sorted(text: bytes, split_on: str) -> list[list[bytes]]:
    if split_on == "whitespace":
        return sorted([word] for word in re.split(rb"\s", text) if word)
    return sorted(line.split() for line in _LINE.split(text) if line)


def _stripped(text: bytes, filter_new_line: bool) -> list[bytes]:
    return [line.rstrip() for line in _LINE.split(text) if line or not filter_new_line]


def _same_numbers(wanted: bytes, came: bytes, epsilon: float, mode: str) -> bool:
    """Words that are no numbers are themselves; lines that are empty do not count."""
    rows = [[line.split() for line in _LINE.split(text) if line] for text in (wanted, came)]
    if [len(row) for row in rows[0]] != [len(row) for row in rows[1]]:
        return False
    pairs = [pair for lines in zip(*rows, strict=True) for pair in zip(*lines, strict=True)]
    return all(_near(right, actual, epsilon, mode) for right, actual in pairs)


def _near(wanted: bytes, came: bytes, epsilon: float, mode: str) -> bool:
    number, actual = _number(wanted), _number(came)
    if number is None:
        return wanted == came
    if actual is None:
        return False
    is_near = abs(actual - number) <= epsilon
    if mode == "absolute":
        return is_near
    if mode == "relative":
        ends = sorted((number * (1 - epsilon), number * (1 + epsilon)))
        return ends[0] <= actual <= ends[1]
    return is_near or (abs(number) >= epsilon and abs(1.0 - actual / number) <= epsilon)


def _number(word: bytes) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None
