"""Run Python programs in forks of this interpreter; started as ``python3 fork_server.py``.

Its descriptor 3 is a socket. A request has the script, its arguments, the environment, and four descriptors: standard
input, output and error, and the working folder. The first answer is the fork's process, the second its exit status,
CPU seconds and peak memory in KiB. Where the folder has a file with the name of a module that is loaded here, the fork
forgets all such modules: it imports what a program that was started would.
"""

import _socket
import gc
import marshal
import os
import sys

_AT_START = {*sys.modules}
_CONTROL = 3
_MOST_BYTES = 1 << 16
_DESCRIPTORS = 4
_NUMBER_BYTES = 4
_FRAMES = 2
"""Levels of recursion that a program has above it here, and not where it is started by itself."""


def _serve(control: _socket.socket) -> tuple[str, list[str], dict[str, str]]:
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
            request: tuple[str, list[str], dict[str, str]] = marshal.loads(message)  # noqa: S302 - the grader's own
            return request
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(marshal.dumps(pid))
        _, status, usage = os.wait4(pid, 0)
        cpu_s = usage.ru_utime + usage.ru_stime
        control.send(marshal.dumps((os.waitstatus_to_exitcode(status), cpu_s, usage.ru_maxrss)))


def _become(script: str, arguments: list[str], environment: dict[str, str]) -> tuple[str, dict[str, object]]:
    """Make this process look like one that was started with a script; return its path and its globals."""
    os.environ.clear()
    os.environ.update(environment)
    path = os.path.join(os.getcwd(), script)
    if any(name.partition(".")[0] in _LOADED for _, folders, files in os.walk(".") for name in folders + files):
        for name in _LOADED:
            del sys.modules[name]
    sys.argv = [script, *arguments]
    sys.orig_argv = ["python3", *sys.argv]
    sys.path[0] = os.path.dirname(os.path.realpath(script))
    module = type(sys)("__main__")
    loader = type(__loader__)("__main__", path)  # type: ignore[name-defined]
    variables: dict[str, object] = module.__dict__
    variables |= {"__annotations__": {}, "__builtins__": __builtins__, "__cached__": None, "__file__": path}
    variables["__loader__"] = loader
    sys.modules["__main__"] = module
    return path, variables


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _status(error: BaseException) -> int:
    """Say what a program's exception says; return its exit status."""
    if isinstance(error, SystemExit):
        if error.code is None or isinstance(error.code, int):
            return error.code or 0
        sys.stderr.write(f"{error.code}\n")
        return 1
    if error.__traceback__ is not None:
        error.__traceback__ = error.__traceback__.tb_next
    sys.excepthook(type(error), error, error.__traceback__)
    return 1


def _end(status: int) -> None:
    """End as an interpreter does, without taking apart the modules that were there before."""
    threading._shutdown()  # type: ignore[attr-defined] # noqa: SLF001 - what the interpreter itself does at its end
    atexit._run_exitfuncs()  # noqa: SLF001
    own = [sys.modules.pop(name) for name in [*sys.modules] if name not in _KEPT]
    for variables in [vars(module) for module in own if module is not None]:
        for name in sorted(variables, key=lambda name: name[:1] != "_"):
            if name != "__builtins__":
                variables[name] = None
    gc.collect()  # closes files
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    os._exit(status & 0xFF)


if __name__ == "__main__":
    # what programs of courses import, and what watches them
    import argparse  # noqa: F401
    import atexit
    import collections  # noqa: F401
    import contextlib  # noqa: F401
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
    import signal
    import string  # noqa: F401
    import threading
    import time  # noqa: F401
    import typing  # noqa: F401

    _LOADED = {*sys.modules} - _AT_START
    _KEPT = {*sys.modules} - {"__main__"}
    gc.collect()
    gc.freeze()
    _request = _serve(_socket.socket(fileno=_CONTROL))
    sys.setrecursionlimit(sys.getrecursionlimit() + _FRAMES)
    try:
        _path, _variables = _become(*_request)
        exec(compile(_read(_path), _path, "exec", dont_inherit=True), _variables)  # noqa: S102 - the course's own
        _code = 0
    except KeyboardInterrupt as error:
        _status(error)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException as error:  # noqa: BLE001 - it is the program's, and said
        _code = _status(error)
    _variables = {}
    try:
        _end(_code)
    except OSError:  # of a last output: the interpreter says so itself
        sys.exit(_code)
