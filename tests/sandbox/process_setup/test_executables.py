"""Whether the kernel would start a command, held against what it does."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from harness.model.errors import JudgeError
from harness.sandbox.process_setup.environment import ENVIRONMENT, check_startable, not_started
from tests.support import write

SEARCH = ENVIRONMENT["PATH"]
FILES = {
    "elf": (Path("/usr/bin/true").read_bytes(), 0o755),
    "script": (b"#!/bin/sh\nexit 0\n", 0o755),
    "windows-script": (b"#!/bin/sh\r\nexit 0\r\n", 0o755),
    "no-interpreter": (b"#!/no/such/thing\n", 0o755),
    "a-nul-behind-the-interpreter": (b"#!/bin/sh\0x\n", 0o755),
    "an-interpreter-beside-it": (b"#!script\n", 0o755),
    "nothing-after-the-mark": (b"#!\n", 0o755),
    "plain": (b"echo hello\n", 0o755),
    "jar": (b"PK\x03\x04rest", 0o755),
    "empty": (b"", 0o755),
    "locked": (b"#!/bin/sh\n", 0o644),
}


def answer(word: str, folder: Path) -> int:
    try:
        check_startable(word, folder, SEARCH)
    except OSError as error:
        return error.errno or -1
    return 0


def kernels(word: str, folder: Path) -> int:
    try:
        subprocess.run([word], cwd=folder, check=False, capture_output=True)
    except OSError as error:
        return error.errno or -1
    return 0


@pytest.mark.parametrize("name", FILES)
def test_the_answer_is_the_kernel_s(tmp_path: Path, name: str) -> None:
    content, mode = FILES[name]
    write(tmp_path, {"script": "#!/bin/sh\n", name: content})
    (tmp_path / "script").chmod(0o755)
    (tmp_path / name).chmod(mode)
    assert answer(f"./{name}", tmp_path) == kernels(f"./{name}", tmp_path)


def test_what_is_not_there_is_not_started(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert answer("./missing", tmp_path) == errno.ENOENT
    assert answer("./folder", tmp_path) == errno.EACCES
    assert answer("no-such-tool", tmp_path) == errno.ENOENT
    assert answer("sh", tmp_path) == 0


def test_nobody_learns_what_else_there_is_on_the_machine(tmp_path: Path) -> None:
    workdir = write(tmp_path / "box", {"script": f"#!{tmp_path}/there\n", "inside": "#!/bin/sh\n"})
    for path in (write(tmp_path, {"there": "#!/bin/sh\n"}) / "there", workdir / "script", workdir / "inside"):
        path.chmod(0o755)
    (workdir / "link").symlink_to(tmp_path / "there")
    (workdir / "loop").symlink_to("loop")
    (workdir / "own").symlink_to(workdir / "inside")
    (workdir / "tool").symlink_to("/usr/bin/true")
    words = ("./script", "./link", "../there", str(tmp_path / "there"), "/etc/passwd", "/no/such/thing")
    assert {word: answer(word, workdir) for word in words} == dict.fromkeys(words, errno.ENOENT)
    assert [answer(word, workdir) for word in ("./inside", "./own", "./tool", "/usr/bin/true", "/bin/sh")] == [0] * 5
    assert answer("./loop", workdir) == errno.ELOOP


def test_a_tool_that_no_sandbox_shows_is_our_fault(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("#!/bin/sh\n")
    (tmp_path / "real").chmod(0o755)
    (tmp_path / "tool").symlink_to(tmp_path / "real")
    with pytest.raises(JudgeError, match="which no sandbox shows; install tool below /usr"):
        check_startable("tool", tmp_path, str(tmp_path))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EAGAIN, errno.ENOMEM])
def test_what_the_machine_lacks_is_no_fault_of_the_program(number: int) -> None:
    with pytest.raises(JudgeError, match=os.strerror(number)):
        not_started(("./prog",), OSError(number, os.strerror(number)))


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.ENOEXEC])
def test_what_the_program_lacks_is_observed(number: int) -> None:
    assert not_started(("./prog",), OSError(number, os.strerror(number))).not_started == os.strerror(number)
