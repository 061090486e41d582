"""Java's virtual machine: its heap within the memory limit, and its own warnings, which no program writes."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation
from harness.model.patterns import lazy_regex
from harness.sandbox.process_setup.environment import HEAP_OPTIONS, heap_size

_OUT_OF_MEMORY = (b"Java heap space", b"GC overhead limit exceeded", b"Metaspace", b"Compressed class space")
"""Messages of OutOfMemoryError when memory is full; it has others, for threads and for arrays that are too long."""


def limit_heap(invocation: Invocation) -> Invocation:
    """Add a heap size that fits the memory limit where ``java`` is started without one."""
    command = invocation.command
    if Path(command[0]).name != "java" or _says_heap(command):
        return invocation
    heap = heap_size(invocation.limits.memory)
    return replace(invocation, command=(command[0], f"-Xmx{heap}", *command[1:]))


def explain_oom(observation: Observation, invocation: Invocation) -> Observation:
    """Show the command without the added heap size, and report a heap that was full as the memory limit.

    The program may be any that starts Java, for instance a script; a heap of its own size is its own affair.
    """
    observation = replace(observation, command=invocation.command)
    is_full = any(b"java.lang.OutOfMemoryError: " + words in observation.stderr for words in _OUT_OF_MEMORY)
    if observation.exit != 1 or not is_full or _says_heap(invocation.command):
        return observation
    return replace(observation, exit=None, ended_by=Limit.MEMORY)


def _says_heap(command: tuple[str, ...]) -> bool:
    return any(word.startswith(HEAP_OPTIONS) for word in command)


_READ = 1 << 14
"""Bytes of an output that are read."""
_WARNING = lazy_regex(
    rb"^(?:(?:OpenJDK|Java HotSpot\(TM\)) [^\n]{1,40} VM warning: "
    rb"|\[[0-9.]{3,12}s\]\[(?:warning|error) *\]\[[a-z, +]+ *\] )",
    re.MULTILINE,
)


def has_vm_warning(observation: Observation) -> bool:
    """Whether a line at the beginning of standard output looks like a warning of the virtual machine."""
    begin = observation.stdout[:_READ] if isinstance(observation.stdout, bytes) else b""
    return (b" VM warning: " in begin or b"][" in begin) and _WARNING.search(begin) is not None
