"""A program of the package judges the output, alone or in a conversation; made by harness import.

As ``checks.py`` it judges what a run wrote; started as an interactor it reads how from the file of JSON beside it.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from harness.sandbox.isolation.landlock import confine_course_program, course_program_filter

if TYPE_CHECKING:
    from harness.model.finding import Finding
    from harness.model.run import Run

_HERE = Path(__file__).resolve().parent
_ACCEPTED, _REJECTED = 42, 43
_CPU_S, _WALL_S, _LARGEST_FILE, _LONGEST = 20, 50, 64 << 20, 2000
_FRACTION = re.compile(r"^partial (\d+)/(\d*[1-9]\d*)$", re.MULTILINE)
_POINTS = re.compile(r"^points (\d+)$", re.MULTILINE)


class Opinion(NamedTuple):
    """What a program thinks of an output."""

    share: float
    """The part of the points, from 0 to 1."""
    message: str = ""
    """What it says to the student."""


def output_validator(
    run: "Run",
    expected: bytes | None,
    words: list[str],
    contract: str = "kattis",
    worth: float = 0,
    more: tuple[list[str], ...] = (),
) -> "Iterator[Finding]":
    """Reject what the program rejects, in its words; one that ends otherwise is our fault.

    ``words``: its command, with ``<input>``, ``<output>``, ``<answer>`` and ``<feedback>`` for what it gets.
    ``more``: commands of others, which are asked where those before them accept.
    """
    from harness.model.finding import Finding  # noqa: PLC0415 - an interactor does without

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "feedback").mkdir()
        for file, content in (("input", run.stdin), ("answer", expected or b""), ("output", run.stdout)):
            (folder / file).write_bytes(content)
        for command in (words, *more):
            with (folder / "output").open("rb") as output:
                opinion = _ask(command, contract, worth, folder, output)
            if opinion.share <= 0:
                break
    if opinion.share < 1:
        message = opinion.message or ("the output is not right, says the validator" if opinion.share <= 0 else "")
        part = f"{100 * opinion.share:g} % of the points"
        yield Finding(message or part, actual=run.stdout, kept=opinion.share)


def interact() -> int:
    """Talk with the program by the package's interactor, and judge as it does; 42 accepts, 43 rejects."""
    settings = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    folder = Path(sys.argv[1]).parent
    words, contract, worth = settings["words"], settings["contract"], settings["worth"]
    if contract == "kattis" and not (worth or settings["afterwards"]):
        command = _command(words, folder)
        confine_course_program(_folder_of(words), folder, course_program_filter())
        os.execvp(command[0], command)  # noqa: S606 - no shell is wanted: it judges by the same statuses and files
    try:
        if settings["afterwards"]:
            _keep_output(folder)
            with (folder / "output").open("rb") as output:
                opinion = _ask(words, contract, worth, folder, output)
        else:
            opinion = _ask(words, contract, worth, folder, sys.stdin, in_conversation=True)
    except RuntimeError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    feedback = folder / "feedback"
    if opinion.message:
        (feedback / "teammessage.txt").write_text(opinion.message, "utf-8")
    if opinion.share < 1 or (feedback / "score.txt").exists():
        (feedback / "score.txt").write_text(str(opinion.share), "utf-8")
    return _ACCEPTED if opinion.share > 0 else _REJECTED


def _keep_output(folder: Path) -> None:
    """Give the student's program its input, and keep all that it writes until its end."""
    feeding = threading.Thread(target=_feed, args=(folder / "input",))
    feeding.start()
    with (folder / "output").open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    feeding.join()


def _feed(path: Path) -> None:
    """Write the input to the student's program, then its end."""
    try:
        with path.open("rb") as file, os.fdopen(os.dup(1), "wb") as student:
            os.close(1)
            shutil.copyfileobj(file, student)
    except BrokenPipeError:
        pass


def _ask(
    words: list[str],
    contract: str,
    worth: float,
    folder: Path,
    stdin: "IO[bytes] | IO[str]",
    *,
    in_conversation: bool = False,
) -> Opinion:
    """Start the program; RuntimeError where its ending says nothing."""
    home = {"HOME": str(folder), "TMPDIR": str(folder)}
    bpf_filter = course_program_filter()

    def confine() -> None:
        _limit()
        confine_course_program(_folder_of(words), folder, bpf_filter)

    with (folder / "said").open("wb") as said, (folder / "complaint").open("wb") as complaint:
        process = subprocess.Popen(
            _command(words, folder),
            stdin=stdin,
            stdout=None if in_conversation else said,
            stderr=complaint,
            cwd=folder / "feedback",
            env={"PATH": _path(), "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1", **home},
            start_new_session=not in_conversation,
            preexec_fn=confine,  # noqa: PLW1509 - the thread that feeds has ended
        )
        try:  # a conversation has no limit here: it is watched from outside
            status = process.wait(None if in_conversation else _WALL_S)
        finally:
            _end(process)
    said_text, complaints = _head(folder / "said"), _head(folder / "complaint")
    if contract == "kattis":
        return _kattis(status, folder / "feedback", worth, complaints)
    return _dmoj(status, contract, worth, complaints if in_conversation else said_text, complaints)


def _command(words: list[str], folder: Path) -> list[str]:
    """The words with the paths that they stand for."""
    places = {"<here>": str(_HERE), "<python>": sys.executable, "<feedback>": f"{folder}/feedback/"}
    places |= {f"<{name}>": str(folder / name) for name in ("input", "output", "answer")}
    for place, path in places.items():
        words = [word.replace(place, path) for word in words]
    return words


def _folder_of(words: list[str]) -> Path:
    """The folder beside this file that holds the program, and nothing of the course's."""
    inside = next(word for word in words if "<here>/" in word).partition("<here>/")[2]
    return _HERE / inside.partition("/")[0].partition(":")[0]


def _kattis(status: int, feedback: Path, worth: float, complaints: str) -> Opinion:
    """42 accepts, 43 rejects; the score is one of the whole worth, or a part of it."""
    message = _head(feedback / "teammessage.txt")
    if status == _REJECTED:
        return Opinion(0, message)
    if status != _ACCEPTED:
        complaint = complaints or _head(feedback / "judgemessage.txt")
        raise RuntimeError(f"the output validator ended with {status}, which is neither 42 nor 43:\n{complaint}")
    multiplier, score = _head(feedback / "score_multiplier.txt"), _head(feedback / "score.txt")
    if not worth or not (multiplier or score):
        return Opinion(1, message)
    return Opinion(_share(float(multiplier) if multiplier else float(score) / worth), message)


def _dmoj(status: int, contract: str, worth: float, feedback: str, complaints: str) -> Opinion:
    """0 accepts and 1 rejects; what 2 and 7 say, and who gives parts, is each contract's own."""
    message = feedback.strip()
    if contract == "peg" and status in (0, 1):
        return Opinion(_share(_ratio(feedback, 1.0 if status == 0 else 0.0)))
    if status in (0, 1):
        return Opinion(1.0 - status, message)
    if contract in ("testlib", "coci"):
        match = (_POINTS if contract == "testlib" else _FRACTION).search(complaints)
        if status == 2:  # noqa: PLR2004 - a presentation error, by testlib's own numbers
            return Opinion(0, message or "Presentation Error")
        if status == 7 and match:  # noqa: PLR2004 - parts of the points
            whole = worth if contract == "testlib" else float(match[2])
            return Opinion(_share(float(match[1]) / whole), message)
    raise RuntimeError(f"the program that judges ended with {status}:\n{complaints}")


def _ratio(text: str, usual: float) -> float:
    """The first two lines that are numbers: the one of the other."""
    lines = text.split("\n")
    for over, under in pairwise(lines):
        try:
            share = float(over) / float(under)
        except (ValueError, ZeroDivisionError):
            continue
        if share > 0:
            return share
    return usual


def _share(share: float) -> float:
    if not 0 <= share <= 1:
        raise RuntimeError(f"the program that judges gives {share:g} of the points")
    return share


def _limit() -> None:
    """Limit the process that will be the program; an interactor has limits already."""
    for limit, most in ((resource.RLIMIT_CPU, _CPU_S), (resource.RLIMIT_FSIZE, _LARGEST_FILE)):
        hard = resource.getrlimit(limit)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (bound, bound))


def _path() -> str:
    """Where commands are: another environment's Python, which may be first, cannot be read by a confined program."""
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Kill it, and what it left where it had a session of its own."""
    try:
        process.kill()
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def _head(path: Path) -> str:
    """The beginning of a file that may not be there."""
    if not path.is_file() or path.is_symlink():
        return ""
    with path.open("rb") as file:
        return file.read(_LONGEST).decode(errors="replace").strip()


if __name__ == "__main__":
    sys.exit(interact())
