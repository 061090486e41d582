"""A note on changes that are lost names the functions that call the one with the copy; one on a scan needs a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.running.explain_crash import ReadSources
from harness.model.finding import Finding
from tests.support import write

SOURCE = """\
#include <vector>
void put(std::vector<int> rows, int r) { rows[r] = 1; }
bool solve(std::vector<int> &rows, int r) {
    put(rows, r);
    return r == 8 || solve(rows, r + 1);
}
int main() { std::vector<int> rows(8); return solve(rows, 0); }
"""
SCAN = """\
int s;
int main(void) {
    char line[100];
    while (fgets(line, 100, stdin)) {
        sscanf(line, "%d", &s);
        show(s);
    }
}
"""

KEPT = """\
#include <vector>
static std::vector<bool> taken;
void init(int n) { taken.resize(n, false); }
int main() { for (int n = 1; n < 9; n++) { init(n); taken[n - 1] = true; taken[0] = false; } }
"""


def note(folder: Path, path: str, *shown: str) -> Finding | None:
    return ReadSources(folder, (path,), (), is_started=True, shown=shown).run(None)


def test_the_callers_of_a_function_with_a_copy_are_named(tmp_path: Path) -> None:
    finding = note(write(tmp_path, {"q.cc": SOURCE}), "q.cc")
    assert finding is not None
    assert (finding.where.line, finding.where.function, finding.params["what"]) == (2, "put", "copy")
    assert finding.params["callers"] == ("solve",)


@pytest.mark.parametrize(("shown", "is_named"), [(("unchecked-scan",), True), ((), False)])
def test_a_scan_is_named_where_the_last_numbers_came_twice(
    tmp_path: Path, shown: tuple[str, ...], *, is_named: bool
) -> None:
    finding = note(write(tmp_path, {"q.c": SCAN}), "q.c", *shown)
    assert (finding is not None and finding.params["what"] == "unchecked-scan") is is_named


@pytest.mark.parametrize(("shown", "is_named"), [(("kept-elements",), True), ((), False)])
def test_elements_are_named_where_something_of_before_is_left(
    tmp_path: Path, shown: tuple[str, ...], *, is_named: bool
) -> None:
    finding = note(write(tmp_path, {"q.cc": KEPT}), "q.cc", *shown)
    assert (finding is not None and (finding.params["what"], finding.where.line) == ("kept-elements", 3)) is is_named
