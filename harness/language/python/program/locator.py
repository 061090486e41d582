"""Run a program as ``python3 FILE ARGUMENTS`` would, and find where it is after some seconds of CPU time.

    python3 locator.py REPORT SECONDS SPAN FILE [ARGUMENT...]

After ``SECONDS`` the calls under way are noted, and for ``SPAN`` more the lines that they execute. The report names the
innermost of those that have not returned by then, as a traceback does, and below ``lines: 3 4`` its lines; the program
then ends. Where the interpreter does not come back to Python code meanwhile, the report is what faulthandler writes.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # signal.py imports what may hide a student's file
import builtins
import faulthandler
import os
import sys

from tracer import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_MOST_LINES = 1000


class Look:
    """The calls that were under way when the look began, and the lines that they executed since."""

    def __init__(self, report: int, span: float) -> None:
        """Take the file for the report."""
        self.report, self.span = report, span
        self.process = os.getpid()
        self.folder = os.path.join(os.getcwd(), "")
        self.own = os.path.join(self.folder, ".grade", "")
        self.frames: list[Any] = []
        self.lines: dict[Any, set[int]] = {}

    def on_time(self, _number: int, frame: Any) -> None:
        """Begin the look; at the second time, end it and the program."""
        if os.getpid() != self.process or len(sys._current_frames()) > 1:  # noqa: SLF001 - the interpreter's own
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            return  # which thread computes is not known
        stack = self.stack(frame)
        if not self.lines:
            self.frames = stack
            for called in stack:
                self.lines[called] = {called.f_lineno}
                called.f_trace = self.on_line
            sys.settrace(lambda *_: None)
            signal.setitimer(signal.ITIMER_PROF, self.span)
            return
        under_way = {id(called) for called in stack}
        innermost = next((called for called in reversed(self.frames) if id(called) in under_way), None)
        if innermost is not None:
            self.write(innermost)

    def stack(self, frame: Any) -> list[Any]:
        """The frames of the program's own files, the outermost first."""
        frames = []
        while frame is not None:
            path = frame.f_code.co_filename
            if path.startswith(self.folder) and not path.startswith(self.own):
                frames.append(frame)
            frame = frame.f_back
        return frames[::-1]

    def on_line(self, frame: Any, event: str, _arg: Any) -> Any:
        """Note a line of one of these frames; one that returns or yields is not where the program stays."""
        if event == "return" and frame in self.frames:
            self.frames.remove(frame)
        lines = self.lines[frame]
        if event == "line" and len(lines) < _MOST_LINES:
            lines.add(frame.f_lineno)
        return self.on_line

    def write(self, frame: Any) -> None:
        """Write the report, and end the program."""
        sys.settrace(None)
        code = frame.f_code
        trace = f'  File "{code.co_filename}", line {frame.f_lineno}, in {code.co_name}'
        lines = sorted({*self.lines[frame], frame.f_lineno})
        os.ftruncate(self.report, 0)
        os.write(self.report, f"{trace}\nlines: {' '.join(map(str, lines))}\n".encode(errors="surrogateescape"))
        os._exit(0)


def main() -> None:
    """Run the program."""
    path, seconds, span, script = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    report = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
    look = Look(report, span)
    faulthandler.register(signal.SIGVTALRM, file=report, all_threads=True)
    signal.signal(signal.SIGPROF, look.on_time)

    def begin() -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds + 2 * span)

    sys.argv = sys.argv[4:]
    del sys.modules["tracer"]
    run(script, begin)


if __name__ == "__main__":
    main()
