"""Run a program as ``python3 FILE ARGUMENTS`` would, and note the index and the length where one is out of range.

    python3 indexer.py REPORT FILE [ARGUMENT...]

The report holds the innermost frame, as a traceback shows it, and below it a line such as ``index 8 of 8``.
"""

from __future__ import annotations

import builtins
import os
import sys

from grade_index import index_line
from tracer import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours


def main() -> None:
    """Run the program."""
    path, script = sys.argv[1:3]
    report = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    process, show = os.getpid(), sys.excepthook

    def note(cls: type[BaseException], error: BaseException, trace: Any) -> None:
        if cls is IndexError and os.getpid() == process and (line := index_line(trace)):
            while trace.tb_next is not None:
                trace = trace.tb_next
            code = trace.tb_frame.f_code
            frame = f'  File "{code.co_filename}", line {trace.tb_lineno}, in {code.co_name}'
            os.write(report, f"{frame}\n{line}\n".encode(errors="surrogateescape"))
        show(cls, error, trace)

    sys.excepthook = note
    sys.argv = sys.argv[2:]
    for name in ("tracer", "grade_index"):
        del sys.modules[name]
    run(script, lambda: None)


if __name__ == "__main__":
    main()
