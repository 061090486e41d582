"""Java's heap within a run's memory limit.

Left to itself a virtual machine takes a quarter of the machine's memory before it tidies up: a right program that makes
much and keeps little would be over its limit on a large machine, and not on a small one.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation

_BESIDE = 256 * 1024**2
"""What the virtual machine takes beside the heap; of small limits it gets half."""
_SAID = ("-Xmx", "-XX:MaxHeap", "-XX:MaxRAM", "-XX:InitialRAM")
_FULL = (b"Java heap space", b"GC overhead limit exceeded", b"Metaspace", b"Compressed class space")
"""The error's words where memory is full; it has others too, for threads and for arrays longer than any may be."""


def limit_heap(invocation: Invocation) -> Invocation:
    """The same, a heap that fits where ``java`` itself is started and nobody has said how large it is."""
    command, memory = invocation.command, invocation.limits.memory
    if Path(command[0]).name != "java" or any(word.startswith(_SAID) for word in command):
        return invocation
    heap = max(memory // 2, memory - _BESIDE) // 1024
    return replace(invocation, command=(command[0], f"-Xmx{heap}k", *command[1:]))


def explain_oom(seen: Observation, asked: Invocation) -> Observation:
    """What was seen of it, under the command that was asked for; a full heap is the memory limit."""
    seen = replace(seen, command=asked.command)
    if seen.exit != 1 or not any(b"java.lang.OutOfMemoryError: " + words in seen.stderr for words in _FULL):
        return seen
    return replace(seen, exit=None, ended_by=Limit.MEMORY)
