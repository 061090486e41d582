from __future__ import annotations

import pytest

from harness.model.patterns import alternatives, describe, matches, matching


@pytest.mark.parametrize(
    ("path", "pattern", "fits"),
    [
        ("Queens.java", "Queens.java", True),
        ("queens.java", "Queens.java", False),
        ("queens.JAVA", "(?i)Queens.java", True),
        ("src/Queens.java", "Queens.java", False),
        ("src/Queens.java", "src/Queens.java", True),
        ("a.java", "*.java", True),
        ("a.java.txt", "*.java", False),
        ("src/a.java", "**/*.java", True),
        ("a.java", "**/*.java", True),
        ("x/y/a.java", "**/*.java", True),
        ("x/y/a.java", "x/*.java", False),
        ("README.md", "README.txt|README.md", True),
        ("README", "README.txt|README.md", False),
        ("readme.TXT", "(?i)README.txt|README.md", True),
        ("readme.MD", "(?i)README.txt|README.md", True),
        ("docs/readme.md", "(?i)**/README.txt|**/README.md", True),
        ("__MACOSX/a/b.java", "__MACOSX/**", False),
        ("a[1].txt", "a[[]1].txt", True),
    ],
)
def test_what_fits(path: str, pattern: str, fits: bool) -> None:
    assert matches(path, pattern) is fits


def test_a_pattern_as_a_person_reads_it() -> None:
    assert describe("(?i)README.txt|README.md") == "README.txt or README.md"
    assert describe("**/Queens.py") == "Queens.py"
    assert alternatives("(?i)a|b") == ["a", "b"]


def test_matching_keeps_the_order() -> None:
    assert matching(["b.c", "x", "a.c"], "*.c") == ["b.c", "a.c"]
