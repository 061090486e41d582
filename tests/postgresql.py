"""A real PostgreSQL server of a test's own, which can be ended and started again."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.sandbox.files.scratch import scratch


class Server:
    """A server below a folder, reached by a local socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"postgresql+psycopg://grade@/postgres?host={folder}"
        self._tools = max(Path("/usr/lib/postgresql").glob("*/bin"))
        self._before: list[str] = []
        if os.geteuid() == 0:  # the server refuses to be root
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._before = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]

    def _run(self, tool: str, *words: str) -> None:
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(self.folder), "PGCTLTIMEOUT": "900"}
        command = [*self._before, str(self._tools / tool), "-D", str(self.folder / "data"), *words]
        subprocess.run(command, check=True, env=environment, cwd=self.folder, stdout=subprocess.DEVNULL)

    def initialise(self) -> None:
        """Make its files."""
        self._run("initdb", "-U", "grade", "--no-sync", "-A", "trust", "-E", "UTF8")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync=off"
        self._run("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self) -> None:
        """End it at once; who is connected loses the connection."""
        self._run("pg_ctl", "-m", "immediate", "stop")


@contextmanager
def server() -> Iterator[Server]:
    """A server that runs."""
    with scratch() as folder:
        running = Server(folder)
        running.initialise()
        running.start()
        try:
            yield running
        finally:
            running.stop()
