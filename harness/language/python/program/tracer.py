"""Run a program as ``python3 FILE ARGUMENTS`` would, and count how often its functions are called.

    python3 tracer.py REPORT FILE [ARGUMENT...]

The report, one JSON object, is written when the interpreter ends, also by ``sys.exit`` or an uncaught exception.
"""

from __future__ import annotations

import atexit
import builtins
import os
import sys
from itertools import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_RESUMABLE = 0x20 | 0x80 | 0x200
"""Code flags of generators and coroutines: resuming one looks like a call."""


def counting() -> tuple[Callable[[Any, str, Any], None], Callable[[], list[tuple[Any, int]]]]:
    """A function for ``sys.setprofile``, and one that returns the code objects called with their numbers of calls."""
    counters: dict[int, tuple[Any, Any]] = {}
    starts: dict[int, int] = {}

    def profile(
        frame: Any, event: str, _arg: Any, _id: Callable[[Any], int] = id, _next: Callable[[Any], int] = next
    ) -> None:
        if event == "call":
            code = frame.f_code
            key = _id(code)
            if code.co_flags & _RESUMABLE and frame.f_lasti != starts.setdefault(key, frame.f_lasti):
                return
            counter = counters.get(key)
            if counter is None:
                counter = counters.setdefault(key, (code, count()))
            _next(counter[1])  # in one step, whatever other threads do

    def counted() -> list[tuple[Any, int]]:
        return [(code, next(number)) for code, number in list(counters.values())]

    return profile, counted


def by_name(counted: list[tuple[Any, int]], workdir: str) -> dict[str, int]:
    """Calls by simple name; a function that a module knows only by another name counts under that one too."""
    own = [(code, calls) for code, calls in counted if code.co_filename.startswith(workdir)]
    own = [(code, calls) for code, calls in own if code.co_filename != by_name.__code__.co_filename]
    total: dict[str, int] = {}
    for code, calls in own:
        if not code.co_name.startswith("<"):
            total[code.co_name] = total.get(code.co_name, 0) + calls
    calls_of = {id(code): calls for code, calls in own}
    aliases: dict[str, int] = {}
    for module in list(sys.modules.values()):
        if str(getattr(module, "__file__", None) or "").startswith(workdir):
            for name, value in list(vars(module).items()):
                calls = calls_of.get(id(getattr(value, "__code__", None)), 0)
                if calls and name not in total:
                    aliases[name] = calls
    return {**aliases, **total}


def set_in_threads(profile: Callable[[Any, str, Any], None], folder: str) -> None:
    """Profile every later thread; a module imported for that must not hide a student's file of the same name."""
    before = set(sys.modules)
    import threading  # noqa: PLC0415 - see above

    threading.setprofile(profile)
    for name in set(sys.modules) - before:
        place = os.path.join(folder, name.partition(".")[0])
        if os.path.exists(f"{place}.py") or os.path.isdir(place):
            del sys.modules[name]


def run(script: str, begin: Callable[[], object], frames: int = 0) -> None:
    """Run a file as the interpreter would; ``begin`` is called before, ``frames`` are those of the caller's own."""
    path = os.path.realpath(script)
    sys.path[0] = os.path.dirname(path)
    module = type(sys)("__main__")
    sys.modules["__main__"] = module
    vars(module).update(__file__=path, __builtins__=builtins, __annotations__={})
    sys.setrecursionlimit(sys.getrecursionlimit() + 5 + frames)  # our own frames
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        begin()
        exec(code, vars(module))  # noqa: S102 - this is what a tracer does
    except Exception as error:  # shown as the interpreter would show it, without the tracer's own frames
        below = error.__traceback__.tb_next if error.__traceback__ else None
        while below is not None and below.tb_frame.f_code.co_filename != path:
            below = below.tb_next
        sys.excepthook(type(error), error.with_traceback(below), below)
        sys.exit(1)


def main() -> None:
    """Run the program."""
    report, script = sys.argv[1:3]
    workdir = os.path.join(os.getcwd(), "")
    profile, counted = counting()
    set_in_threads(profile, os.path.dirname(os.path.realpath(script)))
    process = os.getpid()

    def write_report() -> None:
        sys.setprofile(None)
        if os.getpid() == process:
            names = by_name(counted(), workdir)
            entries = ", ".join(f'"{name}": {calls}' for name, calls in names.items())
            file = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.write(file, f"{{{entries}}}".encode())
            os.close(file)

    atexit.register(write_report)  # the function that is registered first is called last
    sys.argv = sys.argv[2:]
    run(script, lambda: sys.setprofile(profile))


if __name__ == "__main__":
    main()
