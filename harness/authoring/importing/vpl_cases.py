"""Read the file of cases of Moodle's VPL: lines ``tag=value``, of which input and output may go on over lines.

Its extended regular expressions are those of POSIX; those that mean the same become Python's.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

from msgspec import Struct, field

from harness.authoring.importing.package import Faults

_TAG = re.compile(r"([^=]*)=(.*)", re.DOTALL)
_ENDS_OUTPUT = ("input", "output", "gradereduction", "case")
_ENDS_INPUT = ("output", "gradereduction", "case")
_SINGLE = {
    "gradereduction": "reduction",
    "expectedexitcode": "exit",
    "programtorun": "program",
    "programarguments": "arguments",
    "failmessage": "message",
    "variation": "variation",
}


class VplCase(Struct):
    """A case as it is read; texts are as they stand."""

    name: str
    line: int
    stdin: str = ""
    outputs: list[str] = field(default_factory=list)
    """Each is accepted."""
    reduction: str = ""
    exit: str = ""
    program: str = ""
    arguments: str = ""
    message: str = ""
    variation: str = ""


class _Reader:
    def __init__(self, path: str, faults: Faults) -> None:
        self._path, self._faults = path, faults
        self.cases: list[VplCase] = []
        self._open = ""
        self._ends = {"input": "", "output": ""}
        self._text: list[str] = []

    def line(self, number: int, line: str) -> None:
        match = _TAG.fullmatch(line)
        tag = re.sub("[^a-z]", "", match[1].lower()) if match else ""
        if self._open and not self._closes(tag, line):
            return
        if tag == "case":
            self.cases.append(VplCase((match or [""] * 3)[2].strip(), number))
        elif tag in ("inputend", "outputend"):
            self._ends[tag.removesuffix("end")] = (match or [""] * 3)[2].strip()
        elif match and tag in ("input", "output") and self.cases:
            self._begin(tag, match[2])
        elif match and tag in _SINGLE and self.cases:
            setattr(self.cases[-1], _SINGLE[tag], match[2].strip())
        elif line.strip():
            self._faults.add(f"{self._path}:{number}", f"this line is not known: {line.strip()}")

    def _begin(self, tag: str, value: str) -> None:
        end = self._ends[tag]
        self._open, self._text = tag, [value]
        if end and end in value:
            self._text = [value.partition(end)[0]]
            self.close(newline=False)

    def _closes(self, tag: str, line: str) -> bool:
        """Whether the line begins something else; it is part of the open text otherwise."""
        end = self._ends[self._open]
        if end:
            self._text.append(line.partition(end)[0])
            if end in line:
                self.close(newline=False)
            return False
        if tag in (_ENDS_INPUT if self._open == "input" else _ENDS_OUTPUT):
            self.close()
            return True
        self._text.append(line)
        return False

    def close(self, *, newline: bool = True) -> None:
        """End the open text; the newline after the last line is part of an input, not of an output."""
        text = "\n".join(self._text)
        if self._open == "input":
            self.cases[-1].stdin += text + "\n" * newline
        elif self._open == "output":
            self.cases[-1].outputs.append(text)
        self._open = ""


def vpl_cases(text: str, path: str, faults: Faults) -> Sequence[VplCase]:
    """The cases in their order; a line that belongs to none is a fault."""
    reader = _Reader(path, faults)
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        reader.line(number, line)
    reader.close()
    return reader.cases


_PART = re.compile(r"\\.|\[\^?\]?[^\]]*\]|.", re.DOTALL)
_DIFFERENT = (
    (re.compile(r"\[(?:[^\]]*\[)?[:.=]"), "a class of characters of POSIX"),
    (re.compile(r"\(\?"), "a group with (?"),
    (re.compile(r"[*+?}][*+?]"), "one repetition after another"),
    (re.compile(r"[*+?}]\{"), "one repetition after another"),
    (re.compile(r"(^|[(|^])[*+?{]"), "a repetition of nothing"),
)
_ESCAPED = frozenset("wWsSbB")


def python_regex(pattern: str, place: str, faults: Faults, *, ignore_case: bool) -> str:
    """The pattern for ``re.search``; what Python has not, or takes otherwise, is a fault."""
    parts = _PART.findall(pattern)
    plain = "".join("x" if part[0] in "\\[" and len(part) > 1 else part for part in parts)
    differing = [text for regex, text in _DIFFERENT[1:] if regex.search(plain)]
    differing += [_DIFFERENT[0][1] for part in parts if part[0] == "[" and _DIFFERENT[0][0].search(part)]
    differing += [f"{part} in brackets" for part in parts if part[0] == "[" and "\\" in part]
    differing += [part for part in parts if part[0] == "\\" and part[1:].isalnum() and part[1:] not in _ESCAPED]
    flags = "ais" if ignore_case else "as"
    translated = f"(?{flags}:{''.join(chr(92) + 'Z' if part == '$' else part for part in parts)})"
    if differing or not _compiles(translated):
        faults.add(
            place, f"/{pattern}/: {differing[0] if differing else 'it'} means something else in Python, or nothing"
        )
    return translated


def _compiles(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(pattern)
    except (re.error, FutureWarning, OverflowError):
        return False
    return True
