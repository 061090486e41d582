"""How TESTed compares outputs; made by harness import."""

import math
from collections.abc import Iterator
from itertools import zip_longest

from harness.model.finding import Finding
from harness.model.run import Run


def trimmed_end(output: bytes) -> bytes:
    """The output without white space at its end."""
    return output.rstrip()


def compare_text(
    run: Run,
    expected: bytes | None,
    output: str,
    text: str,
    by_line: bool = False,
    strip_newlines: bool = False,
    trim_end: bool = False,
    ignore_case: bool = False,
    as_number: bool = False,
    decimals: int | None = None,
) -> Iterator[Finding]:
    """Compare stdout, stderr or a file with the text, as the options say."""
    streams = {"stdout": run.stdout, "stderr": run.stderr}
    actual = (streams[output] if output in streams else run.files.get(output, b"")).decode("utf-8", "surrogateescape")
    sides = ([text], [actual])
    if by_line:
        sides = (text.splitlines(not strip_newlines), actual.splitlines(not strip_newlines))
    for wanted, came in zip_longest(*sides):
        if wanted is None or came is None or not _same(wanted, came, trim_end, ignore_case, as_number, decimals):
            yield Finding("the output differs", expected=_bytes(wanted), actual=_bytes(came))
            return


def _same(wanted: str, came: str, trim_end: bool, ignore_case: bool, as_number: bool, decimals: int | None) -> bool:
    if trim_end:
        wanted, came = wanted.rstrip(), came.rstrip()
    if ignore_case:
        wanted, came = wanted.lower(), came.lower()
    first, second = (_number(wanted), _number(came)) if as_number else (None, None)
    if first is None or second is None:
        return wanted == came
    if decimals is not None:
        first, second = round(first, decimals), round(second, decimals)
    return math.isclose(first, second)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _bytes(text: str | None) -> bytes:
    return (text or "").encode("utf-8", "surrogateescape")
