"""What a person gave is for the work that was seen: other work opens the clause, and only a person carries it over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.cli.test_ingest import BLACKBOARD
from tests.app.cli.test_marks import created
from tests.support import ADDER, Begun, Course, write


def handed_in_again(root: Path, apart: Path) -> Course:
    place = created(root, apart)
    place.run("regrade", "sum")
    place.run("score", "sum", "ann", "comments", "4", "--marker", "kim")
    place.run("regrade", "sum", "--accept", "ann")
    write(place.root, {"again/PA1_ann_attempt_2026-11-06-11-00-00_main.py": ADDER + "# another one\n"})
    for name, text in BLACKBOARD.items():
        if "pat" in name:
            write(place.root, {f"again/{name}": text})
    place.run("ingest", "again", "--assignment", "sum")
    return place


@pytest.fixture
def term(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    """Ann's comments are scored and her mark accepted; then she hands in other work."""
    return begun(handed_in_again).copied(tmp_path / "course", apart)


def test_other_work_opens_the_clause_again(term: Course) -> None:
    printed = term.run("regrade", "sum")
    assert "Lee, Ann: comments: the work is another one now (4 points were for work " in printed
    assert "Lee, Ann  " not in printed, "nothing is proposed that nobody has seen"
    assert "the mark of Lee, Ann is open" in term.run("regrade", "sum", "--accept", "ann", expect=2)
    assert "Lee, Ann  comments: the work is another one now" in term.run("score", "sum")
    term.run("score", "sum", "ann", "comments", "2", "--marker", "kim")
    assert "10 + 2 (comments) - 1 (1 day late) = 11" in term.run("regrade", "sum")


def test_a_score_is_carried_over_by_a_person_with_a_reason(term: Course) -> None:
    term.run("regrade", "sum")
    assert "--why REASON" in term.run("score", "sum", "ann", "--carry-over", expect=2)
    printed = term.run("score", "sum", "ann", "comments", "--carry-over", "--why", "only a comment changed")
    assert "sum: comments of Lee, Ann counts for work " in printed
    assert "open: 1" in term.run("regrade", "sum"), "Pat's alone"
    why = term.run("gradebook", "why", "sum", "ann")
    assert "carried over by " in why
    assert "only a comment changed" in why
    assert "has no score that was given for other work" in term.run(
        "score", "sum", "ann", "--carry-over", "--why", "again", expect=2
    )


def test_the_same_work_again_keeps_its_score(tmp_path: Path, apart: Path) -> None:
    place = created(tmp_path / "course", apart)
    place.run("regrade", "sum")
    place.run("score", "sum", "ann", "comments", "4")
    write(place.root, {"again/PA1_ann_attempt_2026-11-06-11-00-00_main.py": ADDER + "# better\n"})
    write(place.root, {"again/PA1_pat_attempt_2026-11-08-11-00-00_main.py": "print(6)\n"})
    place.run("ingest", "again", "--assignment", "sum")
    assert "10 + 4 (comments) - 1 (1 day late) = 13" in place.run("regrade", "sum")


def test_blind_counts_what_it_lists(tmp_path: Path, apart: Path) -> None:
    place = created(tmp_path / "course", apart)
    same = {f"again/PA1_{login}_attempt_2026-11-06-11-00-00_main.py": ADDER for login in ("ann", "pat", "zoe")}
    write(place.root, same)
    place.run("ingest", "again", "--assignment", "sum")
    place.run("regrade", "sum", "--latest")
    listed = place.run("score", "sum", "--blind").splitlines()
    works = [line for line in listed if "nobody has scored" in line]
    assert listed[0] == f"sum: {len(works)} to be scored"


def test_two_of_one_name_have_their_numbers_beside_them(tmp_path: Path, apart: Path) -> None:
    place = created(tmp_path / "course", apart)
    write(place.root, {"more.csv": 'Student,SIS Login ID\n"Lee, Ann",ann2\n'})
    place.run("gradebook", "roster", "more.csv")
    printed = place.run("regrade", "sum")
    assert "Lee, Ann (ann2)  none -> 0" in printed
    assert "Lee, Ann (ann): nobody has scored comments" in printed
    assert "+3 points for Lee, Ann (ann2)" in place.run("gradebook", "adjust", "sum", "ann2", "3", "--why", "an appeal")
    marks = place.run("gradebook", "marks", "sum")
    assert "Lee, Ann (ann) " in marks
    assert "Lee, Ann (ann2) " in marks
