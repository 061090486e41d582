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
    "aforesaid": "this",
    "afresh": "again",
    "albeit": "though",
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
    "hitherto": "so far",
    "insofar": "as far",
    "lest": "so that not",
    "mend": "fix",
    "mended": "fixed",
    "mends": "fixes",
    "moreover": "also",
    "nevertheless": "still",
    "notwithstanding": "despite",
    "nought": "nothing",
    "shall": "must",
    "she": "they",
    "thereby": "so",
    "therein": "in it",
    "thereof": "of it",
    "thereto": "to it",
    "thereupon": "then",
    "therewith": "with it",
    "told": "said, shown or reported",
    "unto": "to",
    "upon": "on",
    "whence": "from where",
    "wherefore": "why",
    "wherein": "in which",
    "whereof": "of which",
    "whilst": "while",
}
PHRASES = {
    r"broken off": "interrupted",
    r"but for": "except for",
    r"cannot but": "must",
    r"(?:empty|none|nothing|error) where": "if",
    r"in place of": "instead of",
    r"seen were": "it used",
    r"stands? (?:there )?twice": "occurs twice",
    r"what came of": "the result of",
    r"what stands(?! for| where)": "what is",
    r"where there (?:is|are|was|were) no": "if there is no",
}
"""Phrases that read as translated, as patterns, and what is usual."""
_PHRASE = re.compile(r"\b(?:" + "|".join(PHRASES) + r")\b")
QUEEN = re.compile(r"queen", re.IGNORECASE)
"""A chess queen is a she."""
MADE = ("docs/clauses.md",)
"""Its sentences are those of the specs."""
PAGES = sorted(
    {*CURRENT, "CHANGELOG.md", *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/kinds/*.md"))} - {*MADE}
)
FOLDERS = sorted(path.relative_to(ROOT) for parent in ("harness", "specs") for path in (ROOT / parent).glob("*/"))


def wrong_words(text: str) -> list[str]:
    """The words and phrases of sentences that have a better one; blocks and code are left out."""
    sentences = " ".join(re.sub(r"`[^`]*`", "", FENCE.sub("", text)).lower().split())
    return [word for word in re.findall(r"[a-z]+", sentences) if word in BETTER] + _PHRASE.findall(sentences)


def better(wrong: str) -> str:
    """What to write instead of a word or phrase."""
    return BETTER.get(wrong) or next(usual for pattern, usual in PHRASES.items() if re.fullmatch(pattern, wrong))


def prose(module: Path) -> Iterator[tuple[int, str]]:
    """The docstrings, comments and other texts of a module, with their lines."""
    with module.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.start[0], token.string


@pytest.mark.parametrize("document", PAGES)
def test_the_words_are_usual(document: str) -> None:
    assert [f'{word}: write "{better(word)}"' for word in wrong_words(read(document))] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_docstrings_comments_and_messages_have_usual_words(folder: Path) -> None:
    assert [
        f'{module.relative_to(ROOT)}:{line}: {word}: write "{better(word)}"'
        for module in sorted((ROOT / folder).rglob("*.py"))
        if not {"accepted", "mutants"} & {*module.parts}  # written as students write
        for line, text in prose(module)
        if " " in text and not QUEEN.search(text)
        for word in wrong_words(text)
    ] == []


def test_the_names_of_tests_have_usual_words() -> None:
    modules = (ROOT / "tests").rglob("test_*.py")
    names = [name for module in modules for name in re.findall(r"^def (test_\w+)", module.read_text(), re.MULTILINE)]
    assert [name for name in names if BETTER.keys() & {*name.split("_")}] == []


def test_a_wrong_word_is_noticed_and_one_in_code_is_not() -> None:
    assert wrong_words("It is made\nanew. `anew`\n```text\nanew\n```\n") == ["anew"]
    assert [better(phrase) for phrase in wrong_words("It occurs. None\nwhere it is open")] == ["if"]
