"""Run the course's interactor in the judging child, joined by pipes to a student's program in its sandbox.

The interactor gets what Kattis and DOMjudge give it: the names of a file with the case's input, of one with the
expected answer, and of a folder for feedback. It accepts by the exit status 42 and rejects by 43.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.workspace.workspace import Workspace
from harness.judge.child.client import Exceeded, JudgingClient, PendingRequest
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import ACCEPTED, WRONG, Interaction, Observation
from harness.sandbox.files.scratch import read_bounded
from harness.sandbox.files.unix import resource
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.sandbox.run.interaction import observe_interaction
from harness.sandbox.run.waiting import Source

CPU_LIMIT_S = 10
"""CPU seconds that an interactor may use."""
_LARGEST_FILE = 16 << 20
_MESSAGE, _SCORE, _NEXT_INPUT = "teammessage.txt", "score.txt", "nextpass.in"
_NEXT_PASS = b"---\n"
_LONGEST_MESSAGE, _LONGEST_COMPLAINT = 2000, 1000


class RunInteractor(Struct, frozen=True):
    """Run an interactor on two pipes of the worker's."""

    program: Path
    folder: Path
    """Where ``input``, ``answer`` and the folder ``feedback`` are."""
    pipes: tuple[Path, Path]
    """The paths by which its standard input and output are opened."""
    start: tuple[str, ...] = ()
    """What starts the program; by default the harness's own Python where it is in Python."""
    cpu_s: int = CPU_LIMIT_S

    def run(self, _course: object) -> Interaction:
        """Return how it judged; JudgeError when it cannot be started."""
        feedback = self.folder / "feedback"
        usual = (sys.executable, "-B", "-P") if self.program.suffix == ".py" else ()
        start = self.start or usual
        words = [*start, str(self.program), str(self.folder / "input"), str(self.folder / "answer"), f"{feedback}/"]
        complaints = self.folder / "stderr"
        with (
            self.pipes[0].open("rb", buffering=0) as stdin,
            self.pipes[1].open("wb", buffering=0) as stdout,
            complaints.open("wb") as stderr,
        ):
            try:
                process = subprocess.Popen(
                    words,
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    cwd=feedback,
                    env=ENVIRONMENT | {"HOME": str(feedback), "TMPDIR": str(feedback), "PYTHONUNBUFFERED": "1"},
                    start_new_session=True,
                    preexec_fn=partial(_limit, self.cpu_s),  # noqa: PLW1509 - the judging child has no threads
                )
            except OSError as error:
                raise JudgeError(f"{self.program}: the interactor cannot be started: {error.strerror}") from None
        status = process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        message = _text(feedback, _MESSAGE, _LONGEST_MESSAGE)
        return Interaction(
            status, message, _score(feedback), _text(self.folder, "stderr", _LARGEST_FILE)[-_LONGEST_COMPLAINT:]
        )


def _limit(cpu_s: int) -> None:
    """Limit the process that will be the interactor, and let it die with the judging child."""
    process_tree.end_with_parent()
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))


def _text(folder: Path, name: str, longest: int) -> str:
    return (read_bounded(folder, name, longest) or b"")[:longest].decode(errors="replace").strip()


def _score(feedback: Path) -> float | None:
    """The part of the points that the interactor wrote down; None if it is none."""
    try:
        score = float(_text(feedback, _SCORE, 100))
    except ValueError:
        return None
    return min(1.0, max(0.0, score)) if math.isfinite(score) else None


class _JudgingPartner:
    """The interactor, as the worker sees it."""

    def __init__(
        self, judging: JudgingClient, submission: str, program: Path, folder: Path, start: tuple[str, ...], cpu_s: int
    ) -> None:
        """Ask the judging child to start it; ``folder`` holds ``input`` and ``answer``."""
        self._stdin, self.input = os.pipe2(os.O_CLOEXEC)
        self.output, self._stdout = os.pipe2(os.O_CLOEXEC)
        self.source = Source.of(self._stdin)
        descriptors = Path(f"/proc/{os.getpid()}/fd")
        paths = (descriptors / str(self._stdin), descriptors / str(self._stdout))
        self._feedback = folder / "feedback"
        self._pending: PendingRequest | None = None
        try:
            self._pending = judging.begin(RunInteractor(program, folder, paths, start, cpu_s), submission)
        except BaseException:
            self.abandon()
            raise
        self.end_descriptor = self._pending.descriptor

    def pids(self) -> list[int]:
        """Return the interactor's processes."""
        return process_tree.descendants(self._pending.child) if self._pending is not None else []

    def result(self) -> Interaction:
        """Return how it judged; JudgeError when it could not be run."""
        if self._pending is None:
            raise ValueError("there is no interactor")
        pending, self._pending = self._pending, None
        try:
            result: Interaction = pending.result()
        except Exceeded:
            return Interaction(complaint="it took too much time or memory")
        return result

    def message(self) -> str:
        """Return what it has written for the student so far: what it waits for, if it says that before it reads."""
        return _text(self._feedback, _MESSAGE, _LONGEST_MESSAGE)

    def release_output(self) -> None:
        """Close our copy of the end that it writes to, so that its own is the last; it has been started."""
        if self._stdout >= 0:
            os.close(self._stdout)
            self._stdout = -1

    def abandon(self) -> None:
        """Kill it, if it is still there, and close the pipes."""
        if self._pending is not None:
            self._pending.abandon()
            self._pending = None
        for descriptor in (self._stdin, self._stdout, self.input, self.output):
            if descriptor >= 0:
                with contextlib.suppress(OSError):
                    os.close(descriptor)
        self._stdin = self._stdout = self.input = self.output = -1


def observe_passes(
    folder: Path, most: int, statuses: tuple[int, ...], observe: Callable[[], Observation]
) -> Observation:
    """Run a program that talks with an interactor, again as long as that wants another pass, ``most`` times at most.

    ``observe`` runs it once; ``folder`` is what the interactor is started with. The observation is that of the last
    pass, with the largest use of any and the conversation of all. A pass with another exit status than ``statuses``
    is the last, and never right where another is wanted.
    """
    observation = observe()
    for number in range(1, most + 1):
        interaction = observation.interaction
        if interaction is None or interaction.status != ACCEPTED or not _wants_another(folder):
            break
        if observation.exit not in statuses:
            return replace(observation, interaction=replace(interaction, status=WRONG))
        if number == most:
            raise JudgeError(f"the interactor wants more passes than {most}")
        (folder / "feedback" / _NEXT_INPUT).replace(folder / "input")
        observation = _joined(observation, interaction, observe())
    return observation


def _wants_another(folder: Path) -> bool:
    path = folder / "feedback" / _NEXT_INPUT
    return path.is_file() and not path.is_symlink()


def _joined(before: Observation, interaction: Interaction, last: Observation) -> Observation:
    if last.interaction is not None:
        transcript = interaction.transcript + _NEXT_PASS + last.interaction.transcript
        last = replace(last, interaction=replace(last.interaction, transcript=transcript))
    return replace(
        last,
        cpu_s=max(before.cpu_s, last.cpu_s),
        wall_s=max(before.wall_s, last.wall_s),
        memory=max(before.memory, last.memory),
    )


def new_partner_folder(workspace: Workspace, content: bytes, answer: bytes = b"") -> Path:
    """Make the folder that a partner is started with: its input, its answer, room for its feedback."""
    folder = workspace.new("interactor")
    (folder / "feedback").mkdir()
    (folder / "input").write_bytes(content)
    (folder / "answer").write_bytes(answer)
    return folder


def observe_with_partner(
    invocation: Invocation,
    workspace: Workspace,
    program: Path,
    folder: Path,
    start: tuple[str, ...] = (),
    cpu_s: int = CPU_LIMIT_S,
) -> Observation:
    """Run a program that talks with a partner; ``start``: what starts the partner, if that is not the usual.

    The partner may use ``cpu_s`` seconds of CPU time.
    """

    def begin() -> _JudgingPartner:
        return _JudgingPartner(workspace.judging, workspace.key, program, folder, start, cpu_s)

    return workspace.observe(invocation, lambda limited, isolation: observe_interaction(limited, isolation, begin))
