"""Pipes that are read and written without waiting."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import termios

CHUNK = 1 << 16
"""Bytes that are read or written at once."""


def write_pending(descriptor: int, pending: bytearray) -> int:
    """Write what can be written at once; return the descriptor, or -1 where nobody reads any more."""
    if descriptor < 0:
        pending.clear()
        return descriptor
    try:
        del pending[: os.write(descriptor, pending[:CHUNK])]
    except BlockingIOError:
        pass
    except OSError:
        pending.clear()
        os.close(descriptor)
        return -1
    return descriptor


def is_readable(descriptor: int) -> bool:
    """Whether a read would not wait."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def unread(descriptor: int) -> int:
    """How many bytes are in a pipe."""
    if descriptor < 0:
        return 0
    return int(struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0\0\0\0"))[0])
