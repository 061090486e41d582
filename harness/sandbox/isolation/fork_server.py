"""Run Python programs in forks of this interpreter; started as ``python3 fork_server.py``.

Its descriptor 3 is a socket. First it sends the names of the modules that it has loaded beside those of every
interpreter. A request has the script, its arguments, the environment, the kernel's limits, whether the program may end
at once, and four descriptors: standard input, output and error, and the working folder. The first answer is the fork's
process, the second its exit status, CPU seconds and peak memory in KiB. A fork ends as every interpreter does, which
takes long: it joins threads, calls what is registered, and takes its modules apart. It ends at once where none of these
can be seen.
"""

import _socket
import gc
import marshal
import os
import sys

_Limit = tuple[int, int, int]
_Request = tuple[str, list[str], dict[str, str], list[_Limit], bool]
_AT_START = {*sys.modules}
_CONTROL = 3
_MOST_BYTES = 1 << 16
_DESCRIPTORS = 4
_NUMBER_BYTES = 4
_MOST_STATUS = 255
_FRAMES = 3
"""Levels of recursion that a program has above it here, and not where it is started by itself."""


def _serve(control: _socket.socket) -> _Request:
    """Answer requests; return one in each fork."""
    while True:
        message, ancillary, _, _ = control.recvmsg(_MOST_BYTES, _socket.CMSG_SPACE(_DESCRIPTORS * _NUMBER_BYTES))
        if not message:
            os._exit(0)
        data = ancillary[0][2]
        numbers = range(0, len(data), _NUMBER_BYTES)
        descriptors = [int.from_bytes(data[at : at + _NUMBER_BYTES], sys.byteorder) for at in numbers]
        pid = os.fork()
        if not pid:
            os.setsid()
            os.fchdir(descriptors[3])
            for target, descriptor in enumerate(descriptors[:3]):
                os.dup2(descriptor, target)
            control.detach()
            os.closerange(3, max(descriptors) + 1)
            request: _Request = marshal.loads(message)  # noqa: S302 - the grader's own
            return request
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(marshal.dumps(pid))
        _, status, usage = os.wait4(pid, 0)
        cpu_s = usage.ru_utime + usage.ru_stime
        control.send(marshal.dumps((os.waitstatus_to_exitcode(status), cpu_s, usage.ru_maxrss)))


def _become(script: str, arguments: list[str], environment: dict[str, str], limits: list[_Limit]) -> dict[str, object]:
    """Make this process look like one that was started with a script; return its globals."""
    for number, soft, hard in limits:
        resource.setrlimit(number, (soft, hard))
    os.environ.clear()
    os.environ.update(environment)
    path = os.path.join(os.getcwd(), script)
    sys.argv = [script, *arguments]
    sys.orig_argv = ["python3", *sys.argv]
    sys.path[0] = os.path.dirname(os.path.realpath(script))
    module = type(sys)("__main__")
    loader = type(__loader__)("__main__", path)  # type: ignore[name-defined]
    variables: dict[str, object] = module.__dict__
    variables |= {"__annotations__": {}, "__builtins__": __builtins__, "__cached__": None, "__file__": path}
    variables["__loader__"] = loader
    sys.modules["__main__"] = module
    sys.setrecursionlimit(sys.getrecursionlimit() + _FRAMES)
    return variables


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _end_at_once(status: int, folder: str) -> None:
    """End without the interpreter's work, unless a module of others may need it or an output cannot be written."""
    others = [module for name, module in sys.modules.items() if name not in _LOADED]
    if not all((getattr(module, "__file__", None) or "").startswith(folder) for module in others):
        return
    out, err = sys.stdout, sys.stderr
    if out is sys.__stdout__ and err is sys.__stderr__ and out and err:
        with contextlib.suppress(Exception):  # the interpreter tries it again, and says it
            out.flush()
            err.flush()
            os._exit(status)


def _run(variables: dict[str, object], *, may_end_at_once: bool) -> None:
    """Run the program; what ends it besides ``SystemExit`` is said here, without the frames of this module."""
    path = str(variables["__file__"])
    status = 0
    try:
        exec(compile(_read(path), path, "exec", dont_inherit=True), variables)  # noqa: S102 - the course's own
    except SystemExit as error:
        code = error.code or 0
        if may_end_at_once and isinstance(code, int) and 0 <= code <= _MOST_STATUS:
            _end_at_once(code, os.path.dirname(path))
        raise
    except BaseException as error:
        if error.__traceback__ is not None:
            error.__traceback__ = error.__traceback__.tb_next
        sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
        if sys.version_info >= (3, 12):
            sys.last_exc = error
        sys.excepthook(type(error), error, error.__traceback__)
        if isinstance(error, KeyboardInterrupt):  # the interpreter sends itself the signal at its very end
            sys.excepthook = lambda *_: None
            raise
        status = 1
    if may_end_at_once:
        _end_at_once(status, os.path.dirname(path))
    for name in ("__file__", "__cached__"):  # as the interpreter does after a script, though not after SystemExit
        variables.pop(name, None)
    sys.exit(status)


if __name__ == "__main__":
    # what programs of courses import, and what watches them
    import argparse  # noqa: F401
    import atexit  # noqa: F401
    import collections  # noqa: F401
    import contextlib
    import copy  # noqa: F401
    import dataclasses  # noqa: F401
    import dis  # noqa: F401
    import hashlib  # noqa: F401
    import inspect  # noqa: F401
    import itertools  # noqa: F401
    import json  # noqa: F401
    import math  # noqa: F401
    import pathlib  # noqa: F401
    import random  # noqa: F401 - each fork gets a seed of its own
    import re  # noqa: F401
    import resource
    import signal  # noqa: F401
    import string  # noqa: F401
    import threading  # noqa: F401
    import time  # noqa: F401
    import typing  # noqa: F401

    os.closerange(_CONTROL + 1, max(map(int, os.listdir("/dev/fd"))) + 1)  # what the grader inherited itself
    _control = _socket.socket(fileno=_CONTROL)
    _LOADED = {*sys.modules}
    _control.send(marshal.dumps({name.partition(".")[0] for name in _LOADED - _AT_START}))
    gc.collect()
    gc.freeze()
    _request = _serve(_control)
    _run(_become(*_request[:-1]), may_end_at_once=_request[-1])
