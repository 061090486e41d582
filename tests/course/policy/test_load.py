"""``course.yaml``: what it says is read, and what is wrong with it is reported by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.policy.load import load_policy
from harness.course.policy.model import Extension, Policy
from harness.course.policy.times import Duration, LocalTime
from harness.model.errors import SpecError
from tests.support import write

COURSE = """\
title: CS 771
time_zone: America/Los_Angeles
late: {points_a_day: 10, rejected_after: 3 days, grace: 15}
counts: best
assignments:
  queens:
    due: 2026-11-05 23:59
    weight: 2
    extensions:
      Ann Lee: {until: 2026-11-08}
      "102": {until: 2026-11-09 12:00, why: ill}
  sum:
    due: 2026-11-20
    late: {tiers: [{until: 12 hours, points: 2}, {until: 2 days, percent: 20, at_most: 50}]}
drop:
  - {lowest: 1, of: [queens, sum]}
"""


def load(folder: Path, text: str) -> Policy:
    write(folder, {"course.yaml": text, "specs/x": ""})
    return load_policy(folder / "specs", ["queens", "sum"])


def test_what_is_written_is_read(tmp_path: Path) -> None:
    policy = load(tmp_path, COURSE)
    assert policy.late.rejected_after == Duration((3, 0))
    queens = policy.assignments["queens"]
    assert queens.due == LocalTime("2026-11-05 23:59")
    assert queens.extensions["Ann Lee"] == Extension(until=LocalTime("2026-11-08 23:59"))
    assert queens.extensions["102"] == Extension(until=LocalTime("2026-11-09 12:00"), why="ill")
    late = policy.assignments["sum"].late
    assert late is not None
    assert late.tiers[0].until == Duration((0, 720))


def test_a_course_without_a_file_has_no_rules(tmp_path: Path) -> None:
    write(tmp_path, {"specs/x": ""})
    assert load_policy(tmp_path / "specs", []) == Policy()
    assert load(tmp_path, "# nothing yet\n") == Policy()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("grace: 15", "grase: 15", 'course.yaml:3: late.grase: unknown key "grase"; did you mean "grace"?'),
        (
            "3 days",
            "3 weeks",
            'course.yaml:3: late.rejected_after: expected a duration such as "3 days", got "3 weeks"',
        ),
        ("23:59", "25:59", 'course.yaml:7: assignments.queens.due: expected a time such as "2026-11-05 23:59"'),
        ("America/Los_Angeles", "Mars", 'course.yaml:2: time_zone: there is no time zone "Mars"'),
        ("America/Los_Angeles", "../../etc/passwd", "course.yaml:2: time_zone: there is no time zone"),
        ("  queens:\n", "  quens:\n", 'course.yaml:6: assignments.quens: there is no assignment "quens"'),
        ("lowest: 1", "lowest: 2", "course.yaml:16: drop[0]: of 2 assignments 2 cannot be dropped"),
        ("of: [queens, sum]", "of: [queens, som]", 'course.yaml:16: drop[0].of: there is no assignment "som"'),
        ("12 hours", "4 days", "course.yaml:14: assignments.sum.late.tiers: each tier must end later"),
        ("at_most: 50", "at_most: 150", "at_most: expected a number of at least 0 of at most 100"),
        ("points: 2}", "points: -2}", "points: expected a number of at least 0"),
        ("points: 2}", "points: .nan}", "points: expected a number of at least 0"),
        ("    due: 2026-11-20\n", "", "course.yaml:13: assignments.sum.late: a rule for late work takes a due time"),
        ("{tiers:", "{points_a_day: 1, tiers:", "either tiers or an amount a day"),
        ("2026-11-20", "2026-02-30", "course.yaml:13: assignments.sum.due: expected a time such as"),
        ("title: CS 771", "title: [", "not valid YAML"),
        ('      "102"', '      Ann Lee: {until: 2026-11-07}\n      "102"', "occurs twice"),
    ],
)
def test_what_is_wrong_is_reported_by_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in COURSE
    with pytest.raises(SpecError) as caught:
        load(tmp_path, COURSE.replace(old, new))
    assert message in str(caught.value)


def test_a_students_number_is_a_text_as_it_is_written(tmp_path: Path) -> None:
    policy = load(
        tmp_path, COURSE.replace('"102": {until', "0102: {until").replace("weight: 2", "handed_in: {7: 2026-11-01}")
    )
    assert set(policy.assignments["queens"].extensions) == {"Ann Lee", "0102"}
    assert set(policy.assignments["queens"].handed_in) == {"7"}


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("extra: [prints, bonas]", 'extra[1]: there is no clause "bonas"; did you mean "bonus"?'),
        ("gates: [{clause: zip, below: 3}]", 'gates[0].clause: there is no clause "zip"; there are prints, bonus'),
        ("extra: [bonus]\n    gates: [{clause: prints}]", ""),
    ],
)
def test_gates_and_extra_credit_are_of_clauses_that_there_are(tmp_path: Path, rule: str, message: str) -> None:
    clauses = "clauses:\n  prints: {text: It prints., points: 1}\n  bonus: {text: More., points: 1}\n"
    write(tmp_path, {"course.yaml": f"assignments:\n  sum:\n    {rule}\n", "specs/sum/spec.yaml": clauses})
    if not message:
        assert load_policy(tmp_path / "specs", ["sum"]).assignments["sum"].extra == ("bonus",)
        return
    with pytest.raises(SpecError) as caught:
        load_policy(tmp_path / "specs", ["sum"])
    assert message in str(caught.value)


CATEGORIES = """\
grades: {A: 90, 4,0: 50, F: 0}
categories:
  home: {weight: 2, of: [queens], drop: 0, categories: {lab: {of: [sum]}}}
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", ""),
        ("of: [sum]", "of: [queens]", 'categories: "queens" is in several categories'),
        ("of: [sum]", "of: [som]", 'categories.home.categories.lab.of: there is no assignment "som"'),
        (", categories: {lab: {of: [sum]}}", "", 'course.yaml:2: categories: "sum" is in no category; if it counts'),
        ("lab: {of: [sum]}", "lab: {of: [sum]}, more: {}", "categories.home.categories.more: nothing is in it"),
        ("drop: 0", "drop: 1", "categories.home.drop: of 1 assignments 1 cannot be dropped"),
        ("F: 0", "F: 10", "below 10 percent there is no grade; give the last one 0"),
        ("A: 90", "A: 50", "two grades take 50 percent"),
        ("grades:", "drop: [{lowest: 1, of: [queens, sum]}]\ngrades:", "with categories each of them says how many"),
        (
            CATEGORIES,
            "drop: [{lowest: 1, of: [queens, sum]}, {lowest: 1, of: [sum, queens]}]\n",
            '"sum" is in several rules',
        ),
    ],
)
def test_a_total_counts_everything_once(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = CATEGORIES.replace("4,0", '"4,0"')
    text = text.replace(old.replace("4,0", '"4,0"'), new, 1) if old else text
    if not message:
        assert load(tmp_path, text).grades == {"A": 90, "4,0": 50, "F": 0}
        return
    with pytest.raises(SpecError) as caught:
        load(tmp_path, text)
    assert message in str(caught.value)
