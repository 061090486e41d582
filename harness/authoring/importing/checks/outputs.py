"""How the output is compared; made by harness import."""

import re
from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.run import Run


def contains(run: Run, expected: bytes | None, text: str) -> Iterator[Finding]:
    """The text must be somewhere in the output."""
    if text.encode() not in run.stdout:
        yield Finding("the output does not contain this text", expected=text.encode(), actual=run.stdout)


def matches(run: Run, expected: bytes | None, pattern: str, trim: bool = True) -> Iterator[Finding]:
    """The regular expression must match somewhere in the output."""
    output = run.stdout.decode("utf-8", "surrogateescape")
    if not re.search(pattern, output.strip() if trim else output):
        yield Finding("the output does not match this regular expression", expected=pattern.encode(), actual=run.stdout)


def cleaned(run: Run, expected: bytes | None, text: str, nearly: bool = False) -> Iterator[Finding]:
    """The output must be the text, except for what is cleaned away."""
    wanted, output = (_clean(content, nearly) for content in (text.encode(), run.stdout))
    if wanted != output:
        yield Finding("the output is wrong", expected=wanted, actual=output)


def _clean(content: bytes, nearly: bool) -> bytes:
    lines = [line.rstrip(b" ") for line in content.split(b"\n")]
    if nearly:
        lines = [re.sub(rb"  +", b" ", line).lower() for line in lines if line]
    return b"\n".join(lines).rstrip(b"\n")


def trimmed(output: bytes) -> bytes:
    """The output without white space at its beginning and end."""
    return output.strip()
