"""The spec of a kit can be loaded and names nothing hidden, whatever visible cases and clauses refer to."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import yaml

from harness.authoring.student_kit.kit import carried
from harness.authoring.student_kit.visible_course import VisibleCourse, visible_course
from harness.model.errors import JudgeError
from harness.spec.format.assignment import Assignment
from tests.support import course, loaded, write

SPEC = """\
title: Sums
language: python
build: [{{run: [[python3, sums.py]]}}]
clauses:
  other: {{text: Other., points: 5}}
  timed: {{text: Timed., points: 5}}
  secret-clause: {{text: SECRET-text, points: 3}}
  sum: {{text: The sum is printed., points: 12{sum}}}
cases:
  - {{clause: other, name: other, stdin: "1 2\\n", stdout: "3\\n"}}
  - {{clause: secret-clause, name: secret-case, visibility: hidden, stdin: SECRET, stdout: SECRET}}
  - {{clause: timed, name: slow, stdin: "1 2\\n", stdout: "3\\n", time: 20x reference}}
{cases}
"""
CASE = '  - {{clause: sum, name: sum, stdin: "1 2\\n", stdout: "3\\n", {0}}}'
HIDDEN = '{clause: sum, name: secret-base, stdin: SECRET, stdout: "3\\n", visibility: hidden}'
TESTS = "import unittest\nfrom sums import total\n\n\nclass Sums(unittest.TestCase):\n"


def method(name: str) -> str:
    return f"    def test_{name}(self):\n        self.assertEqual(total(1, 2), 3)\n"


def kit_of(root: Path, cases: str, of_sum: str = "") -> tuple[VisibleCourse, str, Assignment]:
    """What goes out, its text, and the assignment as students load it."""
    course(root, SPEC.format(cases=cases, sum=of_sum))
    write(root / "reference/sum/python", {"sums.py": "print(3)\n"})
    write(root / "specs/sum", {"t/seen.py": TESTS + method("seen"), "t/secret.py": TESTS + method("SECRET")})
    visible = visible_course(loaded(root))
    write(root / "kit/specs", visible.files)
    return visible, "".join(f"{name}\n{text.decode()}" for name, text in visible.files.items()), loaded(root / "kit")


@pytest.mark.parametrize(
    ("keys", "kept"),
    [
        ("needs: [secret-clause]", None),
        ("needs: [timed]", None),
        ("needs: [other]", ("needs", ("other",))),
        ("near_misses: {trailing-blanks: secret-clause}", None),
        ("near_misses: {trailing-blanks: timed}", ("near_misses", {"trailing-blanks": "timed"})),
        ("follows: timed", ("follows", None)),
        ("follows: [secret-clause, timed, other]", ("follows", ("other",))),
    ],
)
def test_a_case_refers_to_clauses_of_the_kit_alone(keys: str, kept: tuple[str, object] | None, tmp_path: Path) -> None:
    """Where a verdict could differ without the other clause, the course judges the case."""
    kit, texts, assignment = kit_of(tmp_path, CASE.format(keys))
    assert not [word for word in ("SECRET", "secret-") if word in texts]
    cases = {planned.name: planned.case for planned in assignment.cases}
    if kept is None:
        assert [*cases] == ["other"]
        assert [planned.name for planned in kit.part.elsewhere] == ["slow", "sum"]
    else:
        assert getattr(cases["sum"], kept[0]) == kept[1]


def test_a_clause_requires_clauses_of_the_kit_alone(tmp_path: Path) -> None:
    _, texts, assignment = kit_of(
        tmp_path, CASE.format("weight: 1"), ", requires: [secret-clause, timed, other], gate: true"
    )
    assert "secret-" not in texts
    assert assignment.clauses["sum"].requires == ("other",)
    assert assignment.clauses["sum"].gate


def test_what_a_case_takes_over_from_a_hidden_one_is_all_that_goes_out(tmp_path: Path) -> None:
    merged = f'  - &base {HIDDEN}\n  - {{<<: *base, name: sum, stdin: "1 2\\n", visibility: visible}}'
    _, texts, assignment = kit_of(tmp_path, merged)
    assert not [word for word in ("SECRET", "secret-") if word in texts]
    case = assignment.cases[-1].case
    assert (case.clause, case.name, case.stdin, case.stdout) == ("sum", "sum", "1 2\n", "3\n")


def test_the_first_of_several_merged_mappings_counts_as_in_the_course(tmp_path: Path) -> None:
    cases = (
        '  - &a {clause: sum, name: a, stdin: "1\\n", stdout: "3\\n"}\n'
        '  - &b {clause: other, name: b, stdin: "2\\n", stdout: "3\\n", weight: 2}\n'
        "  - {<<: [*a, *b], name: c}"
    )
    _, _, assignment = kit_of(tmp_path, cases)
    by_yaml = yaml.safe_load(SPEC.format(cases=cases, sum=""))["cases"][-1]
    case = msgspec.to_builtins(assignment.cases[-1].case)
    assert {key: case[key] for key in by_yaml} == by_yaml
    assert by_yaml["stdin"] == "1\n"


def test_a_visible_suite_goes_out_with_its_files_alone(tmp_path: Path) -> None:
    suites = (
        "  - {clause: sum, name: seen, suite: {runner: unittest, files: [t/seen.py]}}\n"
        "  - {clause: secret-clause, name: secret, visibility: hidden, suite: {runner: unittest, files: [t/secret.py]}}"
    )
    kit, texts, assignment = kit_of(tmp_path, suites)
    assert kit.part.points == {"other": 5, "sum": 12}
    assert "def test_seen" in texts
    assert not [word for word in ("SECRET", "secret") if word in texts]
    assert [planned.name for planned in assignment.cases] == ["other", "seen-Sums.test_seen"]


def test_a_file_with_a_hidden_test_stays_at_the_course(tmp_path: Path) -> None:
    suites = (
        "  - {clause: sum, name: seen, suite: {runner: unittest, files: [t/*.py], test: Sums.test_seen}}\n"
        "  - {clause: secret-clause, name: hid, visibility: hidden,"
        " suite: {runner: unittest, files: [t/*.py], test: Sums.test_SECRET}}"
    )
    kit, texts, _ = kit_of(tmp_path, suites)
    assert [planned.name for planned in kit.part.cases] == ["other"]
    assert "SECRET" not in texts


def test_a_function_that_names_a_hidden_case_stays_at_the_course(tmp_path: Path) -> None:
    write(
        tmp_path / "specs/sum",
        {"checks.py": 'TABLE = {"secret-case": 3}\n\n\ndef three(run, expected):\n    yield from TABLE\n'},
    )
    by_function = '  - {clause: sum, name: sum, stdin: "1 2\\n", stdout: {check: python, function: three}}'
    visible, texts, _ = kit_of(tmp_path, by_function)
    assert [planned.name for planned in visible.part.elsewhere] == ["slow", "sum"]
    assert "secret-" not in texts
    assert visible.refused == ("three: sum/checks.py: it holds the name of something hidden",)


def test_what_is_hidden_changes_no_byte_of_what_goes_out(tmp_path: Path) -> None:
    """Another hidden case, longer and with other files: neither sizes, order nor counts tell of it."""
    first, _, _ = kit_of(tmp_path / "a", CASE.format("weight: 1"))
    other = "  - {clause: secret-clause, name: secret-b, visibility: hidden, stdin: {file: input/x}, stdout: y}\n"
    write(tmp_path / "b/specs/sum", {"input/x": "SECRET", "checks.py": "def secret():\n    pass\n"})
    second, _, _ = kit_of(tmp_path / "b", other + CASE.format("weight: 1"))
    assert first.files == second.files
    assert [*first.files] == [*second.files]
    assert (first.part.points, first.part.total) == (second.part.points, second.part.total)


def test_a_package_whose_files_nobody_knows_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "unlisted-1.dist-info", {"METADATA": "Metadata-Version: 2.1\nName: unlisted\nVersion: 1\n"})
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("unlisted", "absent"):
        with pytest.raises(JudgeError, match=f"files of {name}; install it with: pip install"):
            dict(carried([name]))


def test_a_hint_that_a_trial_of_the_build_chooses_goes_out_with_it(tmp_path: Path) -> None:
    tries = '  - {clause: sum, run: [[python3, sums.py]], tries: [{command: ["true"], message: bad, hint: own-kind}]}\n'
    spec = SPEC.format(cases=CASE.format(""), sum=", hints: {own-kind: Look there.}")
    course(tmp_path, spec.replace("build: [{run: [[python3, sums.py]]}]\n", f"build:\n{tries}"))
    write(tmp_path / "reference/sum/python", {"sums.py": "print(3)\n"})
    visible = visible_course(loaded(tmp_path))
    write(tmp_path / "kit/specs", visible.files)
    assert loaded(tmp_path / "kit").clauses["sum"].hints == {"own-kind": "Look there."}
