"""Which functions call themselves, or each other, where calls were nested too deep: read from the stack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from harness.language.diagnostics.tool_messages import ADDR2LINE_FRAME, JAVA_FRAME, NODE_FRAME, PYTHON_FRAME
from harness.model.finding import Parameter
from harness.model.patterns import lazy_regex

STACK_FULL = "stack full\n"
"""What a stack of C or C++ begins with that is full."""
_OVERFLOWS = (b"StackOverflowError", b"RangeError: Maximum call stack size exceeded")
"""These lines come before the stack on stderr; the traceback of Python comes before its error."""
_PROLOG_CYCLE = lazy_regex(r"\nProbable infinite recursion[^\n]*:\n(?P<frames>(?s:.*))")
_PROLOG_FRAME = lazy_regex(r"^\[[\d,]{1,20}\] (?:[\w$]{1,80}:)?(?P<name>[a-z]\w{0,80})\(", re.MULTILINE)
_READ = 1 << 16
"""Bytes of a stack that are read, at its innermost end."""
_REPEATED = lazy_regex(rb"\n  \[Previous line repeated (?P<times>\d{1,9}) more times?\]")
_MOST = 60
"""Frames that are compared."""
_LEAST = 8
"""Frames that a cycle must go through: the ten that JavaScript shows suffice."""
_TURNS = 3
_LONGEST_CYCLE = 6
_MOST_INNER = 12
"""Calls that may be nested in the cycle when it came to an end."""


def recurring_functions(trace: bytes) -> tuple[str, ...]:
    """The functions that call each other in a circle at the inner end of a stack, sorted; none if unsure."""
    frames = _frames(trace)[:_MOST]
    for inner in range(_MOST_INNER + 1):
        for length in range(1, _LONGEST_CYCLE + 1):
            part = frames[inner:]
            if len(part) >= max(_LEAST, _TURNS * length) and part[length:] == part[:-length]:
                return tuple(sorted({*part[:length]}))
    return ()


def recurring_predicates(error: str) -> tuple[str, ...]:
    """The predicates that SWI-Prolog names in the message on a full stack, where it sees a circle."""
    cycle = _PROLOG_CYCLE.search(error)
    return tuple(sorted({frame["name"] for frame in _PROLOG_FRAME.finditer(cycle["frames"])})) if cycle else ()


def as_parameters(functions: Sequence[str]) -> Mapping[str, Parameter]:
    """The parameters of the sentence on these functions; none for no function."""
    circle = {"circle": len(functions)} if len(functions) > 1 else {}
    return {"functions": list(functions), **circle} if functions else {}


def _frames(trace: bytes) -> Sequence[str]:
    """The functions on the stack, the innermost first."""
    python = list(_python_frames(trace[-_READ:]))[::-1]
    if python:
        return python
    begin = max(0, *map(trace.rfind, _OVERFLOWS))
    for pattern in (JAVA_FRAME, NODE_FRAME, ADDR2LINE_FRAME):
        matches = list(pattern.finditer(trace[begin : begin + _READ]))
        if matches:
            own = (match for match in matches if not (match.groupdict().get("module") or b"").startswith(b"java."))
            return [(match["function"] or b"").decode(errors="replace").rpartition("::")[2] for match in own]
    return []


def _python_frames(trace: bytes) -> Iterator[str]:
    """The functions of a traceback, the outermost first; what is repeated a few times for all."""
    for match in PYTHON_FRAME.finditer(trace):
        name = (match["function"] or b"").decode(errors="replace")
        repeated = _REPEATED.match(trace, match.end())
        yield from [name] * (1 + (min(int(repeated["times"]), _MOST) if repeated else 0))
