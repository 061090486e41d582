"""The files of a new course beside its assignments: what it is, what must hold of it, and who looks that it does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harness import __version__

_TEMPLATES = Path(__file__).with_name("templates") / "course"
_FILES: Mapping[str, str] = {
    "README.md": "README.md.txt",
    "requirements.txt": "requirements.txt.txt",
    ".gitignore": "gitignore.txt",
    "ci/check.sh": "check.sh.txt",
    ".github/workflows/check.yml": "check.yml.txt",
}


def course_files() -> dict[str, str]:
    """The files by their paths in the course, with their contents."""
    return {
        path: (_TEMPLATES / template).read_text(encoding="utf-8").replace("@VERSION@", __version__)
        for path, template in _FILES.items()
    }
