"""Words that do not pass in documents, docstrings and messages: there is a usual one for each."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import CURRENT, FENCE, read
from tests.support import ROOT

BETTER = {
    "amidst": "among",
    "amongst": "among",
    "anew": "again",
    "behind": "after",
    "ere": "before",
    "forthwith": "at once",
    "he": "they",
    "hence": "so",
    "henceforth": "from now on",
    "her": "their",
    "hers": "theirs",
    "herself": "themselves",
    "him": "them",
    "himself": "themselves",
    "his": "their",
    "hither": "here",
    "mend": "fix",
    "mended": "fixed",
    "mends": "fixes",
    "shall": "must",
    "she": "they",
    "thereby": "so",
    "thereof": "of it",
    "unto": "to",
    "upon": "on",
    "wherefore": "why",
    "wherein": "in which",
    "whereof": "of which",
    "whilst": "while",
}
ON_PAGES = BETTER | {"told": "said, shown or reported"}
QUEEN = re.compile(r"queen", re.IGNORECASE)
"""A chess queen is a she."""
MADE = ("docs/clauses.md",)
"""Its sentences are those of the specs."""
PAGES = sorted(
    {*CURRENT, "CHANGELOG.md", *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/kinds/*.md"))} - {*MADE}
)


def wrong_words(text: str, better: dict[str, str] = ON_PAGES) -> list[str]:
    """The words of sentences that have a better one; blocks and code are left out."""
    sentences = re.sub(r"`[^`]*`", "", FENCE.sub("", text))
    return [word for word in re.findall(r"[a-z]+", sentences.lower()) if word in better]


def prose(module: Path) -> Iterator[tuple[int, str]]:
    """The docstrings, comments and other texts of a module, with their lines."""
    with module.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.start[0], token.string


@pytest.mark.parametrize("document", PAGES)
def test_the_words_are_usual(document: str) -> None:
    assert [f'{word}: write "{ON_PAGES[word]}"' for word in wrong_words(read(document))] == []


@pytest.mark.parametrize("folder", sorted(path.name for path in (ROOT / "harness").iterdir() if path.is_dir()))
def test_docstrings_comments_and_messages_have_usual_words(folder: str) -> None:
    assert [
        f'{module.relative_to(ROOT)}:{line}: {word}: write "{BETTER[word]}"'
        for module in sorted((ROOT / "harness" / folder).rglob("*.py"))
        for line, text in prose(module)
        if " " in text and not QUEEN.search(text)
        for word in wrong_words(text, BETTER)
    ] == []


def test_a_wrong_word_is_noticed_and_one_in_code_is_not() -> None:
    assert wrong_words("It is made\nanew. `anew`\n```text\nanew\n```\n") == ["anew"]
