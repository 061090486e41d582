"""A ``java`` before the machine's own on the sandbox's search path: it fits the heap into the run's memory limit.

By default a virtual machine takes a quarter of the machine's memory before it collects garbage: a correct program that
allocates much and keeps little would exceed its limit on a large machine, and not on a small one. Most runs are started
as ``java``, but a script may be what starts it: a jar with a line of shell in front of it, a Makefile, another program.
"""

from __future__ import annotations

from functools import cache

from harness.files.scratch import open_memory_file
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.executables import locate

HEAP_OPTIONS = ("-Xmx", "-XX:MaxHeap", "-XX:MaxRAM", "-XX:InitialRAM")
"""How a command begins the option that says how large its heap may be."""
_OUTSIDE_HEAP = 256 * 1024**2
"""Bytes that the virtual machine needs outside the heap; of small limits it gets half."""
_FOLDER = "/tools"
_HEAP_VARIABLE = "JAVA_HEAP"


def heap_size(memory: int) -> str:
    """Return the heap for a limit of so many bytes, as ``-Xmx`` takes it: kibibytes with a k."""
    return f"{max(memory // 2, memory - _OUTSIDE_HEAP) // 1024}k"


def heap_environment(memory: int) -> dict[str, str]:
    """Return the environment variables by which the wrapper is found, and finds the heap for so many bytes."""
    if not _wrapper():
        return {}
    return {"PATH": f"{_FOLDER}:{ENVIRONMENT['PATH']}", _HEAP_VARIABLE: heap_size(memory)}


def open_wrapper() -> int:
    """Return a descriptor of the wrapper's text, for ``wrapper_options``; -1 where there is no Java."""
    return open_memory_file("java", _wrapper()) if _wrapper() else -1


def wrapper_options(descriptor: int) -> tuple[str, ...]:
    """Return the options by which bubblewrap puts the wrapper into a sandbox."""
    return () if descriptor < 0 else ("--perms", "0555", "--file", str(descriptor), f"{_FOLDER}/java")


@cache
def _wrapper() -> bytes:
    java = locate("java")
    if java is None:
        return b""
    own_choice = "|".join(f"{option}*" for option in HEAP_OPTIONS)
    return f"""\
#!/bin/sh
for word do
    case $word in {own_choice}) exec {java} "$@" ;; esac
done
exec {java} ${{{_HEAP_VARIABLE}:+-Xmx"${_HEAP_VARIABLE}"}} "$@"
""".encode()
