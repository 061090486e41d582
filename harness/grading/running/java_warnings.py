"""The Java virtual machine's own warnings, which it writes to the program's standard output.

It warns of the machine: a file locked by another process, no memory or thread to be had for a moment. Such a run says
nothing of the program.
"""

from __future__ import annotations

import re

from harness.model.runs.observation import Observation
from harness.model.text.lazy_regex import lazy_regex

_READ = 1 << 14
"""Bytes of an output that are read."""
_WARNING = lazy_regex(
    rb"^(?:(?:OpenJDK|Java HotSpot\(TM\)) [^\n]{1,40} VM warning: "
    rb"|\[[0-9.]{3,12}s\]\[(?:warning|error) *\]\[[a-z, +]+ *\] )",
    re.MULTILINE,
)


def has_vm_warning(observation: Observation) -> bool:
    """Whether a line at the beginning of standard output looks like a warning of the virtual machine."""
    stdout = observation.stdout
    return isinstance(stdout, bytes) and _WARNING.search(stdout, 0, _READ) is not None
