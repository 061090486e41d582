"""What the order of the reads of arrays tells: right and wrong ways to compare pairs, called by the real driver."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.language.calling import call
from tests.language.java.test_driver import results

SPEC = Path(__file__).parents[3] / "specs" / "cmps12a-pa5"
RIGHT = {
    "two": "for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (Math.abs(A[i] - A[j]) == j - i) return false;",
    "four": "for (i = n; i > 0; i--) for (j = 1; j < i; j++) if (A[i] - A[j] == i - j || A[j] - A[i] == i - j) "
    "return false;",
    "kept": "for (i = 1; i < n; i++) { int a = A[i]; for (j = n; j > i; j--) if (Math.abs(a - A[j]) == j - i) "
    "return false; }",
    "keptTwice": "for (i = 2; i <= n; i++) { int a = A[i]; for (j = 1; j < i; j++) if (a - A[j] == i - j "
    "|| A[j] - a == i - j) return false; }",
    "whiles": "i = n; while (i > 1) { j = i; while (--j > 0) if (Math.abs(A[i] - A[j]) == i - j) return false; i--; }",
    "gaps": "int[] B = new int[n + 1]; for (i = 0; i <= n; i++) B[i] = A[i]; for (j = 1; j < n; j++) "
    "for (i = 1; i + j <= n; i++) if (Math.abs(B[i] - B[i + j]) == j) return false;",
    "sums": "int[] s = new int[n + 1], d = new int[n + 1]; for (i = 1; i <= n; i++) { s[i] = A[i] + i; "
    "d[i] = A[i] - i; } for (i = 1; i <= n; i++) for (j = 1; j < i; j++) if (s[i] == s[j] || d[i] == d[j]) "
    "return false;",
    "tables": "boolean[] s = new boolean[2 * n + 1], d = new boolean[2 * n + 1]; for (i = 1; i <= n; i++) { "
    "if (s[A[i] + i] || d[A[i] - i + n]) return false; s[A[i] + i] = d[A[i] - i + n] = true; }",
    "helper": "for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i < j && onDiagonal(A, i, j)) return false;",
    "clones": "int[] B = A.clone(); for (i = n; i > 0; i--) for (j = n; j > i; j--) "
    "if (Math.abs(B[j] - B[i]) == j - i) return false;",
}
WRONG = {
    "fullTwo": "for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i != j && Math.abs(A[i] - A[j]) == "
    "Math.abs(i - j)) return false;",
    "fullFour": "for (i = n; i > 0; i--) for (j = 1; j <= n; j++) if (i != j && (A[i] - A[j] == i - j "
    "|| A[i] - A[j] == j - i)) return false;",
    "fullKept": "for (i = 1; i <= n; i++) { int a = A[i]; for (j = 1; j <= n; j++) if (i != j && "
    "Math.abs(a - A[j]) == Math.abs(i - j)) return false; }",
    "fullKeptTwice": "for (i = 1; i <= n; i++) { int a = A[i]; for (j = n; j > 0; j--) if (i != j && "
    "(a - A[j] == i - j || A[j] - a == i - j)) return false; }",
    "fullHelper": "for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i != j && onDiagonal(A, i, j)) return false;",
    "fullClone": "int[] B = A.clone(); for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i != j && "
    "Math.abs(B[i] - B[j]) == Math.abs(i - j)) return false;",
    "eachSign": "for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (A[i] - A[j] == i - j) return false; "
    "for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (A[j] - A[i] == i - j) return false;",
}
GOES_ON = {
    "allTheSame": "boolean ok = true; for (i = 1; i <= n; i++) for (j = 1; j < i; j++) if (Math.abs(A[i] - A[j]) "
    "== i - j) ok = false; if (!ok) return false;",
    "nextRow": "boolean ok = true; for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (Math.abs(A[i] - A[j]) "
    "== j - i) { ok = false; break; } if (!ok) return false;",
    "keptNextRow": "boolean ok = true; for (i = 1; i <= n; i++) { int a = A[i]; for (j = i + 1; j <= n; j++) "
    "if (Math.abs(a - A[j]) == j - i) { ok = false; break; } } if (!ok) return false;",
}
_HELPER = "static boolean onDiagonal(int[] A, int i, int j) { return Math.abs(A[i] - A[j]) == Math.abs(i - j); }"


def _called(root: Path, bodies: dict[str, str], case: str) -> list[tuple[str, CallResult]]:
    """Each method's result for the array that the spec's case hands to isSolution."""
    (planned,) = (entry for entry in load(SPEC.parent, SPEC.name).cases if entry.name == case)
    ways = [
        f"static boolean {name}(int[] A) {{ int n = A.length - 1, i, j; {body} return true; }}"
        for name, body in bodies.items()
    ]
    calls = [call(name, planned.case.calls[0].args[0], reads="0..") for name in bodies]
    return list(zip(bodies, results(root, "\n".join([*ways, _HELPER]), *calls), strict=True))


@pytest.mark.parametrize(
    ("case", "function", "right", "wrong"),
    [
        ("compares-all-pairs", "pairs_once", RIGHT, WRONG),
        ("stops-at-first-attack", "stops_at_attack", RIGHT | WRONG, GOES_ON),
    ],
)
def test_the_reads_distinguish_them(
    tmp_path: Path, case: str, function: str, right: dict[str, str], wrong: dict[str, str]
) -> None:
    judge = load(SPEC.parent, SPEC.name).functions[function]
    shown = {name: list(judge([result], {})) for name, result in _called(tmp_path, right | wrong, case)}
    assert {name for name, findings in shown.items() if findings} == set(wrong)
