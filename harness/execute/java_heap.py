"""Fit Java's heap into a run's memory limit.

By default a virtual machine takes a quarter of the machine's memory before it collects garbage: a correct program that
allocates much and keeps little would exceed its limit on a large machine, and not on a small one.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.model.invocation import Invocation
from harness.model.observation import Limit, Observation

_OUTSIDE_HEAP = 256 * 1024**2
"""Bytes that the virtual machine needs outside the heap; of small limits it gets half."""
_HEAP_OPTIONS = ("-Xmx", "-XX:MaxHeap", "-XX:MaxRAM", "-XX:InitialRAM")
_OUT_OF_MEMORY = (b"Java heap space", b"GC overhead limit exceeded", b"Metaspace", b"Compressed class space")
"""Messages of OutOfMemoryError when memory is full; it has others, for threads and for arrays that are too long."""


def limit_heap(invocation: Invocation) -> Invocation:
    """Add a heap size that fits the memory limit where ``java`` is started without one."""
    command, memory = invocation.command, invocation.limits.memory
    if Path(command[0]).name != "java" or any(word.startswith(_HEAP_OPTIONS) for word in command):
        return invocation
    heap = max(memory // 2, memory - _OUTSIDE_HEAP) // 1024
    return replace(invocation, command=(command[0], f"-Xmx{heap}k", *command[1:]))


def explain_oom(observation: Observation, invocation: Invocation) -> Observation:
    """Show the command without the added heap size, and report a full heap as the memory limit."""
    observation = replace(observation, command=invocation.command)
    if observation.exit != 1 or not any(
        b"java.lang.OutOfMemoryError: " + words in observation.stderr for words in _OUT_OF_MEMORY
    ):
        return observation
    return replace(observation, exit=None, ended_by=Limit.MEMORY)
