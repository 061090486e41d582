"""What of one hand-in cannot be read costs nobody else a grade."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.course.ingest.exports import found, queens_course
from tests.support import write

_NOBODY = 65534


def as_another_user(check: Callable[[], None]) -> int:
    """Run a check in a child that is not root; its exit status."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            check()
            os._exit(0)
        except BaseException:  # noqa: BLE001 - nothing may leave this frame
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("locked", ["bob", "bob/inner", "bob/Queens.java"])
def test_what_cannot_be_read_is_its_students_matter(locked: str) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        assignments = queens_course(root, "comp333-java")
        for student in ("ann", "bob", "cat"):
            write(root / "class" / student, {"Queens.java": "x"})
        write(root / "class" / "bob" / "inner", {"more.txt": "x"})
        (root / "new").mkdir()
        (root / "new").chmod(0o777)
        root.chmod(0o755)
        (root / "class" / locked).chmod(0)

        def check() -> None:
            submissions = found(root / "class", assignments, root / "new").submissions
            assert [row.student for row in submissions if row.folder and not row.unclear] == ["ann", "cat"]
            assert [row.unclear for row in submissions if row.student == "bob"] == [
                f"{locked} cannot be read: Permission denied"
            ]

        status = as_another_user(check)
        (root / "class" / locked).chmod(0o755)
    assert status == 0
