"""What students read is in usual words, and speaks of nobody as "she" or "he"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.judge.messages import catalogue
from harness.judge.messages.phrases import messages_of
from harness.spec.format.model import Clause
from tests.docs.test_words import BETTER
from tests.judge.messages import readability
from tests.support import ROOT, loaded

UNUSUAL = re.compile(rf"\b(?:{'|'.join(BETTER)})\b", re.IGNORECASE)
SPECS = sorted(path.name for path in (ROOT / "specs").iterdir() if (path / "spec.yaml").is_file())


def unusual(texts: Iterator[str]) -> list[str]:
    return [f"{match[0]}: {text}" for text in texts for match in UNUSUAL.finditer(text)]


def printed(clause: Clause) -> Iterator[str]:
    yield from (clause.text, clause.hint, clause.second_hint, clause.manual, clause.untestable, *clause.hints.values())


def texts_in(source: Path) -> Iterator[str]:
    """The texts in a module, without its docstrings and those that hold no blank and so are no sentence."""
    tree = ast.parse(source.read_bytes())
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in alone
            and " " in node.value
        ):
            yield node.value


def test_the_sentences_on_findings() -> None:
    texts = [text for phrase in catalogue().values() for texts in messages_of(phrase) for text in texts]
    assert len(texts) > 500
    assert unusual(iter(texts)) == []


@pytest.mark.parametrize("name", SPECS)
def test_clauses_and_hints(name: str) -> None:
    spec = loaded(ROOT, name, goldens=False).spec
    assert unusual(text for clause in spec.clauses.values() for text in printed(clause)) == []
    assert unusual(attempt.message for recipe in spec.build for attempt in recipe.tries) == []


@pytest.mark.parametrize("name", SPECS)
def test_clauses_name_no_rulings_which_students_do_not_have(name: str) -> None:
    clauses = loaded(ROOT, name, goldens=False).spec.clauses.values()
    assert [clause.handout for clause in clauses if re.search(r"\b[Rr]uling", clause.handout)] == []


@pytest.mark.parametrize("name", [*SPECS, "_shared"])
def test_what_checks_of_the_course_say(name: str) -> None:
    folder = ROOT / "specs" / name
    sources = [
        *folder.glob("checks.py"),
        *folder.glob("checks/*.py"),
        *(folder.rglob("*.py") if name == "_shared" else ()),
    ]
    assert unusual(text for source in sources for text in texts_in(source)) == []


def test_such_words_are_seen() -> None:
    assert unusual(iter(["Her square", "placed anew.", "the rest, here; other theses"])) == [
        "Her: Her square",
        "anew: placed anew.",
    ]


def hints_of(name: str) -> list[str]:
    clauses = loaded(ROOT, name, goldens=False).spec.clauses.values()
    hints = [hint for clause in clauses for hint in (clause.hint, clause.second_hint, *clause.hints.values())]
    return list(filter(None, hints))


@pytest.mark.parametrize("name", SPECS)
def test_hints_are_read_at_once(name: str) -> None:
    hints = hints_of(name)
    assert readability.too_long(hints) == []
    assert readability.grade(hints) <= readability.HARDEST_GRADE
    assert max(len(hint.split()) for hint in hints) <= readability.LONGEST_HINT


@pytest.mark.parametrize("name", SPECS)
def test_each_assignment_has_a_deeper_hint_for_who_asks_for_it(name: str) -> None:
    clauses = loaded(ROOT, name, goldens=False).spec.clauses.values()
    second = [(clause.hint, clause.second_hint) for clause in clauses if clause.second_hint]
    assert second
    assert all(0 < len(hint) < len(deeper) for hint, deeper in second)


def test_the_sentences_on_findings_are_read_at_once() -> None:
    texts = [text for phrase in catalogue().values() for texts in messages_of(phrase) for text in texts]
    assert readability.too_long(texts) == []
    assert readability.grade(texts) <= readability.HARDEST_GRADE


def test_what_is_hard_to_read_is_seen() -> None:
    hard = "The aforementioned initialisation necessitates considerable subsequent consideration of alternatives."
    assert readability.grade([hard]) > readability.HARDEST_GRADE
    assert readability.grade(["The program stops at line 3. Look at what it does there."]) < 4
    assert readability.too_long(["word " * 20 + "end.", "word " * 19 + "end."]) == ["word " * 20 + "end."]


@pytest.mark.parametrize(
    ("word", "count"), [("queen", 1), ("column", 2), ("table", 2), ("stopped", 1), ("expected", 3), ("line", 1)]
)
def test_syllables(word: str, count: int) -> None:
    assert readability.syllables(word) == count
