"""A loop over neighbours is named in the function that is seen to compare them alone, and in no other wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.running.explain_crash import ReadSources
from tests.support import write

SOURCE = """\
class Queens {
    static boolean isSolution(int[] A) {
        for (int i = 1; i < A.length - 1; i++) {
            if (Math.abs(A[i] - A[i + 1]) == 1) return false;
        }
        return true;
    }
}
"""


@pytest.mark.parametrize(
    ("wrong", "shown", "is_named"),
    [
        (("isSolution",), ("neighbours-alone isSolution",), True),
        (("isSolution",), (), False),
        (("isSolution", "step"), ("neighbours-alone step",), False),
        ((), (), False),
    ],
)
def test_a_loop_over_neighbours(
    tmp_path: Path, wrong: tuple[str, ...], shown: tuple[str, ...], *, is_named: bool
) -> None:
    folder = write(tmp_path, {"Queens.java": SOURCE})
    request = ReadSources(folder, ("Queens.java",), (), is_started=True, shown=shown, wrong=wrong)
    finding = request.run(None)
    assert (finding is not None and finding.where.line == 3) is is_named
