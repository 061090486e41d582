"""A predicate that never succeeds is named where a call gives no answer by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.endless_predicates import with_endless_predicate
from harness.grading.verdicts.judgement import Judgement
from harness.judge.messages.translator import translator
from harness.model.finding import NO_ANSWER, Finding
from harness.model.verdict import Verdict

UNUSED = "\nother([_|Xs]) :- other(Xs).\n"
USED = "queens(N, Qs) :- place(N, Qs).\nplace([X|Xs], Qs) :- place(Xs, Qs).\n"


def explained(folder: Path, source: str, kind: str = NO_ANSWER) -> Finding:
    (folder / "q.pl").write_text(source, encoding="utf-8")
    judgement = Judgement(Verdict.WA, (Finding("queens(4, Qs) gives no answer", kind=kind),))
    return with_endless_predicate(judgement, ["queens"], ["q.pl"], folder).findings[0]


def test_it_is_named_with_its_line(tmp_path: Path) -> None:
    finding = explained(tmp_path, USED)
    assert (finding.where.path, finding.where.line) == ("q.pl", 2)
    assert finding.where.source == b"place([X|Xs], Qs) :- place(Xs, Qs)."
    assert (
        translator().explanation(finding).startswith("Each clause of place/2 calls place/2 again, so it never succeeds")
    )


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("queens(_, _) :- fail.\n" + UNUSED, NO_ANSWER),  # nothing comes to it
        (USED, "shares-diagonal"),  # there is an answer, though a wrong one
        (USED + "place([], []).\n", NO_ANSWER),
    ],
)
def test_nothing_is_said_where_it_is_not_the_cause(tmp_path: Path, source: str, kind: str) -> None:
    assert explained(tmp_path, source, kind).params == {}
