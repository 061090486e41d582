"""Find the supervisor's program, or compile it: named for its source, so that no older one is ever used."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

from harness.model.errors import JudgeError
from harness.sandbox.files.snapshot import sha256

_SOURCE = Path(__file__).with_name("supervisor.c")
_COMPILE = ("-std=gnu11", "-O2", "-static", "-s")
_TIMEOUT_S = 60.0


@cache
def supervisor_program() -> Path:
    """Return the compiled supervisor; JudgeError if there is none and none can be compiled."""
    name = f"supervisor-{sha256(_SOURCE.read_bytes()).hexdigest()[:16]}"
    folders = _folders()
    for folder in folders:
        if (folder / name).is_file() and _is_private(folder):
            return folder / name
    reason = "no folder for it can be written"
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o755)
            reason = _compile(folder, name) if _is_private(folder) else f"others may write into {folder}"
            if not reason:
                return folder / name
    raise JudgeError(f"the supervisor cannot be compiled: {reason}")


def _folders() -> list[Path]:
    """Return where it is kept: beside the interpreter in an environment of its own, else in the user's cache."""
    cache_home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    user_folder = Path(cache_home).expanduser() / "grade"
    return [Path(sys.prefix) / "lib" / "grade", user_folder] if sys.prefix != sys.base_prefix else [user_folder]


def _is_private(folder: Path) -> bool:
    status = folder.lstat()
    return status.st_uid in {0, os.geteuid()} and not status.st_mode & 0o022


def _compile(folder: Path, name: str) -> str:
    """Compile it into a folder; return why that failed, or nothing."""
    import subprocess  # noqa: PLC0415 - only if it is not compiled yet

    compiler = shutil.which("gcc")
    if compiler is None:
        return "there is no gcc; apt-get install gcc libc6-dev"
    descriptor, temporary = tempfile.mkstemp(prefix=f"{name}-", dir=folder)
    os.close(descriptor)
    try:
        command = (compiler, *_COMPILE, "-o", temporary, str(_SOURCE))
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
        if done.returncode:
            return " ".join(done.stderr.strip().splitlines()[-1:])
        os.chmod(temporary, 0o755)  # noqa: S103 - the programs' user executes it
        os.rename(temporary, folder / name)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
    return ""


def main() -> None:
    """Print where the supervisor is, and remove older ones beside it; for ``./setup``."""
    try:
        program = supervisor_program()
    except JudgeError as error:
        raise SystemExit(str(error)) from None
    for path in program.parent.glob("supervisor-*"):
        if path != program:
            path.unlink(missing_ok=True)
    print(program)  # noqa: T201


if __name__ == "__main__":
    main()
