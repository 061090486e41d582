"""A problem's checker or grader in Python, written for DMOJ, judges an output; made by harness import.

Started as ``judge.py check|interact FILE INPUT ANSWER FEEDBACK POINTS ARGUMENTS``; the arguments are JSON. It ends with
42 or 43, and may leave a score.
"""

import json
import runpy
import sys
import types
from pathlib import Path
from typing import Any, NoReturn

_ACCEPTED, _REJECTED, _LONGEST_NUMBER, _SHOWN = 42, 43, 10_000, 5
EOF = b""


class CheckerResult:
    """Whether an output passes, and its points."""

    def __init__(
        self, passed: bool, points: float, feedback: str | None = None, extended_feedback: str | None = None
    ) -> None:
        self.passed, self.points, self.feedback, self.extended_feedback = passed, points, feedback, extended_feedback


class WrongAnswer(BaseException):
    """What the student's program says is wrong."""


class Interactor:
    """The conversation with the student's program."""

    def __init__(self) -> None:
        self._tokens = b""

    def read(self) -> bytes:
        """All that is left."""
        return self._some(sys.stdin.buffer.read())

    def readln(self, strip_newline: bool = True) -> bytes:
        """A line."""
        line = self._some(sys.stdin.buffer.readline())
        return line.rstrip() if strip_newline else line

    def readtoken(self, delim: bytes | None = None) -> bytes:
        """A word; no word of a line that is begun is lost."""
        token, *rest = (self._tokens or self.readln()).split(delim, 1) or [b""]
        self._tokens = rest[0] if rest else b""
        return token

    def readint(self, lo: float = -float("inf"), hi: float = float("inf"), delim: bytes | None = None) -> int:
        """A whole number within bounds."""
        return int(self._number(int, "int", lo, hi, delim))

    def readfloat(self, lo: float = -float("inf"), hi: float = float("inf"), delim: bytes | None = None) -> float:
        """A number within bounds."""
        return float(self._number(float, "float", lo, hi, delim))

    def write(self, val: object) -> None:
        """Say it."""
        sys.stdout.buffer.write(utf8bytes(str(val)))
        sys.stdout.buffer.flush()

    def writeln(self, val: object) -> None:
        """Say it as a line."""
        self.write(f"{val}\n")

    def close(self) -> None:
        """Say nothing more."""
        sys.stdout.buffer.close()

    def _some(self, text: bytes) -> bytes:
        if text == EOF:
            raise OSError("child stream closed")
        return text

    def _number(self, kind: Any, name: str, lo: float, hi: float, delim: bytes | None) -> Any:
        token = self.readtoken(delim)
        if len(token) > _LONGEST_NUMBER:
            raise WrongAnswer(f"{name} is too long")
        try:
            number = kind(token)
        except ValueError:
            text = token.decode(errors="replace")
            text = f"{text[:_SHOWN]}..." if len(text) > _SHOWN else text
            raise WrongAnswer(f'expected {name}, got "{text}"') from None
        if not lo <= number <= hi:
            raise WrongAnswer(f"expected {name} in range [{lo}, {hi}], got {number}")
        return number


class InteractiveGrader:
    """What graders of problems extend."""

    def interact(self, case: Any, interactor: Interactor) -> "CheckerResult | bool":
        """Talk with the student's program."""
        raise NotImplementedError


def utf8bytes(maybe_text: Any) -> Any:
    """The bytes of a text; what is none stays."""
    return maybe_text.encode() if isinstance(maybe_text, str) else maybe_text


def utf8text(maybe_bytes: Any, errors: str = "strict") -> Any:
    """The text of bytes; what is none stays."""
    return maybe_bytes.decode("utf-8", errors) if isinstance(maybe_bytes, bytes) else maybe_bytes


MODULES: dict[str, dict[str, Any]] = {
    "dmoj": {},
    "dmoj.result": {"CheckerResult": CheckerResult},
    "dmoj.graders": {"InteractiveGrader": InteractiveGrader},
    "dmoj.graders.interactive": {
        "InteractiveGrader": InteractiveGrader, "Interactor": Interactor, "WrongAnswer": WrongAnswer, "EOF": EOF,
    },
    "dmoj.utils": {},
    "dmoj.utils.unicode": {"utf8bytes": utf8bytes, "utf8text": utf8text},
}  # fmt: skip
"""What of DMOJ such a file may import."""


def main() -> NoReturn:
    """Judge, and end as validators of contests do."""
    mode, file, *paths, feedback_folder, worth, arguments = sys.argv[1:]
    given, answer = (Path(path).read_bytes() for path in paths)
    for name, content in MODULES.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(content)
    own = runpy.run_path(str(Path(__file__).with_name(file)))
    points, feedback = float(worth), ""
    result: CheckerResult | bool = False
    try:
        if mode == "interact":
            case = types.SimpleNamespace(input_data=lambda: given, output_data=lambda: answer, points=points)
            interactor = Interactor()
            result = own["Grader"]().interact(case, interactor)
            interactor.close()
        else:
            settings = {"judge_input": given, "point_value": points} | json.loads(arguments)
            result = own["check"](sys.stdin.buffer.read(), answer, **settings)
    except WrongAnswer as error:
        feedback = str(error)
    except UnicodeDecodeError:
        feedback = "invalid unicode"
    except OSError:
        if mode != "interact":
            raise
    _end(result, points, feedback, Path(feedback_folder))


def _end(result: "CheckerResult | bool", points: float, feedback: str, folder: Path) -> NoReturn:
    """Leave what it says and its score; a result of another type is its own fault."""
    if not isinstance(result, CheckerResult):
        result = CheckerResult(result, points if result else 0, feedback)
    if not isinstance(result.passed, bool):
        raise TypeError(f"neither true nor false: {result.passed!r}")
    if result.feedback:
        (folder / "teammessage.txt").write_text(result.feedback, "utf-8")
    if 0 < result.points < points:
        (folder / "score.txt").write_text(str(result.points), "utf-8")
    is_accepted = result.points > 0 or (result.passed and not points)
    sys.exit(_ACCEPTED if is_accepted else _REJECTED)


if __name__ == "__main__":
    main()
