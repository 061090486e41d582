"""``harness serve`` runs what ``grade`` is asked for as that would by itself, or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support import ADDER, PATIENCE_S, ROOT, course, environment, write

_GRADE = """\
import sys
import harness
print("by itself", file=sys.stderr)
from harness.app.cli.grade import main
sys.exit(main())
"""
"""The command, which says where it was not run by a server."""
Before = Callable[[], object] | None
_SLEEPER = "import time\nopen({mark!r}, 'w')\ntime.sleep(600)\n"


class Server:
    """A server, and commands that ask for it."""

    def __init__(self, root: Path, runtime: Path, home: Path = ROOT) -> None:
        self.root, self.runtime = root, runtime
        self.env = environment(root / "apart") | {"PYTHONPATH": str(home), "XDG_RUNTIME_DIR": str(runtime)}
        course(root)
        write(root / "work", {"ann/sum/main.py": ADDER, "bob/sum/main.py": "print(5)\n", "grade": _GRADE})
        self.process = subprocess.Popen(
            [sys.executable, "-m", "harness", "serve"], cwd="/", env=self.env, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert "Serving" in self.process.stdout.readline()

    def begin(
        self, *words: str, by: str = "on", env: Mapping[str, str] | None = None, umask: int = -1, before: Before = None
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(self.root / "work" / "grade"), "--isolation", "E", "--no-gradebook", *words],
            cwd=self.root / "work",
            env=self.env | {"GRADE_SERVER": by} | dict(env or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            umask=umask,
            preexec_fn=before,  # noqa: PLW1509 - no threads here
        )

    def grade(self, *words: str, **options: Any) -> tuple[int, str, str]:
        """Exit status, output and errors, without numbers and the line about times."""
        process = self.begin(*words, **options)
        out, err = process.communicate(timeout=PATIENCE_S)
        out, err = (re.sub(r"Time: .*|[\d.]+(e-\d+)?| +", "", text) for text in (out, err))
        return process.returncode, out, err

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextlib.contextmanager
def _server(root: Path, **options: Path) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as runtime:  # the path of a socket has to be short
        server = Server(root, Path(runtime), **options)
        try:
            yield server
        finally:
            server.end()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with _server(tmp_path_factory.mktemp("served")) as started:
        yield started


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("ann/sum",), 0),
        (("bob/sum", "--details"), 1),
        (("ann", "bob", "--report", "json:-"), 1),
        (("nobody",), 2),
        (("ann/sum", "--only", "nothing"), 2),
        (("--verison",), 2),
        (("--help",), 0),
        (("--version",), 0),
    ],
)
def test_it_is_as_without_a_server(server: Server, words: tuple[str, ...], status: int) -> None:
    served = server.grade(*words)
    alone = server.grade(*words, by="off")
    assert alone[2].startswith("byitself\n")
    assert served == (alone[0], alone[1], alone[2].removeprefix("byitself\n"))
    assert served[0] == status


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_the_caller_s_umask_and_variables_count(server: Server, umask: int) -> None:
    seen = []
    for by in ("on", "off"):
        report = server.root / "work" / f"{by}-{umask}" / "own.md"
        words = ("bob/sum", "--report", str(report.relative_to(server.root / "work")))
        status, out, _ = server.grade(*words, by=by, umask=umask, env={"GRADE_LANGUAGE": "de"})
        seen.append((status, out, report.read_bytes()[:40], report.parent.stat().st_mode))
    assert seen[0] == seen[1]
    assert seen[0][3] & 0o077 == 0o055 & ~umask
    assert "angenommen" in seen[0][1]


def _fewer_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 200), hard))


@pytest.mark.parametrize(
    "options", [{"before": _fewer_files}, {"env": {"PYTHONHASHSEED": "7"}}, {"before": lambda: os.nice(1)}]
)
def test_other_limits_and_interpreters_are_not_served(server: Server, options: dict[str, Any]) -> None:
    status, _, errors = server.grade("ann/sum", **options)
    assert (status, errors) == (0, "byitself\n")


def _opened(folder: Path, _: Path) -> None:
    folder.chmod(0o750)


def _linked(folder: Path, elsewhere: Path) -> None:
    folder.rename(elsewhere / "elsewhere")
    folder.symlink_to(elsewhere / "elsewhere")


@pytest.mark.parametrize("change", [_opened, _linked])
def test_no_folder_is_trusted_that_others_may_reach(
    server: Server, change: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    with tempfile.TemporaryDirectory() as name:
        runtime = Path(name)
        (runtime / "grade").mkdir(0o700)
        os.link(server.runtime / "grade" / "server", runtime / "grade" / "server")
        env = {"XDG_RUNTIME_DIR": name}
        assert server.grade("ann/sum", env=env)[2] == ""
        change(runtime / "grade", tmp_path)
        assert server.grade("ann/sum", env=env)[::2] == (0, "byitself\n")
        refused = subprocess.run(
            [sys.executable, "-m", "harness", "serve"],
            env=server.env | env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert refused.returncode == 2
        assert "has to be your own folder" in refused.stderr


def test_there_is_one_server(server: Server) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "harness", "serve"], env=server.env, capture_output=True, text=True, check=False
    )
    assert (second.returncode, second.stderr) == (2, "harness: serve: a server of yours runs already\n")
    assert server.grade("ann/sum")[::2] == (0, "")


def _begin_endless(server: Server) -> subprocess.Popen[str]:
    """A grading that does not end, once its program runs."""
    mark = server.root / "runs"
    write(server.root / "work" / "endless" / "sum", {"main.py": _SLEEPER.format(mark=str(mark))})
    process = server.begin("endless/sum")
    deadline = time.monotonic() + PATIENCE_S
    while not mark.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return process


def test_ctrl_c_reaches_the_command(server: Server) -> None:
    process = _begin_endless(server)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, errors
    assert "by itself" not in errors
    assert "sum" in out
    assert server.grade("ann/sum")[::2] == (0, "")


def test_a_server_that_dies_is_said_to_have_died(tmp_path: Path) -> None:
    with _server(tmp_path) as server:
        process = _begin_endless(server)
        server.process.kill()
        _, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 3
        assert errors == "grade: the server ended in the midst of this grading (harness serve); grade again\n"
        assert server.grade("ann/sum")[::2] == (0, "byitself\n")


def test_a_harness_that_has_changed_is_not_served_from_memory(tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(ROOT / "harness", home / "harness")
    with _server(tmp_path, home=home) as server:
        assert server.grade("ann/sum")[::2] == (0, "")
        os.utime(home / "harness" / "model" / "verdict.py", (1, 1))
        assert server.grade("ann/sum")[::2] == (0, "byitself\n")
        assert server.process.wait(PATIENCE_S) == 0
        assert not (server.runtime / "grade" / "server").exists()
