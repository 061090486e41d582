"""Files that both processes of a suite see: each message brings what its sender changed.

The program gets no more than what the tests name to it: the files and folders whose paths they hand over, and the
working folder. What comes back goes nowhere else, and nothing that Python would run is taken.
"""

from __future__ import annotations

import base64
import os
import sys
from pathlib import PurePosixPath
from typing import Any, Callable, Iterator

TEMPORARY = "tests-temporary"
"""The folder in the root where the tests keep temporary files; of it only what is handed over crosses."""
COURSE = f"{TEMPORARY}/course"
"""Where the course's own files are for the program: read only, as far as they are handed over, and never a program.

In the tests' own process the folder has a name that nobody can guess: a path that a program returns leads to no file
that it was not given.
"""
_CODE = (".py", ".pyc", ".pyd", ".so", ".pth", ".zip", ".egg")
_SKIPPED = ("__pycache__", ".grade")
_LARGEST, _LARGEST_MESSAGE, _MOST = 4 << 20, 8 << 20, 2000
_LARGEST_ALL, _ENTRY = 64 << 20, 1 << 12
"""So much is taken over in all; what a path alone counts."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGING = ("mkdir", "rename", "remove", "rmdir", "truncate", "link", "symlink", "chmod")
_EVENTS = frozenset(("sqlite3.connect", "shutil.copyfile", *(f"os.{name}" for name in _CHANGING)))
_PROCESSES = frozenset(("subprocess.Popen", "os.fork", "os.posix_spawn", "os.system"))
Change = tuple[str, Any]
"""A path, and what is there now: a file's bytes in base64, True for a folder, None if there is nothing."""


class Files:
    """Knows the files of one side, as the other side has them."""

    def __init__(
        self,
        root: str,
        course: str = COURSE,
        accepts: Callable[[str], bool] = lambda _: True,
        *,
        is_whole: bool = False,
    ) -> None:
        """``root``: the folder that both sides have; ``accepts``: which paths the other side may change.

        ``is_whole``: what lies beside a path that was handed over crosses, too: the program has made it.
        """
        self.root, self.course, self.accepts, self.is_whole = os.path.realpath(root), course, accepts, is_whole
        self.folder = ""
        """The working folder, below the root."""
        self.lent: dict[str, None] = {}
        self.is_dirty = False
        """Whether something may have changed: looking costs time."""
        self.taken = 0
        self.received: set[str] = set()
        """The files that the other side has made or changed."""
        self.known = dict(self._entries())
        sys.addaudithook(self._notice)

    def path(self, name: str) -> str:
        """Where a file is on this side."""
        return os.path.join(self.root, name) if name else self.root

    def lend(self, name: str) -> None:
        """Let a file or folder cross, with the folders that it is in."""
        if name not in self.lent and not f"{self.course}/".startswith(f"{name}/"):
            self.lent[name] = None
            self.is_dirty = True

    def move(self, folder: str) -> bool:
        """Make a folder the working folder; return whether that is another one."""
        if folder == self.folder:
            return False
        self.folder, self.is_dirty = folder, True
        return True

    def is_lent(self, name: str) -> bool:
        """Whether a path is handed over, or in a folder that is."""
        if self.is_course(name) and name.endswith(_CODE):
            return False
        above = [name, *(str(parent) for parent in PurePosixPath(name).parents)]
        in_folder = self.folder in ("", *above) and (self.folder != "" or above[-2] != TEMPORARY)
        return in_folder or any(each in self.lent for each in above)

    def is_course(self, name: str) -> bool:
        """Whether it is the folder of the course's files, or in it."""
        return f"{name}/".startswith(f"{self.course}/")

    def is_beside(self, name: str) -> bool:
        """Whether a file lies in the folder of a path that is handed over."""
        folder = os.path.dirname(name)
        return bool(folder) and not self.is_course(name) and any(os.path.dirname(each) == folder for each in self.lent)

    def shared(self, name: str) -> str:
        """The name that both sides use of a path."""
        return f"{COURSE}{name[len(self.course) :]}" if self.is_course(name) else name

    def changes(self) -> list[Change]:
        """What the other side does not know as it is now."""
        if not self.is_dirty:
            return []
        now, left, changed = dict(self._entries()), _LARGEST_MESSAGE, []
        for name, state in now.items():
            content = None if self.known.get(name) == state else self._content(name)
            if content is not None and (content is True or len(content) <= left):
                left -= 0 if content is True else len(content)
                changed.append((self.shared(name), content))
                self.known[name] = state
        gone = [name for name in self.known if name not in now and not os.path.lexists(self.path(name))]
        for name in gone:
            del self.known[name]
        return changed + [(self.shared(name), None) for name in reversed(gone)]

    def settle(self) -> None:
        """All is known, unless some file is still open."""
        try:
            paths = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
        except OSError:
            return
        self.is_dirty = any(os.path.realpath(path).startswith(f"{self.root}/") for path in paths)

    def update(self, changed: list[Any]) -> None:
        """Take over what the other side changed; ValueError for a path that it may not name."""
        for name, content in changed:
            parts = name.split("/")
            self.taken += _ENTRY + (len(content) if isinstance(content, str) else 0)
            if any(part in ("", ".", "..") or "\0" in part for part in parts) or self.taken > _LARGEST_ALL:
                raise ValueError(name)
            if not self.accepts(name):
                continue
            path = self.path(name)
            above = [self.path("/".join(parts[:depth])) for depth in range(1, len(parts))]
            if any(map(os.path.islink, (*above, path))):
                continue
            try:
                self._write(path, content)
            except OSError:
                continue
            self.received.add(name)
            self.known.pop(name, None)
            if content is not None:
                self.known[name] = _state(path)

    def _write(self, path: str, content: Any) -> None:
        if content is None:
            (os.rmdir if os.path.isdir(path) else os.unlink)(path)
            return
        os.makedirs(path if content is True else os.path.dirname(path), exist_ok=True)
        if content is not True:
            with open(path, "wb") as file:
                file.write(base64.b64decode(content, validate=True))

    def _content(self, name: str) -> Any:
        path = self.path(name)
        if os.path.isdir(path):
            return True
        try:
            with open(path, "rb") as file:
                data = file.read(_LARGEST + 1)
        except OSError:
            return None
        return base64.b64encode(data).decode() if len(data) <= _LARGEST else None

    def _entries(self) -> Iterator[tuple[str, Any]]:
        """What may cross, with what tells whether it has changed."""
        beside = (os.path.dirname(name) for name in self.lent if self.is_whole)
        for start in dict.fromkeys((self.folder, *self.lent, *filter(None, beside))):
            for parent in list(PurePosixPath(start).parents)[-2::-1]:
                if os.path.isdir(self.path(str(parent))):
                    yield str(parent), True
            yield from self._below(start)

    def _below(self, name: str) -> Iterator[tuple[str, Any]]:
        path = self.path(name)
        if os.path.islink(path) or not self._may_cross(name):
            return
        if os.path.isdir(path):
            if name:
                yield name, True
            for each in sorted(os.listdir(path))[:_MOST]:
                if each not in _SKIPPED:
                    yield from self._below(f"{name}/{each}" if name else each)
        elif os.path.isfile(path):
            yield name, _state(path)

    def _may_cross(self, name: str) -> bool:
        if name == "" or self.is_lent(name):
            return True
        return self.is_whole and (self.is_beside(name) or any(os.path.dirname(each) == name for each in self.lent))

    def _notice(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Something is written, as far as Python says so."""
        if self.is_dirty:
            return
        if event == "open":
            path, _, flags = arguments
            self.is_dirty = bool(flags & _WRITES) and self._is_here(path)
        elif event in _EVENTS:
            self.is_dirty = any(map(self._is_here, arguments))
        elif event in _PROCESSES:
            self.is_dirty = True

    def _is_here(self, path: Any) -> bool:
        if not isinstance(path, (str, os.PathLike)):
            return False
        text = os.fspath(path)
        return isinstance(text, str) and (not os.path.isabs(text) or text.startswith(self.root))


def is_code(name: str) -> bool:
    """Whether Python would run a file of this name."""
    return name.lower().endswith(_CODE)


def _state(path: str) -> Any:
    if os.path.isdir(path):
        return True
    found = os.stat(path)
    return found.st_mtime_ns, found.st_size, found.st_ino
