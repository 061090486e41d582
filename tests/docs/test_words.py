"""Words that do not pass in the documents: there is a usual one for each."""

from __future__ import annotations

import re

import pytest

from tests.docs.documents import CURRENT, FENCE, read
from tests.support import ROOT

BETTER = {
    "amidst": "among",
    "anew": "again",
    "he": "they",
    "hence": "so",
    "her": "their",
    "him": "them",
    "his": "their",
    "mend": "fix",
    "mended": "fixed",
    "mends": "fixes",
    "thereby": "so",
    "upon": "on",
    "wherefore": "why",
    "whilst": "while",
}
MADE = ("docs/clauses.md",)
"""Its sentences are those of the specs."""
PAGES = sorted({*CURRENT, *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/kinds/*.md"))} - {*MADE})


def wrong_words(text: str) -> list[str]:
    """The words of sentences that have a better one; blocks and code are left out."""
    sentences = re.sub(r"`[^`]*`", "", FENCE.sub("", text))
    return [word for word in re.findall(r"[a-z]+", sentences.lower()) if word in BETTER]


@pytest.mark.parametrize("document", PAGES)
def test_the_words_are_usual(document: str) -> None:
    assert [f'{word}: write "{BETTER[word]}"' for word in wrong_words(read(document))] == []


def test_a_wrong_word_is_noticed_and_one_in_code_is_not() -> None:
    assert wrong_words("It is made\nanew. `anew`\n```text\nanew\n```\n") == ["anew"]
