"""Let a server that runs already (``harness serve``) carry out a command; it has all modules loaded.

``GRADE_SERVER=on`` asks for it. It is done only by a server of this very user and harness, with the limits and rights
of this process. Else the command runs here, as without it. Nothing is imported that takes long.
"""

from __future__ import annotations

import marshal
import os
import signal
import stat
import sys
from _socket import AF_UNIX, SCM_RIGHTS, SO_PEERCRED, SOCK_CLOEXEC, SOCK_SEQPACKET, SOL_SOCKET, socket

STARTED, REFUSED = b"started", b"refused"
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""What ends a command from outside; the number is a message to the server, which sends it to the command."""
STREAMS = (0, 1, 2)
_EXIT_SERVER_DIED = 3
_READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_", "GLIBC_")
"""How variables begin that count when an interpreter starts, and cannot be changed later."""
_RIGHTS = (b"Uid", b"Gid", b"Groups", b"Cap", b"NoNewPrivs", b"Seccomp", b"SigBlk", b"Cpus_allowed", b"Mems_allowed")
_NAMESPACES = ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts")


def socket_path() -> str | None:
    """Where this user's server listens; None where no folder is known that this user alone can write."""
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return f"{folder}/grade/server" if folder.startswith("/") else None


def is_private(folder: str) -> bool:
    """Tell whether a folder is no link, this user's own, and closed to all others."""
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077


def is_same_user(connection: socket) -> bool:
    """Tell whether the process at the other end belongs to this user."""
    credentials = connection.getsockopt(SOL_SOCKET, SO_PEERCRED, 12)
    return int.from_bytes(credentials[4:8], sys.byteorder) == os.geteuid()


def facts() -> bytes:
    """What a command inherits and a server cannot give it: where they differ, the command runs by itself."""
    variables = sorted(item for item in os.environ.items() if item[0].startswith(_READ_AT_START))
    rights = [line for line in _read("/proc/self/status").split(b"\n") if line.startswith(_RIGHTS)]
    namespaces = [os.readlink(f"/proc/self/ns/{name}") for name in _NAMESPACES]
    root, streams = os.stat("/"), (sys.stdin, sys.stdout, sys.stderr)
    encodings = [stream.encoding for stream in streams]
    limits, priority = _read("/proc/self/limits"), os.getpriority(os.PRIO_PROCESS, 0)
    python = (sys.version, sys.prefix, sys.path[1:], tuple(sys.flags), __file__)
    place = (root.st_dev, root.st_ino)
    return marshal.dumps((python, variables, rights, namespaces, place, encodings, limits, priority))


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 1 << 16)
    finally:
        os.close(descriptor)


def run_by_server() -> None:
    """Run this command by the server and end with its exit status; return where it has to be run here."""
    if not sys.argv or os.path.basename(sys.argv[0]) != "grade":
        return
    path = socket_path()
    if path is None or not is_private(os.path.dirname(path)):
        return
    try:
        connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC)
        connection.connect(path)
        if not is_same_user(connection):
            return
        request = _request()
    except (OSError, AttributeError, ValueError):  # no server; a stream that is closed; no /proc
        return
    _follow(connection, request)


def _request() -> int:
    """A file in memory with all that the command is called with."""
    umask = os.umask(0o077)
    os.umask(umask)
    ignored = [number for number in FORWARDED if signal.getsignal(number) is signal.SIG_IGN]
    content = marshal.dumps(
        (facts(), sys.argv, sys.path[0], dict(os.environb), umask, [int(number) for number in ignored])
    )
    request = os.memfd_create("request")
    os.write(request, content)
    return request


def _follow(connection: socket, request: int) -> None:
    """Send the request, then signals, and end as the command does; return where the server refuses it."""
    before = {number: signal.getsignal(number) for number in FORWARDED}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: _send(connection, bytes([number])))
    folder = os.open(".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    descriptors = b"".join(number.to_bytes(4, sys.byteorder) for number in (request, folder, *STREAMS))
    try:
        connection.sendmsg([b"+"], [(SOL_SOCKET, SCM_RIGHTS, descriptors)])
        begun = connection.recv(64)
        ending = connection.recv(64) if begun == STARTED else b""
    except OSError:
        begun = ending = b""
    for number, handler in before.items():
        signal.signal(number, handler)
    os.close(request)
    os.close(folder)
    if begun == STARTED:
        _end(ending)


def _send(connection: socket, message: bytes) -> None:
    try:
        connection.send(message)
    except OSError:
        return  # it has ended


def _end(ending: bytes) -> None:
    """End with the exit status of the command, or by the signal that killed it."""
    if not ending:
        os.write(2, b"grade: the server ended in the midst of this grading (harness serve); grade again\n")
        os._exit(_EXIT_SERVER_DIED)
    status = int(ending)
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status if status >= 0 else 128 - status)
